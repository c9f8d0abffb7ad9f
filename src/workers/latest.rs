//! The one primitive for stale work: a slot that holds the newest request only, and the thread that
//! does what is in it.

use super::spawn;
use crate::corpus::Cancel;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A slot between those who ask and one thread that does. A newer request replaces the one that
/// waits and cancels the one that runs.
#[derive(Debug)]
pub struct Latest<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

#[derive(Debug)]
struct State<T> {
    pending: Option<T>,
    running: Cancel,
    closed: bool,
}

impl<T> Default for Latest<T> {
    fn default() -> Self {
        Self {
            state: Mutex::new(State {
                pending: None,
                running: Cancel::new(),
                closed: false,
            }),
            changed: Condvar::new(),
        }
    }
}

impl<T> Latest<T> {
    /// Asks for this and for nothing that was asked before.
    pub fn put(&self, request: T) {
        let mut state = self.lock();
        state.running.cancel();
        state.pending = Some(request);
        self.changed.notify_one();
    }

    /// Asks for nothing any more: drops what waits and cancels what runs.
    pub fn cancel(&self) {
        let mut state = self.lock();
        state.running.cancel();
        state.pending = None;
        self.changed.notify_one();
    }

    /// Waits this long for a newer request; false as soon as the running one is cancelled.
    pub fn is_left_alone(&self, pause: Duration) -> bool {
        let runs = |state: &mut State<T>| !state.running.is_cancelled();
        let waited = self.changed.wait_timeout_while(self.lock(), pause, runs);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        runs(&mut state)
    }

    /// Waits for a request; none once closed. The flag is set when a newer one comes.
    pub fn take(&self) -> Option<(T, Cancel)> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(request) = state.pending.take() {
                state.running = Cancel::new();
                return Some((request, state.running.clone()));
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Cancels what runs, drops what waits and ends [`Latest::take`].
    pub fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.pending = None;
        state.running.cancel();
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        // Nothing panics while it holds the lock, and a replaced value is always whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread that does the newest of what it is asked for. It ends when this is dropped.
pub struct Worker<T>(Arc<Latest<T>>);

impl<T: Send + 'static> Worker<T> {
    /// Starts the thread, which does this for each request. It is to look at the flag: a newer
    /// request has it end early.
    pub(super) fn start(
        name: &str,
        mut work: impl FnMut(T, &Cancel) + Send + 'static,
    ) -> io::Result<Self> {
        Self::start_pausing(name, move |request, cancel, _| work(request, cancel))
    }

    /// Starts the thread in the same way; the work may pause on the slot.
    pub(super) fn start_pausing(
        name: &str,
        mut work: impl FnMut(T, &Cancel, &Latest<T>) + Send + 'static,
    ) -> io::Result<Self> {
        let requests = Arc::new(Latest::default());
        let slot = Arc::clone(&requests);
        spawn(name, move || {
            while let Some((request, cancel)) = slot.take() {
                work(request, &cancel, &slot);
            }
        })?;
        Ok(Self(requests))
    }

    /// Asks this instead of what was asked before.
    pub fn ask(&self, request: T) {
        self.0.put(request);
    }

    /// Stops what runs; what was asked is not answered any further.
    pub fn cancel(&self) {
        self.0.cancel();
    }
}

impl<T> Drop for Worker<T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn only_the_newest_request_is_taken() {
        let slot = Latest::default();
        slot.put(1);
        slot.put(2);
        let (request, cancel) = slot.take().expect("one waits");
        assert_eq!(request, 2);
        assert!(!cancel.is_cancelled());
    }

    #[test]
    fn a_newer_request_cancels_the_running_one() {
        let slot = Latest::default();
        slot.put(1);
        let (_, first) = slot.take().expect("one waits");
        slot.put(2);
        assert!(first.is_cancelled());
        let (request, second) = slot.take().expect("another waits");
        assert_eq!(request, 2);
        assert!(!second.is_cancelled());
    }

    #[test]
    fn cancelling_ends_what_runs_and_drops_what_waits() {
        let slot = Latest::default();
        slot.put(1);
        let (_, running) = slot.take().expect("one waits");
        slot.cancel();
        assert!(running.is_cancelled());
        slot.put(2);
        slot.cancel();
        slot.put(3);
        let (request, cancel) = slot.take().expect("one waits");
        assert_eq!(request, 3);
        assert!(!cancel.is_cancelled());
    }

    #[test]
    fn a_pause_ends_early_when_the_request_is_cancelled() {
        let check = |cancel: fn(&Latest<u32>)| {
            let slot = Arc::new(Latest::default());
            slot.put(1);
            slot.take().expect("one waits");
            assert!(slot.is_left_alone(Duration::ZERO));
            let paused = thread::spawn({
                let slot = Arc::clone(&slot);
                move || slot.is_left_alone(Duration::from_secs(3_600))
            });
            cancel(&slot);
            assert!(!paused.join().expect("no panic"));
        };
        check(|slot| slot.put(2));
        check(Latest::cancel);
        check(Latest::close);
    }

    #[test]
    fn closing_wakes_the_taker_and_cancels_what_runs() {
        let slot = Arc::new(Latest::default());
        slot.put(1);
        let (_, running) = slot.take().expect("one waits");
        let taker = thread::spawn({
            let slot = Arc::clone(&slot);
            move || slot.take()
        });
        slot.close();
        assert!(taker.join().expect("no panic").is_none());
        assert!(running.is_cancelled());
        slot.put(2);
        assert!(slot.take().is_none());
    }
}
