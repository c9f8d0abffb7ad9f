//! Limit of the work that a thread does.
//!
//! Principal type: [`Deadline`].

use std::cell::Cell;
use std::time::{Duration, Instant};

thread_local! {
    /// Processor time of threads that worked for this one, or of the one that it works for.
    static ELSEWHERE: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// End of the time that a thread may work on something. On systems that report it, the processor time of the thread
/// counts, so that a busy machine changes no result. It is valid in the thread that made it, and in one that
/// [continues](continue_work) its work.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    /// It cannot have passed before, which is cheap to tell.
    earliest: Instant,
    processor_time: Option<Duration>,
}

impl Deadline {
    /// The end of so much work.
    pub fn after(limit: Duration) -> Self {
        Self {
            earliest: Instant::now() + limit,
            processor_time: work_so_far().map(|now| now + limit),
        }
    }

    /// Returns true once the thread has worked for longer.
    pub fn has_passed(&self) -> bool {
        if Instant::now() <= self.earliest {
            return false;
        }
        match (work_so_far(), self.processor_time) {
            (Some(now), Some(end)) => now > end,
            _ => true,
        }
    }
}

/// Processor time of this thread and of those that worked for it; none where the system does not tell it.
pub fn work_so_far() -> Option<Duration> {
    processor_time().map(|own| own + ELSEWHERE.get())
}

/// Continues the work of another thread, which has taken so long: on a new thread, and on the first one afterwards.
pub fn continue_work(so_far: Option<Duration>) {
    if let (Some(own), Some(so_far)) = (processor_time(), so_far) {
        ELSEWHERE.set(so_far.saturating_sub(own));
    }
}

/// Processor time of this thread; none where the system does not tell it.
#[cfg(unix)]
fn processor_time() -> Option<Duration> {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID)
        .ok()
        .map(Duration::from)
}

#[cfg(not(unix))]
fn processor_time() -> Option<Duration> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_millis(20);

    #[test]
    fn time_of_other_threads_does_not_count() {
        let deadline = Deadline::after(LIMIT);
        let started = Instant::now();
        let other = std::thread::spawn(move || while started.elapsed() < 2 * LIMIT {});
        other.join().unwrap();
        assert!(!deadline.has_passed());
        while !deadline.has_passed() {
            assert!(started.elapsed() < Duration::from_secs(60));
        }
    }
}
