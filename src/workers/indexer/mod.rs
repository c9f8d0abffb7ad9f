//! The way from files to answers: walk, compare, read and cut, keywords, vectors, tidying.
//!
//! Principal type: [`Indexing`], used by the explorer's thread ([`Indexer`]) and by the commands
//! alike. Invariant: keywords never wait for vectors, and what was committed stays whatever
//! happens next.

mod backlog;
mod changes;
mod embedding;
mod handle;
mod orders;
mod progress;
mod quiet;
mod reading;
mod summarizing;
mod survey;
#[cfg(test)]
mod tests;
mod thread;
mod tracker;
mod unchanged;
mod update;
mod writing;

pub use handle::{Indexer, Report};
pub use progress::{Gauges, Progress, Stage, Summary};
pub use writing::{Author, Unwritten, author_of, unwritten};

use self::reading::Reading;
use self::survey::Survey;
use self::tracker::Tracker;
use self::update::{Kept, Update};
use super::{ModelLoad, SharedModel, Typing};
use crate::chunk::{self, CHUNKER_VERSION};
use crate::config::{Config, GraphUse};
use crate::corpus::{self, Cancel, Head, RootError, Scope, SourcePath};
use crate::embed::{Model, ModelId};
use crate::extract::{EXTRACTOR_VERSION, Reader};
use crate::index::{GraphBuilder, Identity, IndexError, IndexFolder, IndexWriter, Snapshots};
use crate::summary::SUMMARY_VERSION;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What the next writer begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Next {
    /// The index as it is in its folder.
    #[default]
    WithWhatIsThere,
    /// An empty one: someone wants it made anew.
    FromNothing,
}

