//! The threads beside the loop.
//!
//! Principal type: [`RuntimeWorkers`]. Contract: no thread keeps the loop waiting; dropping it ends them.

use super::Message;
use crate::app::Event;
use crate::project::Project;
use crate::protocol::{Request, Ticket};
use crate::workers::indexer::Indexer;
use crate::workers::{Recorder, Resources, TypingFlag, WorkerThreads};
use tokio::sync::mpsc::Sender;

pub(super) struct RuntimeWorkers {
    pub(super) indexer: Indexer,
    pub(super) recorder: Recorder,
    pub(super) threads: WorkerThreads,
}

impl RuntimeWorkers {
    /// Starts the threads, which send their messages to `work`.
    pub(super) fn start(
        project: &Project,
        typing: &TypingFlag,
        work: &Sender<Message>,
    ) -> anyhow::Result<Self> {
        // Messages of a worker that outlives the loop are dropped.
        macro_rules! sink {
            ($payload:expr) => {{
                let work = work.clone();
                move |reply| drop(work.blocking_send($payload(reply)))
            }};
        }
        let model = project.model(Box::new(sink!(Message::Model)))?;
        let snapshots = project.snapshots();
        let indexing = project.indexing(model.clone(), typing.clone());
        let indexing = indexing.publishing(snapshots.clone());
        let tools = Resources {
            reader: project.reader.clone(),
            limits: project.limits(),
            snapshots,
            model,
            folder: project.index.clone(),
            typing: typing.clone(),
        };
        let reply = |(ticket, reply)| Message::Event(Event::Reply(ticket, reply));
        let recorded = |reply| Message::Event(Event::Recorded(reply));
        Ok(Self {
            threads: WorkerThreads::start(&tools, sink!(reply))?,
            recorder: Recorder::start(project.session.clone(), Box::new(sink!(recorded)))?,
            indexer: Indexer::start(indexing, Box::new(sink!(Message::Index)))?,
        })
    }

    /// Sends a request to its worker. An opened document is indexed first.
    pub(super) fn send(&self, ticket: Ticket, request: Request) {
        if let Request::Open(path, _) = &request {
            self.indexer.prefer(path.clone());
        }
        self.threads.send(ticket, request);
    }
}
