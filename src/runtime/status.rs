//! What the workers say, put together as the state of the index that the app shows.

use super::throughput::Throughput;
use crate::app::{IndexStatus, ModelState, Stage};
use crate::corpus::Watching;
use crate::workers::ModelLoad;
use crate::workers::indexer::{self, Progress, Report};
use std::time::Instant;

/// The state so far. Each change gives the whole new state.
#[derive(Default)]
pub(super) struct Status {
    current: IndexStatus,
    throughput: Throughput,
}

impl Status {
    /// Takes in what the indexer says.
    pub(super) fn report(&mut self, report: Report, now: Instant) -> IndexStatus {
        match report {
            Report::Head(head) => self.current.head = Some(head),
            Report::Watching(watch) => self.watch(watch),
            Report::Moved(progress) => self.count(&progress),
            Report::Progress(progress) => {
                self.count(&progress);
                self.current.files = progress.files;
                self.current.skipped = progress.skipped;
                self.current.stage = match progress.stage {
                    indexer::Stage::Walking => Stage::Walking,
                    indexer::Stage::Reading => Stage::Reading,
                    indexer::Stage::Embedding => Stage::Embedding,
                    indexer::Stage::Tidying => Stage::Tidying,
                    indexer::Stage::Summarizing => Stage::Summarizing,
                };
            }
            Report::Following(progress) => {
                self.count(&progress);
                self.current.files = (0, 0);
                self.current.stage = Stage::Following;
            }
            Report::Fresh(summary) => {
                self.current.leaves = summary.leaves;
                self.current.vectors = summary.vectors;
                self.current.generation = summary.generation;
                self.current.skipped = summary.skipped;
                self.current.stage = Stage::Fresh;
                if summary.notice.is_some() {
                    self.current.notice = summary.notice;
                }
            }
            Report::Cancelled => self.current.stage = Stage::Cancelled,
            Report::Failed(sentence) => self.current.stage = Stage::Failed(sentence),
            // What is indexed is what it was.
            Report::Released => {}
        }
        self.work(now);
        self.current.clone()
    }

    /// The state with its rates as they are now; none where they are what they were.
    pub(super) fn at(&mut self, now: Instant) -> Option<IndexStatus> {
        let works = self.throughput.works(now);
        if works == self.current.works {
            return None;
        }
        self.current.works = works;
        Some(self.current.clone())
    }

    /// Takes in how far the model is.
    pub(super) fn model(&mut self, load: &ModelLoad) -> IndexStatus {
        self.current.model = match load {
            ModelLoad::Loading => ModelState::Loading,
            ModelLoad::Ready(_) => ModelState::Ready,
            ModelLoad::Failed(sentence) => ModelState::Failed(sentence.clone()),
        };
        self.current.clone()
    }

    /// Notes how far the stage is that runs, if one does.
    fn work(&mut self, now: Instant) {
        let current = &self.current;
        let count = match current.stage {
            Stage::Walking | Stage::Tidying => Some((0, 0)),
            Stage::Reading | Stage::Summarizing => Some(current.files),
            Stage::Embedding => Some((current.vectors, current.leaves)),
            _ => None,
        };
        match count {
            Some(count) => self.throughput.record(&current.stage, count, now),
            None => self.throughput.end(now),
        }
        self.current.works = self.throughput.works(now);
    }

    fn watch(&mut self, watching: Watching) {
        if let Watching::Polling(why) = &watching {
            let says = format!("looking for changed files every few seconds: {why}");
            self.current.notice = Some(says);
        }
        self.current.watching = watching;
    }

    /// A run that has not looked at the index yet knows nothing about what is searchable.
    fn count(&mut self, progress: &Progress) {
        if progress.generation > 0 {
            self.current.leaves = progress.leaves;
            self.current.vectors = progress.vectors;
            self.current.generation = progress.generation;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workers::indexer::Summary;

    fn progress(stage: indexer::Stage, generation: u64, leaves: usize) -> Report {
        Report::Progress(Progress {
            stage,
            generation,
            leaves,
            ..Progress::default()
        })
    }

    #[test]
    fn a_second_run_keeps_the_counts_while_it_walks() {
        let mut status = Status::default();
        status.report(
            Report::Fresh(Summary {
                leaves: 10,
                vectors: 9,
                generation: 3,
                ..Summary::default()
            }),
            Instant::now(),
        );
        let now = status.report(progress(indexer::Stage::Walking, 0, 0), Instant::now());
        assert_eq!(now.stage, Stage::Walking);
        assert_eq!((now.leaves, now.vectors, now.generation), (10, 9, 3));
        let now = status.report(progress(indexer::Stage::Reading, 4, 12), Instant::now());
        assert_eq!((now.leaves, now.generation), (12, 4));
    }

    #[test]
    fn a_watcher_that_cannot_watch_says_why_once_and_stays_marked() {
        let mut status = Status::default();
        assert_eq!(
            status
                .report(Report::Watching(Watching::Live), Instant::now())
                .watching,
            Watching::Live
        );
        let now = status.report(
            Report::Watching(Watching::Polling("no more".to_owned())),
            Instant::now(),
        );
        assert_eq!(now.watching, Watching::Polling("no more".to_owned()));
        let says = "looking for changed files every few seconds: no more";
        assert_eq!(now.notice.as_deref(), Some(says));
    }

    #[test]
    fn a_snapshot_that_came_in_passing_changes_no_stage() {
        let mut status = Status::default();
        status.report(Report::Fresh(Summary::default()), Instant::now());
        let Report::Progress(moved) = progress(indexer::Stage::Reading, 5, 12) else {
            unreachable!()
        };
        let now = status.report(Report::Moved(moved), Instant::now());
        assert_eq!(
            (now.stage, now.generation, now.leaves),
            (Stage::Fresh, 5, 12)
        );
    }

    #[test]
    fn the_model_and_the_index_are_told_together() {
        let mut status = Status::default();
        status.model(&ModelLoad::Failed("no library".to_owned()));
        let now = status.report(Report::Cancelled, Instant::now());
        assert_eq!(now.model, ModelState::Failed("no library".to_owned()));
        assert_eq!(now.stage, Stage::Cancelled);
    }
}
