//! What the indexer's thread is to do next: what it was asked for, then what changed, then what
//! can wait.

use super::{Progress, Summary};
use crate::corpus::{Cancel, SourcePath};
use crate::workers::Typing;
use crate::workers::watcher::{Batch, Hint, Hints};
use std::mem::{Discriminant, discriminant};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often a follower looks for new snapshots and for the lock, and a lost root is looked for.
const FOLLOW_EVERY: Duration = Duration::from_millis(500);

/// How long nobody asked for anything before tidying begins: who saves once saves again soon.
const TIDY_AFTER: Duration = Duration::from_secs(2);

/// How long nothing changed before the lock is given up. Opening a writer again takes longer than
/// indexing a save does, so it is kept while someone works.
const LET_GO_AFTER: Duration = Duration::from_secs(60);

/// How long vectors are made before a file that changed may interrupt that: beginning again costs,
/// and where files change all the time nothing would be finished.
const YIELD_AFTER: Duration = Duration::from_secs(1);

/// How long tidying is left alone although something happens, where the last look found that to
/// be nothing: a log that is ignored is written all the time.
const UNDISTURBED: Duration = Duration::from_secs(5);

/// How long after it went wrong everything is looked at again, should nothing change before.
const RETRY_AFTER: Duration = Duration::from_secs(60);

/// How long after a key is looked again whether someone still types.
const ASIDE: Duration = Duration::from_millis(200);

/// Looking through all files takes at most this share of the time, where they have to be looked
/// through.
const POLL_SHARE: u32 = 20;
const POLL_EVERY: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(60));

/// What the thread was asked for and has not done yet.
#[derive(Default)]
pub(super) struct Orders {
    pub(super) update: bool,
    /// The update begins from nothing.
    rebuild: bool,
    pub(super) release: bool,
    pub(super) exit: bool,
    /// What the watcher heard.
    pub(super) hints: Hints,
    /// The file that someone looks at.
    pub(super) open: Option<SourcePath>,
    /// It was said that something changed which is not indexed yet.
    changed: bool,
    /// Of the update that runs.
    running: Cancel,
    /// Of the tidying that runs.
    tidying: Cancel,
    /// Until when tidying is not interrupted for what happened.
    undisturbed: Option<Instant>,
    /// The last look found nothing new.
    in_vain: bool,
    /// Stopped by hand: nothing begins by itself before the next update.
    stopped: bool,
    /// When vectors began to be made for everything, which gives way to a file that changed.
    embedding: Option<Instant>,
    /// It gave way.
    yielded: bool,
    /// When all files are to be looked through, where nothing tells of changes.
    poll: Option<Instant>,
}

/// What the thread does.
#[derive(Debug)]
pub(super) enum Order {
    /// Look for changes everywhere.
    Update(Cancel),
    /// Forget everything, and read all files again.
    Rebuild(Cancel),
    /// Say that something changed, which will be looked at.
    Doubt,
    /// Look at what changed.
    Look(Batch, Cancel),
    Tidy(Cancel),
    /// Give up the lock that nothing needs any more.
    LetGo,
    /// The same on request.
    Release,
    Exit,
}

/// What is left when there are no orders.
#[derive(Debug)]
pub(super) enum Rest {
    /// Nothing.
    Idle,
    /// The vectors that were being made when a file changed.
    Unfinished,
    /// Another process writes; this is what it was last seen to have.
    Following(Progress),
    /// Everything is searchable and not tidied yet.
    Untidy(Summary),
    /// Everything is tidy; the lock is kept for what changes soon.
    Tidy(Summary),
    /// The repository is not there.
    Gone,
    /// Something went wrong; nobody knows what is still to be done.
    Failed,
}

