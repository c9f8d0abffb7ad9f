//! The writer of the index of one repository, and the order of its stages.
//!
//! Principal type: [`Pipeline`].

use super::progress::{CommitPacer, LiveCounters, Progress, ProgressTracker, UpdateSummary};
use super::reading::ReadContext;
use super::report::UpdateError;
use super::run::{PipelineRun, RetainedState, RunControl};
use super::server_summaries::{Summarizer, SummarizerError, author_of};
use super::{embedding, keywords};
use crate::answers::ModelStatus;
use crate::chunk::{self, CHUNKER_VERSION};
use crate::config::{Config, GraphMode};
use crate::corpus::{self, Cancel, Head, Scope, SourcePath, Walk};
use crate::embed::{Model, ModelId};
use crate::extract::{DocumentReader, EXTRACTOR_VERSION};
use crate::index::{
    GraphBuilder, Identity, IndexError, IndexFolder, IndexReader, IndexWriter, OpenMode, PackError,
    open_pack, pack, pack_into, start_from_sibling, unpack,
};
use crate::summary::SUMMARY_VERSION;
use crate::workers::model::SharedModel;
use crate::workers::typing::TypingFlag;
use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// Writer of the index of one repository. It opens on first use, and stays open until
/// [`Pipeline::release`].
pub struct Pipeline {
    pub(super) reader: DocumentReader,
    pub(super) folder: IndexFolder,
    pub(super) config: Config,
    pub(super) model: SharedModel,
    typing: TypingFlag,
    pub(super) summarizer: Result<Option<Arc<Summarizer>>, SummarizerError>,
    pub(super) retained: RetainedState,
    /// Directories that the last walks entered, the root as `.`.
    pub(super) directories: BTreeSet<SourcePath>,
    pub(super) writer: Option<IndexWriter>,
    /// Initial state of the next writer.
    next_open: OpenMode,
    /// Directory of the indexes of other working trees, one of which a first index starts from.
    siblings: Option<PathBuf>,
    /// Continues its build without a writer.
    pub(super) graphs: GraphBuilder,
    pub(super) counters: LiveCounters,
    pub(super) snapshots: IndexReader,
}

