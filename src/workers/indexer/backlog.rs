//! What is ready for the writer: a queue between threads that is bounded by the weight of what is in
//! it, so that many small files may wait, and few large ones.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The queue. Both ends borrow it; dropping the receiver wakes all senders.
pub(super) struct Backlog<T> {
    state: Mutex<State<T>>,
    /// The heaviest that may wait. A thing that is heavier waits alone.
    most: usize,
    room: Condvar,
    news: Condvar,
}

struct State<T> {
    waiting: VecDeque<(usize, T)>,
    weight: usize,
    senders: usize,
    is_closed: bool,
}

/// Why nothing was received.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Nothing {
    /// None came in time.
    Yet,
    /// No sender is left, and everything was received.
    More,
}

impl<T> Backlog<T> {
    /// An empty queue for things of up to `most` weight together.
    pub(super) fn new(most: usize) -> Self {
        Self {
            state: Mutex::new(State {
                waiting: VecDeque::new(),
                weight: 0,
                senders: 0,
                is_closed: false,
            }),
            most,
            room: Condvar::new(),
            news: Condvar::new(),
        }
    }

    /// One more end to send from.
    pub(super) fn sender(&self) -> Sender<'_, T> {
        self.lock().senders += 1;
        Sender(self)
    }

    /// The end to receive from, of which there is one, once there is a sender.
    pub(super) fn receiver(&self) -> Receiver<'_, T> {
        Receiver(self)
    }

    /// A panic between two changes leaves nothing half done.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends into a [`Backlog`].
pub(super) struct Sender<'b, T>(&'b Backlog<T>);

impl<T> Sender<'_, T> {
    /// Waits until there is room; whether there is still somebody to receive it.
    pub(super) fn send(&self, weight: usize, thing: T) -> bool {
        let Self(backlog) = self;
        let is_full = |state: &mut State<T>| {
            let heavy = state.weight.saturating_add(weight) > backlog.most;
            heavy && !state.waiting.is_empty() && !state.is_closed
        };
        let state = backlog.room.wait_while(backlog.lock(), is_full);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        if state.is_closed {
            return false;
        }
        state.weight += weight;
        state.waiting.push_back((weight, thing));
        drop(state);
        backlog.news.notify_one();
        true
    }
}

impl<T> Drop for Sender<'_, T> {
    fn drop(&mut self) {
        self.0.lock().senders -= 1;
        self.0.news.notify_one();
    }
}

/// Receives from a [`Backlog`].
pub(super) struct Receiver<'b, T>(&'b Backlog<T>);

impl<T> Receiver<'_, T> {
    /// The next thing, in the order in which they were sent; waits so long for it.
    pub(super) fn receive(&self, patience: Duration) -> Result<T, Nothing> {
        let Self(backlog) = self;
        let deadline = Instant::now() + patience;
        let mut state = backlog.lock();
        loop {
            if let Some((weight, thing)) = state.waiting.pop_front() {
                state.weight -= weight;
                drop(state);
                backlog.room.notify_all();
                return Ok(thing);
            }
            if state.senders == 0 {
                return Err(Nothing::More);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Nothing::Yet);
            }
            let waited = backlog.news.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl<T> Drop for Receiver<'_, T> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.is_closed = true;
        state.waiting.clear();
        state.weight = 0;
        drop(state);
        self.0.room.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::scope;

    /// Longer than any test waits.
    const LONG: Duration = Duration::from_secs(60);

    fn rest<T>(receiver: &Receiver<'_, T>) -> Vec<T> {
        std::iter::from_fn(|| receiver.receive(LONG).ok()).collect()
    }

    #[test]
    fn things_come_in_order_until_no_sender_is_left() {
        let backlog = Backlog::new(10);
        let (one, other) = (backlog.sender(), backlog.sender());
        let receiver = backlog.receiver();
        assert_eq!(receiver.receive(Duration::ZERO), Err(Nothing::Yet));
        assert!(one.send(3, 'a') && other.send(3, 'b') && one.send(3, 'c'));
        drop(one);
        assert_eq!(receiver.receive(LONG), Ok('a'));
        drop(other);
        assert_eq!(rest(&receiver), ['b', 'c']);
        assert_eq!(receiver.receive(LONG), Err(Nothing::More));
    }

    #[test]
    fn what_is_too_heavy_waits_until_there_is_room() {
        let backlog = Backlog::new(10);
        let receiver = backlog.receiver();
        let sender = backlog.sender();
        assert!(sender.send(6, 6) && sender.send(4, 4));
        scope(|threads| {
            threads.spawn(move || assert!(sender.send(1, 1) && sender.send(100, 100)));
            assert_eq!(backlog.lock().weight, 10);
            assert_eq!(rest(&receiver), [6, 4, 1, 100]);
            assert_eq!(backlog.lock().weight, 0);
        });
    }

    #[test]
    fn who_waits_for_room_hears_that_nobody_receives() {
        let backlog = Backlog::new(10);
        let receiver = backlog.receiver();
        let sender = backlog.sender();
        assert!(sender.send(10, ()));
        scope(|threads| {
            let waiting = threads.spawn(move || sender.send(1, ()));
            drop(receiver);
            assert!(!waiting.join().unwrap());
        });
        assert!(!backlog.sender().send(1, ()));
    }
}
