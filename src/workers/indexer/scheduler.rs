//! Scheduling of the indexer's thread: requests first, then changed files, then deferred work.
//!
//! Principal types: [`Scheduler`], [`Phase`] and [`Order`]. Invariant: the time is an argument and no work is
//! done here, so every rule is tested without a clock.
//!
//! | phase | event | next phase |
//! | --- | --- | --- |
//! | `Outdated` | its time has come: everything is updated | `Searchable` |
//! | `Following` | every 500 ms, and when files change: it gets the lock and updates everything | `Searchable` |
//! | `Idle`, `Searchable`, `Maintained` | files changed: they are updated | `Searchable` |
//! | `Searchable` | 2 s without a change: maintenance | `Maintained`; `Searchable` if interrupted |
//! | `Maintained` | 60 s without a change: the lock is released | `Idle` |
//! | any | an update fails, or is interrupted by changes | `Outdated` |
//! | any | an update finds that another process has the lock | `Following` |
//! | any | the user cancels or releases | `Idle` |
//!
//! | timer | time | for |
//! | --- | --- | --- |
//! | settle | [`Hints::due`] | changed files are scanned |
//! | follow | [`FOLLOW_INTERVAL`] | a follower reads the newest snapshot and tries for the lock; a missing root |
//! | maintenance | [`MAINTENANCE_DELAY`] | nothing changed: summaries of directories, merging, the graph |
//! | rest | [`RELEASE_DELAY`] | nothing changed: the lock is released; a failure is retried |
//! | full | [`DISK_FULL_RETRY`] | the disk was full; there may be room now |
//! | yield | [`YIELD_DELAY`] | embedding is interrupted by files that change |
//! | poll | [`POLL`] | everything is scanned if the system does not report changes |

use super::progress::{Progress, UpdateSummary};
use crate::corpus::{Cancel, locked};
use crate::index::OpenMode;
use crate::workers::watcher::{Batch, Hint, Hints};
use std::ops::RangeInclusive;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub(super) const FOLLOW_INTERVAL: Duration = Duration::from_millis(500);

/// Delay of maintenance after a change: people save several times in a row.
pub(super) const MAINTENANCE_DELAY: Duration = Duration::from_secs(2);

/// Opening a writer takes longer than indexing a save, so the lock is kept while someone works.
pub(super) const RELEASE_DELAY: Duration = Duration::from_secs(60);

/// Delay before work is interrupted for changes: each restart costs a walk, so that permanent changes would
/// prevent all progress.
const YIELD_DELAY: Duration = Duration::from_secs(1);

/// Bounds of the time between two walks, which is [`POLL_COST`] times as long as a walk takes.
const POLL: RangeInclusive<Duration> = Duration::from_secs(2)..=RELEASE_DELAY;
const POLL_COST: u32 = 20;

/// Time after which a reader scans everything although the system reported no change.
const RESCAN: Duration = Duration::from_secs(60);

/// Delay after which indexing on a full disk is tried again.
pub(super) const DISK_FULL_RETRY: Duration = Duration::from_secs(5);

/// Phase between two orders. Each but `Idle` has a time of its next step.
#[derive(Debug)]
pub(super) enum Phase {
    /// Nothing is due.
    Idle,
    /// Everything must be scanned: an update failed or was interrupted, or the root is missing.
    Outdated(Instant),
    /// Another process writes; this is its newest snapshot.
    Following(Progress, Instant),
    /// Everything is searchable; maintenance is due.
    Searchable(UpdateSummary, Instant),
    /// Everything is done; the lock is kept for the next save.
    Maintained(UpdateSummary, Instant),
}

impl Phase {
    fn due(&self) -> Option<Instant> {
        match self {
            Self::Idle => None,
            Self::Outdated(due)
            | Self::Following(_, due)
            | Self::Searchable(_, due)
            | Self::Maintained(_, due) => Some(*due),
        }
    }
}

/// An order for the thread.
#[derive(Debug)]
pub(super) enum Order {
    /// Scan everything.
    Update(OpenMode, Cancel),
    /// Report that files changed, before they are scanned.
    Announce,
    /// Scan changed files; `announced` if that was reported.
    Scan {
        batch: Batch,
        announced: bool,
        cancel: Cancel,
    },
    Maintain(Cancel),
    /// Release the lock: on request, or because nothing needs it.
    Release {
        requested: bool,
    },
    Exit,
}

