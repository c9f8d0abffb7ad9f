//! The indexer, for those who give it orders, and what it says.

use super::Indexing;
use super::progress::{Gauges, Progress, Summary};
use super::scheduler::{Scheduler, Shared};
use super::thread::Thread;
use crate::corpus::{Head, SourcePath, Watching};
use crate::workers::{Sink, spawn};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Time limit for the end of the thread, which finishes a running commit first.
const GIVE_UP_WITHIN: Duration = Duration::from_secs(2);

/// A message of the indexer.
#[derive(Clone, Debug)]
pub enum Report {
    /// The checked-out commit at the last scan.
    Head(Head),
    /// Method of watching for changes.
    Watching(Watching),
    /// Progress of the update.
    Progress(Progress),
    /// There is a newer snapshot; what it takes is too short to speak of.
    Moved(Progress),
    /// Something changed that is not indexed yet.
    Changed,
    /// Everything is indexed.
    Fresh(Summary),
    /// Another process indexes; these are its snapshots.
    Following(Progress),
    /// Stopped on request.
    Cancelled,
    /// Could not go on; a sentence for people.
    Failed(String),
    /// The lock was given up on request.
    Released,
}

/// The handle of the thread. Dropping it stops indexing and gives the lock up.
pub struct Indexer {
    shared: Arc<Shared>,
    gauges: Gauges,
    ended: Receiver<()>,
}

impl Indexer {
    /// Starts the thread, which begins with an update, and goes on with what changes.
    pub fn start(indexing: Indexing, sink: Sink<Report>) -> std::io::Result<Self> {
        let shared = Arc::new(Shared::default());
        shared.lock().update(Instant::now());
        let gauges = indexing.gauges();
        let (ending, ended) = channel();
        let thread = Thread::new(Arc::clone(&shared), indexing, sink);
        spawn("indexer", move || {
            thread.run();
            drop(ending);
        })?;
        Ok(Self {
            shared,
            gauges,
            ended,
        })
    }

    /// Counters that are updated between reports.
    pub fn gauges(&self) -> Gauges {
        self.gauges.clone()
    }

    /// Looks for changes: now, or once more after the update that runs. Embedding and tidying give way.
    pub fn update(&self) {
        self.shared.change(|it| it.update(Instant::now()));
    }

    /// Makes the index anew from nothing. Where another process writes it, this one goes on
    /// following.
    pub fn rebuild(&self) {
        self.shared.change(Scheduler::rebuild);
    }

    /// Stops what runs.
    pub fn cancel(&self) {
        self.shared.change(Scheduler::stop);
    }

    /// Stops what runs and gives the lock up until [`Indexer::update`]; [`Report::Released`] says
    /// when that is done.
    pub fn release(&self) {
        self.shared.change(Scheduler::release);
    }

    /// This file is looked at: it goes before all others.
    pub fn prefer(&self, path: SourcePath) {
        self.shared.lock().open = Some(path);
    }
}

impl Drop for Indexer {
    fn drop(&mut self) {
        self.shared.change(Scheduler::exit);
        // Everything committed is safe; this only lets the lock go in good order.
        let _ = self.ended.recv_timeout(GIVE_UP_WITHIN);
    }
}
