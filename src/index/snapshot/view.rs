//! The documents and vectors of one commit.
//!
//! Principal type: [`Snapshot`].

use super::documents::SnapshotDocuments;
use super::rows::SnapshotRows;
use crate::chunk::ChunkId;
use crate::corpus::{Place, SourcePath};
use crate::embed::{Embedding, EmbeddingKey};
use crate::index::entry_set::EntrySet;
use crate::index::error::{IndexError, IndexPart, Result};
use crate::index::lazy_graph::LazyGraph;
use crate::index::lexical::bm25::{self, KeywordRequest, Keywords};
use crate::index::lexical::schema::{FIELDS, FILE};
use crate::index::lexical::searcher::Searcher;
use crate::index::payload::{Generation, Identity, Payload};
use crate::index::record::Record;
use crate::index::vector::VectorFile;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use tantivy::schema::{Field, Term, Value};
use tantivy::{DocAddress, SegmentReader, TantivyDocument};

/// Immutable view for readers: the documents and vectors of one commit.
///
/// An *entry* is a document that can be found, numbered by its position among the segments: a leaf, or the
/// summary of a file or directory. Entries with equal scores are ordered by ChunkId, wherever they are. A new
/// snapshot costs only its changes: data read from a segment is shared by all snapshots with that segment.
pub struct Snapshot {
    pub(super) searcher: Searcher,
    generation: Generation,
    identity: Identity,
    /// True if summaries of directories are outdated.
    summaries_due: bool,
    pub(super) documents: Arc<SnapshotDocuments>,
    vector_files: Vec<VectorFile>,
    rows: OnceLock<SnapshotRows>,
    pub(super) graph: Option<Arc<LazyGraph>>,
    /// The snapshots that it joins, by place; empty for one of a lone repository.
    parts: Vec<Part>,
}

/// The snapshot of a repository, and its place among several.
pub(crate) type Part = (Place, Arc<Snapshot>);

impl Snapshot {
    /// Creates the snapshot of a commit of the index whose keywords are in the folder `lexical`. It shares unchanged data
    /// with the snapshot `before`, which must be of the same index.
    pub(crate) fn new(
        before: Option<&Self>,
        lexical: &Arc<Path>,
        searcher: Searcher,
        payload: &Payload,
        files: Vec<VectorFile>,
        graph: Option<Arc<LazyGraph>>,
    ) -> Result<Self> {
        let documents = match before {
            Some(before) if have_equal_documents(&before.searcher, &searcher) => {
                before.documents.clone()
            }
            _ => {
                let known = before.map(|before| &*before.documents);
                Arc::new(SnapshotDocuments::read(known, &searcher, lexical)?)
            }
        };
        let rows = OnceLock::new();
        if let Some(known) = before.and_then(|before| before.rows.get()) {
            rows.get_or_init(|| SnapshotRows::new(files.clone(), Some(known), &documents));
        }
        Ok(Self {
            vector_files: files,
            rows,
            searcher,
            generation: payload.generation,
            identity: payload.identity.clone(),
            summaries_due: payload.summaries_due,
            documents,
            graph,
            parts: Vec::new(),
        })
    }

    /// Joins the snapshots of several repositories as one, with the statistics of all; at least one. It shares unchanged
    /// data with the snapshot `before` of the same places.
    pub(crate) fn joined(before: Option<&Self>, parts: Vec<Part>) -> Result<Self> {
        let snapshots = || parts.iter().map(|(_, part)| &**part);
        let searcher = Searcher::joined(snapshots().map(|part| &part.searcher));
        let documents = SnapshotDocuments::joined(
            before.map(|before| &*before.documents),
            parts.iter().map(|(place, part)| (place, &*part.documents)),
            &searcher,
        )?;
        let Some(identity) = most_common_identity(&parts) else {
            return Err(IndexError::damaged(IndexPart::Lexical, "no index"));
        };
        let with_vectors = snapshots().filter(|part| part.identity.has_vectors_of(&identity));
        let files = with_vectors.map(|part| part.vector_files());
        Ok(Self {
            vector_files: files.flatten().cloned().collect(),
            rows: OnceLock::new(),
            searcher,
            generation: Generation(snapshots().map(|part| part.generation.0).sum()),
            summaries_due: snapshots().any(|part| part.summaries_due),
            identity,
            documents: Arc::new(documents),
            graph: None,
            parts,
        })
    }

