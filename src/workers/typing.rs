//! Typing detection, so that background work can yield.
//!
//! Principal type: [`TypingFlag`], which the loop sets at each key and the indexer reads.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Time after a key press during which the user counts as typing.
const TYPING_TIMEOUT: Duration = Duration::from_millis(400);

/// Shared by the loop, which notes keys, and the indexer, which leaves a core free while the user types.
#[derive(Clone, Debug)]
pub struct TypingFlag {
    origin: Instant,
    /// Milliseconds after `origin` until which the user counts as typing.
    until: Arc<AtomicU64>,
}

impl Default for TypingFlag {
    fn default() -> Self {
        Self {
            origin: Instant::now(),
            until: Arc::default(),
        }
    }
}

impl TypingFlag {
    /// Records a key press.
    pub fn note(&self, now: Instant) {
        self.until
            .store(self.since_origin(now + TYPING_TIMEOUT), Ordering::Relaxed);
    }

    /// Returns true shortly after a key press.
    pub fn is_active(&self, now: Instant) -> bool {
        self.since_origin(now) < self.until.load(Ordering::Relaxed)
    }

    fn since_origin(&self, now: Instant) -> u64 {
        u64::try_from(now.saturating_duration_since(self.origin).as_millis()).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_ends_after_a_pause() {
        let typing = TypingFlag::default();
        let start = Instant::now();
        assert!(!typing.is_active(start));
        typing.note(start);
        assert!(typing.is_active(start + TYPING_TIMEOUT / 2));
        assert!(!typing.is_active(start + TYPING_TIMEOUT * 2));
    }
}