/// The next step of the thread.
#[derive(Debug)]
pub(super) enum NextStep {
    Execute(Order),
    /// Wait for a request or a change, until this time if there is one.
    WaitUntil(Option<Instant>),
}

/// Requests, changes and timers.
#[derive(Default)]
pub(super) struct Scheduler {
    update: Option<OpenMode>,
    release: bool,
    exit: bool,
    /// Stopped on request: nothing starts before the next update is requested.
    stopped: bool,
    /// Events of the watcher.
    pub(super) hints: Hints,
    /// The running or the last work.
    pub(super) work: RunningWork,
    /// Time of the next full scan, if the system does not report changes.
    poll: Option<Instant>,
    /// True while a scan runs.
    pub(super) is_scanning: bool,
    /// End of the last scan of everything, if it succeeded, all later ones did, and the system reports all changes.
    pub(super) whole: Option<Instant>,
}

/// State of a piece of work; the next one begins with a new one.
#[derive(Default)]
pub(super) struct RunningWork {
    cancel: Cancel,
    /// Time from which it yields to changes; none if it does not.
    yields: Option<Instant>,
    /// It was interrupted by changes.
    yielded: bool,
    /// It was a scan that found no change. The next one likely does not either: an ignored log may be written
    /// all the time.
    pub(super) found_nothing: bool,
    /// It was reported that files changed since it began.
    announced: bool,
}

impl Scheduler {
    pub(super) fn update(&mut self, now: Instant) {
        self.update.get_or_insert_default();
        self.stopped = false;
        self.yield_to_changes(now);
    }

    pub(super) fn rebuild(&mut self) {
        self.update = Some(OpenMode::Empty);
        self.stopped = false;
        self.work.cancel.cancel();
    }

    pub(super) fn stop(&mut self) {
        self.update = None;
        self.stopped = true;
        self.work.cancel.cancel();
    }

    pub(super) fn release(&mut self) {
        self.stop();
        self.release = true;
    }

    pub(super) fn exit(&mut self) {
        self.exit = true;
        self.work.cancel.cancel();
    }

    /// Adds an event of the watcher.
    pub(super) fn hint(&mut self, hint: Hint, now: Instant) {
        self.hints.note(hint, now);
        self.yield_to_changes(now);
    }

    /// Notes that texts are being embedded, which takes long.
    pub(super) fn embeds(&mut self, now: Instant) {
        self.work.yields.get_or_insert(now + YIELD_DELAY);
        self.yield_to_changes(now);
    }

    /// Interrupts the running work if files changed: keywords never wait for vectors or maintenance.
    pub(super) fn yield_to_changes(&mut self, now: Instant) {
        let may_yield = self.work.yields.is_some_and(|yields| yields <= now) && !self.stopped;
        if may_yield && (self.update.is_some() || self.hints.due().is_some()) {
            self.work.yielded = true;
            self.work.cancel.cancel();
        }
    }

    /// Returns true if the work was interrupted by changes and must be continued.
    pub(super) fn has_yielded(&mut self) -> bool {
        std::mem::take(&mut self.work.yielded) && !self.stopped
    }

    /// Polls from now on; the last walk took this long.
    pub(super) fn poll_after(&mut self, took: Duration, now: Instant) {
        self.poll = Some(now + (took * POLL_COST).clamp(*POLL.start(), *POLL.end()));
    }

    /// Returns the next order, or the time of the next one.
    pub(super) fn next(&mut self, phase: &Phase, now: Instant) -> NextStep {
        if self.exit {
            return NextStep::Execute(Order::Exit);
        }
        if std::mem::take(&mut self.release) {
            return NextStep::Execute(Order::Release { requested: true });
        }
        if let Some(mode) = self.update.take() {
            self.is_scanning = true;
            return NextStep::Execute(Order::Update(mode, self.start_work()));
        }
        if !self.stopped && self.announces(phase) {
            return NextStep::Execute(Order::Announce);
        }
        let mut wake = match self.step(phase) {
            Some(due) if due <= now => return NextStep::Execute(self.due_order(phase, now)),
            due => due,
        };
        if !self.stopped {
            match self.poll {
                Some(due) if due <= now => {
                    self.poll = None;
                    self.hints.request_scan(now);
                }
                poll => wake = wake.into_iter().chain(poll).min(),
            }
            let announced = self.work.announced;
            if let Some(batch) = self.hints.take(now) {
                self.is_scanning = true;
                let cancel = self.start_work();
                return NextStep::Execute(Order::Scan {
                    batch,
                    announced,
                    cancel,
                });
            }
            wake = wake.into_iter().chain(self.hints.due()).min();
        }
        NextStep::WaitUntil(wake)
    }

