//! Progress and result of an update, and the times of its commits and reports.
//!
//! Principal types: [`Progress`], [`UpdateSummary`] and [`CommitPacer`]. Contract: counts come from
//! snapshots, so they include searchable chunks only.

use crate::index::{GraphProgress, Snapshot};
use crate::protocol::Stage;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Minimum time between two reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// Time of the first commit: the first snapshot must appear within a second, walk included.
const FIRST_COMMIT_DELAY: Duration = Duration::from_millis(350);

/// Minimum time between two commits: each has a fixed cost.
const MIN_COMMIT_DELAY: Duration = Duration::from_millis(1_100);

/// Factor between the duration of a commit and the delay until the next one.
const COMMIT_DELAY_FACTOR: u32 = 8;

/// Maximum delay until the next commit.
const MAX_COMMIT_DELAY: Duration = Duration::from_secs(5);

/// Share of the uncommitted bytes at which the rest is small enough for a commit before the last one: a
/// commit uses one thread, and after the last file the others have no work.
const LAST_COMMIT_SHARE: u64 = 3;

/// Number of bytes that justify a commit.
const MIN_COMMIT_BYTES: u64 = 4 << 20;

/// Progress of an update.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Current stage.
    pub stage: Stage,
    /// Files done and to do, changed ones only.
    pub files: (usize, usize),
    /// Files in the scope, including skipped ones.
    pub walked: usize,
    /// Leaves that are searchable.
    pub leaves: usize,
    /// Leaves with vectors.
    pub vectors: usize,
    /// Files skipped so far.
    pub skipped: usize,
    /// The newest snapshot, 0 before the first.
    pub generation: u64,
}

impl Progress {
    /// Copies the counts of a snapshot.
    pub(super) fn show(&mut self, snapshot: &Snapshot) {
        self.generation = snapshot.generation().0;
        self.leaves = snapshot.leaves();
        self.vectors = snapshot.vectors();
    }
}

/// Counters that are updated between reports: by the directory walk, and by the thread that builds
/// the graph. Clones share them.
#[derive(Clone, Default)]
pub struct LiveCounters {
    pub(crate) walked: Arc<AtomicUsize>,
    pub(super) graph: GraphProgress,
}

impl LiveCounters {
    /// Files found by the current walk, or by the last one.
    pub fn walked(&self) -> usize {
        self.walked.load(Ordering::Relaxed)
    }

    /// Linked rows and all rows of the graph being built; none if no graph is being built.
    pub fn linked(&self) -> Option<(usize, usize)> {
        self.graph.rows()
    }
}

/// Result of an update.
#[derive(Clone, Debug, Default)]
pub struct UpdateSummary {
    /// Files in the index.
    pub files: usize,
    /// Leaves in the index.
    pub leaves: usize,
    /// Leaves with vectors.
    pub vectors: usize,
    /// Skipped files.
    pub skipped: usize,
    /// Texts that were embedded because they had no vector.
    pub embedded: usize,
    /// Generation of the resulting snapshot.
    pub generation: u64,
    /// Rule that ignores every file, if no file is listed for that reason.
    pub ignored: Option<String>,
    /// Notice to show once: why the index was rebuilt.
    pub notice: Option<String>,
    /// Time for reading, chunking and keywords.
    pub reading: Duration,
    /// Time for vectors.
    pub embedding: Duration,
}

impl UpdateSummary {
    /// Result without an update: the counts of a snapshot that has all vectors, and of the skipped files.
    pub fn complete(snapshot: &Snapshot, skipped: usize) -> Self {
        Self {
            generation: snapshot.generation().0,
            files: snapshot.files(),
            leaves: snapshot.leaves(),
            vectors: snapshot.leaves(),
            skipped,
            ..Self::default()
        }
    }

    /// Copies the counts of a snapshot.
    pub(super) fn show(&mut self, snapshot: &Snapshot) {
        self.generation = snapshot.generation().0;
        self.files = snapshot.files();
        self.leaves = snapshot.leaves();
        self.vectors = snapshot.vectors();
    }

    /// The same counts at the beginning of a stage.
    pub(super) fn progress(&self, stage: Stage) -> Progress {
        Progress {
            stage,
            leaves: self.leaves,
            vectors: self.vectors,
            skipped: self.skipped,
            generation: self.generation,
            ..Progress::default()
        }
    }
}

/// Collects progress and reports it at most every [`REPORT_INTERVAL`].
pub(super) struct ProgressTracker<'a> {
    sink: &'a dyn Fn(Progress),
    progress: Progress,
    reported_at: Option<Instant>,
}

impl<'a> ProgressTracker<'a> {
    pub(super) fn new(sink: &'a dyn Fn(Progress), progress: Progress) -> Self {
        Self {
            sink,
            progress,
            reported_at: None,
        }
    }

