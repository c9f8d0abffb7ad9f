//! One immutable state of the index.

use super::damage::Part;
use super::graphs::GraphSlot;
use super::lexical::bm25;
use super::lexical::schema::Fields;
use super::lexical::statistics::Statistics;
use super::lexical::top::{Keywords, Wanted};
use super::passing::Passing;
use super::payload::{Generation, Identity, Payload};
use super::vector::VectorFile;
use super::{IndexError, Record, stored};
use crate::chunk::ChunkId;
use crate::config::GraphUse;
use crate::corpus::SourcePath;
use crate::embed::{Embedding, EmbeddingKey};
use contents::Contents;
use filters::Filters;
pub use name_list::LetterSet;
use nearest::Vectors;
use segment::SegmentCache;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};
use summaries::Summaries;
use table::{Entry, Moves, Segments, Table, find, merged};
use tantivy::schema::{Term, Value};
use tantivy::{DocAddress, Searcher, TantivyDocument};

mod columns;
mod contents;
mod coverage;
mod filters;
mod hierarchy;
mod labels;
mod name_list;
mod names;
mod nearest;
mod paths;
mod segment;
mod slots;
mod summaries;
mod table;
#[cfg(test)]
mod tests;

pub use columns::Counts;
pub use coverage::{Coverage, Word};
pub use labels::Labelling;
pub use names::Referring;
pub use nearest::GRAPH_THRESHOLD;
pub use nearest::Nearest;
pub use summaries::DigestOf;

/// The key of what has no vector.
const NO_KEY: EmbeddingKey = EmbeddingKey(0);

/// Immutable view for readers: the documents and vectors of one commit.
///
/// An *entry* is a leaf that takes part in retrieval, named by its position in ChunkId order, so
/// that the lower of two entries with equal scores is the one with the lower id. The summaries of
/// files and directories are entries too, numbered behind the leaves.
pub struct Snapshot {
    searcher: Searcher,
    fields: Fields,
    generation: Generation,
    identity: Identity,
    /// Summaries of directories are of files as they were before.
    summaries_due: bool,
    leaves: Table,
    documents: Arc<Documents>,
    vectors: Vectors,
    summaries: Summaries,
}

/// Data that depends on the documents alone: snapshots that differ only in vectors share it.
struct Documents {
    /// The leaves by their contents.
    contents: Contents,
    /// Chunks that are not entries, by ChunkId: parents, and leaves excluded from retrieval.
    others: Vec<Entry>,
    statistics: Statistics,
    /// The indexed files, once requested.
    paths: OnceLock<Arc<[SourcePath]>>,
    /// The labels of the leaves, once requested.
    labels: OnceLock<Vec<u8>>,
    /// Caches of each segment.
    segments: Vec<Arc<SegmentCache>>,
    filters: Filters,
}

impl Documents {
    fn after(
        before: Option<&Snapshot>,
        searcher: &Searcher,
        fields: &Fields,
        (leaves, moves): (&Table, &Moves),
        (segments, others): (&Segments, Vec<Entry>),
    ) -> Result<Self, IndexError> {
        let none = Contents::default();
        let documents = before.map(|before| &before.documents);
        let contents = documents.map_or(&none, |it| &it.contents);
        let known = documents.map_or(&[][..], |it| &it.others);
        let (others, _) = merged(known, segments, searcher, others);
        let caches = documents.map_or(&[][..], |it| &it.segments);
        let readers = searcher.segment_readers();
        let caches = SegmentCache::after(caches, segments, readers.len());
        let scored = fields.scored();
        let tokens = readers.iter().zip(&caches);
        let tokens = tokens.map(|(segment, cache)| cache.tokens(segment, &scored));
        let tokens: Vec<&[u64]> = tokens.collect::<Result<_, _>>()?;
        let statistics = Statistics::of(readers.iter().zip(tokens), &scored)?;
        Ok(Self {
            contents: Contents::after(contents, moves, &leaves.entries),
            others,
            statistics,
            paths: OnceLock::new(),
            labels: OnceLock::new(),
            segments: caches,
            filters: Filters::default(),
        })
    }
}