impl Rest {
    /// How long without orders before that begins.
    fn patience(&self) -> Option<Duration> {
        match self {
            Self::Idle => None,
            Self::Unfinished => Some(Duration::ZERO),
            Self::Following(_) | Self::Gone => Some(FOLLOW_EVERY),
            Self::Untidy(_) => Some(TIDY_AFTER),
            Self::Tidy(_) => Some(LET_GO_AFTER),
            Self::Failed => Some(RETRY_AFTER),
        }
    }

    /// What waits for a time in which nothing changes, if anything does: it waits on while this
    /// stays the same.
    pub(super) fn waits(&self) -> Option<(Discriminant<Self>, u64)> {
        match self {
            Self::Untidy(summary) | Self::Tidy(summary) => {
                Some((discriminant(self), summary.generation))
            }
            Self::Idle | Self::Unfinished | Self::Following(_) | Self::Gone | Self::Failed => None,
        }
    }

    /// Whether everything is said to be indexed.
    fn is_fresh(&self) -> bool {
        match self {
            Self::Idle | Self::Unfinished | Self::Untidy(_) | Self::Tidy(_) => true,
            Self::Following(_) | Self::Gone | Self::Failed => false,
        }
    }

    /// Whether it goes on although someone stopped the indexing: nothing is indexed by it.
    fn goes_on(&self) -> bool {
        matches!(self, Self::Following(_) | Self::Tidy(_))
    }
}

impl Orders {
    pub(super) fn update(&mut self) {
        self.update = true;
        self.stopped = false;
        self.tidying.cancel();
    }

    pub(super) fn rebuild(&mut self) {
        self.rebuild = true;
        self.stopped = false;
        self.interrupt();
    }

    pub(super) fn stop(&mut self) {
        self.update = false;
        self.rebuild = false;
        self.stopped = true;
        self.interrupt();
    }

    pub(super) fn release(&mut self) {
        self.stop();
        self.release = true;
    }

    /// Stops whatever runs.
    pub(super) fn interrupt(&self) {
        self.running.cancel();
        self.tidying.cancel();
    }

    /// Something changed.
    pub(super) fn hint(&mut self, hint: Hint, now: Instant) {
        self.hints.note(hint, now);
        self.tidies(now);
        self.give_way(now);
    }

    /// Tidying runs: interrupts it for what changed.
    pub(super) fn tidies(&mut self, now: Instant) {
        let may = self.undisturbed.is_none_or(|it| now >= it);
        if may && self.hints.due().is_some() {
            self.tidying.cancel();
        }
    }

    /// The look that ended found nothing new.
    pub(super) fn looked_in_vain(&mut self) {
        self.in_vain = true;
    }

    /// Vectors are being made for everything.
    pub(super) fn embeds(&mut self, now: Instant) {
        self.embedding.get_or_insert(now);
        self.give_way(now);
    }

    /// Interrupts that for what changed.
    fn give_way(&mut self, now: Instant) {
        let may = self.embedding.is_some_and(|it| now >= it + YIELD_AFTER);
        if may && !self.stopped && self.hints.due().is_some() {
            self.yielded = true;
            self.running.cancel();
        }
    }

    /// Whether what was interrupted gave way, and is to be taken up again.
    pub(super) fn has_yielded(&mut self) -> bool {
        std::mem::take(&mut self.yielded) && !self.stopped
    }

    /// Looks through all files again after a while, since nothing tells of changes; looking took so
    /// long this time.
    pub(super) fn poll_after(&mut self, took: Duration, now: Instant) {
        let (often, seldom) = POLL_EVERY;
        self.poll = Some(now + (took * POLL_SHARE).clamp(often, seldom));
    }

