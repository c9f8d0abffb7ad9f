//! Locks of data that is whole at every moment.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex. A panic of a thread that held it changes nothing: the data never depends on several steps.
pub fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
