//! The index pipeline: walk, compare, read and chunk, keywords, vectors, maintenance.
//!
//! Principal type: [`Updater`], used by the explorer's thread ([`Indexer`]) and by the commands. Invariant:
//! keywords never wait for vectors, and a commit is never undone.
//!
//! The submodules follow the pipeline; [`Updater`] is the only owner of an [`IndexWriter`].

mod directory_summaries;
mod embedding;
mod handle;
mod index_diff;
mod maintenance;
mod progress;
mod reading;
mod scheduler;
mod server_summaries;
#[cfg(test)]
mod tests;
mod thread;
mod update;
mod walking;

pub use crate::protocol::Stage;
pub use directory_summaries::file_text;
pub use handle::{Indexer, Report};
pub use progress::{LiveCounters, Progress, UpdateSummary};
pub use server_summaries::{
    MissingSummary, SUMMARIZED_DECLARATIONS, Summarizer, SummarizerError, author_of, unwritten,
};

use self::progress::{CommitPacer, ProgressTracker};
use self::reading::ReadContext;
use self::update::{RetainedState, Update};
use super::{SharedModel, TypingFlag};
use crate::answers::ModelStatus;
use crate::chunk::{self, CHUNKER_VERSION};
use crate::config::{Config, GraphMode};
use crate::corpus::{self, Cancel, Head, RootError, Scope, SourcePath, Walk};
use crate::embed::{Model, ModelId};
use crate::extract::{DocumentReader, EXTRACTOR_VERSION};
use crate::index::{
    GraphBuilder, Identity, IndexError, IndexFolder, IndexReader, IndexWriter, OpenMode, PackError,
    pack, unpack,
};
use crate::summary::SUMMARY_VERSION;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Reason why an update ended early. Its commits stay.
#[derive(Debug, thiserror::Error)]
pub enum UpdateError {
    /// Cancelled.
    #[error("indexing was stopped")]
    Cancelled,
    /// Only a part was to be updated, but the index does not contain the rest.
    #[error("the index was rebuilt: all files must be read")]
    NeedsFullUpdate,
    /// The index cannot be written.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The repository is gone.
    #[error("{0}; its index stays as it was")]
    Root(#[from] RootError),
    /// The model ran and failed; keywords are complete.
    #[error("{0}; keywords answer alone")]
    Embed(#[from] crate::embed::EmbedError),
    /// A thread cannot be started.
    #[error("indexing: cannot start a thread: {0}")]
    Thread(#[from] std::io::Error),
    /// A panic, as a sentence for people.
    #[error("{0}")]
    Fault(String),
}

/// Writer of the index of one repository. It opens on first use, and stays open until
/// [`Updater::release`].
pub struct Updater {
    reader: DocumentReader,
    folder: IndexFolder,
    config: Config,
    model: SharedModel,
    typing: TypingFlag,
    summarizer: Result<Option<Arc<Summarizer>>, SummarizerError>,
    retained: RetainedState,
    /// Directories that the last walks entered, the root as `.`.
    directories: BTreeSet<SourcePath>,
    writer: Option<IndexWriter>,
    /// Initial state of the next writer.
    begin: OpenMode,
    /// Continues its build without a writer.
    graphs: GraphBuilder,
    counters: LiveCounters,
    snapshots: IndexReader,
}

/// Cancellation and reports of a run of the pipeline.
#[derive(Clone, Copy)]
struct Run<'a> {
    cancel: &'a Cancel,
    progress: &'a dyn Fn(Progress),
}

impl Updater {
    /// Creates a pipeline for the documents of `reader` and the index in `folder`. Its snapshots use the graph
    /// as `graph` says.
    pub fn new(
        reader: DocumentReader,
        folder: IndexFolder,
        config: Config,
        model: SharedModel,
        typing: TypingFlag,
        graph: GraphMode,
    ) -> Self {
        let graphs = GraphBuilder::new(config.vector.graph);
        Self {
            reader,
            counters: LiveCounters {
                graph: graphs.progress(),
                ..LiveCounters::default()
            },
            graphs,
            config,
            model,
            typing,
            summarizer: Ok(None),
            retained: RetainedState::default(),
            directories: BTreeSet::new(),
            writer: None,
            begin: OpenMode::default(),
            snapshots: IndexReader::new(&folder, graph),
            folder,
        }
    }

    /// Sets the server that writes summaries, or the reason why it cannot.
    pub fn with_summarizer(self, summarizer: Result<Option<Summarizer>, SummarizerError>) -> Self {
        let summarizer = summarizer.map(|summarizer| summarizer.map(Arc::new));
        Self { summarizer, ..self }
    }

    /// Counters that are updated between reports.
    pub fn counters(&self) -> LiveCounters {
        self.counters.clone()
    }

    /// Releases the lock, so that another process can write. Also recovers from a panic: the next update
    /// opens another writer.
    pub fn release(&mut self) {
        self.writer = None;
    }

    /// Makes the next update begin with a new writer: with an empty index, or without a damaged part.
    fn begin_with(&mut self, begin: OpenMode) {
        self.release();
        self.retained = RetainedState::default();
        self.begin = begin;
    }

    /// Opens the writer unless it is open.
    fn open_writer(&mut self, model: Option<&Model>) -> Result<(), IndexError> {
        if self.writer.is_none() {
            let begin = std::mem::take(&mut self.begin);
            let writer = IndexWriter::begin(&self.folder, self.identity(model), begin)?;
            self.retained.touched.all |= writer.summaries_are_due();
            self.folder.write_repository(self.reader.root().path())?;
            self.writer = Some(writer);
        }
        Ok(())
    }

    /// Begins a run of the pipeline, from this progress on.
    fn begin<'a>(
        &'a mut self,
        model: Option<&Model>,
        run: Run<'a>,
        progress: Progress,
    ) -> Result<Update<'a>, IndexError> {
        self.open_writer(model)?;
        Ok(Update {
            writer: &mut self.writer,
            snapshots: &self.snapshots,
            retained: &mut self.retained,
            reading: ReadContext {
                reader: &self.reader,
                limits: chunk_limits(&self.config),
                typing: &self.typing,
                cancel: run.cancel,
            },
            tracker: ProgressTracker::new(run.progress, progress),
            pacer: CommitPacer::start(Instant::now()),
            embedded: 0,
            staged: false,
        })
    }

