//! The common worker: a thread with an inbox and a cancel flag, which is joined at exit.
//!
//! Principal types: [`Worker`], [`Job`] and [`Pace`], replies while a job goes on. Invariant: a panic ends a job, never its thread.

use super::threads::{JobResult, Sink, attempt, join_within};
use crate::corpus::{Cancel, locked, spawn};
use crate::protocol::{Reply, Ticket};
use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Time limit at exit for a worker that finishes all its requests: a file system may not answer.
const ENDS_WITHIN: Duration = Duration::from_secs(5);
/// Time limit at exit for a worker that drops its requests: it ends at its next check for cancellation, and
/// the programs that it started end with it.
const EXIT_TIMEOUT: Duration = Duration::from_millis(200);

/// Receives replies, each with the ticket of its request.
pub type Replies = Sink<(Ticket, Reply)>;

/// A worker whose replies carry the ticket of the request, once its thread runs.
pub type StartResult<R> = io::Result<Worker<(Ticket, R)>>;

/// Requests that wait while a worker is busy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Backlog {
    /// The newest one; it cancels the running one.
    Newest,
    /// All of them, in order. They are finished before the worker is dropped.
    All,
}

/// A thread that processes requests. It ends when this is dropped.
pub struct Worker<T> {
    inbox: Arc<Inbox<T>>,
    thread: Option<JoinHandle<()>>,
}

/// A request being processed.
pub(super) struct Job<'j> {
    pub(super) cancel: &'j Cancel,
    ticket: Ticket,
    replies: &'j Replies,
    pause: &'j dyn Fn(Duration) -> bool,
}

impl Job<'_> {
    /// Sends a reply.
    pub(super) fn reply(&self, reply: Reply) {
        (self.replies)((self.ticket, reply));
    }

    /// Does a piece of work; its error is a sentence for the user. None when cancelled.
    pub(super) fn run<T>(
        &self,
        what: &str,
        work: impl FnOnce() -> JobResult<T>,
    ) -> Option<Result<T, String>> {
        let done = attempt(what, work);
        (!self.cancel.is_cancelled()).then_some(done)
    }

    /// Does a piece of work and sends the reply about its outcome; none when cancelled.
    pub(super) fn answer<T>(
        &self,
        what: &str,
        work: impl FnOnce() -> JobResult<T>,
        reply: impl FnOnce(Result<T, String>) -> Reply,
    ) {
        if let Some(done) = self.run(what, work) {
            self.reply(reply(done));
        }
    }

    /// Waits; false as soon as the job is cancelled.
    pub(super) fn pause(&self, pause: Duration) -> bool {
        (self.pause)(pause)
    }
}

impl<R: Send + 'static> Worker<(Ticket, R)> {
    /// Starts a worker whose replies carry the ticket of the request.
    pub(super) fn start_replying(
        name: &str,
        backlog: Backlog,
        replies: Replies,
        mut work: impl FnMut(R, &Job<'_>) + Send + 'static,
    ) -> io::Result<Self> {
        Self::start(name, backlog, move |(ticket, request), cancel, inbox| {
            let job = Job {
                cancel,
                ticket,
                replies: &replies,
                pause: &|pause| inbox.pause(cancel, pause),
            };
            work(request, &job);
        })
    }
}

impl<T: Send + 'static> Worker<T> {
    /// Starts a worker.
    pub(super) fn start(
        name: &str,
        backlog: Backlog,
        mut work: impl FnMut(T, &Cancel, &Inbox<T>) + Send + 'static,
    ) -> io::Result<Self> {
        let inbox = Arc::new(Inbox::new(backlog));
        let requests = Arc::clone(&inbox);
        let thread = spawn(name, move || {
            while let Some((request, cancel)) = requests.take_within(Duration::MAX) {
                work(request, &cancel, &requests);
            }
        })?;
        Ok(Self {
            inbox,
            thread: Some(thread),
        })
    }

    /// Sends a request.
    pub fn send(&self, request: T) {
        self.inbox.put(request);
    }

    /// Cancels all requests so far. A worker that processes all requests still replies to each.
    pub fn cancel(&self) {
        self.inbox.cancel();
    }
}

impl<T> Drop for Worker<T> {
    fn drop(&mut self) {
        self.inbox.close();
        let limit = match self.inbox.backlog {
            Backlog::Newest => EXIT_TIMEOUT,
            Backlog::All => ENDS_WITHIN,
        };
        if let Some(thread) = self.thread.take() {
            join_within(thread, limit);
        }
    }
}

/// Queue of requests between their senders and the thread.
#[derive(Debug)]
pub(super) struct Inbox<T> {
    backlog: Backlog,
    state: Mutex<InboxState<T>>,
    changed: Condvar,
}

#[derive(Debug)]
struct InboxState<T> {
    requests: VecDeque<(T, Cancel)>,
    /// Flag of the requests since the last cancellation.
    cancel: Cancel,
    is_closed: bool,
}

impl<T> Inbox<T> {
    pub(super) fn new(backlog: Backlog) -> Self {
        Self {
            backlog,
            state: Mutex::new(InboxState {
                requests: VecDeque::new(),
                cancel: Cancel::new(),
                is_closed: false,
            }),
            changed: Condvar::new(),
        }
    }