    /// The next thing to do, or when to ask again; `rest` is left since then.
    pub(super) fn next(
        &mut self,
        rest: &Rest,
        since: Instant,
        typing: &Typing,
        now: Instant,
    ) -> Result<Order, Option<Instant>> {
        if self.exit {
            return Ok(Order::Exit);
        }
        if std::mem::take(&mut self.release) {
            return Ok(Order::Release);
        }
        if std::mem::take(&mut self.rebuild) {
            self.update = false;
            return Ok(Order::Rebuild(self.run()));
        }
        if std::mem::take(&mut self.update) {
            return Ok(Order::Update(self.run()));
        }
        let mut wake = None;
        if !self.stopped {
            if rest.is_fresh() && self.begins_to_doubt() {
                return Ok(Order::Doubt);
            }
            // What happens may be nothing again: it does not put tidying off for ever.
            let is_untidy = matches!(rest, Rest::Untidy(_)) && !self.changed;
            if self.in_vain && is_untidy && since + TIDY_AFTER <= now {
                return Ok(self.begin(rest, now));
            }
            if let Some(batch) = self.hints.take(now) {
                return Ok(Order::Look(batch, self.run()));
            }
            wake = self.hints.due();
            match self.poll {
                Some(poll) if poll > now => wake = sooner(wake, poll),
                Some(_) if typing.is_active(now) => wake = sooner(wake, now + ASIDE),
                Some(_) => {
                    self.poll = None;
                    let batch = Batch {
                        everything: true,
                        ..Batch::default()
                    };
                    return Ok(Order::Look(batch, self.run()));
                }
                None => {}
            }
        }
        let may = rest.goes_on() || !self.stopped && self.hints.due().is_none();
        if let Some(patience) = rest.patience().filter(|_| may) {
            if since + patience <= now {
                return Ok(self.begin(rest, now));
            }
            wake = sooner(wake, since + patience);
        }
        Err(wake)
    }

    /// Whether it is to be said from now on that something changed. Where that was nothing the last
    /// time, it likely is again: a log that is ignored is written all the time.
    fn begins_to_doubt(&mut self) -> bool {
        let likely = !self.in_vain || self.hints.is_about_everything();
        let begins = !self.changed && likely && self.hints.has_news();
        self.changed |= begins;
        begins
    }

    /// What is done without being asked for.
    fn begin(&mut self, rest: &Rest, now: Instant) -> Order {
        match rest {
            Rest::Untidy(_) => {
                let in_vain = std::mem::take(&mut self.in_vain);
                self.undisturbed = in_vain.then(|| now + UNDISTURBED);
                self.tidying = Cancel::new();
                Order::Tidy(self.tidying.clone())
            }
            Rest::Tidy(_) => Order::LetGo,
            Rest::Following(_) | Rest::Unfinished | Rest::Gone | Rest::Failed | Rest::Idle => {
                Order::Update(self.run())
            }
        }
    }

    fn run(&mut self) -> Cancel {
        self.embedding = None;
        self.changed = false;
        self.yielded = false;
        self.in_vain = false;
        self.running = Cancel::new();
        self.running.clone()
    }
}

/// The sooner of two times.
fn sooner(wake: Option<Instant>, at: Instant) -> Option<Instant> {
    Some(wake.map_or(at, |wake| wake.min(at)))
}

/// The orders, between those who give them and the thread.
#[derive(Default)]
pub(super) struct Shared {
    orders: Mutex<Orders>,
    given: Condvar,
}

impl Shared {
    /// Gives an order.
    pub(super) fn order(&self, change: impl FnOnce(&mut Orders)) {
        change(&mut self.lock());
        self.given.notify_all();
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Orders> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next thing to do; `rest` is left since then.
    pub(super) fn next(&self, rest: &Rest, since: Instant, typing: &Typing) -> Order {
        let mut orders = self.lock();
        loop {
            let now = Instant::now();
            let wake = match orders.next(rest, since, typing, now) {
                Ok(order) => return order,
                Err(wake) => wake,
            };
            orders = match wake {
                Some(wake) => {
                    let patience = wake.saturating_duration_since(now);
                    let waited = self.given.wait_timeout(orders, patience);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self
                    .given
                    .wait(orders)
                    .unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

#[cfg(test)]
mod tests;
