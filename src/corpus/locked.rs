//! Locks for data that is consistent at every moment.
//!
//! With [`locked()`] a panic of one thread never stops another.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex, even after a panic of another thread that held it: the data is consistent after each step.
pub fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