impl Snapshot {
    /// The snapshot of a commit. It takes over from the one `before` what did not change, so that it
    /// costs what the commit changed; that must be of the same index.
    pub(super) fn new(
        before: Option<&Self>,
        searcher: Searcher,
        fields: Fields,
        payload: &Payload,
        files: Vec<VectorFile>,
        graph: (GraphUse, Option<Arc<GraphSlot>>),
    ) -> Result<Self, IndexError> {
        let earlier = before.map(|before| &before.searcher);
        let segments = Segments::between(earlier, &searcher);
        let read = segments.read_new(&searcher)?;
        let none = Table::default();
        let table = before.map_or(&none, |before| &before.leaves);
        let (leaves, moves) = Table::after(table, &segments, &searcher, read.leaves);
        let documents = match before {
            Some(before) if segments.are_same => before.documents.clone(),
            _ => {
                let others = (&segments, read.others);
                let leaves = (&leaves, &moves);
                Arc::new(Documents::after(
                    before, &searcher, &fields, leaves, others,
                )?)
            }
        };
        let known = before.map(|before| &before.vectors);
        let vectors = Vectors::new(files, graph, known, &moves, &leaves)?;
        let new = read.summaries;
        let summaries = Summaries::new(before, &segments, &searcher, &fields, new, &vectors)?;
        Ok(Self {
            searcher,
            fields,
            generation: payload.generation,
            identity: payload.identity.clone(),
            summaries_due: payload.summaries_due,
            leaves,
            documents,
            vectors,
            summaries,
        })
    }

    /// Generation of the commit.
    pub fn generation(&self) -> Generation {
        self.generation
    }

    /// Inputs that determined the index.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Leaves that take part in retrieval.
    pub fn leaves(&self) -> usize {
        self.leaves.entries.len()
    }

    /// Those of them that have a vector.
    pub fn vectors(&self) -> usize {
        self.vectors.entries()
    }

    /// Share of leaves with vectors, 0 to 1; 1 where there is no leaf. Less than 1 also while summaries
    /// or their vectors are due: the same question may be answered differently once they are made.
    pub fn complete(&self) -> f32 {
        let share = match self.leaves() {
            0 => 1.0,
            leaves => self.vectors() as f32 / leaves as f32,
        };
        match self.summaries_due || !self.summaries.have_vectors() {
            true => share.min(1.0_f32.next_down()),
            false => share,
        }
    }

    /// Returns true if every entry has its vector, summaries included.
    pub fn has_all_vectors(&self) -> bool {
        self.vectors() == self.leaves() && self.summaries.have_vectors()
    }

    /// Indexed files.
    pub fn files(&self) -> usize {
        self.summaries.files()
    }

    /// Returns true if a graph is loaded or loading.
    pub fn has_graph(&self) -> bool {
        self.vectors.has_graph()
    }

    pub(super) fn vector_files(&self) -> &[VectorFile] {
        self.vectors.files()
    }

