//! Replies while a job goes on.
//!
//! Principal type: [`Pace`].

use std::time::{Duration, Instant};

/// When to reply: after a pause, and after longer ones from then on, because each reply has all rows so far.
pub(super) struct Pace {
    pause: Duration,
    times: u32,
    next: Instant,
}

impl Pace {
    pub(super) fn new(pause: Duration) -> Self {
        Self {
            pause,
            times: 0,
            next: Instant::now() + pause,
        }
    }

    /// Sends a reply if it is time; `send` returns false if there is none.
    pub(super) fn send(&mut self, send: impl FnOnce() -> bool) {
        if Instant::now() >= self.next && send() {
            self.times += 1;
            self.next = Instant::now() + self.pause * self.times;
        }
    }
}
