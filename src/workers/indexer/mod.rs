//! The way from files to answers: walk, compare, read and cut, keywords, vectors, tidying.
//!
//! Principal type: [`Indexing`], used by the explorer's thread ([`Indexer`]) and by the commands
//! alike. Invariant: keywords never wait for vectors, and what was committed stays whatever
//! happens next.

mod changes;
mod embedding;
mod reading;
#[cfg(test)]
mod tests;
mod thread;
mod tracker;

pub use thread::{Indexer, Report};

use self::changes::Changes;
use self::embedding::Texts;
use self::reading::{Outcome, Reading};
use self::tracker::{Pace, Tracker};
use super::{ModelLoad, SharedModel, Typing};
use crate::chunk::{self, CHUNKER_VERSION};
use crate::config::Config;
use crate::config::GraphUse;
use crate::corpus::{self, Cancel, Head, Root, RootError, SourcePath, Walk, walk};
use crate::embed::{Model, ModelId};
use crate::index::{Identity, IndexError, IndexFolder, IndexWriter, Snapshot, SnapshotReader};
use std::time::{Duration, Instant};

/// What is being done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Stage {
    /// Looking for files and what changed.
    #[default]
    Walking,
    /// Reading, cutting and indexing keywords.
    Reading,
    /// Embedding leaves; keywords are complete.
    Embedding,
    /// Merging; everything is searchable.
    Tidying,
}

/// How far an update is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// Files done and to do, changed ones only.
    pub files: (usize, usize),
    /// Leaves that are searchable.
    pub leaves: usize,
    /// Those of them with vectors.
    pub vectors: usize,
    /// Files left out so far.
    pub skipped: usize,
    /// The newest snapshot, 0 before the first.
    pub generation: u64,
}

impl Progress {
    /// Takes over what a snapshot holds.
    fn show(&mut self, snapshot: &Snapshot) {
        self.generation = snapshot.generation().0;
        self.leaves = snapshot.leaves();
        self.vectors = snapshot.vectors();
    }
}

/// What an update came to.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Files in the index.
    pub files: usize,
    /// Leaves in the index.
    pub leaves: usize,
    /// Those of them with vectors.
    pub vectors: usize,
    /// Files left out.
    pub skipped: usize,
    /// The snapshot that holds it all.
    pub generation: u64,
    /// Something to say once: an index that was rebuilt, and why.
    pub notice: Option<String>,
    /// Walking and comparing.
    pub walking: Duration,
    /// Waiting for the model and opening the index.
    pub opening: Duration,
    /// Reading, cutting, keywords.
    pub reading: Duration,
    /// Vectors.
    pub embedding: Duration,
    /// Merging.
    pub tidying: Duration,
}

impl Summary {
    /// Takes over what a snapshot holds.
    fn show(&mut self, snapshot: &Snapshot) {
        self.generation = snapshot.generation().0;
        self.files = snapshot.files();
        self.leaves = snapshot.leaves();
        self.vectors = snapshot.vectors();
    }

    /// The same counts at the beginning of a stage.
    fn progress(&self, stage: Stage) -> Progress {
        Progress {
            stage,
            files: (0, 0),
            leaves: self.leaves,
            vectors: self.vectors,
            skipped: self.skipped,
            generation: self.generation,
        }
    }
}

/// Why an update ended early. What it committed stays.
#[derive(Debug, thiserror::Error)]
pub enum UpdateError {
    /// It was asked to stop while it did this.
    #[error("indexing was stopped")]
    Cancelled(Stage),
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
    root: Root,
    folder: IndexFolder,
    config: Config,
    model: SharedModel,
    typing: Typing,
    writer: Option<IndexWriter>,
    snapshots: SnapshotReader,
}

impl Indexing {
    /// For the repository at `root`, with its index in `folder`.
    pub fn new(
        root: Root,
        folder: IndexFolder,
        config: Config,
        model: SharedModel,
        typing: Typing,
    ) -> Self {
        Self {
            root,
            config,
            model,
            typing,
            writer: None,
            snapshots: counting(&folder),
            folder,
        }
    }

    /// Gives up the lock, so that another process can write. What is used next is opened anew, so
    /// this is also how to go on after a fault.
    pub fn release(&mut self) {
        self.writer = None;
        self.snapshots = counting(&self.folder);
    }