/// Why an update ended early. What it committed stays.
#[derive(Debug, thiserror::Error)]
pub enum UpdateError {
    /// It was asked to stop while it did this.
    #[error("indexing was stopped")]
    Cancelled(Stage),
    /// A part was to be looked at, and the index is not the one that had all the rest.
    #[error("the index was made anew: all files have to be read")]
    Anew,
    /// The index cannot be written.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The repository is not there any more.
    #[error("{0}; its index stays as it was")]
    Root(#[from] RootError),
    /// The model ran and failed; keywords are complete.
    #[error("{0}; keywords answer alone")]
    Embed(#[from] crate::embed::EmbedError),
    /// The system gave no thread.
    #[error("indexing: cannot start a thread: {0}")]
    Thread(#[from] std::io::Error),
}

/// The index of one repository as its writer sees it. Opened when first needed, and kept until
/// [`Indexing::release`].
pub struct Indexing {
    reader: Reader,
    folder: IndexFolder,
    config: Config,
    model: SharedModel,
    typing: Typing,
    author: Result<Option<Arc<Author>>, String>,
    /// The file that someone looks at, which goes before all others.
    open: Option<SourcePath>,
    kept: Kept,
    /// The directories that the walk enters, as far as it was there.
    directories: BTreeSet<SourcePath>,
    writer: Option<IndexWriter>,
    /// What the next writer begins with.
    next: Next,
    /// Goes on when the writer is given up.
    graphs: GraphBuilder,
    gauges: Gauges,
    snapshots: Snapshots,
}

impl Indexing {
    /// For the documents of `reader`, with their index in `folder`.
    pub fn new(
        reader: Reader,
        folder: IndexFolder,
        config: Config,
        model: SharedModel,
        typing: Typing,
    ) -> Self {
        let graphs = GraphBuilder::new(config.vector.graph);
        Self {
            reader,
            gauges: Gauges {
                graph: graphs.progress(),
                ..Gauges::default()
            },
            graphs,
            config,
            model,
            typing,
            author: Ok(None),
            open: None,
            kept: Kept::default(),
            directories: BTreeSet::new(),
            writer: None,
            next: Next::default(),
            // Only counts are read from these snapshots.
            snapshots: Snapshots::new(&folder, GraphUse::Never),
            folder,
        }
    }

    /// Publishes what it commits to those who ask these snapshots.
    pub fn publishing(self, snapshots: Snapshots) -> Self {
        Self { snapshots, ..self }
    }

    /// Has summaries written by a server, or says why it cannot.
    pub fn with_author(self, author: Result<Option<Author>, String>) -> Self {
        let author = author.map(|author| author.map(Arc::new));
        Self { author, ..self }
    }

    /// What is counted while nobody tells of it, now and later.
    pub fn gauges(&self) -> Gauges {
        self.gauges.clone()
    }

    /// Gives up the lock, so that another process can write. The next writer is opened anew, so this
    /// is also how to go on after a fault.
    pub fn release(&mut self) {
        self.writer = None;
    }

    /// Has the next update forget everything and read all files again. Where another process writes
    /// by then, the index stays as it is.
    fn start_over(&mut self) {
        self.release();
        self.kept = Kept::default();
        self.next = Next::FromNothing;
    }

    /// Opens the writer.
    fn open_writer(&mut self, identity: Identity) -> Result<IndexWriter, IndexError> {
        let writer = match std::mem::take(&mut self.next) {
            Next::WithWhatIsThere => IndexWriter::open(&self.folder, identity),
            Next::FromNothing => IndexWriter::open_anew(&self.folder, identity),
        }?;
        self.kept.touched.all |= writer.summaries_are_due();
        Ok(writer)
    }

    /// Begins a run of the pipeline; opens the writer, where it is not open.
    fn begin<'a>(
        &'a mut self,
        identity: Identity,
        cancel: &'a Cancel,
        tracker: Tracker<'a>,
    ) -> Result<Update<'a>, IndexError> {
        let writer = match self.writer.take() {
            Some(writer) => writer,
            None => self.open_writer(identity)?,
        };
        let reading = Reading {
            reader: &self.reader,
            limits: chunk_limits(&self.config),
            open: self.open.as_ref(),
            typing: &self.typing,
            cancel,
        };
        let writer = self.writer.insert(writer);
        let (snapshots, kept) = (&self.snapshots, &mut self.kept);
        Ok(Update::new(writer, snapshots, kept, reading, tracker))
    }

    /// What is checked out.
    fn head(&self) -> Head {
        corpus::head(self.reader.root())
    }

    /// The directories in which changes can be: those that the walk entered when it was there last,
    /// the root as `.`.
    pub fn directories(&self) -> &BTreeSet<SourcePath> {
        &self.directories
    }

    /// The snapshots that readers see.
    pub fn snapshots(&self) -> &Snapshots {
        &self.snapshots
    }

    /// Brings the index up to the working tree: keywords first, then vectors. `Locked` when
    /// another process writes.
    pub fn update(
        &mut self,
        cancel: &Cancel,
        progress: &dyn Fn(Progress),
    ) -> Result<Summary, UpdateError> {
        self.update_part(&Scope::Everything, cancel, progress)
    }

    /// The same for a part of the working tree; the rest of the index stays as it is.
    pub fn update_part(
        &mut self,
        scope: &Scope,
        cancel: &Cancel,
        progress: &dyn Fn(Progress),
    ) -> Result<Summary, UpdateError> {
        let survey = self.survey(scope, cancel, progress)?;
        match self.bring_in(survey, cancel, progress) {
            Err(UpdateError::Anew) => self.update(cancel, progress),
            updated => updated,
        }
    }

    /// The second half: makes the index hold those files.
    fn bring_in(
        &mut self,
        survey: Survey,
        cancel: &Cancel,
        progress: &dyn Fn(Progress),
    ) -> Result<Summary, UpdateError> {
        let updated = self
            .try_to_bring_in(survey, cancel, progress)
            .map_err(|error| match error {
                UpdateError::Index(error) => error.in_folder(&self.folder).into(),
                error => error,
            });
        match &updated {
            Ok(_) | Err(UpdateError::Cancelled(_) | UpdateError::Anew) => {}
            // Half a file may be staged: nothing of it may reach a later commit.
            Err(_) => self.writer = None,
        }
        updated
    }

    fn try_to_bring_in(
        &mut self,
        Survey { scope, found }: Survey,
        cancel: &Cancel,
        progress: &dyn Fn(Progress),
    ) -> Result<Summary, UpdateError> {
        let mut summary = Summary::default();
        let tracker = Tracker::new(progress, &Instant::now);
        let load = self.model.wait(cancel);
        let model = match &load {
            ModelLoad::Ready(model) => Some(&**model),
            ModelLoad::Loading => return Err(UpdateError::Cancelled(Stage::Walking)),
            ModelLoad::Failed(_) => None,
        };
        let identity = self.identity(model);
        if self.writer.as_ref().is_some_and(|it| !it.is_in_place()) {
            self.release();
        }
        let mut update = self.begin(identity, cancel, tracker)?;
        if !update.completes(&scope) {
            return Err(UpdateError::Anew);
        }
        summary.notice = update.writer.notice().map(str::to_owned);
        update.observe()?;
        let texts = timed(&mut summary.reading, || {
            update.keywords(&scope, found, model)
        })?;
        if let Some(model) = model {
            timed(&mut summary.embedding, || {
                update.vectors(model, texts, &scope)
            })?;
        }
        summary.embedded = update.embedded;
        summary.skipped = self.kept.left_out.len();
        if let Some(snapshot) = self.snapshots.refresh()? {
            summary.show(&snapshot);
        }
        Ok(summary)
    }

    /// Tries to become the writer; whether another process still is.
    fn is_locked_out(&mut self, cancel: &Cancel) -> bool {
        let model = match self.model.wait(cancel) {
            ModelLoad::Ready(model) => Some(model),
            _ => None,
        };
        if self.writer.is_none() {
            let identity = self.identity(model.as_deref());
            match self.open_writer(identity) {
                Ok(writer) => self.writer = Some(writer),
                // Anything else shows, with its sentence, in the update that follows.
                Err(error) => return matches!(error, IndexError::Locked),
            }
        }
        false
    }

    /// What the index is made with. Without a model that is what the present index was made with,
    /// so that its vectors are still there once the model is.
    fn identity(&mut self, model: Option<&Model>) -> Identity {
        let (model, dimension) = match model {
            Some(model) => (model.id().clone(), model.dimension()),
            None => match self.snapshots.refresh() {
                Ok(Some(snapshot)) => {
                    let made_with = snapshot.identity();
                    (made_with.model.clone(), made_with.dimension)
                }
                _ => (ModelId("none".to_owned()), 0),
            },
        };
        self.identity_with(model, dimension)
    }

    fn identity_with(&self, model: ModelId, dimension: usize) -> Identity {
        Identity {
            chunker: CHUNKER_VERSION,
            leaf_limit: self.config.chunk.leaf_limit,
            parse_limit: self.config.chunk.parse_limit,
            extractor: EXTRACTOR_VERSION,
            summaries: SUMMARY_VERSION,
            author: (self.config.summary.server.as_ref()).map(|server| author_of(&server.model)),
            model,
            dimension,
        }
    }
}

/// Sizes by which documents are cut.
pub fn chunk_limits(config: &Config) -> chunk::Limits {
    chunk::Limits {
        leaf: config.chunk.leaf_limit,
        parse: config.chunk.parse_limit,
    }
}

/// Adds the time that `work` takes, also where it fails.
fn timed<T>(total: &mut Duration, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let result = work();
    *total += started.elapsed();
    result
}