    fn put(&self, request: T) {
        let mut state = locked(&self.state);
        if self.backlog == Backlog::Newest {
            Self::cancel_all(&mut state);
        }
        if !state.is_closed {
            let cancel = state.cancel.clone();
            state.requests.push_back((request, cancel));
        }
        self.changed.notify_all();
    }

    fn cancel(&self) {
        Self::cancel_all(&mut locked(&self.state));
        self.changed.notify_all();
    }

    fn cancel_all(state: &mut InboxState<T>) {
        std::mem::take(&mut state.cancel).cancel();
        state.requests.clear();
    }

    fn close(&self) {
        let mut state = locked(&self.state);
        state.is_closed = true;
        if self.backlog == Backlog::Newest {
            Self::cancel_all(&mut state);
        }
        self.changed.notify_all();
    }

    /// Waits for a request, up to this time. None if there is none by then, or once closed.
    pub(super) fn take_within(&self, timeout: Duration) -> Option<(T, Cancel)> {
        let (mut state, _) = self
            .changed
            .wait_timeout_while(locked(&self.state), timeout, |state| {
                state.requests.is_empty() && !state.is_closed
            })
            .unwrap_or_else(PoisonError::into_inner);
        state.requests.pop_front()
    }

    /// Returns true if no more requests will come.
    pub(super) fn is_closed(&self) -> bool {
        locked(&self.state).is_closed
    }

    fn pause(&self, cancel: &Cancel, pause: Duration) -> bool {
        let state = locked(&self.state);
        drop(
            self.changed
                .wait_timeout_while(state, pause, |_| !cancel.is_cancelled()),
        );
        !cancel.is_cancelled()
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::thread;

    fn inbox(backlog: Backlog, requests: &[u32]) -> Inbox<u32> {
        let inbox = Inbox::new(backlog);
        requests.iter().for_each(|request| inbox.put(*request));
        inbox
    }

    #[test]
    fn only_the_newest_request_is_processed() {
        let (request, cancel) = inbox(Backlog::Newest, &[1, 2])
            .take_within(Duration::MAX)
            .expect("one waits");
        assert_eq!(request, 2);
        assert!(!cancel.is_cancelled());
    }

    #[test]
    fn a_newer_request_cancels_the_running_one() {
        let inbox = inbox(Backlog::Newest, &[1]);
        let (_, first) = inbox.take_within(Duration::MAX).expect("one waits");
        inbox.put(2);
        assert!(first.is_cancelled());
        let (request, second) = inbox.take_within(Duration::MAX).expect("another waits");
        assert_eq!(request, 2);
        assert!(!second.is_cancelled());
    }

    #[test]
    fn cancelling_ends_the_running_request_and_drops_the_waiting_one() {
        let inbox = inbox(Backlog::Newest, &[1]);
        let (_, running) = inbox.take_within(Duration::MAX).expect("one waits");
        inbox.cancel();
        assert!(running.is_cancelled());
        inbox.put(2);
        inbox.cancel();
        inbox.put(3);
        let (request, cancel) = inbox.take_within(Duration::MAX).expect("one waits");
        assert_eq!(request, 3);
        assert!(!cancel.is_cancelled());
    }

    #[test]
    fn all_requests_are_processed_in_order_even_after_closing() {
        let inbox = inbox(Backlog::All, &[1, 2]);
        inbox.put(3);
        inbox.close();
        let all = std::iter::from_fn(|| inbox.take_within(Duration::MAX));
        let all: Vec<_> = all
            .map(|(it, cancel)| (it, cancel.is_cancelled()))
            .collect();
        assert_eq!(all, [(1, false), (2, false), (3, false)]);
    }

    #[test]
    fn a_pause_ends_early_when_the_request_is_cancelled() {
        let check = |cancel: fn(&Inbox<u32>)| {
            let inbox = Arc::new(inbox(Backlog::Newest, &[1]));
            let (_, running) = inbox.take_within(Duration::MAX).expect("one waits");
            assert!(inbox.pause(&running, Duration::ZERO));
            let paused = thread::spawn({
                let inbox = Arc::clone(&inbox);
                move || inbox.pause(&running, Duration::from_secs(3_600))
            });
            cancel(&inbox);
            assert!(!paused.join().expect("no panic"));
        };
        check(|inbox| inbox.put(2));
        check(Inbox::cancel);
        check(Inbox::close);
    }

    #[test]
    fn dropping_a_worker_stops_its_request_and_waits_for_it() {
        let (begun, running) = channel();
        let (ended, end) = channel();
        let work = move |(), cancel: &Cancel, _: &Inbox<()>| {
            begun.send(()).unwrap();
            while !cancel.is_cancelled() {
                thread::yield_now();
            }
            ended.send(()).unwrap();
        };
        let worker = Worker::start("worker", Backlog::Newest, work).unwrap();
        worker.send(());
        running.recv().unwrap();
        drop(worker);
        assert_eq!(end.try_recv(), Ok(()));
    }

    #[test]
    fn closing_wakes_the_thread_and_cancels_the_running_request() {
        let inbox = Arc::new(inbox(Backlog::Newest, &[1]));
        let (_, running) = inbox.take_within(Duration::MAX).expect("one waits");
        let taker = thread::spawn({
            let inbox = Arc::clone(&inbox);
            move || inbox.take_within(Duration::MAX)
        });
        inbox.close();
        assert!(taker.join().expect("no panic").is_none());
        assert!(running.is_cancelled());
        inbox.put(2);
        assert!(inbox.take_within(Duration::MAX).is_none());
    }
}