    /// What is checked out.
    fn head(&self) -> Head {
        corpus::head(&self.root)
    }

    /// The snapshots that readers see.
    pub fn snapshots(&mut self) -> &mut SnapshotReader {
        &mut self.snapshots
    }

    /// Brings the index up to the working tree: keywords first, then vectors. `Locked` when
    /// another process writes.
    pub fn update(
        &mut self,
        cancel: &Cancel,
        progress: &dyn Fn(Progress),
    ) -> Result<Summary, UpdateError> {
        let updated = self
            .try_update(cancel, progress)
            .map_err(|error| match error {
                UpdateError::Index(error) => error.in_folder(&self.folder).into(),
                error => error,
            });
        if matches!(&updated, Err(error) if !matches!(error, UpdateError::Cancelled(_))) {
            // Half a file may be staged: nothing of it may reach a later commit.
            self.writer = None;
        }
        updated
    }

    fn try_update(
        &mut self,
        cancel: &Cancel,
        progress: &dyn Fn(Progress),
    ) -> Result<Summary, UpdateError> {
        let mut summary = Summary::default();
        let mut tracker = Tracker::new(progress, &Instant::now);
        tracker.enter(Stage::Walking);
        // The model loads meanwhile.
        let found = timed(&mut summary.walking, || self.walk(cancel))?;

        let opening = Instant::now();
        let load = self.model.settled(cancel);
        let model = match &load {
            ModelLoad::Ready(model) => Some(&**model),
            ModelLoad::Loading => return Err(UpdateError::Cancelled(Stage::Walking)),
            ModelLoad::Failed(_) => None,
        };
        let identity = self.identity(model);
        if self.writer.as_ref().is_some_and(|it| !it.is_in_place()) {
            self.release();
        }
        let writer = match &mut self.writer {
            Some(writer) => writer,
            none => none.insert(IndexWriter::open(&self.folder, identity.clone())?),
        };
        summary.notice = writer.notice().map(str::to_owned);
        summary.opening = opening.elapsed();

        let mut update = Update {
            writer,
            snapshots: &mut self.snapshots,
            reading: Reading {
                root: &self.root,
                limits: chunk_limits(&self.config),
                index_limit: self.config.corpus.index_limit,
                model: &identity.model,
                typing: &self.typing,
                cancel,
            },
            tracker,
            pace: Pace::start(Instant::now()),
            skipped: found.skipped.len(),
        };
        update.observe()?;
        let texts = timed(&mut summary.reading, || update.keywords(found))?;
        if let Some(model) = model {
            timed(&mut summary.embedding, || update.vectors(model, texts))?;
        }
        summary.skipped = update.skipped;
        if let Some(snapshot) = self.snapshots.latest()? {
            summary.show(&snapshot);
        }
        Ok(summary)
    }

    /// Merges what is worth merging, so that scores equal those of a fresh index. Does nothing
    /// where this process does not write.
    pub fn tidy(&mut self, summary: &mut Summary, cancel: &Cancel) -> Result<(), IndexError> {
        if let Some(writer) = &mut self.writer {
            let graph = self.config.vector.graph;
            timed(&mut summary.tidying, || writer.tidy(graph, cancel))
                .map_err(|error| error.in_folder(&self.folder))?;
        }
        if let Some(snapshot) = self.snapshots.latest()? {
            summary.show(&snapshot);
        }
        // Only now has the earlier snapshot let go of its files.
        if let Some(writer) = &mut self.writer {
            writer.collect_garbage()?;
        }
        Ok(())
    }