    /// The embedding keys of all entries.
    pub(super) fn keys(&self) -> impl Iterator<Item = EmbeddingKey> + '_ {
        let entries = self.leaves.entries.iter().chain(self.summaries.entries());
        entries.map(|entry| entry.key)
    }

    /// Files with leaves that have no vector.
    pub fn files_without_vectors(&self) -> Result<Vec<SourcePath>, IndexError> {
        let missing = self.vectors.missing(self.leaves.entries.len());
        let mut paths = BTreeSet::new();
        for entry in missing {
            paths.extend(self.path(entry)?.cloned());
        }
        Ok(paths.into_iter().collect())
    }

    /// The record of an entry.
    pub fn record(&self, entry: u32) -> Result<Record, IndexError> {
        let entry = self.entry(entry);
        let entry =
            entry.ok_or_else(|| IndexError::damaged(Part::Lexical, "the table of entries"))?;
        self.record_of(entry)
    }

    /// The records of entries, in the order in which they are stored: each compressed block of the
    /// store is read once.
    pub fn records(&self, entries: &[u32]) -> Result<Vec<Record>, IndexError> {
        let entries = entries.iter().filter_map(|entry| self.entry(*entry));
        let mut entries: Vec<&Entry> = entries.collect();
        entries.sort_unstable_by_key(|entry| entry.document);
        let records = entries.into_iter().map(|entry| self.record_of(entry));
        records.collect()
    }

    /// An entry: the leaves first, then the summaries.
    fn entry(&self, entry: u32) -> Option<&Entry> {
        let entry = entry as usize;
        match entry.checked_sub(self.leaves.entries.len()) {
            None => self.leaves.entries.get(entry),
            Some(summary) => self.summaries.entries().get(summary),
        }
    }

    /// The record of any chunk, parents included, or of a directory.
    pub fn find(&self, id: ChunkId) -> Result<Option<Record>, IndexError> {
        // What is above hits is asked for most.
        let found = find(&self.documents.others, id).or_else(|| self.summaries.find(id));
        let found = found.or_else(|| self.leaves.find(id));
        found.map(|entry| self.record_of(entry)).transpose()
    }

    /// The record of any document.
    fn record_at(&self, address: DocAddress) -> Result<Record, IndexError> {
        let leaf = self.leaves.entry_at(address);
        let leaf = leaf.and_then(|leaf| self.leaves.entries.get(leaf as usize));
        match leaf.or_else(|| self.summaries.at(address)) {
            Some(entry) => self.record_of(entry),
            None => {
                let segment = self.searcher.segment_reader(address.segment_ord);
                let ids = segment.fast_fields().u64("id")?.first_or_default_col(0);
                self.record_of(&Entry {
                    id: ChunkId(ids.get_val(address.doc_id)),
                    key: NO_KEY,
                    content: 0,
                    document: address,
                })
            }
        }
    }

    fn record_of(&self, entry: &Entry) -> Result<Record, IndexError> {
        self.decoded(entry, &self.searcher.doc(entry.document)?)
    }

    fn decoded(&self, entry: &Entry, document: &TantivyDocument) -> Result<Record, IndexError> {
        let key = (entry.key != NO_KEY).then_some(entry.key);
        let stored = document
            .get_first(self.fields.record)
            .and_then(|value| value.as_bytes());
        stored
            .and_then(|bytes| stored::decode(bytes, entry.id, key).ok())
            .ok_or_else(|| IndexError::damaged(Part::Lexical, "a record"))
    }

    /// The entry of a leaf that takes part in retrieval; none for everything else.
    pub fn entry_of(&self, leaf: ChunkId) -> Option<u32> {
        let entries = &self.leaves.entries;
        let found = entries.binary_search_by_key(&leaf, |entry| entry.id);
        found.ok().and_then(|at| u32::try_from(at).ok())
    }

    /// The vector of an entry; none where it has none yet.
    pub fn vector(&self, entry: u32) -> Option<Embedding> {
        self.vectors.set.get(self.entry(entry)?.key)
    }

    /// The best entries that pass until they have `limit` distinct contents, by BM25 summed over the
    /// fields (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond",
    /// 2009), best first, ties by id; and the scores of the entries `asked` for, which the same pass
    /// gives.
    pub fn keywords(
        &self,
        terms: &[String],
        passing: &Arc<Passing>,
        limit: usize,
        asked: &[u32],
    ) -> Result<Keywords, IndexError> {
        if limit == 0 {
            return Ok(Keywords::default());
        }
        let weighted = self.fields.weighted();
        let terms: Vec<(Term, f32)> = terms
            .iter()
            .flat_map(|text| {
                let fields = weighted.iter();
                fields.map(move |(field, weight)| (Term::from_field_text(*field, text), *weight))
            })
            .collect();
        let wanted = Wanted {
            passing,
            limit,
            content: &|entry| self.content(entry).unwrap_or_default(),
            asked: &self.leaves.documents(asked),
        };
        let of_document = &self.leaves.of_document;
        Ok(bm25::search(
            &self.searcher,
            (&self.documents.statistics, self.leaves()),
            of_document,
            &terms,
            &wanted,
        )?)
    }
}
