//! Threads and pieces of work that end in time and survive panics.

use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{JoinHandle, sleep};
use std::time::{Duration, Instant};

/// Receives a worker's results.
pub type Sink<T> = Box<dyn Fn(T) + Send>;

/// Result of a piece of work; the error is shown to the user.
pub(super) type JobResult<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Poll interval for the end of a thread, and for the model.
pub(super) const PAUSE: Duration = Duration::from_millis(2);

/// Waits until a thread ends, but no longer than `limit`; then it is left to end with the program.
pub(super) fn join_within(thread: JoinHandle<()>, limit: Duration) -> bool {
    let started = Instant::now();
    while !thread.is_finished() {
        if started.elapsed() >= limit {
            return false;
        }
        sleep(PAUSE);
    }
    // A panic was reported where it happened.
    _ = thread.join();
    true
}

/// Does a piece of work that must not end its thread. It may leave no state half changed.
pub(super) fn catch_panic<T>(what: &str, work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
        format!("an internal error while {what}; quit to read the message, and report it")
    })
}

/// Does a piece of work; its error, or a panic, is a sentence for the user.
pub(super) fn attempt<T>(what: &str, work: impl FnOnce() -> JobResult<T>) -> Result<T, String> {
    catch_panic(what, work)?.map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::spawn;

    #[test]
    fn a_panic_is_an_error_that_names_the_task() {
        let lost = catch_panic("searching", || panic!("a fault on purpose"));
        let error = lost.map(|(): ()| ()).unwrap_err();
        let expected = "an internal error while searching";
        assert!(error.starts_with(expected), "{error}");
    }

    #[test]
    fn unresponsive_thread_is_not_waited_for() {
        let (done, wait) = std::sync::mpsc::channel::<()>();
        let stuck = spawn("stuck", move || _ = wait.recv()).unwrap();
        assert!(!join_within(stuck, PAUSE));
        drop(done);
        let over = spawn("over", || {}).unwrap();
        assert!(join_within(over, Duration::from_secs(60)));
    }
}
