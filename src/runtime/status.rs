//! State of the index for the app, collected from reports of the workers.
//!
//! Principal type: [`StatusTracker`]. Contract: it returns the whole state, so the app merges nothing.

use super::throughput::{Samples, Throughput};
use crate::answers::ModelStatus;
use crate::app::{Activity, GraphBuild, IndexStatus, ModelState, Stage};
use crate::protocol::WatchMethod;
use crate::workers::indexer::{LiveCounters, Progress, Report};
use std::time::Instant;

/// The current state. Each change returns the whole new state.
#[derive(Default)]
pub(super) struct StatusTracker {
    current: IndexStatus,
    throughput: Throughput,
    /// Number of rows linked in the graph that is being built.
    linked: Samples,
    /// Of each repository.
    counters: Vec<LiveCounters>,
}

impl StatusTracker {
    /// The state before the first report.
    pub(super) fn new(counters: Vec<LiveCounters>) -> Self {
        Self {
            counters,
            ..Self::default()
        }
    }

    /// Applies a report of the indexer.
    pub(super) fn report(&mut self, report: Report, now: Instant) -> IndexStatus {
        match report {
            Report::Head(head) => self.current.head = Some(head),
            Report::Watching(watching) => {
                if let WatchMethod::Polling(why) = &watching {
                    let message = format!("Polling for changes every few seconds: {why}");
                    self.current.notice = Some(message);
                }
                self.current.watching = watching;
            }
            Report::Moved(progress) => self.count(&progress),
            Report::Progress(progress) => {
                self.count(&progress);
                self.current.files = progress.files;
                self.current.skipped = progress.skipped;
                if progress.stage == Stage::Reading {
                    self.current.walked = progress.walked;
                }
                self.current.stage = Activity::Running(progress.stage);
            }
            Report::Following(progress) => {
                self.count(&progress);
                self.current.files = (0, 0);
                self.current.stage = Activity::Following;
            }
            Report::UpToDate(summary) => {
                self.current.leaves = summary.leaves;
                self.current.vectors = summary.vectors;
                self.current.generation = summary.generation;
                self.current.skipped = summary.skipped;
                self.current.ignored = summary.ignored;
                self.current.stage = Activity::UpToDate;
                if summary.notice.is_some() {
                    self.current.notice = summary.notice;
                }
            }
            Report::Changed => self.current.stage = Activity::Changed,
            Report::Cancelled => self.current.stage = Activity::Cancelled,
            Report::Failed(sentence) => self.current.stage = Activity::Failed(sentence),
            // The index is unchanged.
            Report::Released => {}
        }
        self.work(now);
        self.current.clone()
    }

    /// The state with the rates of this time; none if they have not changed.
    pub(super) fn at(&mut self, now: Instant) -> Option<IndexStatus> {
        let before = self.current.clone();
        self.pace(now);
        (self.current != before).then(|| self.current.clone())
    }

    /// Updates the rates, and counts that are not reported.
    fn pace(&mut self, now: Instant) {
        self.current.works = self.throughput.works(now);
        if self.current.stage == Activity::Running(Stage::Walking) {
            self.current.walked = self.counters.iter().map(LiveCounters::walked).sum();
        }
        let linked = self.counters.iter().find_map(LiveCounters::linked);
        self.link(linked, now);
    }

    /// Updates the progress of the graph; without counts none is being built.
    fn link(&mut self, counts: Option<(usize, usize)>, now: Instant) {
        let Some((linked, rows)) = counts else {
            self.linked = Samples::default();
            self.current.graph = None;
            return;
        };
        self.linked.record(linked, now);
        self.current.graph = Some(Box::new(GraphBuild {
            linked,
            rows,
            pace: self.linked.pace(rows, now),
        }));
    }

    /// Applies the state of the model.
    pub(super) fn model(&mut self, load: &ModelStatus) -> IndexStatus {
        self.current.model = match load {
            ModelStatus::Loading => ModelState::Loading,
            ModelStatus::Ready(_) => ModelState::Ready,
            ModelStatus::Failed(sentence) => ModelState::Failed(sentence.clone()),
        };
        self.current.clone()
    }

    /// Records the progress of the running stage, if there is one.
    fn work(&mut self, now: Instant) {
        let current = &self.current;
        match current.stage {
            Activity::Running(stage) => {
                let count = match stage {
                    Stage::Walking | Stage::Maintenance => (0, 0),
                    Stage::Reading | Stage::Summarizing => current.files,
                    Stage::Embedding => (current.vectors, current.leaves),
                };
                self.throughput.record(stage, count, now);
            }
            _ => self.throughput.end(now),
        }
        self.pace(now);
    }

