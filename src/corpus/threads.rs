//! State that threads share: cancellation flags and locks.
//!
//! Principal type: [`Cancel`]. Contract: work checks it inside its loops and returns early; results of
//! cancelled work are incomplete and are not used. With [`locked()`] a panic of one
//! thread never stops another.

use std::io;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle, available_parallelism, scope};

/// Cancellation flag shared by the requester and the worker; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Creates a flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels the work, which stops at its next check.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns true if the work must stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Number of threads that work at the same time.
pub fn processors() -> usize {
    available_parallelism().map_or(1, NonZero::get)
}

/// Maps values with a number of threads, and returns the results in the order of the values. A panic goes on in the
/// caller.
pub fn in_parallel<T: Send, R: Send>(
    threads: usize,
    values: impl ExactSizeIterator<Item = T> + Send,
    map: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let others = 1..threads.min(values.len());
    let values = Mutex::new(values.enumerate());
    let work = || {
        let mut mapped = Vec::new();
        loop {
            let Some((number, value)) = locked(&values).next() else {
                return mapped;
            };
            mapped.push((number, map(value)));
        }
    };
    let mut mapped = scope(|scope| {
        let threads: Vec<_> = others.map(|_| scope.spawn(work)).collect();
        let mut mapped = work();
        for thread in threads {
            mapped.extend(thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        mapped
    });
    mapped.sort_unstable_by_key(|(number, _)| *number);
    mapped.into_iter().map(|(_, result)| result).collect()
}

/// Starts a thread whose name shows in debuggers and panic messages.
pub fn spawn<T: Send + 'static>(
    name: &str,
    body: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    Builder::new().name(name.to_owned()).spawn(body)
}

/// Locks a mutex, even after a panic of another thread that held it: the data never depends on several steps.
pub fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_values() {
        let doubled = in_parallel(3, 0..100, |value| value * 2);
        assert!(doubled.into_iter().eq((0..100).map(|value| value * 2)));
        assert!(in_parallel(3, 0..0, |value: i32| value).is_empty());
    }
}
