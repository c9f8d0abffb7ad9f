//! A bound on what waits between threads, by its weight: many small files may wait, and few large ones.

use std::sync::{Condvar, Mutex, PoisonError};

/// A limit on the weight of waiting items. An item heavier than the limit waits alone.
#[derive(Default)]
pub(super) struct Budget {
    waiting: Mutex<usize>,
    freed: Condvar,
}

/// The weight of one thing, until it is dropped with it.
pub(super) struct Share<'b>(&'b Budget, usize);

impl Budget {
    /// Waits until there is room for this weight.
    pub(super) fn take(&self, weight: usize, limit: usize) -> Share<'_> {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |waiting: &mut usize| *waiting > 0 && *waiting + weight > limit;
        let waited = self.freed.wait_while(waiting, is_full);
        *waited.unwrap_or_else(PoisonError::into_inner) += weight;
        Share(self, weight)
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        let Self(budget, weight) = self;
        let waiting = budget.waiting.lock();
        *waiting.unwrap_or_else(PoisonError::into_inner) -= *weight;
        budget.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::thread::scope;

    #[test]
    fn what_is_too_heavy_waits_until_there_is_room() {
        let budget = Budget::default();
        let (sender, receiver) = channel();
        let held = [budget.take(6, 10), budget.take(4, 10)];
        scope(|threads| {
            threads.spawn(|| {
                for weight in [1, 100] {
                    sender.send((weight, budget.take(weight, 10))).unwrap();
                }
            });
            assert_eq!(*budget.waiting.lock().unwrap(), 10);
            drop(held);
            for expected in [1, 100] {
                let (weight, share) = receiver.recv().unwrap();
                assert_eq!(weight, expected);
                drop(share);
            }
        });
        assert_eq!(*budget.waiting.lock().unwrap(), 0);
    }

    #[test]
    fn who_waits_for_room_goes_on_when_nobody_receives() {
        let budget = Budget::default();
        let (sender, receiver) = channel();
        sender.send(budget.take(10, 10)).unwrap();
        scope(|threads| {
            let waiting = threads.spawn(|| sender.send(budget.take(1, 10)).is_err());
            drop(receiver);
            assert!(waiting.join().unwrap());
        });
    }
}
