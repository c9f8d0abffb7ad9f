//! Schedule of commits and progress reports.

use super::{Progress, Stage};
use crate::index::Snapshot;
use std::time::{Duration, Instant};

/// Progress is told ten times a second at most.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// The first snapshot comes within the first second, with walking and opening before it.
const FIRST_COMMIT: Duration = Duration::from_millis(350);

/// The next ones about every second: each costs the same however little it holds.
const NEXT_COMMITS: Duration = Duration::from_millis(1_100);

/// Factor between the duration of a commit and the delay until the next one.
const BEHIND: u32 = 8;

/// But no later than this.
const LATEST_COMMIT: Duration = Duration::from_secs(5);

/// Before the last commit comes one where what is left to be read is so small a part of what waits for
/// it: what a commit writes is written by one thread, and behind the last file no other has work.
const LEFT: u64 = 3;

/// Number of bytes that justify a commit.
const WORTH: u64 = 4 << 20;

/// Collects progress and tells it now and then.
pub(super) struct Tracker<'a> {
    sink: &'a dyn Fn(Progress),
    progress: Progress,
    told: Option<Instant>,
}

impl<'a> Tracker<'a> {
    pub(super) fn new(sink: &'a dyn Fn(Progress), progress: Progress) -> Self {
        Self {
            sink,
            progress,
            told: None,
        }
    }

    /// Begins a stage, and says so at once.
    pub(super) fn enter(&mut self, stage: Stage) {
        self.progress.stage = stage;
        self.tell(Instant::now());
    }

    /// Changes what is told, and tells it when it was not told for a while.
    pub(super) fn set(&mut self, change: impl FnOnce(&mut Progress)) {
        self.set_at(Instant::now(), change);
    }

    fn set_at(&mut self, now: Instant, change: impl FnOnce(&mut Progress)) {
        change(&mut self.progress);
        if self.told.is_none_or(|told| now >= told + TELL_EVERY) {
            self.tell(now);
        }
    }

    /// Tells what a snapshot holds.
    pub(super) fn show(&mut self, snapshot: &Snapshot) {
        self.progress.show(snapshot);
        self.tell(Instant::now());
    }

    fn tell(&mut self, now: Instant) {
        self.told = Some(now);
        (self.sink)(self.progress);
    }
}

/// Says when a commit is due.
pub(super) struct Pace {
    next: Instant,
    /// Bytes that are not read yet.
    pub(super) left: u64,
    /// Those that are read and not committed.
    waiting: u64,
}

impl Pace {
    pub(super) fn start(now: Instant) -> Self {
        Self {
            next: now + FIRST_COMMIT,
            left: 0,
            waiting: 0,
        }
    }

    pub(super) fn read(&mut self, bytes: u64) {
        self.left = self.left.saturating_sub(bytes);
        self.waiting += bytes;
    }

    pub(super) fn is_due(&self, now: Instant) -> bool {
        let is_last_but_one = self.left > 0 && self.left <= self.waiting / LEFT;
        now >= self.next || self.waiting >= WORTH && is_last_but_one
    }

    /// A commit that began then is over.
    pub(super) fn committed(&mut self, began: Instant, now: Instant) {
        let took = now.saturating_duration_since(began);
        self.next = now
            + took
                .saturating_mul(BEHIND)
                .clamp(NEXT_COMMITS, LATEST_COMMIT);
        self.waiting = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn a_burst_of_changes_is_told_once() {
        let heard = RefCell::new(Vec::new());
        let sink = |progress: Progress| heard.borrow_mut().push(progress);
        let start = Instant::now();
        let mut tracker = Tracker::new(&sink, Progress::default());
        tracker.tell(start);
        for _ in 0..50 {
            tracker.set_at(start, |progress| progress.files.0 += 1);
        }
        assert_eq!(heard.borrow().len(), 1);
        let later = start + TELL_EVERY;
        tracker.set_at(later, |progress| progress.files.0 += 1);
        assert_eq!(heard.borrow().last().map(|last| last.files.0), Some(51));
        tracker.set_at(later, |progress| progress.files.0 += 1);
        assert_eq!(heard.borrow().len(), 2);
    }

    #[test]
    fn commits_are_due_early_once_and_then_every_second() {
        let start = Instant::now();
        let mut pace = Pace::start(start);
        assert!(!pace.is_due(start));
        assert!(pace.is_due(start + FIRST_COMMIT));
        let committed = start + FIRST_COMMIT;
        pace.committed(committed, committed);
        assert!(!pace.is_due(committed + FIRST_COMMIT));
        assert!(pace.is_due(committed + NEXT_COMMITS));
    }

    #[test]
    fn commits_that_take_long_are_fewer() {
        let check = |took: Duration, next: Duration| {
            let began = Instant::now();
            let mut pace = Pace::start(began);
            pace.committed(began, began + took);
            assert!(!pace.is_due(began + took + next - Duration::from_nanos(1)));
            assert!(pace.is_due(began + took + next));
        };
        check(Duration::from_millis(100), NEXT_COMMITS);
        check(Duration::from_millis(300), Duration::from_millis(2_400));
        check(Duration::from_secs(3), LATEST_COMMIT);
    }

    #[test]
    fn the_last_commit_is_a_short_one_where_much_waits() {
        let check = |bytes: u64, expected: usize| {
            let file = 100 << 10;
            let now = Instant::now();
            let mut pace = Pace::start(now);
            pace.left = bytes;
            let commits = (0..bytes / file).filter(|_| {
                pace.read(file);
                let is_due = pace.is_due(now);
                if is_due {
                    pace.committed(now, now);
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
