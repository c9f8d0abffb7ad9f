//! Limit on parallel extractions, because each may use the configured amount of memory.

use crate::corpus::Cancel;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Maximum number of parallel child processes.
const AT_A_TIME: usize = 2;
/// Poll interval for cancellation.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// A counting semaphore with cancellation.
#[derive(Debug, Default)]
pub(super) struct Permits {
    running: Mutex<usize>,
    ended: Condvar,
}

/// A running extraction; dropping it releases the permit.
pub(super) struct Permit<'p>(&'p Permits);

impl Permits {
    /// Waits for a permit. None if cancelled.
    pub(super) fn wait(&self, cancel: &Cancel) -> Option<Permit<'_>> {
        let mut running = self.lock();
        while *running >= AT_A_TIME {
            if cancel.is_cancelled() {
                return None;
            }
            let waited = self.ended.wait_timeout(running, LOOK_EVERY);
            running = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *running += 1;
        Some(Permit(self))
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        *self.0.lock() -= 1;
        self.0.ended.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn third_extraction_waits_for_a_permit() {
        let permits = Permits::default();
        let cancelled = Cancel::new();
        cancelled.cancel();
        let first = permits.wait(&cancelled);
        let second = permits.wait(&cancelled);
        assert!(first.is_some() && second.is_some());
        assert!(permits.wait(&cancelled).is_none());
        drop(first);
        assert!(permits.wait(&cancelled).is_some());
    }
}
