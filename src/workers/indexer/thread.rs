//! The explorer's indexer: one thread that writes while it can and follows while another process
//! does.

use super::{Indexing, Progress, Stage, Summary, UpdateError};
use crate::corpus::{Cancel, Head};
use crate::index::IndexError;
use crate::workers::{Sink, caught, spawn};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often a follower looks for new snapshots and for the lock.
const FOLLOW_EVERY: Duration = Duration::from_millis(500);

/// How long nobody asked for anything before tidying begins: who saves once saves again soon.
const TIDY_AFTER: Duration = Duration::from_secs(2);

/// How long the end of the thread is waited for: a commit that runs is finished first.
const GIVE_UP_WITHIN: Duration = Duration::from_secs(2);

/// What the indexer says.
#[derive(Clone, Debug)]
pub enum Report {
    /// What was checked out when it looked for changes.
    Head(Head),
    /// How far it is.
    Progress(Progress),
    /// Everything is indexed.
    Fresh(Summary),
    /// Another process indexes; these are its snapshots.
    Following(Progress),
    /// Stopped on request.
    Cancelled,
    /// Could not go on; a sentence for people.
    Failed(String),
    /// The lock was given up on request.
    Released,
}

/// The handle of the thread. Dropping it stops indexing and gives the lock up.
pub struct Indexer {
    shared: Arc<Shared>,
    ended: Receiver<()>,
}

#[derive(Default)]
struct Shared {
    orders: Mutex<Orders>,
    given: Condvar,
}

/// What the thread was asked for and has not done yet.
#[derive(Default)]
struct Orders {
    update: bool,
    release: bool,
    exit: bool,
    /// Of the update that runs.
    running: Cancel,
    /// Of the tidying that runs, which any other order interrupts.
    tidying: Cancel,
    /// Stopped by hand: nothing begins by itself before the next update.
    stopped: bool,
}

impl Orders {
    fn update(&mut self) {
        self.update = true;
        self.stopped = false;
        self.tidying.cancel();
    }

    fn stop(&mut self) {
        self.update = false;
        self.stopped = true;
        self.interrupt();
    }

    fn release(&mut self) {
        self.update = false;
        self.release = true;
        self.interrupt();
    }

    /// Stops whatever runs.
    fn interrupt(&self) {
        self.running.cancel();
        self.tidying.cancel();
    }

    /// The next one that was given, if any was.
    fn take(&mut self) -> Option<Order> {
        if self.exit {
            return Some(Order::Exit);
        }
        if std::mem::take(&mut self.release) {
            return Some(Order::Release);
        }
        std::mem::take(&mut self.update).then(|| self.run())
    }

    /// What is done without being asked for.
    fn begin(&mut self, rest: &Rest) -> Option<Order> {
        match rest {
            Rest::Following(_) => Some(self.run()),
            Rest::Untidy(_) if !self.stopped => {
                self.tidying = Cancel::new();
                Some(Order::Tidy(self.tidying.clone()))
            }
            Rest::Untidy(_) | Rest::Idle => None,
        }
    }

    fn run(&mut self) -> Order {
        self.running = Cancel::new();
        Order::Update(self.running.clone())
    }
}

impl Indexer {
    /// Starts the thread, which begins with an update.
    pub fn start(indexing: Indexing, sink: Sink<Report>) -> std::io::Result<Self> {
        let shared = Arc::new(Shared::default());
        shared.lock().update();
        let (ending, ended) = channel();
        let thread = Thread {
            shared: Arc::clone(&shared),
            indexing,
            sink,
        };
        spawn("indexer", move || {
            thread.run();
            drop(ending);
        })?;
        Ok(Self { shared, ended })
    }

    /// Looks for changes: now, or once more after the update that runs. Tidying gives way.
    pub fn update(&self) {
        self.shared.order(Orders::update);
    }

    /// Stops what runs.
    pub fn cancel(&self) {
        self.shared.order(Orders::stop);
    }

