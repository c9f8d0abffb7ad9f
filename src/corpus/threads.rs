//! State that threads share: cancellation flags and locks.
//!
//! Principal type: [`Cancel`]. Contract: work checks it inside its loops and returns early; results of
//! cancelled work are incomplete and are not used. With [`locked()`] a panic of one
//! thread never stops another.

use std::io;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle, available_parallelism};

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
