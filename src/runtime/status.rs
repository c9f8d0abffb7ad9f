//! What the workers say, put together as the state of the index that the app shows.

use crate::app::{IndexStatus, ModelState, Stage, Watching};
use crate::workers::indexer::{self, Progress, Report};
use crate::workers::{ModelLoad, Watch};

/// The state so far. Each change gives the whole new state.
#[derive(Default)]
pub(super) struct Status(IndexStatus);

impl Status {
    /// Takes in what the indexer says.
    pub(super) fn report(&mut self, report: Report) -> IndexStatus {
        match report {
            Report::Head(head) => self.0.head = Some(head),
            Report::Watching(watch) => self.watch(watch),
            Report::Moved(progress) => self.count(&progress),
            Report::Progress(progress) => {
                self.count(&progress);
                self.0.files = progress.files;
                self.0.skipped = progress.skipped;
                self.0.stage = match progress.stage {
                    indexer::Stage::Walking => Stage::Walking,
                    indexer::Stage::Reading => Stage::Reading,
                    indexer::Stage::Embedding => Stage::Embedding,
                    indexer::Stage::Tidying => Stage::Tidying,
                    indexer::Stage::Summarizing => Stage::Summarizing,
                };
            }
            Report::Following(progress) => {
                self.count(&progress);
                self.0.files = (0, 0);
                self.0.stage = Stage::Following;
            }
            Report::Fresh(summary) => {
                self.0.leaves = summary.leaves;
                self.0.vectors = summary.vectors;
                self.0.generation = summary.generation;
                self.0.skipped = summary.skipped;
                self.0.stage = Stage::Fresh;
                if summary.notice.is_some() {
                    self.0.notice = summary.notice;
                }
            }
            Report::Cancelled => self.0.stage = Stage::Cancelled,
            Report::Failed(sentence) => self.0.stage = Stage::Failed(sentence),
            // What is indexed is what it was.
            Report::Released => {}
        }
        self.0.clone()
    }

    /// Takes in how far the model is.
    pub(super) fn model(&mut self, load: &ModelLoad) -> IndexStatus {
        self.0.model = match load {
            ModelLoad::Loading => ModelState::Loading,
            ModelLoad::Ready(_) => ModelState::Ready,
            ModelLoad::Failed(sentence) => ModelState::Failed(sentence.clone()),
        };
        self.0.clone()
    }

    /// Takes in something to say once.
    pub(super) fn warn(&mut self, sentence: String) -> IndexStatus {
        self.0.notice = Some(sentence);
        self.0.clone()
    }

    fn watch(&mut self, watch: Watch) {
        self.0.watching = match watch {
            Watch::Off => Watching::Off,
            Watch::Live => Watching::Live,
            Watch::Polling(why) => {
                let says = format!("looking for changed files every few seconds: {why}");
                self.0.notice = Some(says);
                Watching::Polling
            }
        };
    }

    /// A run that has not looked at the index yet knows nothing about what is searchable.
    fn count(&mut self, progress: &Progress) {
        if progress.generation > 0 {
            self.0.leaves = progress.leaves;
            self.0.vectors = progress.vectors;
            self.0.generation = progress.generation;
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
        status.report(Report::Fresh(Summary {
            leaves: 10,
            vectors: 9,
            generation: 3,
            ..Summary::default()
        }));
        let now = status.report(progress(indexer::Stage::Walking, 0, 0));
        assert_eq!(now.stage, Stage::Walking);
        assert_eq!((now.leaves, now.vectors, now.generation), (10, 9, 3));
        let now = status.report(progress(indexer::Stage::Reading, 4, 12));
        assert_eq!((now.leaves, now.generation), (12, 4));
    }

    #[test]
    fn a_watcher_that_cannot_watch_says_why_once_and_stays_marked() {
        let mut status = Status::default();
        assert_eq!(
            status.report(Report::Watching(Watch::Live)).watching,
            Watching::Live
        );
        let now = status.report(Report::Watching(Watch::Polling("no more".to_owned())));
        assert_eq!(now.watching, Watching::Polling);
        let says = "looking for changed files every few seconds: no more";
        assert_eq!(now.notice.as_deref(), Some(says));
    }

    #[test]
    fn a_snapshot_that_came_in_passing_changes_no_stage() {
        let mut status = Status::default();
        status.report(Report::Fresh(Summary::default()));
        let Report::Progress(moved) = progress(indexer::Stage::Reading, 5, 12) else {
            unreachable!()
        };
        let now = status.report(Report::Moved(moved));
        assert_eq!(
            (now.stage, now.generation, now.leaves),
            (Stage::Fresh, 5, 12)
        );
    }

    #[test]
    fn the_model_and_the_index_are_told_together() {
        let mut status = Status::default();
        status.model(&ModelLoad::Failed("no library".to_owned()));
        let now = status.report(Report::Cancelled);
        assert_eq!(now.model, ModelState::Failed("no library".to_owned()));
        assert_eq!(now.stage, Stage::Cancelled);
    }
}