    /// Time of the phase's next step. Indexing waits for changes to settle, and after a
    /// stop for an update.
    fn step(&self, phase: &Phase) -> Option<Instant> {
        let may_start = match phase {
            Phase::Following(..) | Phase::Maintained(..) => true,
            // Changes of ignored files do not defer maintenance forever.
            Phase::Searchable(..) if self.work.found_nothing && !self.work.announced => {
                !self.stopped
            }
            _ => !self.stopped && self.hints.due().is_none(),
        };
        if may_start { phase.due() } else { None }
    }

    /// The order of a phase whose time has come.
    fn due_order(&mut self, phase: &Phase, now: Instant) -> Order {
        match phase {
            Phase::Searchable(..) => {
                let delay = if self.work.found_nothing {
                    YIELD_DELAY
                } else {
                    Duration::ZERO
                };
                let cancel = self.start_work();
                self.work.yields = Some(now + delay);
                Order::Maintain(cancel)
            }
            Phase::Maintained(..) => Order::Release { requested: false },
            Phase::Idle | Phase::Outdated(..) | Phase::Following(..) => {
                self.is_scanning = true;
                Order::Update(OpenMode::default(), self.start_work())
            }
        }
    }

    /// Returns true if a change must be reported: the index counted as up to date, and the change likely
    /// concerns it.
    fn announces(&mut self, phase: &Phase) -> bool {
        let is_up_to_date = !matches!(phase, Phase::Outdated(..) | Phase::Following(..));
        let is_likely = !self.work.found_nothing || self.hints.batch.everything;
        let announces = is_up_to_date && is_likely && !self.work.announced && self.hints.has_news();
        self.work.announced |= announces;
        announces
    }

    /// Returns true if nothing changed since the last scan, as far as the system reported. Changes that no system
    /// reports, such as those through another name of a file, are found within [`RESCAN`].
    pub(super) fn is_unchanged(&self, now: Instant) -> bool {
        let is_recent = self.whole.is_some_and(|whole| now < whole + RESCAN);
        is_recent && !self.is_scanning && self.hints.batch == Batch::default()
    }

    fn start_work(&mut self) -> Cancel {
        self.work = RunningWork::default();
        self.work.cancel.clone()
    }
}

/// The scheduler, shared by the handle, the watcher and the thread.
#[derive(Default)]
pub(super) struct SharedScheduler {
    scheduler: Mutex<Scheduler>,
    changed: Condvar,
}

impl SharedScheduler {
    pub(super) fn change(&self, change: impl FnOnce(&mut Scheduler)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Scheduler> {
        locked(&self.scheduler)
    }

    /// Waits until a condition holds; false if it does not in time.
    pub(super) fn wait_until(&self, is_met: impl Fn(&Scheduler) -> bool, time: Duration) -> bool {
        let waited = self
            .changed
            .wait_timeout_while(self.lock(), time, |scheduler| !is_met(scheduler));
        is_met(&waited.unwrap_or_else(PoisonError::into_inner).0)
    }

    /// Waits for the next order.
    pub(super) fn next(&self, phase: &Phase) -> Order {
        let mut scheduler = self.lock();
        loop {
            let now = Instant::now();
            let wake = match scheduler.next(phase, now) {
                NextStep::Execute(order) => return order,
                NextStep::WaitUntil(wake) => wake.unwrap_or(now + RELEASE_DELAY),
            };
            let delay = wake.saturating_duration_since(now);
            let waited = self.changed.wait_timeout(scheduler, delay);
            scheduler = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

#[cfg(test)]
mod tests;
