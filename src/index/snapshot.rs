//! An immutable state of the index.
//!
//! Principal type: [`Snapshot`]. Invariant: it never changes, and every lookup has a deterministic order.
//! `search` and `context` read it; the submodules add lookups by topic.

use super::damage::IndexPart;
use super::entry_set::EntrySet;
use super::graphs::GraphSlot;
use super::lexical::bm25;
use super::lexical::schema::{FIELDS, FILE};
use super::lexical::top::{KeywordRequest, Keywords};
use super::payload::{Generation, Identity, Payload};
use super::vector::VectorFile;
use super::{IndexError, Record};
use crate::chunk::ChunkId;
use crate::corpus::SourcePath;
use crate::embed::{Embedding, EmbeddingKey};
use documents::SnapshotDocuments;
pub use name_list::LetterSet;
use nearest::Vectors;
use std::collections::BTreeSet;
use std::sync::Arc;
use tantivy::schema::{Field, Term, Value};
use tantivy::{DocAddress, Searcher, SegmentReader, TantivyDocument};

mod columns;
mod coverage;
mod documents;
mod filters;
mod hierarchy;
mod name_list;
mod names;
mod nearest;
mod paths;
mod rows;
mod segment;
mod summaries;
#[cfg(test)]
mod tests;

pub use columns::Counts;
pub use coverage::{Coverage, Word};
pub use nearest::GRAPH_THRESHOLD;
pub use nearest::{Nearest, VectorSearch};
pub use summaries::DigestOf;

/// Immutable view for readers: the documents and vectors of one commit.
///
/// An *entry* is a document that can be found, numbered by its position among the segments: a leaf, or the
/// summary of a file or directory. Entries with equal scores are ordered by ChunkId, wherever they are. A new
/// snapshot costs only its changes: data read from a segment is shared by all snapshots with that segment.
pub struct Snapshot {
    searcher: Searcher,
    generation: Generation,
    identity: Identity,
    /// True if summaries of directories are outdated.
    summaries_due: bool,
    documents: Arc<SnapshotDocuments>,
    vectors: Vectors,
}

impl Snapshot {
    /// Creates the snapshot of a commit. It shares unchanged data with the snapshot `before`, which must be of
    /// the same index.
    pub(super) fn new(
        before: Option<&Self>,
        searcher: Searcher,
        payload: &Payload,
        files: Vec<VectorFile>,
        graph: Option<Arc<GraphSlot>>,
    ) -> Result<Self, IndexError> {
        let state = |segment: &SegmentReader| (segment.segment_id(), segment.num_deleted_docs());
        let states = |of: &Searcher| of.segment_readers().iter().map(state).collect::<Vec<_>>();
        let documents = match before {
            Some(before) if states(&before.searcher) == states(&searcher) => {
                before.documents.clone()
            }
            _ => {
                let known = before.map(|before| &*before.documents);
                Arc::new(SnapshotDocuments::read(known, &searcher)?)
            }
        };
        let known = before.map(|before| &before.vectors);
        Ok(Self {
            vectors: Vectors::new(files, graph, known, &documents),
            searcher,
            generation: payload.generation,
            identity: payload.identity.clone(),
            summaries_due: payload.summaries_due,
            documents,
        })
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
        match self.summaries_due || !self.summaries_have_vectors() {
            true => share.min(1.0_f32.next_down()),
            false => share,
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
        let summaries = self.documents.summaries.iter();
        summaries
            .filter(|entry| self.sort(*entry) == Some(FILE))
            .count()
    }

    fn sort(&self, entry: u32) -> Option<u64> {
        let (segment, document) = self.documents.locate(entry)?;
        segment.entry_kind(document)
    }

    /// Returns true if a graph is loaded or loading.
    pub fn has_graph(&self) -> bool {
        let graph = self.vectors.graph.as_ref();
        graph.is_some_and(|graph| graph.is_started())
    }

    pub(super) fn vector_files(&self) -> &[VectorFile] {
        self.vectors.set.files()
    }

    /// The embedding keys of all entries.
    pub(super) fn keys(&self) -> impl Iterator<Item = EmbeddingKey> + '_ {
        let documents = &self.documents;
        let entries = documents.leaves.iter().chain(documents.summaries.iter());
        entries.filter_map(|entry| self.key(entry))
    }