    /// The snapshots that it joins, by place; empty for one of a lone repository.
    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Returns true if it joins exactly these snapshots.
    pub(crate) fn is_of(&self, parts: &[Part]) -> bool {
        let own = self.parts.iter().map(|(_, part)| Arc::as_ptr(part));
        own.eq(parts.iter().map(|(_, part)| Arc::as_ptr(part)))
    }

    /// Returns a path as one of the repository in which it is: one from a text does not know it.
    pub fn placed(&self, path: &SourcePath) -> SourcePath {
        let mut parts = self.parts.iter();
        parts
            .find_map(|(place, _)| Some(place.path(&place.inner(path)?)))
            .unwrap_or_else(|| path.clone())
    }

    /// Generation of the commit.
    pub fn generation(&self) -> Generation {
        self.generation
    }

    /// Inputs that determine the index.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Number of leaves that are entries.
    pub fn leaves(&self) -> usize {
        self.documents.leaves.count()
    }

    /// Number of these leaves that have a vector.
    pub fn vectors(&self) -> usize {
        self.leaves() - self.missing(&self.documents.leaves).count()
    }

    /// Share of leaves with vectors, 0 to 1; 1 without leaves. Also less than 1 while summaries or their
    /// vectors are due: the same query may then have another answer later.
    pub fn complete(&self) -> f32 {
        let share = match self.leaves() {
            0 => 1.0,
            leaves => self.vectors() as f32 / leaves as f32,
        };
        if self.summaries_due || !self.summaries_have_vectors() {
            share.min(1.0_f32.next_down())
        } else {
            share
        }
    }

    /// Returns true if every entry has its vector, summaries included.
    pub fn has_all_vectors(&self) -> bool {
        self.vectors() == self.leaves() && self.summaries_have_vectors()
    }

    fn summaries_have_vectors(&self) -> bool {
        self.missing(&self.documents.summaries).next().is_none()
    }

    /// Number of indexed files.
    pub fn files(&self) -> usize {
        self.documents
            .summaries
            .iter()
            .filter(|entry| self.is_file(*entry))
            .count()
    }

    /// Returns true if an entry is the summary of a file.
    pub(super) fn is_file(&self, entry: u32) -> bool {
        self.documents
            .locate(entry)
            .is_some_and(|(segment, document)| segment.entry_kind(document) == Some(FILE))
    }

    /// Returns true if a graph is loaded or loading.
    pub fn has_graph(&self) -> bool {
        self.graph.as_ref().is_some_and(|graph| graph.is_started())
    }

    pub(crate) fn vector_files(&self) -> &[VectorFile] {
        &self.vector_files
    }

    /// Looks the rows of the documents up, so that the first search of vectors need not.
    pub fn prepare_vectors(&self) {
        self.rows();
    }

    /// The rows of the documents, looked up at first use: an exact search needs none.
    pub(super) fn rows(&self) -> &SnapshotRows {
        self.rows.get_or_init(|| {
            if self.parts.is_empty() {
                return SnapshotRows::new(self.vector_files.clone(), None, &self.documents);
            }
            let parts = self.parts.iter().map(|(_, part)| part);
            let identity = &self.identity;
            SnapshotRows::joined(
                parts.map(|part| (part.rows(), part.identity.has_vectors_of(identity))),
            )
        })
    }

