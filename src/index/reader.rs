//! Follows the commits of an index, whether by this process or another.
//!
//! Principal type: [`SnapshotReader`]. Invariant: a snapshot combines the documents, vectors and graph of one
//! commit, even if another commit is published meanwhile.

use super::IndexError;
use super::damage::{IndexPart, catch_panic};
use super::folder::IndexFolder;
use super::graphs::GraphCache;
use super::lexical::open;
use super::manifest::Manifest;
use super::payload::Payload;
use super::snapshot::Snapshot;
use crate::config::GraphMode;
use std::sync::Arc;
use tantivy::index::{SegmentId, SegmentMeta};
use tantivy::{Index, IndexReader, ReloadPolicy};

/// Maximum number of attempts if commits overtake the reader.
const RETRIES: usize = 8;

/// Maximum number of cached blocks of records per segment, of 8 KB. A search reads about 200; the search
/// after the next typed letter reads mostly the same.
const CACHED_BLOCKS: usize = 1_000;

/// Opens the newest [`Snapshot`]. It never writes, so any process may have one.
pub(super) struct SnapshotReader {
    folder: IndexFolder,
    opened: Option<Index>,
    graphs: GraphCache,
    latest: Option<(Arc<Snapshot>, CommitState)>,
}

/// Identity of the newest snapshot: the commit and its segments. Merging changes only the segments, and a
/// snapshot of the old segments would keep their files on disk.
#[derive(PartialEq, Eq)]
struct CommitState {
    payload: Payload,
    segments: Vec<SegmentId>,
}

impl SnapshotReader {
    /// Creates a reader of the index in `folder`, which need not exist yet; `graph` is the configured use of
    /// graphs.
    pub(super) fn new(folder: &IndexFolder, graph: GraphMode) -> Self {
        Self {
            folder: folder.clone(),
            opened: None,
            graphs: GraphCache::new(&folder.vectors(), graph),
            latest: None,
        }
    }

    /// The snapshot of a manifest; none if another commit was published since. Files that are unchanged since
    /// the manifest was written are not verified again.
    pub(super) fn open_manifest(
        &mut self,
        manifest: &Manifest,
    ) -> Result<Option<Arc<Snapshot>>, IndexError> {
        self.folder = self
            .folder
            .with_verified(manifest.parts(self.folder.path()));
        let snapshot = self.latest()?;
        let state = self.latest.as_ref().map(|(_, state)| state);
        Ok(snapshot.filter(|_| state.is_some_and(|state| manifest.is_for(&state.payload))))
    }

    /// The newest snapshot; none before the first commit. Cheap if nothing was committed.
    pub(super) fn latest(&mut self) -> Result<Option<Arc<Snapshot>>, IndexError> {
        let mut found = catch_panic(IndexPart::Lexical, || self.open_newest());
        // The index may have been deleted and rebuilt: one attempt from scratch.
        if found.is_err() && self.opened.is_some() {
            self.reset();
            found = catch_panic(IndexPart::Lexical, || self.open_newest());
        }
        found.map_err(|error| error.in_folder(&self.folder))
    }

    /// Drops the open index.
    pub(super) fn reset(&mut self) {
        *self = Self::new(&self.folder, self.graphs.use_of_graph);
    }

    fn open_newest(&mut self) -> Result<Option<Arc<Snapshot>>, IndexError> {
        if self.opened.is_none() {
            self.opened = open::open(&self.folder)?;
        }
        let Some(index) = &self.opened else {
            return Ok(None);
        };
        let Some(mut state) = CommitState::now(index)? else {
            return Ok(None);
        };
        if let Some((snapshot, known)) = &self.latest
            && *known == state
        {
            // Its graph may have been built since.
            self.graphs.slot_for(snapshot.vector_files());
            return Ok(Some(snapshot.clone()));
        }
        let before = self.latest.as_ref().map(|(before, _)| before.clone());
        let known = before.as_ref().map_or(&[][..], |it| it.vector_files());
        let open = |state: &CommitState| {
            let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual);
            let reader: IndexReader = reader
                .doc_store_cache_num_blocks(CACHED_BLOCKS)
                .try_into()?;
            let files = state.payload.open_vectors(&self.folder, known)?;
            Ok::<_, IndexError>((reader.searcher(), files))
        };
        for _ in 0..RETRIES {
            let opened = open(&state);
            // A commit in the meantime would combine documents with an earlier payload, or delete referenced
            // files.
            match CommitState::now(index)? {
                Some(now) if now == state => {
                    let (searcher, files) = opened?;
                    let graph = self.graphs.slot_for(&files);
                    let (before, payload) = (before.as_deref(), &state.payload);
                    let snapshot = Snapshot::new(before, searcher, payload, files, graph)?;
                    let snapshot = Arc::new(snapshot);
                    self.latest = Some((snapshot.clone(), state));
                    return Ok(Some(snapshot));
                }
                Some(now) => state = now,
                None => return Ok(None),
            }
        }
        Ok(before)
    }
}

impl CommitState {
    fn now(index: &Index) -> Result<Option<Self>, IndexError> {
        let metas = index.load_metas()?;
        let payload = Payload::decode(metas.payload.as_deref());
        let segments = metas.segments.iter().map(SegmentMeta::id).collect();
        Ok(payload.map(|payload| Self { payload, segments }))
    }
}
