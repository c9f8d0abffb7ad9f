//! The named threads: indexer, searcher, counter, loader, lister, checker, inspector, exporter,
//! recorder, the one that finds relations and the one that loads the model; and what tells the indexer
//! that files changed.
//!
//! Principal type: [`Latest`], the one primitive for stale work. Invariant: no worker knows who
//! listens; each is given a [`Sink`]. A [`Request`](crate::protocol::Request) goes to [`Crew::ask`], the
//! one place that knows who answers it.

mod checker;
mod counter;
mod crew;
mod error;
mod exporter;
pub mod indexer;
mod inspector;
mod latest;
mod lister;
mod loader;
mod model;
mod recorder;
mod relater;
mod searcher;
mod typing;
mod watcher;

pub use crew::{Crew, Tools};
pub use inspector::skipped;
pub use latest::{Latest, Worker};
pub use lister::lister;
pub use model::{ModelLoad, SharedModel};
pub use recorder::Recorder;
pub use relater::relater;
pub use searcher::searcher;
pub use typing::Typing;

use crate::protocol::{Reply, Ticket};
use error::WorkError;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle, sleep};
use std::time::{Duration, Instant};

/// Receives a worker's results.
pub type Sink<T> = Box<dyn Fn(T) + Send>;

/// Receives replies, each with the ticket of its request.
pub type Replies = Sink<(Ticket, Reply)>;

/// Starts a thread whose name shows in debuggers and panic messages.
fn spawn(name: &str, body: impl FnOnce() + Send + 'static) -> std::io::Result<JoinHandle<()>> {
    Builder::new().name(name.to_owned()).spawn(body)
}

/// Between two looks whether a thread has ended.
const PAUSE: Duration = Duration::from_millis(2);
/// Time limit at exit for a thread that still writes: a file system may not answer.
const ENDS_WITHIN: Duration = Duration::from_secs(5);

/// Waits until a thread ends, but no longer than `limit`; then it is left to end with the program.
fn join_within(thread: JoinHandle<()>, limit: Duration) -> bool {
    let started = Instant::now();
    while !thread.is_finished() {
        if started.elapsed() >= limit {
            return false;
        }
        sleep(PAUSE);
    }
    // A panic was said where it happened.
    _ = thread.join();
    true
}

/// A thread that does all it is asked for, in order. It finishes that before it is dropped, unless the
/// disk does not take it in time.
struct Queue<T> {
    requests: Option<Sender<T>>,
    thread: Option<JoinHandle<()>>,
}

impl<T: Send + 'static> Queue<T> {
    /// Starts the thread, which does what it receives.
    fn start(name: &str, work: impl FnOnce(Receiver<T>) + Send + 'static) -> std::io::Result<Self> {
        let (requests, received) = channel();
        Ok(Self {
            requests: Some(requests),
            thread: Some(spawn(name, move || work(received))?),
        })
    }

    /// Asks for this as well.
    fn ask(&self, request: T) {
        if let Some(requests) = &self.requests {
            // A thread that ended by a fault has said so.
            let _ = requests.send(request);
        }
    }
}

impl<T> Drop for Queue<T> {
    fn drop(&mut self) {
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            join_within(thread, ENDS_WITHIN);
        }
    }
}

/// Does a piece of work that must not end its thread: a fault in it becomes the error of this
/// piece alone. What `work` was changing is not to be used again then; [`Renewed`] sees to that.
fn caught<T>(what: &str, work: impl FnOnce() -> Result<T, WorkError>) -> Result<T, WorkError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(WorkError::Fault(what.to_owned())))
}

/// Worker state, reused between jobs and recreated after a panic.
struct Renewed<T> {
    make: Box<dyn Fn() -> T + Send>,
    kept: Option<T>,
}

impl<T> Renewed<T> {
    fn new(make: impl Fn() -> T + Send + 'static) -> Self {
        Self {
            make: Box::new(make),
            kept: None,
        }
    }

    /// Does a piece of work with it. It is put back only when `work` comes to its end.
    fn with<R>(&mut self, work: impl FnOnce(&mut T) -> R) -> R {
        let mut value = self.kept.take().unwrap_or_else(&self.make);
        let result = work(&mut value);
        self.kept = Some(value);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_fault_left_halfway_is_made_anew() {
        let mut kept = Renewed::new(Vec::<u32>::new);
        kept.with(|list| list.push(1));
        assert_eq!(kept.with(|list| list.clone()), [1]);
        let lost: Result<(), WorkError> = caught("searching", || {
            kept.with(|list| {
                list.push(2);
                panic!("a fault on purpose")
            })
        });
        assert!(lost.is_err());
        assert_eq!(kept.with(|list| list.clone()), [0; 0]);
    }

    #[test]
    fn a_thread_that_does_not_end_is_not_waited_for() {
        let (done, wait) = std::sync::mpsc::channel::<()>();
        let stuck = spawn("stuck", move || _ = wait.recv()).unwrap();
        assert!(!join_within(stuck, PAUSE));
        drop(done);
        let over = spawn("over", || {}).unwrap();
        assert!(join_within(over, ENDS_WITHIN));
    }

    #[test]
    fn a_fault_becomes_a_sentence() {
        assert_eq!(caught("searching", || Ok(1)).unwrap(), 1);
        let lost: Result<(), WorkError> = caught("searching", || panic!("a fault on purpose"));
        assert!(lost.is_err_and(|error| error.to_string().starts_with("searching failed")));
    }
}
