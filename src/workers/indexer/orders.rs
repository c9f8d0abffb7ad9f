//! What the indexer's thread is to do next: what it was asked for, then what changed, then what
//! can wait.

use super::{Progress, Summary};
use crate::corpus::{Cancel, SourcePath};
use crate::workers::Typing;
use crate::workers::watcher::{Batch, Hint, Hints};
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
    pub(super) release: bool,
    pub(super) exit: bool,
    /// What the watcher heard.
    pub(super) hints: Hints,
    /// The file that someone looks at.
    pub(super) open: Option<SourcePath>,
    /// Of the update that runs.
    running: Cancel,
    /// Of the tidying that runs, which any other order interrupts.
    tidying: Cancel,
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

    pub(super) fn stop(&mut self) {
        self.update = false;
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
        self.tidying.cancel();
        self.give_way(now);
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
        if std::mem::take(&mut self.update) {
            return Ok(Order::Update(self.run()));
        }
        let mut wake = None;
        if !self.stopped {
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
                return Ok(self.begin(rest));
            }
            wake = sooner(wake, since + patience);
        }
        Err(wake)
    }

    /// What is done without being asked for.
    fn begin(&mut self, rest: &Rest) -> Order {
        match rest {
            Rest::Untidy(_) => {
                self.tidying = Cancel::new();
                Order::Tidy(self.tidying.clone())
            }
            Rest::Tidy(_) => Order::LetGo,
            Rest::Following(_) | Rest::Unfinished | Rest::Gone | Rest::Idle => {
                Order::Update(self.run())
            }
        }
    }

    fn run(&mut self) -> Cancel {
        self.embedding = None;
        self.yielded = false;
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

    /// Waits for the next thing to do.
    pub(super) fn next(&self, rest: &Rest, typing: &Typing) -> Order {
        let since = Instant::now();
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
mod tests {
    use super::*;

    /// Orders, what is left, and a clock that does not tick by itself.
    struct Desk {
        orders: Orders,
        rest: Rest,
        typing: Typing,
        start: Instant,
        now: Instant,
    }

    impl Desk {
        fn new(rest: Rest) -> Self {
            let now = Instant::now();
            Self {
                orders: Orders::default(),
                rest,
                typing: Typing::default(),
                start: now,
                now,
            }
        }

        fn next(&mut self) -> Option<Order> {
            let (start, now) = (self.start, self.now);
            self.orders.next(&self.rest, start, &self.typing, now).ok()
        }

        fn wait(&mut self, time: Duration) {
            self.now += time;
        }

        /// Waits as long as it says, and gives what it does then.
        fn wait_for_next(&mut self) -> Order {
            loop {
                let (start, now) = (self.start, self.now);
                match self.orders.next(&self.rest, start, &self.typing, now) {
                    Ok(order) => return order,
                    Err(wake) => self.now = wake.expect("there is something to wait for"),
                }
            }
        }

        fn hint(&mut self) {
            let now = self.now;
            self.orders.hint(Hint::Path("a".into()), now);
        }
    }

    fn untidy() -> Rest {
        Rest::Untidy(Summary::default())
    }

    #[test]
    fn a_save_interrupts_tidying_which_begins_anew_after_it() {
        let mut desk = Desk::new(untidy());
        let Order::Tidy(tidying) = desk.wait_for_next() else {
            panic!("there is something to tidy");
        };
        assert_eq!(desk.now, desk.start + TIDY_AFTER);
        desk.hint();
        assert!(tidying.is_cancelled());
        assert!(matches!(desk.wait_for_next(), Order::Look(..)));
        let Order::Tidy(again) = desk.wait_for_next() else {
            panic!("there is something to tidy");
        };
        assert!(!again.is_cancelled());
    }

    #[test]
    fn an_update_goes_on_to_its_end_when_another_is_asked_for() {
        let mut desk = Desk::new(Rest::Idle);
        desk.orders.update();
        let Some(Order::Update(updating)) = desk.next() else {
            panic!("an update was asked for");
        };
        desk.orders.update();
        desk.hint();
        assert!(!updating.is_cancelled());
        assert!(matches!(desk.next(), Some(Order::Update(_))));
    }

    #[test]
    fn who_stopped_it_is_left_alone_until_the_next_update() {
        let mut desk = Desk::new(untidy());
        desk.orders.poll_after(Duration::ZERO, desk.now);
        desk.hint();
        desk.orders.stop();
        desk.wait(Duration::from_secs(1_000));
        assert!(desk.next().is_none());
        desk.orders.update();
        assert!(matches!(desk.next(), Some(Order::Update(_))));
        assert!(matches!(desk.next(), Some(Order::Look(..))));
    }

    #[test]
    fn a_release_comes_first_and_nothing_begins_after_it() {
        let mut desk = Desk::new(untidy());
        desk.orders.update();
        desk.hint();
        desk.orders.release();
        assert!(matches!(desk.next(), Some(Order::Release)));
        desk.wait(Duration::from_secs(1_000));
        assert!(desk.next().is_none());
    }

    #[test]
    fn the_lock_is_given_up_when_nothing_changes_any_more() {
        let mut desk = Desk::new(Rest::Tidy(Summary::default()));
        assert!(matches!(desk.wait_for_next(), Order::LetGo));
        assert_eq!(desk.now, desk.start + LET_GO_AFTER);
    }

    #[test]
    fn vectors_of_everything_give_way_to_a_file_that_changed_and_are_gone_on_with() {
        let mut desk = Desk::new(Rest::Idle);
        desk.orders.update();
        let Some(Order::Update(updating)) = desk.next() else {
            panic!("an update was asked for");
        };
        desk.orders.embeds(desk.now);
        desk.hint();
        assert!(!updating.is_cancelled(), "it only just began");
        desk.wait(YIELD_AFTER);
        desk.orders.embeds(desk.now);
        assert!(updating.is_cancelled());
        assert!(desk.orders.has_yielded());
        desk.rest = Rest::Unfinished;
        assert!(matches!(desk.wait_for_next(), Order::Look(..)));
        assert!(matches!(desk.next(), Some(Order::Update(_))));
        desk.orders.stop();
        assert!(!desk.orders.has_yielded(), "someone stopped it");
    }

    #[test]
    fn files_are_looked_through_now_and_then_and_never_while_someone_types() {
        let mut desk = Desk::new(Rest::Idle);
        let took = Duration::from_millis(500);
        desk.orders.poll_after(took, desk.now);
        desk.wait(took * POLL_SHARE);
        desk.typing.note(desk.now);
        assert!(desk.next().is_none());
        let before = desk.now;
        let Order::Look(batch, _) = desk.wait_for_next() else {
            panic!("it is time to look");
        };
        assert!(batch.everything && desk.now > before);
        assert!(desk.next().is_none(), "once");
        desk.orders.poll_after(Duration::ZERO, desk.now);
        let before = desk.now;
        desk.wait_for_next();
        assert_eq!(desk.now, before + POLL_EVERY.0);
    }

    #[test]
    fn a_follower_goes_on_following() {
        let mut desk = Desk::new(Rest::Following(Progress::default()));
        desk.orders.stop();
        assert!(matches!(desk.wait_for_next(), Order::Update(_)));
        assert_eq!(desk.now, desk.start + FOLLOW_EVERY);
    }
}
