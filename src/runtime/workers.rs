//! The threads beside the loop, and their messages to it.
//!
//! Contract of [`start()`]: no thread keeps the loop waiting; dropping what it returns ends them.

use crate::answers::ModelStatus;
use crate::app::Event;
use crate::project::Project;
use crate::workers::indexer::{Indexers, Report};
use crate::workers::{Recorder, Resources, TypingFlag, WorkerThreads};
use tokio::sync::mpsc::Sender;

/// Starts the threads, which send their messages to `work`.
pub(super) fn start(
    project: &Project,
    typing: &TypingFlag,
    work: &Sender<Message>,
) -> anyhow::Result<(Indexers, Recorder, WorkerThreads)> {
    // Messages of a worker that outlives the loop are dropped.
    macro_rules! sink {
        ($message:expr) => {{
            let work = work.clone();
            move |reply| drop(work.blocking_send($message(reply)))
        }};
    }
    let model = project.load_model(Box::new(sink!(Message::Model)))?;
    let (mut pipelines, mut folders) = (Vec::new(), Vec::new());
    for (place, project) in project.repositories() {
        let graph = project.config.vector.graph;
        folders.push((place.clone(), project.index.clone()));
        pipelines.push((
            place,
            project.indexing(model.clone(), typing.clone(), graph),
        ));
    }
    let resources = Resources {
        reader: project.reader.clone(),
        limits: project.limits(),
        snapshots: Indexers::snapshots(&pipelines),
        model,
        folders,
        typing: typing.clone(),
    };
    let reply = |(ticket, reply)| Message::Event(Event::Reply(ticket, reply));
    let threads = WorkerThreads::start(&resources, sink!(reply))?;
    let recorder = Recorder::start(
        project.session.clone(),
        Box::new(sink!(|reply| Message::Event(Event::Recorded(reply)))),
    )?;
    let indexers = Indexers::start(pipelines, Box::new(sink!(Message::Index)))?;
    Ok((indexers, recorder, threads))
}

/// A message of the workers.
pub(super) enum Message {
    /// From the indexer.
    Index(Report),
    /// From the thread that loads the model.
    Model(ModelStatus),
    /// From any other worker, or from a program that ended.
    Event(Event),
}
