//! Limit on parallel extractions, because each may use the configured amount of memory.
//!
//! Principal type: [`Permits`]. Contract: waiting for a permit ends when cancelled.

use crate::corpus::Cancel;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Duration;

/// Maximum number of parallel child processes.
const MAX_CHILDREN: usize = 2;
/// Poll interval for a permit and for cancellation.
const POLL: Duration = Duration::from_millis(5);

/// A counting semaphore with cancellation. A running extraction holds one of the locks.
#[derive(Debug, Default)]
pub(super) struct Permits([Mutex<()>; MAX_CHILDREN]);

impl Permits {
    /// Waits for a permit. None if cancelled.
    pub(super) fn wait(&self, cancel: &Cancel) -> Option<MutexGuard<'_, ()>> {
        loop {
            for lock in &self.0 {
                match lock.try_lock() {
                    Ok(permit) => return Some(permit),
                    Err(TryLockError::Poisoned(permit)) => return Some(permit.into_inner()),
                    Err(TryLockError::WouldBlock) => {}
                }
            }
            if cancel.is_cancelled() {
                return None;
            }
            std::thread::sleep(POLL);
        }
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
