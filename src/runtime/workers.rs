//! The threads beside the loop.

use super::Payload;
use crate::app::Effect;
use crate::project::Project;
use crate::protocol::Request;
use crate::workers::indexer::{Indexer, Report};
use crate::workers::{Crew, Recorder, Tools, Typing};
use tokio::sync::mpsc::Sender;

pub(super) struct Workers {
    pub(super) indexer: Indexer,
    recorder: Recorder,
    crew: Crew,
}

impl Workers {
    /// Starts the threads, which send their messages to `work`.
    pub(super) fn start(
        project: &Project,
        typing: &Typing,
        work: &Sender<Payload>,
    ) -> anyhow::Result<Self> {
        // Messages of a worker that outlives the loop are dropped.
        macro_rules! sink {
            ($payload:expr) => {{
                let work = work.clone();
                move |said| drop(work.blocking_send($payload(said)))
            }};
        }
        let model = project.model(Box::new(sink!(Payload::Model)))?;
        let snapshots = project.snapshots();
        let indexing = project.indexing(model.clone(), typing.clone());
        let indexing = indexing.publishing(snapshots.clone());
        let tools = Tools {
            reader: project.reader.clone(),
            limits: project.limits(),
            snapshots,
            model,
            folder: project.index.clone(),
            typing: typing.clone(),
        };
        let reported = |report| match report {
            Report::Released => Payload::Released,
            report => Payload::Index(report),
        };
        Ok(Self {
            crew: Crew::start(&tools, sink!(Payload::Reply))?,
            recorder: Recorder::start(project.session.clone(), Box::new(sink!(Payload::Recorded)))?,
            indexer: Indexer::start(indexing, Box::new(sink!(reported)))?,
        })
    }

    /// Passes a request of the app to its worker; effects of the loop itself are ignored.
    pub(super) fn perform(&self, effect: Effect) {
        match effect {
            Effect::Ask(ticket, request) => {
                if let Request::Open(path, _) = &request {
                    self.indexer.prefer(path.clone());
                }
                self.crew.ask(ticket, request);
            }
            Effect::Remember(change) => self.recorder.note(change),
            Effect::CancelSearch => self.crew.cancel_search(),
            Effect::CancelExport => self.crew.cancel_export(),
            Effect::CancelIndexing => self.indexer.cancel(),
            Effect::Rebuild => self.indexer.rebuild(),
            _ => {}
        }
    }
}
