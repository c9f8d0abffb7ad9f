//! Follows the commits of an index, this process's own or another's.

use super::IndexError;
use super::damage::{Part, contained};
use super::folder::IndexFolder;
use super::graphs::Graphs;
use super::lexical::open;
use super::lexical::schema::Fields;
use super::manifest::Manifest;
use super::payload::{NamedFile, Payload};
use super::snapshot::Snapshot;
use super::vector::VectorFile;
use crate::config::GraphUse;
use std::collections::HashMap;
use std::sync::Arc;
use tantivy::index::{SegmentId, SegmentMeta};
use tantivy::{Index, IndexReader, ReloadPolicy};

/// Maximum number of attempts while commits overtake the reader.
const RETRIES: usize = 8;

/// Decompressed blocks of records that a segment keeps at most, of 8 KB: an answer takes about two
/// hundred, and what is typed next finds most of them again.
const BLOCKS: usize = 1_000;

/// Gives the newest [`Snapshot`]. Takes no part in writing; any process may have one.
pub(super) struct SnapshotReader {
    folder: IndexFolder,
    opened: Option<(Index, Fields, IndexReader)>,
    files: HashMap<NamedFile, VectorFile>,
    wanted: GraphUse,
    graphs: Graphs,
    latest: Option<(Arc<Snapshot>, State)>,
}

/// Identity of the newest snapshot: the commit and its segments. Merging changes only the segments;
/// a snapshot of merged segments would keep their files on disk.
#[derive(PartialEq, Eq)]
struct State {
    payload: Payload,
    segments: Vec<SegmentId>,
}

impl SnapshotReader {
    /// A reader of the index in `folder`, which need not exist yet; `graph` says when the graph
    /// answers.
    pub(super) fn new(folder: &IndexFolder, graph: GraphUse) -> Self {
        Self {
            folder: folder.clone(),
            opened: None,
            files: HashMap::new(),
            wanted: graph,
            graphs: Graphs::new(&folder.vectors(), graph),
            latest: None,
        }
    }

    /// The snapshot that a manifest was written with; none where another commit is published by now.
    /// Files that are as the manifest says are opened without a look at their checksums.
    pub(super) fn noted_in(
        &mut self,
        manifest: &Manifest,
    ) -> Result<Option<Arc<Snapshot>>, IndexError> {
        self.folder = self.folder.trusting(manifest.parts(self.folder.path()));
        let snapshot = self.latest()?;
        let state = self.latest.as_ref().map(|(_, state)| state);
        Ok(snapshot.filter(|_| state.is_some_and(|state| manifest.is_of(&state.payload))))
    }

    /// The newest snapshot, none before the first commit. Cheap when nothing was committed.
    pub(super) fn latest(&mut self) -> Result<Option<Arc<Snapshot>>, IndexError> {
        let mut found = contained(Part::Lexical, || self.look());
        // The folder was emptied and made anew under us, perhaps: look once more from scratch.
        if found.is_err() && self.opened.is_some() {
            self.start_over();
            found = contained(Part::Lexical, || self.look());
        }
        found.map_err(|error| error.in_folder(&self.folder))
    }

    /// Forgets what was opened.
    pub(super) fn start_over(&mut self) {
        *self = Self::new(&self.folder, self.wanted);
    }

    fn look(&mut self) -> Result<Option<Arc<Snapshot>>, IndexError> {
        if self.opened.is_none() {
            let Some((index, fields)) = open::open(&self.folder)? else {
                return Ok(None);
            };
            let reader = index
                .reader_builder()
                .reload_policy(ReloadPolicy::Manual)
                .doc_store_cache_num_blocks(BLOCKS)
                .try_into()?;
            self.opened = Some((index, fields, reader));
        }
        let Some((index, fields, reader)) = &self.opened else {
            return Ok(None);
        };
        let Some(mut state) = State::now(index)? else {
            return Ok(None);
        };
        if let Some((snapshot, known)) = &self.latest
            && *known == state
        {
            // Its graph may have been built meanwhile.
            self.graphs.over(snapshot.vector_files());
            return Ok(Some(snapshot.clone()));
        }
        for _ in 0..RETRIES {
            reader.reload()?;
            let searcher = reader.searcher();
            let named = &state.payload.vectors;
            let files = open_files(&self.folder, named, &mut self.files);
            // A commit meanwhile would pair documents with an earlier payload, or delete the files
            // that it names.
            match State::now(index)? {
                Some(now) if now == state => {
                    let files = files?;
                    let graph = self.graphs.over(&files);
                    let payload = &state.payload;
                    let before = self.latest.as_ref().map(|(before, _)| &**before);
                    let graph = (self.wanted, graph);
                    let snapshot = Snapshot::new(before, searcher, *fields, payload, files, graph)?;
                    let snapshot = Arc::new(snapshot);
                    self.latest = Some((snapshot.clone(), state));
                    return Ok(Some(snapshot));
                }
                Some(now) => state = now,
                None => return Ok(None),
            }
        }
        Ok(self.latest.as_ref().map(|(snapshot, _)| snapshot.clone()))
    }
}

impl State {
    fn now(index: &Index) -> Result<Option<Self>, IndexError> {
        let metas = index.load_metas()?;
        let payload = Payload::decode(metas.payload.as_deref());
        let segments = metas.segments.iter().map(SegmentMeta::id).collect();
        Ok(payload.map(|payload| Self { payload, segments }))
    }
}

/// Opens each file once; one that is damaged is left out: its leaves count as without vectors, and
/// the writer makes them again.
fn open_files(
    folder: &IndexFolder,
    named: &[NamedFile],
    known: &mut HashMap<NamedFile, VectorFile>,
) -> Result<Vec<VectorFile>, IndexError> {
    known.retain(|file, _| named.contains(file));
    for file in named {
        if !known.contains_key(file)
            && let Some(opened) = file.open_in(folder)?
        {
            known.insert(*file, opened);
        }
    }
    let files = named.iter().filter_map(|file| known.get(file).cloned());
    Ok(files.collect())
}