    /// Files with leaves that have no vector.
    pub fn files_without_vectors(&self) -> Result<Vec<SourcePath>, IndexError> {
        let mut paths = BTreeSet::new();
        for entry in self.missing(&self.documents.leaves) {
            paths.extend(self.path(entry)?.cloned());
        }
        Ok(paths.into_iter().collect())
    }

    /// The record of an entry.
    pub fn record(&self, entry: u32) -> Result<Record, IndexError> {
        let address = self.documents.address(entry);
        let address = address.ok_or_else(|| IndexError::damaged(IndexPart::Lexical, "an entry"))?;
        self.decoded(entry, &self.searcher.doc(address)?)
    }

    /// The record of any chunk, including parents, or of a directory.
    pub fn find(&self, id: ChunkId) -> Result<Option<Record>, IndexError> {
        let found = self.document_of(id);
        found.map(|entry| self.record(entry)).transpose()
    }

    /// The number of the live document of a chunk.
    fn document_of(&self, id: ChunkId) -> Option<u32> {
        let mut segments = self
            .documents
            .segments()
            .zip(self.searcher.segment_readers());
        segments.find_map(|((segment, start), reader)| {
            let mut documents = segment.with_id(id);
            let live = documents.find(|document| !reader.is_deleted(*document));
            Some(start + live?)
        })
    }

    fn decoded(&self, entry: u32, document: &TantivyDocument) -> Result<Record, IndexError> {
        let stored = document
            .get_first(FIELDS.record)
            .and_then(|value| value.as_bytes());
        let record = stored.and_then(|bytes| postcard::from_bytes::<Record>(bytes).ok());
        let located = record.zip(self.documents.locate(entry));
        let located = located.map(|(record, (segment, document))| Record {
            id: segment.chunk(document),
            key: segment.key(document),
            hash: segment.hash(document),
            ..record
        });
        located.ok_or_else(|| IndexError::damaged(IndexPart::Lexical, "a record"))
    }

    /// The entry of a leaf; none for other chunks.
    pub fn entry_of(&self, leaf: ChunkId) -> Option<u32> {
        let found = self.document_of(leaf);
        found.filter(|entry| self.documents.leaves.contains(*entry))
    }

    /// The vector of an entry; none if it has none yet.
    pub fn vector(&self, entry: u32) -> Option<Embedding> {
        self.vectors.set.get(self.key(entry)?)
    }

    fn key(&self, entry: u32) -> Option<EmbeddingKey> {
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
        let leaf = self.entry_of(record.id);
        let content = leaf.and_then(|leaf| self.content(leaf));
        content.unwrap_or(record.hash)
    }

    /// The leaves with a content, ascending.
    pub fn copies(&self, content: u64) -> Vec<u32> {
        let segments = self.documents.segments();
        let entries = segments.flat_map(|(segment, start)| {
            let documents = segment.with_content(content);
            documents.map(move |document| start + document)
        });
        entries
            .filter(|entry| self.documents.leaves.contains(*entry))
            .collect()
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
    ) -> Result<Keywords, IndexError> {
        let requested = requested
            .iter()
            .filter(|entry| self.documents.leaves.contains(**entry));
        let requested = requested
            .filter_map(|entry| self.documents.address(*entry))
            .collect();
        self.scored(
            terms,
            &FIELDS.weighted(),
            self.leaves(),
            passing,
            limit,
            requested,
        )
    }

    /// Scores documents by terms in weighted fields; `entries` documents have these fields.
    fn scored(
        &self,
        terms: &[String],
        fields: &[(Field, f32)],
        entries: usize,
        passing: &EntrySet,
        limit: usize,
        requested: Vec<DocAddress>,
    ) -> Result<Keywords, IndexError> {
        if limit == 0 {
            return Ok(Keywords::default());
        }
        let in_fields = |text: &String| -> Vec<(Term, f32)> {
            let fields = fields.iter();
            fields
                .map(|(field, weight)| (Term::from_field_text(*field, text), *weight))
                .collect()
        };
        let terms: Vec<(Term, f32)> = terms.iter().flat_map(in_fields).collect();
        let request = KeywordRequest {
            passing,
            limit,
            identify: &|entry| (self.documents.chunk(entry), self.content_of(entry)),
            scored: requested,
        };
        let statistics = (&self.documents.statistics, entries);
        let starts = &self.documents.starts;
        Ok(bm25::search(
            &self.searcher,
            statistics,
            starts,
            &terms,
            &request,
        )?)
    }
}