    /// Begins a stage and reports it.
    pub(super) fn enter(&mut self, stage: Stage) {
        self.progress.stage = stage;
        self.report(Instant::now());
    }

    /// Changes the progress, and reports it if a report is due.
    pub(super) fn set(&mut self, change: impl FnOnce(&mut Progress)) {
        self.set_at(Instant::now(), change);
    }

    fn set_at(&mut self, now: Instant, change: impl FnOnce(&mut Progress)) {
        change(&mut self.progress);
        if self
            .reported_at
            .is_none_or(|at| now >= at + REPORT_INTERVAL)
        {
            self.report(now);
        }
    }

    /// Reports the counts of a snapshot.
    pub(super) fn show(&mut self, snapshot: &Snapshot) {
        self.progress.show(snapshot);
        self.report(Instant::now());
    }

    fn report(&mut self, now: Instant) {
        self.reported_at = Some(now);
        (self.sink)(self.progress);
    }
}

/// Decides when a commit is due.
pub(super) struct CommitPacer {
    next: Instant,
    /// Bytes to be read.
    pub(super) left: u64,
    /// Bytes that are read and not committed.
    waiting: u64,
}

impl CommitPacer {
    pub(super) fn start(now: Instant) -> Self {
        Self {
            next: now + FIRST_COMMIT_DELAY,
            left: 0,
            waiting: 0,
        }
    }

    pub(super) fn read(&mut self, bytes: u64) {
        self.left = self.left.saturating_sub(bytes);
        self.waiting += bytes;
    }

    pub(super) fn is_due(&self, now: Instant) -> bool {
        let is_last_but_one = self.left > 0 && self.left <= self.waiting / LAST_COMMIT_SHARE;
        now >= self.next || self.waiting >= MIN_COMMIT_BYTES && is_last_but_one
    }

    /// Ends a commit that began at this time.
    pub(super) fn committed(&mut self, began: Instant, now: Instant) {
        let took = now.saturating_duration_since(began);
        self.next = now
            + took
                .saturating_mul(COMMIT_DELAY_FACTOR)
                .clamp(MIN_COMMIT_DELAY, MAX_COMMIT_DELAY);
        self.waiting = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn a_burst_of_changes_is_reported_once() {
        let reports = RefCell::new(Vec::new());
        let sink = |progress: Progress| reports.borrow_mut().push(progress);
        let start = Instant::now();
        let mut tracker = ProgressTracker::new(&sink, Progress::default());
        tracker.report(start);
        for _ in 0..50 {
            tracker.set_at(start, |progress| progress.files.0 += 1);
        }
        assert_eq!(reports.borrow().len(), 1);
        let later = start + REPORT_INTERVAL;
        tracker.set_at(later, |progress| progress.files.0 += 1);
        assert_eq!(reports.borrow().last().map(|last| last.files.0), Some(51));
        tracker.set_at(later, |progress| progress.files.0 += 1);
        assert_eq!(reports.borrow().len(), 2);
    }

    #[test]
    fn commits_are_due_early_once_and_then_every_second() {
        let start = Instant::now();
        let mut pacer = CommitPacer::start(start);
        assert!(!pacer.is_due(start));
        assert!(pacer.is_due(start + FIRST_COMMIT_DELAY));
        let committed = start + FIRST_COMMIT_DELAY;
        pacer.committed(committed, committed);
        assert!(!pacer.is_due(committed + FIRST_COMMIT_DELAY));
        assert!(pacer.is_due(committed + MIN_COMMIT_DELAY));
    }

    #[test]
    fn commits_that_take_long_are_fewer() {
        let check = |took: Duration, next: Duration| {
            let began = Instant::now();
            let mut pacer = CommitPacer::start(began);
            pacer.committed(began, began + took);
            assert!(!pacer.is_due(began + took + next - Duration::from_nanos(1)));
            assert!(pacer.is_due(began + took + next));
        };
        check(Duration::from_millis(100), MIN_COMMIT_DELAY);
        check(Duration::from_millis(300), Duration::from_millis(2_400));
        check(Duration::from_secs(3), MAX_COMMIT_DELAY);
    }

    #[test]
    fn the_last_commit_is_small_if_much_is_pending() {
        let check = |bytes: u64, expected: usize| {
            let file = 100 << 10;
            let now = Instant::now();
            let mut pacer = CommitPacer::start(now);
            pacer.left = bytes;
            let commits = (0..bytes / file).filter(|_| {
                pacer.read(file);
                let is_due = pacer.is_due(now);
                if is_due {
                    pacer.committed(now, now);
                }
                is_due
            });
            assert_eq!(commits.count(), expected);
        };
        check(4 << 20, 0);
        check(10 << 20, 1);
        check(100 << 20, 3);
    }
}
