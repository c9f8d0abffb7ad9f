//! Time at the edge: what back-off waits by.

use std::thread;
use std::time::{Duration, Instant};

/// Time that passes. The real one is [`SystemClock`]; tests bring one that they turn themselves.
pub trait Clock: Send + Sync {
    /// Time since some fixed moment; never goes back.
    fn now(&self) -> Duration;

    /// Returns after that time has passed.
    fn sleep(&self, time: Duration);
}

/// The machine's clock.
#[derive(Debug)]
pub struct SystemClock(Instant);

impl SystemClock {
    /// A clock that starts now.
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn sleep(&self, time: Duration) {
        thread::sleep(time);
    }
}