    /// Updates the counts, which are unknown before a run has opened the index.
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
    use crate::app::StagePace;
    use crate::workers::indexer::UpdateSummary;
    use std::sync::atomic::Ordering;
    use std::time::Duration;

    fn progress(stage: Stage, generation: u64, leaves: usize) -> Report {
        Report::Progress(Progress {
            stage,
            generation,
            leaves,
            ..Progress::default()
        })
    }

    #[test]
    fn a_second_run_keeps_the_counts_while_it_walks() {
        let mut status = StatusTracker::default();
        status.report(
            Report::UpToDate(UpdateSummary {
                leaves: 10,
                vectors: 9,
                generation: 3,
                ..UpdateSummary::default()
            }),
            Instant::now(),
        );
        let now = status.report(progress(Stage::Walking, 0, 0), Instant::now());
        assert_eq!(now.stage, Activity::Running(Stage::Walking));
        assert_eq!((now.leaves, now.vectors, now.generation), (10, 9, 3));
        let now = status.report(progress(Stage::Reading, 4, 12), Instant::now());
        assert_eq!((now.leaves, now.generation), (12, 4));
    }

    #[test]
    fn polling_is_reported_with_its_reason() {
        let mut status = StatusTracker::default();
        assert_eq!(
            status
                .report(Report::Watching(WatchMethod::Live), Instant::now())
                .watching,
            WatchMethod::Live
        );
        let now = status.report(
            Report::Watching(WatchMethod::Polling("no more".to_owned())),
            Instant::now(),
        );
        assert_eq!(now.watching, WatchMethod::Polling("no more".to_owned()));
        let message = "Polling for changes every few seconds: no more";
        assert_eq!(now.notice.as_deref(), Some(message));
    }

    #[test]
    fn a_moved_snapshot_does_not_change_the_stage() {
        let mut status = StatusTracker::default();
        status.report(Report::UpToDate(UpdateSummary::default()), Instant::now());
        let Report::Progress(moved) = progress(Stage::Reading, 5, 12) else {
            unreachable!()
        };
        let now = status.report(Report::Moved(moved), Instant::now());
        assert_eq!(
            (now.stage, now.generation, now.leaves),
            (Activity::UpToDate, 5, 12)
        );
    }

    #[test]
    fn files_are_counted_during_the_walk() {
        let counters = LiveCounters::default();
        counters.walked.store(7, Ordering::Relaxed);
        let mut status = StatusTracker::new(vec![counters]);
        let mut walked = |stage| {
            let report = Report::Progress(Progress {
                stage,
                walked: 9,
                ..Progress::default()
            });
            status.report(report, Instant::now()).walked
        };
        assert_eq!(walked(Stage::Walking), 7);
        assert_eq!(walked(Stage::Reading), 9);
    }

    #[test]
    fn the_graph_has_progress_while_it_is_built() {
        let mut status = StatusTracker::default();
        let start = Instant::now();
        let mut link = |millis, counts| {
            status.link(counts, start + Duration::from_millis(millis));
            status.current.graph.as_deref().copied()
        };
        let linking = |linked, rows, pace: Option<(u64, u64)>| {
            let pace = pace.map(|(per_minute, seconds_left)| StagePace {
                per_minute,
                seconds_left,
            });
            Some(GraphBuild { linked, rows, pace })
        };
        assert_eq!(link(0, Some((0, 1_000))), linking(0, 1_000, None));
        let later = link(2_000, Some((200, 1_000)));
        assert_eq!(later, linking(200, 1_000, Some((6_000, 8))));
        // Another graph starts over.
        let another = link(2_100, Some((3, 2_000)));
        assert_eq!(another, linking(3, 2_000, None));
        assert_eq!(link(4_000, None), None);
        assert_eq!(link(9_000, Some((5, 10))), linking(5, 10, None));
    }

    #[test]
    fn model_and_index_are_reported_together() {
        let mut status = StatusTracker::default();
        status.model(&ModelStatus::Failed("no library".to_owned()));
        let now = status.report(Report::Cancelled, Instant::now());
        assert_eq!(now.model, ModelState::Failed("no library".to_owned()));
        assert_eq!(now.stage, Activity::Cancelled);
    }
}
