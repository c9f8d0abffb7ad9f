//! Handle of the indexer thread.
//!
//! Principal type: [`Indexer`]. Contract: no method waits; results arrive as reports, which
//! the explorer and the server for agents show.

use super::pipeline::Pipeline;
use super::progress::LiveCounters;
use super::report::Report;
use super::scheduler::{Scheduler, SharedScheduler};
use super::thread::Thread;
use crate::workers::threads::{Sink, join_within, spawn};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Time limit for the end of the thread, which finishes a running commit first.
pub(super) const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Handle of the thread. Dropping it stops indexing and releases the lock.
pub struct Indexer {
    shared: Arc<SharedScheduler>,
    counters: LiveCounters,
    thread: Option<JoinHandle<()>>,
}

impl Indexer {
    /// Starts the thread, which begins with an update and then follows changes.
    pub fn start(pipeline: Pipeline, sink: Sink<Report>) -> std::io::Result<Self> {
        let shared = Arc::new(SharedScheduler::default());
        shared.lock().update(Instant::now());
        let counters = pipeline.counters();
        let thread = Thread::new(Arc::clone(&shared), pipeline, sink);
        let thread = spawn("indexer", move || thread.run())?;
        Ok(Self {
            shared,
            counters,
            thread: Some(thread),
        })
    }

    /// Counters that are updated between reports.
    pub fn counters(&self) -> LiveCounters {
        self.counters.clone()
    }

    /// Scans for changes: now, or again after the running update. Interrupts embedding and maintenance.
    pub fn update(&self) {
        self.shared
            .change(|scheduler| scheduler.update(Instant::now()));
    }

    /// Rebuilds the index, unless another process writes it.
    pub fn rebuild(&self) {
        self.shared.change(Scheduler::rebuild);
    }

    /// Stops the running work.
    pub fn cancel(&self) {
        self.shared.change(Scheduler::stop);
    }

    /// Stops the running work and releases the lock until [`Indexer::update`]; ends with
    /// [`Report::Released`].
    pub fn release(&self) {
        self.shared.change(Scheduler::release);
    }

    /// Asks the thread to end; only dropping the handle waits for it.
    pub fn exit(&self) {
        self.shared.change(Scheduler::exit);
    }
}

impl Drop for Indexer {
    fn drop(&mut self) {
        self.exit();
        // Commits are safe; this only releases the lock properly.
        if let Some(thread) = self.thread.take() {
            join_within(thread, EXIT_TIMEOUT);
        }
    }
}
