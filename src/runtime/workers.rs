//! The workers of the explorer: each is started once, and asked by what the app wants.

use super::payload::Payload;
use crate::app::{Asker, Destination, Effect};
use crate::project::Project;
use crate::workers::indexer::{Indexer, Report};
use crate::workers::{
    Checker, Counter, ExportRequest, Exporter, Inspector, Lister, Loader, Recorder, RelateRequest,
    Relater, Searcher, Typing,
};
use std::path::PathBuf;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;

/// Time without a new query until typos are corrected.
const CORRECTION_PAUSE: Duration = Duration::from_millis(300);

/// Everybody who works beside the loop.
pub(super) struct Workers {
    pub(super) indexer: Indexer,
    searcher: Searcher,
    counter: Counter,
    recorder: Recorder,
    exporter: Exporter,
    loader: Loader,
    lister: Lister,
    /// What the results pane asks for.
    touching: Relater,
    /// What the code pane asks for.
    around: Relater,
    checker: Checker,
    inspector: Inspector,
    work: UnboundedSender<Payload>,
}

impl Workers {
    /// Starts a thread for each; what they say goes to `work`.
    pub(super) fn start(
        project: &Project,
        typing: &Typing,
        work: &UnboundedSender<Payload>,
    ) -> anyhow::Result<Self> {
        // A worker that outlives the loop speaks to nobody, which is as well.
        macro_rules! sink {
            ($payload:path) => {{
                let work = work.clone();
                Box::new(move |said| drop(work.send($payload(said))))
            }};
        }
        let model = project.model(sink!(Payload::Model))?;
        let snapshots = project.snapshots();
        let indexing = project.indexing(model.clone(), typing.clone());
        let indexing = indexing.publishing(snapshots.clone());
        let relater = |asker: Asker| {
            let (project, work) = (project.clone(), work.clone());
            Relater::start(
                move || project.sources(),
                snapshots.clone(),
                Box::new(move |related| drop(work.send(Payload::Related(asker, related)))),
            )
        };
        Ok(Self {
            searcher: Searcher::start(
                project.reader.clone(),
                snapshots.clone(),
                model,
                CORRECTION_PAUSE,
                sink!(Payload::Answered),
            )?,
            counter: Counter::start(snapshots.clone(), sink!(Payload::Counted))?,
            recorder: Recorder::start(project.session.clone(), sink!(Payload::Recorded))?,
            exporter: Exporter::start(
                {
                    let project = project.clone();
                    move || project.sources()
                },
                sink!(Payload::Exported),
            )?,
            loader: Loader::start(
                project.reader.clone(),
                project.limits(),
                sink!(Payload::Opened),
            )?,
            lister: Lister::start(
                project.reader.clone(),
                project.limits(),
                snapshots.clone(),
                sink!(Payload::Listed),
            )?,
            touching: relater(Asker::Results)?,
            around: relater(Asker::Code)?,
            checker: Checker::start(
                {
                    let project = project.clone();
                    move || project.sources()
                },
                typing.clone(),
                sink!(Payload::Checked),
            )?,
            inspector: Inspector::start(
                project.reader.clone(),
                project.index.clone(),
                snapshots.clone(),
                sink!(Payload::Inspected),
            )?,
            indexer: {
                let work = work.clone();
                let payload = |report| match report {
                    Report::Released => Payload::Released,
                    report => Payload::Index(report),
                };
                let sink = move |report| drop(work.send(payload(report)));
                Indexer::start(indexing, Box::new(sink))?
            },
            work: work.clone(),
        })
    }

    /// Has a worker do what the app asks for.
    pub(super) fn ask(&self, effect: Effect) {
        match effect {
            Effect::Search {
                ticket,
                query,
                limit,
            } => {
                self.touching.cancel();
                self.searcher.ask(ticket, query, limit);
            }
            Effect::Like {
                ticket,
                id,
                query,
                limit,
            } => {
                self.touching.cancel();
                self.searcher.ask_like(ticket, id, query, limit);
            }
            Effect::Count {
                ticket,
                query,
                typing,
            } => self.counter.count(ticket, query, typing),
            Effect::Remember(change) => self.recorder.note(change),
            Effect::List { ticket, request } => self.lister.ask(ticket, request),
            Effect::Export {
                format,
                to,
                asked,
                marks,
            } => match file(to) {
                Ok(file) => self.exporter.export(ExportRequest {
                    marks,
                    format,
                    asked,
                    file,
                }),
                // The loop that is not there any more needs no answer.
                Err(why) => drop(self.work.send(Payload::Exported(Err(why)))),
            },
            Effect::Open { ticket, path, near } => {
                self.indexer.prefer(path.clone());
                self.loader.open(ticket, path, near);
            }
            Effect::Relate {
                ticket,
                asker,
                path,
                id,
                hash,
                wanted,
                limit,
            } => self.relater(asker).ask(RelateRequest {
                ticket,
                path,
                id,
                hash,
                wanted,
                limit,
            }),
            Effect::Check { ticket, answer } => self.checker.check(ticket, answer),
            Effect::InspectIndex { ticket, reads } => self.inspector.look(ticket, reads),
            Effect::CancelSearch => {
                self.searcher.cancel();
                self.touching.cancel();
            }
            Effect::CancelExport => self.exporter.cancel(),
            Effect::CancelIndexing => self.indexer.cancel(),
            Effect::Rebuild => self.indexer.rebuild(),
            // What the loop does itself.
            Effect::Edit(_)
            | Effect::View(_)
            | Effect::Suspend
            | Effect::Redraw
            | Effect::Reindex
            | Effect::Copy(_)
            | Effect::Theme(_)
            | Effect::Learned
            | Effect::CaptureMouse(_)
            | Effect::Quit => {}
        }
    }

    /// Of the results pane's questions the last one counts, whoever answers it.
    fn relater(&self, asker: Asker) -> &Relater {
        match asker {
            Asker::Results => {
                self.searcher.cancel();
                &self.touching
            }
            Asker::Code => &self.around,
        }
    }
}

/// The directory and the name of an export's file; none where it goes elsewhere. `Err` is a sentence
/// for people.
fn file(to: Destination) -> Result<Option<(PathBuf, String)>, String> {
    let Destination::File(name) = to else {
        return Ok(None);
    };
    let directory = std::env::current_dir().map_err(|error| {
        format!("export: there is no directory to write to ({error}); choose the clipboard")
    })?;
    Ok(Some((directory, at_home(name))))
}

/// A name with the home directory in the place of its `~`, which no shell replaces here.
fn at_home(name: String) -> String {
    let home = std::env::home_dir();
    match (
        name.strip_prefix("~/"),
        home.as_deref().and_then(|it| it.to_str()),
    ) {
        (Some(rest), Some(home)) => format!("{home}/{rest}"),
        _ => name,
    }
}