    /// Waits for the model; none if it cannot be loaded.
    fn loaded_model(&self, cancel: &Cancel) -> Result<Option<Arc<Model>>, UpdateError> {
        match self.model.wait(cancel) {
            ModelStatus::Ready(model) => Ok(Some(model)),
            ModelStatus::Loading => Err(UpdateError::Cancelled),
            ModelStatus::Failed(_) => Ok(None),
        }
    }

    /// The checked-out commit.
    fn head(&self) -> Head {
        corpus::head(self.reader.root())
    }

    /// Reader in which commits are published.
    pub fn snapshots(&self) -> &IndexReader {
        &self.snapshots
    }

    /// Writes the index to a pack. Returns its size in bytes.
    pub fn pack(&mut self, to: &Path) -> Result<u64, PackError> {
        self.release();
        pack(&self.folder, to)
    }

    /// Replaces the index by a pack.
    pub fn unpack(&mut self, from: &Path, cancel: &Cancel) -> Result<(), PackError> {
        self.release();
        let model = self.loaded_model(cancel).ok().flatten();
        unpack(&self.folder, &self.identity(model.as_deref()), from)
    }

    /// Updates the index: keywords first, then vectors. Fails with `Locked` if another process writes.
    pub fn update(
        &mut self,
        cancel: &Cancel,
        progress: &dyn Fn(Progress),
    ) -> Result<UpdateSummary, UpdateError> {
        let run = Run { cancel, progress };
        let found = self.walk(&Scope::Everything, run)?;
        self.update_scope(&Scope::Everything, found, run)
    }

    /// Indexes the files that the walk found. If a part of the index is damaged, the part is deleted and
    /// everything is indexed again.
    fn update_scope(
        &mut self,
        scope: &Scope,
        found: Walk,
        run: Run<'_>,
    ) -> Result<UpdateSummary, UpdateError> {
        let done = self.try_update(scope, found, run);
        match done.map_err(|error| self.in_folder(error)) {
            Err(UpdateError::Index(IndexError::Damaged { part, what })) => {
                self.begin_with(OpenMode::Without(part));
                let found = self.walk(&Scope::Everything, run)?;
                let done = self.try_update(&Scope::Everything, found, run);
                let mut summary = done.map_err(|error| self.in_folder(error))?;
                let notice = format!("{part} was damaged and is rebuilt ({what})");
                summary.notice.get_or_insert(notice);
                Ok(summary)
            }
            done => done,
        }
    }

    /// Adds the folder to an error of the index.
    fn in_folder(&self, error: UpdateError) -> UpdateError {
        match error {
            UpdateError::Index(error) => error.in_folder(&self.folder).into(),
            error => error,
        }
    }

    fn try_update(
        &mut self,
        scope: &Scope,
        found: Walk,
        run: Run<'_>,
    ) -> Result<UpdateSummary, UpdateError> {
        let model = self.loaded_model(run.cancel)?;
        if self.writer.as_ref().is_some_and(|it| !it.is_in_place()) {
            self.release();
        }
        let mut update = self.begin(model.as_deref(), run, Progress::default())?;
        if !update.completes(scope)? {
            return Err(UpdateError::NeedsFullUpdate);
        }
        let mut summary = UpdateSummary {
            notice: update.writer()?.notice().map(str::to_owned),
            ..UpdateSummary::default()
        };
        update.observe()?;
        let started = Instant::now();
        let texts = update.keywords(scope, found, model.as_deref())?;
        summary.reading = started.elapsed();
        if let Some(model) = &model {
            let started = Instant::now();
            update.vectors(model, texts, scope)?;
            summary.embedding = started.elapsed();
        }
        summary.skipped = update.retained.skipped.len();
        update.sum_up(&mut summary)?;
        Ok(summary)
    }

    /// Tries to become the writer; true if another process still is.
    fn is_locked_out(&mut self, cancel: &Cancel) -> bool {
        let model = self.loaded_model(cancel).ok().flatten();
        // The following update reports any other error.
        matches!(self.open_writer(model.as_deref()), Err(IndexError::Locked))
    }

    /// Inputs of the index. Without a model, the current index's model counts, so that its vectors survive
    /// until the model is loaded.
    fn identity(&self, model: Option<&Model>) -> Identity {
        let known = match model {
            Some(model) => Some((model.id().clone(), model.dimension())),
            None => self.snapshots.refresh().ok().flatten().map(|snapshot| {
                let made_with = snapshot.identity();
                (made_with.model.clone(), made_with.dimension)
            }),
        };
        let (model, dimension) = known.unwrap_or_else(|| (ModelId("none".to_owned()), 0));
        self.identity_with(model, dimension)
    }

    fn identity_with(&self, model: ModelId, dimension: usize) -> Identity {
        Identity {
            chunker: CHUNKER_VERSION,
            leaf_limit: self.config.chunk.leaf_limit,
            parse_limit: self.config.chunk.parse_limit,
            extractor: EXTRACTOR_VERSION,
            summaries: SUMMARY_VERSION,
            author: (self.config.summary.server()).map(|(_, model)| author_of(model)),
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
        ..chunk::Limits::default()
    }
}