impl Pipeline {
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
            next_open: OpenMode::default(),
            siblings: None,
            snapshots: IndexReader::new(&folder, graph),
            folder,
        }
    }

    /// Sets the server that writes summaries, or the reason why it cannot.
    pub fn with_summarizer(self, summarizer: Result<Option<Summarizer>, SummarizerError>) -> Self {
        let summarizer = summarizer.map(|summarizer| summarizer.map(Arc::new));
        Self { summarizer, ..self }
    }

    /// Sets the directory of all indexes of the user: a first index starts from that of another working tree.
    pub fn with_siblings(self, cache: &Path) -> Self {
        let siblings = Some(cache.to_owned());
        Self { siblings, ..self }
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
    pub(super) fn reopen_with(&mut self, mode: OpenMode) {
        self.release();
        self.retained = RetainedState::default();
        self.next_open = mode;
    }

    /// Opens the writer unless it is open.
    fn open_writer(&mut self, model: Option<&Model>) -> Result<(), IndexError> {
        if self.writer.is_some() {
            return Ok(());
        }
        let mode = std::mem::take(&mut self.next_open);
        let writer = IndexWriter::begin(&self.folder, self.identity(model), mode)?;
        self.retained.touched.all |= writer.summaries_are_due();
        self.folder.write_repository(self.reader.root().path())?;
        self.writer = Some(writer);
        Ok(())
    }

    /// Begins a run of the pipeline, from this progress on.
    pub(super) fn start_run<'a>(
        &'a mut self,
        model: Option<&Model>,
        control: RunControl<'a>,
        progress: Progress,
    ) -> Result<PipelineRun<'a>, IndexError> {
        self.open_writer(model)?;
        Ok(PipelineRun {
            writer: &mut self.writer,
            snapshots: &self.snapshots,
            retained: &mut self.retained,
            reading: ReadContext {
                reader: &self.reader,
                limits: chunk_limits(&self.config),
                typing: &self.typing,
                cancel: control.cancel,
            },
            tracker: ProgressTracker::new(control.progress, progress),
            pacer: CommitPacer::start(Instant::now()),
            embedded: 0,
            staged: false,
        })
    }

    /// Waits for the model; none if it cannot be loaded.
    pub(super) fn loaded_model(&self, cancel: &Cancel) -> Result<Option<Arc<Model>>, UpdateError> {
        match self.model.wait(cancel) {
            ModelStatus::Ready(model) => Ok(Some(model)),
            ModelStatus::Loading => Err(UpdateError::Cancelled),
            ModelStatus::Failed(_) => Ok(None),
        }
    }

    /// The checked-out commit.
    pub(super) fn head(&self) -> Head {
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

    /// Writes the index as a pack to an open file. Returns its size in bytes.
    pub fn pack_file(&mut self, to: &mut File) -> Result<u64, PackError> {
        self.release();
        pack_into(&self.folder, to)
    }

    /// Replaces the index by the pack in a file.
    pub fn unpack(&mut self, from: &Path, cancel: &Cancel) -> Result<(), PackError> {
        let pack = open_pack(from)?;
        self.unpack_file(pack, &from.display().to_string(), cancel)
    }

    /// Replaces the index by an open pack, which has this name in messages.
    pub fn unpack_file(
        &mut self,
        pack: File,
        name: &str,
        cancel: &Cancel,
    ) -> Result<(), PackError> {
        self.release();
        let model = self.loaded_model(cancel).ok().flatten();
        unpack(&self.folder, &self.identity(model.as_deref()), pack, name)
    }

    /// Updates the index: keywords first, then vectors. Fails with `Locked` if another process writes.
    pub fn update(
        &mut self,
        cancel: &Cancel,
        progress: &dyn Fn(Progress),
    ) -> Result<UpdateSummary, UpdateError> {
        let control = RunControl { cancel, progress };
        let found = self.walk(&Scope::Everything, control)?;
        self.index_walk(&Scope::Everything, found, control)
    }

    /// Indexes the files that the walk found. If a part of the index is damaged, the part is deleted and
    /// everything is indexed again. An error of the index names its folder.
    pub(super) fn index_walk(
        &mut self,
        scope: &Scope,
        found: Walk,
        control: RunControl<'_>,
    ) -> Result<UpdateSummary, UpdateError> {
        let mut indexed = self.run_stages(scope, found, control);
        if let Err(UpdateError::Index(IndexError::Damaged { part, what })) = indexed {
            self.reopen_with(OpenMode::Without(part));
            let found = self.walk(&Scope::Everything, control)?;
            indexed = self.run_stages(&Scope::Everything, found, control);
            if let Ok(summary) = &mut indexed {
                let notice = format!("{part} was damaged and is rebuilt ({what})");
                summary.notice.get_or_insert(notice);
            }
        }
        match indexed {
            Err(UpdateError::Index(error)) => Err(error.in_folder(&self.folder).into()),
            indexed => indexed,
        }
    }

    fn run_stages(
        &mut self,
        scope: &Scope,
        found: Walk,
        control: RunControl<'_>,
    ) -> Result<UpdateSummary, UpdateError> {
        let model = self.loaded_model(control.cancel)?;
        if let Some(writer) = &self.writer
            && !writer.is_in_place()
        {
            self.release();
        }
        let mut origin = None;
        if *scope == Scope::Everything
            && self.writer.is_none()
            && self.next_open == OpenMode::Existing
            && let Some(cache) = &self.siblings
        {
            let identity = self.identity(model.as_deref());
            origin = start_from_sibling(&self.folder, &identity, cache, &found.files)?;
        }
        let mut run = self.start_run(model.as_deref(), control, Progress::default())?;
        if !run.completes(scope)? {
            return Err(UpdateError::NeedsFullUpdate);
        }
        let mut summary = UpdateSummary {
            notice: run.writer()?.notice().map(str::to_owned),
            ..UpdateSummary::default()
        };
        if let Some(origin) = origin {
            let notice = format!("started from {origin}");
            summary.notice.get_or_insert(notice);
        }
        run.observe()?;
        let started = Instant::now();
        let texts = keywords::run(&mut run, scope, found, model.as_deref())?;
        run.publish_skipped();
        summary.reading = started.elapsed();
        if let Some(model) = &model {
            let started = Instant::now();
            embedding::run_missing(&mut run, model, texts, scope)?;
            summary.embedding = started.elapsed();
        }
        summary.skipped = run.retained.skipped.len();
        run.sum_up(&mut summary)?;
        Ok(self.explained(summary))
    }

    /// Adds the reason why no file is indexed.
    pub(super) fn explained(&self, mut summary: UpdateSummary) -> UpdateSummary {
        if summary.files == 0 {
            summary.ignored = corpus::explain_ignored(self.reader.root(), self.reader.limits());
        }
        summary
    }

    /// Tries to become the writer; true if another process still is.
    pub(crate) fn is_locked_out(&mut self, cancel: &Cancel) -> bool {
        let model = self.loaded_model(cancel).ok().flatten();
        // The following update reports any other error.
        matches!(self.open_writer(model.as_deref()), Err(IndexError::Locked))
    }

    /// Inputs of the index. Without a model, the current index's model counts, so that its vectors survive
    /// until the model is loaded.
    fn identity(&self, model: Option<&Model>) -> Identity {
        if let Some(model) = model {
            return self.identity_with(model.id().clone(), model.dimension());
        }
        if let Ok(Some(snapshot)) = self.snapshots.refresh() {
            let current = snapshot.identity();
            return self.identity_with(current.model.clone(), current.dimension);
        }
        self.identity_with(ModelId("none".to_owned()), 0)
    }

    pub(super) fn identity_with(&self, model: ModelId, dimension: usize) -> Identity {
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
