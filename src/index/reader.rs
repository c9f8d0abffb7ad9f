//! The newest snapshot of an index, for all threads of a process.
//!
//! Principal type: [`IndexReader`].
//!
//! Invariant: while a snapshot is published, [`IndexReader::latest`] takes no lock and reads no file. A writer
//! publishes its commits; a process that follows another one polls for them with [`IndexReader::refresh`],
//! which does both. A snapshot combines the documents, vectors and graph of one commit, even if another
//! commit is published meanwhile.
//!
//! A reader of several indexes is the exception: the first [`IndexReader::latest`] after a commit of one of them takes
//! a lock and joins their snapshots.

use super::error::{IndexPart, Result, catch_panic};
use super::folder::IndexFolder;
use super::lazy_graph::GraphCache;
use super::lexical::open;
use super::lexical::searcher::Searcher;
use super::manifest::Manifest;
use super::payload::Payload;
use super::published::open_vectors;
use super::snapshot::Snapshot;
use super::vector::VectorFile;
use crate::config::GraphMode;
use crate::corpus::{Place, Skipped, locked, spawn};
use arc_swap::ArcSwapOption;
use std::path::Path;
use std::sync::{Arc, Mutex};
use tantivy::index::{SegmentId, SegmentMeta};
use tantivy::{Index, ReloadPolicy};

/// Maximum number of attempts if commits overtake the reader.
const RETRIES: usize = 8;

/// Follows the commits of one index. Clones share the published snapshot.
#[derive(Clone)]
pub struct IndexReader(Arc<SharedReader>);

struct SharedReader {
    published: ArcSwapOption<Snapshot>,
    skipped: ArcSwapOption<Vec<Skipped>>,
    opener: Mutex<SnapshotOpener>,
    /// The readers of several indexes, by place, in order; empty for one index.
    members: Vec<(Place, IndexReader)>,
}

impl IndexReader {
    /// Creates a follower of the index in `folder`, which need not exist yet; `graph` is the configured use
    /// of graphs.
    pub fn new(folder: &IndexFolder, graph: GraphMode) -> Self {
        Self(Arc::new(SharedReader {
            published: ArcSwapOption::empty(),
            skipped: ArcSwapOption::empty(),
            opener: Mutex::new(SnapshotOpener::new(folder, graph)),
            members: Vec::new(),
        }))
    }

    /// Joins the readers of several indexes, which must differ in their places, as one whose snapshots have the
    /// entries of all. Members without a snapshot are skipped. A reader without a place is returned unchanged.
    pub fn joined(mut members: Vec<(Place, Self)>) -> Self {
        if let [(place, _)] = &*members
            && place.as_str().is_empty()
        {
            return members.remove(0).1;
        }
        let nothing = IndexFolder::new(Path::new(""));
        Self(Arc::new(SharedReader {
            published: ArcSwapOption::empty(),
            skipped: ArcSwapOption::empty(),
            opener: Mutex::new(SnapshotOpener::new(&nothing, GraphMode::Never)),
            members,
        }))
    }

    /// The last published snapshot. If there is none, looks for one.
    pub fn latest(&self) -> Result<Option<Arc<Snapshot>>> {
        match self.0.published.load_full() {
            Some(snapshot) if self.is_newest(&snapshot) => Ok(Some(snapshot)),
            Some(_) => self.join(|member| member.latest()),
            None => self.refresh(),
        }
    }

    /// Returns true if no member has published since this snapshot joined them.
    fn is_newest(&self, snapshot: &Snapshot) -> bool {
        let published = self.0.members.iter().filter_map(|(_, member)| {
            let published = member.0.published.load_full()?;
            Some(Arc::as_ptr(&published))
        });
        let parts = snapshot.parts().iter();
        self.0.members.is_empty() || parts.map(|(_, part)| Arc::as_ptr(part)).eq(published)
    }

    /// Publishes the snapshots of the members as one.
    fn join(
        &self,
        newest: impl Fn(&Self) -> Result<Option<Arc<Snapshot>>>,
    ) -> Result<Option<Arc<Snapshot>>> {
        let _one_at_a_time = locked(&self.0.opener);
        let mut parts = Vec::with_capacity(self.0.members.len());
        for (place, member) in &self.0.members {
            if let Some(snapshot) = newest(member)? {
                parts.push((place.clone(), snapshot));
            }
        }
        let before = self.0.published.load_full();
        if parts.is_empty() || before.as_ref().is_some_and(|before| before.is_of(&parts)) {
            return Ok(before);
        }
        let snapshot = Arc::new(Snapshot::joined(before.as_deref(), parts)?);
        self.publish(Some(snapshot.clone()));
        Ok(Some(snapshot))
    }

    /// Publishes the snapshot of the newest commit, and returns it; none before the first.
    pub fn refresh(&self) -> Result<Option<Arc<Snapshot>>> {
        if !self.0.members.is_empty() {
            return self.join(Self::refresh);
        }
        let mut opener = locked(&self.0.opener);
        let snapshot = opener.newest()?;
        self.publish(snapshot.clone());
        Ok(snapshot)
    }

    /// Publishes the snapshot of the manifest if that is still the newest. An index that cannot be opened is
    /// reported by the next writer.
    pub fn open_manifest(&self, folder: &IndexFolder) -> Option<(Manifest, Arc<Snapshot>)> {
        let manifest = Manifest::read(folder)?;
        let snapshot = locked(&self.0.opener).open_manifest(&manifest).ok()??;
        self.publish(Some(snapshot.clone()));
        Some((manifest, snapshot))
    }

