//! The named threads: indexer, searcher, counter, loader, lister, relater, checker, inspector, exporter,
//! recorder, and the one that loads the model; and the watcher, which reports changes to the indexer.
//!
//! Principal types: [`Worker`], the one kind of thread for requests, and [`WorkerThreads`], which sends each
//! [`Request`](crate::protocol::Request) to its worker. Invariant: no worker knows its receiver; each sends
//! to a [`Sink`].

mod checker;
mod counter;
mod exporter;
pub mod indexer;
mod inspector;
mod lister;
mod loader;
mod model;
mod recorder;
mod relater;
mod searcher;
mod typing;
mod watcher;
mod worker;
mod worker_threads;

pub use inspector::skipped;
pub use lister::lister;
pub use model::SharedModel;
pub use recorder::Recorder;
pub use relater::relater;
pub use searcher::searcher;
pub use typing::TypingFlag;
pub use worker::Worker;
pub use worker_threads::{Resources, WorkerThreads};

use crate::protocol::{Reply, Ticket};
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{Builder, JoinHandle, sleep};
use std::time::{Duration, Instant};

/// Receives a worker's results.
pub type Sink<T> = Box<dyn Fn(T) + Send>;

/// Receives replies, each with the ticket of its request.
pub type Replies = Sink<(Ticket, Reply)>;

/// A worker whose replies carry the ticket of the request, once its thread runs.
pub type StartResult<R> = std::io::Result<Worker<(Ticket, R)>>;
/// Result of a piece of work; the error is shown to the user.
type JobResult<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Starts a thread whose name shows in debuggers and panic messages.
fn spawn(name: &str, body: impl FnOnce() + Send + 'static) -> std::io::Result<JoinHandle<()>> {
    Builder::new().name(name.to_owned()).spawn(body)
}

/// Poll interval for the end of a thread, and for the model.
const PAUSE: Duration = Duration::from_millis(2);

/// Waits until a thread ends, but no longer than `limit`; then it is left to end with the program.
fn join_within(thread: JoinHandle<()>, limit: Duration) -> bool {
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
fn catch_panic<T>(what: &str, work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
        format!("an internal error while {what}; quit to read the message, and report it")
    })
}

/// Does a piece of work; its error, or a panic, is a sentence for the user.
fn attempt<T>(what: &str, work: impl FnOnce() -> JobResult<T>) -> Result<T, String> {
    catch_panic(what, work)?.map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

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