    /// Stops what runs and gives the lock up until [`Indexer::update`]; [`Report::Released`] says
    /// when that is done.
    pub fn release(&self) {
        self.shared.order(Orders::release);
    }
}

impl Drop for Indexer {
    fn drop(&mut self) {
        self.shared.order(|orders| {
            orders.exit = true;
            orders.interrupt();
        });
        // Everything committed is safe; this only lets the lock go in good order.
        let _ = self.ended.recv_timeout(GIVE_UP_WITHIN);
    }
}

impl Shared {
    fn order(&self, change: impl FnOnce(&mut Orders)) {
        change(&mut self.lock());
        self.given.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Orders> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next thing to do: an order, or after a while without one what `rest` leads to.
    fn next(&self, rest: &Rest) -> Order {
        let mut orders = self.lock();
        let mut waited = false;
        loop {
            if let Some(order) = orders.take() {
                return order;
            }
            if waited && let Some(order) = orders.begin(rest) {
                return order;
            }
            orders = match rest.patience() {
                Some(patience) => {
                    let (orders, timeout) = self
                        .given
                        .wait_timeout(orders, patience)
                        .unwrap_or_else(PoisonError::into_inner);
                    waited = timeout.timed_out();
                    orders
                }
                None => self
                    .given
                    .wait(orders)
                    .unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

/// What the thread does.
#[derive(Debug)]
enum Order {
    Update(Cancel),
    Tidy(Cancel),
    Release,
    Exit,
}

/// What is left when there are no orders.
#[derive(Debug)]
enum Rest {
    /// Nothing.
    Idle,
    /// Another process writes; this is what it was last seen to have.
    Following(Progress),
    /// Everything is searchable and not tidied yet.
    Untidy(Summary),
}

impl Rest {
    /// How long without orders before that begins.
    fn patience(&self) -> Option<Duration> {
        match self {
            Self::Idle => None,
            Self::Following(_) => Some(FOLLOW_EVERY),
            Self::Untidy(_) => Some(TIDY_AFTER),
        }
    }
}

struct Thread {
    shared: Arc<Shared>,
    indexing: Indexing,
    sink: Sink<Report>,
}

impl Thread {
    fn run(mut self) {
        let mut rest = Rest::Idle;
        loop {
            rest = match (self.shared.next(&rest), rest) {
                (Order::Exit, _) => break,
                (Order::Release, _) => {
                    self.indexing.release();
                    (self.sink)(Report::Released);
                    Rest::Idle
                }
                (Order::Tidy(cancel), Rest::Untidy(summary)) => self.tidy(summary, &cancel),
                (Order::Tidy(_), rest) => rest,
                (Order::Update(cancel), Rest::Following(seen)) => self.look(&cancel, seen),
                (Order::Update(cancel), _) => self.update(&cancel),
            }
        }
    }

    /// One look as a follower, who tries for the lock before it walks: most of the time it does
    /// not get it.
    fn look(&mut self, cancel: &Cancel, seen: Progress) -> Rest {
        match self.indexing.is_locked_out(cancel) {
            true => self.follow(Some(seen)),
            false => self.update(cancel),
        }
    }

    fn update(&mut self, cancel: &Cancel) -> Rest {
        (self.sink)(Report::Head(self.indexing.head()));
        let (sink, indexing) = (&self.sink, &mut self.indexing);
        let update = || Ok(indexing.update(cancel, &|progress| sink(Report::Progress(progress))));
        match caught("indexing", update) {
            Ok(Ok(summary)) => {
                (self.sink)(Report::Fresh(summary.clone()));
                Rest::Untidy(summary)
            }
            Ok(Err(UpdateError::Index(IndexError::Locked))) => self.follow(None),
            Ok(Err(UpdateError::Cancelled(_))) => {
                (self.sink)(Report::Cancelled);
                Rest::Idle
            }
            Ok(Err(error)) => self.fail(error.to_string()),
            Err(sentence) => self.fail(sentence),
        }
    }

    /// What went wrong may be gone with a fresh start, so the next update opens anew.
    fn fail(&mut self, sentence: String) -> Rest {
        self.indexing.release();
        (self.sink)(Report::Failed(sentence));
        Rest::Idle
    }

    /// Tidies; what was interrupted is left for a later time. Everything is fresh either way.
    fn tidy(&mut self, mut summary: Summary, cancel: &Cancel) -> Rest {
        (self.sink)(Report::Progress(summary.progress(Stage::Tidying)));
        let (indexing, sink) = (&mut self.indexing, &self.sink);
        let mut rest = || {
            indexing.tidy(&mut summary, cancel)?;
            let tell = |progress| sink(Report::Progress(progress));
            match indexing.write_summaries(&mut summary, cancel, &tell) {
                // What is not written yet is for a later time.
                Err(UpdateError::Cancelled(_)) => Ok(()),
                written => written,
            }
        };
        match caught("tidying", || Ok(rest())) {
            Ok(Ok(())) => {
                (self.sink)(Report::Fresh(summary.clone()));
                if cancel.is_cancelled() {
                    return Rest::Untidy(summary);
                }
                // Nothing is left to write: `index` in another terminal need not wait for an
                // explorer that looks on.
                self.indexing.release();
                Rest::Idle
            }
            Ok(Err(error)) => self.fail(error.to_string()),
            Err(sentence) => self.fail(sentence),
        }
    }

    /// Tells the other process's newest snapshot, when it is a new one.
    fn follow(&mut self, told: Option<Progress>) -> Rest {
        let mut seen = told.unwrap_or_default();
        // An index that cannot be read is being rebuilt by its writer; the next look will tell.
        if let Ok(Some(snapshot)) = self.indexing.snapshots().latest() {
            seen.show(&snapshot);
        }
        if told != Some(seen) {
            (self.sink)(Report::Head(self.indexing.head()));
            (self.sink)(Report::Following(seen));
        }
        Rest::Following(seen)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Fixture;
    use super::*;

    fn untidy() -> Rest {
        Rest::Untidy(Summary::default())
    }

    #[test]
    fn a_save_interrupts_tidying_which_begins_anew_after_it() {
        let mut orders = Orders::default();
        let Some(Order::Tidy(tidying)) = orders.begin(&untidy()) else {
            panic!("there is something to tidy");
        };
        orders.update();
        assert!(tidying.is_cancelled());
        let Some(Order::Update(updating)) = orders.take() else {
            panic!("an update was asked for");
        };
        orders.update();
        assert!(!updating.is_cancelled(), "an update goes on to its end");
        orders.take();
        let again = orders.begin(&untidy());
        assert!(matches!(again, Some(Order::Tidy(cancel)) if !cancel.is_cancelled()));
    }

    #[test]
    fn who_stopped_it_is_left_alone_until_the_next_update() {
        let mut orders = Orders::default();
        orders.stop();
        assert!(orders.begin(&untidy()).is_none());
        orders.update();
        assert!(matches!(orders.take(), Some(Order::Update(_))));
        assert!(orders.begin(&untidy()).is_some());
    }

    #[test]
    fn interrupted_tidying_ends_fresh_and_stays_to_be_done() {
        let fixture = Fixture::new();
        let mut indexing = fixture.indexing();
        let summary = fixture.update(&mut indexing);
        let (sender, reports) = channel();
        let mut thread = Thread {
            shared: Arc::default(),
            indexing,
            sink: Box::new(move |report| drop(sender.send(report))),
        };
        let cancel = Cancel::new();
        cancel.cancel();
        let Rest::Untidy(summary) = thread.tidy(summary, &cancel) else {
            panic!("it is not tidy yet");
        };
        assert!(matches!(thread.tidy(summary, &Cancel::new()), Rest::Idle));
        let said: Vec<Report> = reports.try_iter().collect();
        assert!(matches!(
            said.as_slice(),
            [
                Report::Progress(_),
                Report::Fresh(_),
                Report::Progress(_),
                Report::Fresh(_)
            ]
        ));
    }
}