    /// The files that the last scan of this process skipped, in path order; none before its end.
    pub fn skipped(&self) -> Option<Arc<Vec<Skipped>>> {
        if self.0.members.is_empty() {
            return self.0.skipped.load_full();
        }
        let mut all = Vec::new();
        for (place, member) in &self.0.members {
            for skipped in member.skipped()?.iter() {
                let path = place.path(&skipped.path);
                all.push(Skipped {
                    path,
                    ..skipped.clone()
                });
            }
        }
        Some(Arc::new(all))
    }

    /// Publishes the skipped files of a scan of the whole repository.
    pub fn publish_skipped(&self, mut skipped: Vec<Skipped>) {
        skipped.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        self.0.skipped.store(Some(Arc::new(skipped)));
    }

    /// Replaces the published snapshot. A thread drops the previous one if it has no other owner: dropping a
    /// large snapshot takes longer than a search.
    fn publish(&self, snapshot: Option<Arc<Snapshot>>) {
        if let Some(earlier) = self.0.published.swap(snapshot)
            && Arc::strong_count(&earlier) == 1
        {
            _ = spawn("snapshot-drop", move || drop(earlier));
        }
    }
}

/// Opens the newest [`Snapshot`]. It never writes, so any process may have one.
struct SnapshotOpener {
    folder: IndexFolder,
    opened: Option<Index>,
    graphs: GraphCache,
    newest: Option<(Arc<Snapshot>, CommitState)>,
}

/// Identity of the newest snapshot: the commit and its segments. Merging changes only the segments, and a
/// snapshot of the old segments would keep their files on disk.
#[derive(PartialEq, Eq)]
struct CommitState {
    payload: Payload,
    segments: Vec<SegmentId>,
}

impl SnapshotOpener {
    fn new(folder: &IndexFolder, graph: GraphMode) -> Self {
        Self {
            folder: folder.clone(),
            opened: None,
            graphs: GraphCache::new(&folder.vectors(), graph),
            newest: None,
        }
    }

    /// The snapshot of a manifest; none if another commit was published since. Files that are unchanged since
    /// the manifest was written are not verified again.
    fn open_manifest(&mut self, manifest: &Manifest) -> Result<Option<Arc<Snapshot>>> {
        self.folder = self
            .folder
            .with_verified(manifest.parts(self.folder.path()));
        let snapshot = self.newest()?;
        match &self.newest {
            Some((_, state)) if manifest.is_for(&state.payload) => Ok(snapshot),
            _ => Ok(None),
        }
    }

    /// The newest snapshot; none before the first commit. Cheap if nothing was committed.
    fn newest(&mut self) -> Result<Option<Arc<Snapshot>>> {
        let mut found = catch_panic(IndexPart::Lexical, || self.open_newest());
        // The index may have been deleted and rebuilt, and a panic may have left the reader in an inconsistent
        // state: one attempt from scratch.
        if found.is_err() && self.opened.is_some() {
            self.reset();
            found = catch_panic(IndexPart::Lexical, || self.open_newest());
        }
        found.map_err(|error| error.in_folder(&self.folder))
    }

    /// Drops the open index.
    fn reset(&mut self) {
        *self = Self::new(&self.folder, self.graphs.mode);
    }

    fn open_newest(&mut self) -> Result<Option<Arc<Snapshot>>> {
        if self.opened.is_none() {
            self.opened = open::open(&self.folder)?;
        }
        let Some(index) = &self.opened else {
            return Ok(None);
        };
        let Some(mut state) = CommitState::now(index)? else {
            return Ok(None);
        };
        if let Some((snapshot, known)) = &self.newest
            && *known == state
        {
            // Its graph may have been built since.
            self.graphs.graph_of(snapshot.vector_files());
            return Ok(Some(snapshot.clone()));
        }
        let before = self.newest.as_ref().map(|(before, _)| before.clone());
        for _ in 0..RETRIES {
            let opened = self.open_commit(index, &state.payload, before.as_deref());
            // A commit in the meantime would combine documents with an earlier payload, or delete referenced
            // files.
            let Some(now) = CommitState::now(index)? else {
                return Ok(None);
            };
            if now != state {
                state = now;
                continue;
            }
            let (searcher, files) = opened?;
            let graph = self.graphs.graph_of(&files);
            let snapshot = Arc::new(Snapshot::new(
                before.as_deref(),
                &self.folder.lexical().into(),
                searcher,
                &state.payload,
                files,
                graph,
            )?);
            self.newest = Some((snapshot.clone(), state));
            return Ok(Some(snapshot));
        }
        Ok(before)
    }

    /// The documents of the newest commit, and the vector files of `payload`.
    fn open_commit(
        &self,
        index: &Index,
        payload: &Payload,
        before: Option<&Snapshot>,
    ) -> Result<(Searcher, Vec<VectorFile>)> {
        let reader: tantivy::IndexReader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .try_into()?;
        let mut known = std::mem::take(&mut *locked(&self.folder.written));
        known.extend_from_slice(before.map_or(&[], Snapshot::vector_files));
        Ok((
            Searcher::of(reader.searcher().segment_readers())?,
            open_vectors(&self.folder, payload, &known)?,
        ))
    }
}

impl CommitState {
    fn now(index: &Index) -> Result<Option<Self>> {
        let metas = index.load_metas()?;
        Ok(
            Payload::decode(metas.payload.as_deref()).map(|payload| Self {
                payload,
                segments: metas.segments.iter().map(SegmentMeta::id).collect(),
            }),
        )
    }
}