    /// Tries to become the writer; whether another process still is.
    fn is_locked_out(&mut self, cancel: &Cancel) -> bool {
        let model = match self.model.settled(cancel) {
            ModelLoad::Ready(model) => Some(model),
            _ => None,
        };
        if self.writer.is_none() {
            let identity = self.identity(model.as_deref());
            match IndexWriter::open(&self.folder, identity) {
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
            None => match self.snapshots.latest() {
                Ok(Some(snapshot)) => {
                    let made_with = snapshot.identity();
                    (made_with.model.clone(), made_with.dimension)
                }
                _ => (ModelId("none".to_owned()), 0),
            },
        };
        Identity {
            chunker: CHUNKER_VERSION,
            leaf_limit: self.config.chunk.leaf_limit,
            parse_limit: self.config.chunk.parse_limit,
            model,
            dimension,
        }
    }

    fn walk(&self, cancel: &Cancel) -> Result<Walk, UpdateError> {
        let limits = corpus::Limits {
            index_limit: self.config.corpus.index_limit,
        };
        let found = walk(&self.root, &limits, cancel);
        if cancel.is_cancelled() {
            // A walk that stopped early would make every file it did not reach look deleted.
            return Err(UpdateError::Cancelled(Stage::Walking));
        }
        // Nor does one without its root say anything of the files: a disk may be unplugged.
        Root::exactly(self.root.path())?;
        Ok(found)
    }
}

/// Only counts are read from these snapshots.
fn counting(folder: &IndexFolder) -> SnapshotReader {
    SnapshotReader::new(folder, GraphUse::Never)
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

/// One run of the pipeline.
struct Update<'a> {
    writer: &'a mut IndexWriter,
    snapshots: &'a mut SnapshotReader,
    reading: Reading<'a>,
    tracker: Tracker<'a>,
    pace: Pace,
    skipped: usize,
}

impl Update<'_> {
    /// Indexes what changed by its keywords, and returns the texts that have to be embedded.
    fn keywords(&mut self, found: Walk) -> Result<Texts, UpdateError> {
        let changes = Changes::between(found, self.writer.files()?);
        let mut texts = Texts::default();
        let total = changes.candidates.len();
        let skipped = self.skipped;
        self.tracker.enter(Stage::Reading);
        self.tracker.set(|progress| {
            progress.files = (0, total);
            progress.skipped = skipped;
        });
        let mut staged = !changes.removed.is_empty();
        for path in &changes.removed {
            self.writer.remove(path);
        }
        let reading = self.reading;
        let read = reading.each(&changes.candidates, |candidate, outcome| {
            let path = &candidate.found.path;
            match outcome {
                Outcome::Same(fingerprint) => self.writer.touch(path, fingerprint),
                Outcome::Cut(cut) => {
                    self.writer.replace(&cut.tree, cut.fingerprint, &cut.keys)?;
                    texts.keep(path, *cut);
                    staged = true;
                }
                Outcome::Skipped => {
                    if candidate.indexed {
                        self.writer.remove(path);
                        staged = true;
                    }
                    self.skipped += 1;
                }
            }
            let skipped = self.skipped;
            self.tracker.set(|progress| {
                progress.files.0 += 1;
                progress.skipped = skipped;
            });
            if staged && self.pace.is_due(Instant::now()) {
                staged = false;
                self.commit()?;
            }
            Ok(())
        });
        match read {
            // Also where nothing is staged: states to remember, and the first commit of an empty
            // index. And where it was cancelled: a file that is staged and changes back before the
            // next run would look unchanged, and be published as it was in between.
            Ok(()) | Err(UpdateError::Cancelled(_)) => self.commit()?,
            Err(_) => {}
        }
        read.map(|()| texts)
    }

    /// Embeds what has no vector: texts kept from cutting, then whatever an earlier run left.
    fn vectors(&mut self, model: &Model, texts: Texts) -> Result<(), UpdateError> {
        let left: Vec<SourcePath> = self
            .writer
            .files_without_vectors()?
            .into_iter()
            .filter(|path| !texts.covers(path))
            .collect();
        if left.is_empty() && texts.is_empty() {
            return Ok(());
        }
        self.tracker.enter(Stage::Embedding);
        self.pace = Pace::start(Instant::now());
        embedding::run(self, model, texts, &changes::again(&left))
    }

    /// Publishes what was staged.
    fn commit(&mut self) -> Result<(), UpdateError> {
        self.writer.commit()?;
        self.pace.committed(Instant::now());
        self.observe()
    }

    /// Tells what the newest snapshot holds.
    fn observe(&mut self) -> Result<(), UpdateError> {
        if let Some(snapshot) = self.snapshots.latest()? {
            self.tracker.set(|progress| progress.show(&snapshot));
            self.tracker.tell();
        }
        Ok(())
    }
}