    /// The embedding keys of all entries.
    pub(crate) fn keys(&self) -> impl Iterator<Item = EmbeddingKey> + '_ {
        let documents = &self.documents;
        let entries = documents.leaves.iter().chain(documents.summaries.iter());
        entries.filter_map(|entry| self.key(entry))
    }

    /// Files with leaves that have no vector.
    pub fn files_without_vectors(&self) -> Result<Vec<SourcePath>> {
        let mut paths = BTreeSet::new();
        for entry in self.missing(&self.documents.leaves) {
            paths.extend(self.path(entry)?.cloned());
        }
        Ok(paths.into_iter().collect())
    }

    /// The record of an entry.
    pub fn record(&self, entry: u32) -> Result<Record> {
        let Some(address) = self.documents.address(entry) else {
            return Err(IndexError::damaged(IndexPart::Lexical, "an entry"));
        };
        self.decode(entry, &self.searcher.doc(address)?)
    }

    /// The record of any chunk, including parents, or of a directory.
    pub fn find(&self, id: ChunkId) -> Result<Option<Record>> {
        self.document_of(id)
            .map(|entry| self.record(entry))
            .transpose()
    }

    /// Returns true if it has a chunk.
    pub fn has(&self, id: ChunkId) -> bool {
        self.document_of(id).is_some()
    }

    /// The number of the live document of a chunk.
    pub(super) fn document_of(&self, id: ChunkId) -> Option<u32> {
        self.document_among(id, |_| true)
    }

    /// The same for a record, only in its repository.
    fn document_of_record(&self, record: &Record) -> Option<u32> {
        let repository = record.path.repository();
        self.document_among(record.id, |place| place.as_str() == repository)
    }

    /// The number of the live document of a chunk in one of the repositories.
    fn document_among(&self, id: ChunkId, is_wanted: impl Fn(&Place) -> bool) -> Option<u32> {
        let readers = self.searcher.segment_readers();
        for ((segment, start), reader) in self.documents.segments().zip(readers) {
            if !is_wanted(&segment.place) {
                continue;
            }
            for document in segment.with_id(id) {
                if !reader.is_deleted(document) {
                    return Some(start + document);
                }
            }
        }
        None
    }

    /// Decodes the record of an entry, and adds the fields that are stored as columns.
    pub(super) fn decode(&self, entry: u32, document: &TantivyDocument) -> Result<Record> {
        let stored = document
            .get_first(FIELDS.record)
            .and_then(|value| value.as_bytes());
        if let Some(bytes) = stored
            && let Ok(record) = postcard::from_bytes::<Record>(bytes)
            && let Some((segment, document)) = self.documents.locate(entry)
        {
            let place = &segment.place;
            return Ok(Record {
                id: segment.chunk(document),
                key: segment.key(document),
                hash: segment.hash(document),
                parent: record.parent.map(|parent| parent.among(place.as_str())),
                path: place.path(&record.path),
                ..record
            });
        }
        Err(IndexError::damaged(IndexPart::Lexical, "a record"))
    }

    /// The entry of a record's leaf; none for other chunks and silent leaves.
    pub fn entry_of(&self, record: &Record) -> Option<u32> {
        self.document_of_record(record)
            .filter(|entry| self.documents.leaves.contains(*entry))
    }

    /// Returns true if a document is one of a leaf that is indexed.
    pub fn is_entry(&self, document: u32) -> bool {
        self.documents.leaves.contains(document)
    }

    /// The entry of a leaf, silent or not; none for other chunks.
    pub fn tile_of(&self, leaf: ChunkId) -> Option<u32> {
        self.document_of(leaf)
            .filter(|entry| self.documents.tiles.contains(*entry))
    }

    /// The vector of an entry; none if it has none yet.
    pub fn vector(&self, entry: u32) -> Option<Embedding> {
        self.rows().set.get(self.key(entry)?)
    }

    pub(super) fn key(&self, entry: u32) -> Option<EmbeddingKey> {
        let (segment, document) = self.documents.locate(entry)?;
        segment.key(document)
    }

    /// The hash of the displayed text of a leaf: leaves with equal contents are one result. None for a
    /// summary.
    pub fn content(&self, entry: u32) -> Option<u64> {
        let (segment, document) = self.documents.locate(entry)?;
        segment.content(document)
    }

    /// The content of a record's leaf; for other chunks the hash of their text.
    pub fn content_of_record(&self, record: &Record) -> u64 {
        let leaf = self.document_of_record(record);
        leaf.filter(|leaf| self.documents.tiles.contains(*leaf))
            .and_then(|leaf| self.content(leaf))
            .unwrap_or(record.hash)
    }

    /// The content of a leaf; a summary is unique.
    pub(super) fn content_or_entry(&self, entry: u32) -> u64 {
        self.content(entry).unwrap_or(u64::from(entry))
    }

    /// The leaves with a content, ascending.
    pub fn copies(&self, content: u64) -> Vec<u32> {
        let mut copies = Vec::new();
        for (segment, start) in self.documents.segments() {
            copies.extend(
                segment
                    .with_content(content)
                    .map(|document| start + document),
            );
        }
        copies.retain(|entry| self.documents.tiles.contains(*entry));
        copies
    }

    /// The best passing entries with `limit` distinct contents, by BM25 summed over the fields (Robertson and
    /// Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009), best first, ties by id; and
    /// the scores of the `requested` entries from the same pass.
    pub fn keywords(
        &self,
        terms: &[String],
        passing: &EntrySet,
        limit: usize,
        requested: &[u32],
    ) -> Result<Keywords> {
        let requested = requested
            .iter()
            .filter(|entry| self.documents.leaves.contains(**entry))
            .filter_map(|entry| self.documents.address(*entry))
            .collect();
        self.score(
            terms,
            &FIELDS.weighted(),
            self.leaves(),
            passing,
            limit,
            requested,
        )
    }

    /// Scores documents by terms in weighted fields; `entries` documents have these fields.
    pub(super) fn score(
        &self,
        terms: &[String],
        fields: &[(Field, f32)],
        entries: usize,
        passing: &EntrySet,
        limit: usize,
        requested: Vec<DocAddress>,
    ) -> Result<Keywords> {
        if limit == 0 {
            return Ok(Keywords::default());
        }
        let mut weighted = Vec::with_capacity(terms.len() * fields.len());
        for text in terms {
            for (field, weight) in fields {
                weighted.push((Term::from_field_text(*field, text), *weight));
            }
        }
        let request = KeywordRequest {
            passing,
            limit,
            identify: &|entry| (self.documents.chunk(entry), self.content_or_entry(entry)),
            scored: requested,
        };
        Ok(bm25::search(
            &self.searcher,
            (&self.documents.statistics, entries),
            &self.documents.starts,
            &weighted,
            &request,
        )?)
    }
}

/// The identity whose vectors most leaves of the parts have; of equals, the first one.
fn most_common_identity(parts: &[Part]) -> Option<Identity> {
    let mut most: Option<(usize, &Identity)> = None;
    for (_, part) in parts {
        let alike = parts
            .iter()
            .filter(|(_, other)| other.identity.has_vectors_of(&part.identity));
        let leaves = alike.map(|(_, other)| other.leaves()).sum();
        if most.is_none_or(|(known, _)| leaves > known) {
            most = Some((leaves, &part.identity));
        }
    }
    most.map(|(_, identity)| identity.clone())
}

/// Returns true if two searchers have the same segments with the same deletions.
fn have_equal_documents(before: &Searcher, now: &Searcher) -> bool {
    let state = |segment: &SegmentReader| (segment.segment_id(), segment.num_deleted_docs());
    let before = before.segment_readers().iter().map(state);
    before.eq(now.segment_readers().iter().map(state))
}
