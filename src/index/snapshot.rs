//! One immutable state of the index.

use super::graphs::LoadingGraph;
use super::lexical::conditions::{self, Clause};
use super::lexical::schema::{DIRECTORY, ENTRY, FILE, Fields};
use super::lexical::statistics::Statistics;
use super::lexical::top::{Keywords, Top};
use super::passing::Passing;
use super::payload::{Generation, Identity, Payload};
use super::vector::VectorFile;
use super::{IndexError, Record};
use crate::chunk::ChunkId;
use crate::config::GraphUse;
use crate::corpus::SourcePath;
use crate::embed::EmbeddingKey;
use nearest::Vectors;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};
use summaries::Summaries;
use tantivy::collector::DocSetCollector;
use tantivy::query::{BooleanQuery, BoostQuery, Occur, Query, TermQuery};
use tantivy::schema::{IndexRecordOption, Term, Value};
use tantivy::{DocAddress, Searcher, TantivyDocument};

mod coverage;
mod names;
mod nearest;
mod summaries;

pub use coverage::Coverage;
pub use names::Referring;
pub(super) use nearest::GRAPH_THRESHOLD;
pub use nearest::Nearest;

/// What readers see: the commit's documents and vectors, and nothing that came later.
///
/// An *entry* is a leaf that takes part in retrieval, named by its position in ChunkId order, so
/// that the lower of two entries with equal scores is the one with the lower id. The summaries of
/// files and directories are entries too, numbered behind the leaves.
pub struct Snapshot {
    searcher: Searcher,
    fields: Fields,
    generation: Generation,
    identity: Identity,
    files: usize,
    /// Entries in ChunkId order.
    entries: Vec<Entry>,
    /// For each segment, document to entry; `u32::MAX` where it is none.
    of_document: Vec<Arc<[u32]>>,
    statistics: Statistics,
    vectors: Vectors,
    summaries: Summaries,
    /// The indexed files, once somebody asked.
    paths: OnceLock<Vec<SourcePath>>,
}

#[derive(Clone, Copy)]
struct Entry {
    id: ChunkId,
    key: EmbeddingKey,
    document: DocAddress,
}

impl Snapshot {
    pub(super) fn new(
        searcher: Searcher,
        fields: Fields,
        payload: &Payload,
        files: Vec<VectorFile>,
        wanted: GraphUse,
        graph: Option<LoadingGraph>,
    ) -> Result<Self, IndexError> {
        let Living {
            leaves: entries,
            summaries,
            files: documents,
        } = living(&searcher)?;
        let of_document = by_document(&searcher, &entries);
        let weighted = fields.weighted().map(|(field, _)| field);
        let statistics = Statistics::count(&searcher, weighted, &of_document)?;
        let vectors = Vectors::new(files, wanted, graph, &entries)?;
        let summaries = Summaries::new(summaries, &searcher, &fields, &vectors)?;
        let identity = payload.identity.clone();
        Ok(Self {
            searcher,
            fields,
            generation: payload.generation,
            identity,
            files: documents,
            entries,
            of_document,
            statistics,
            vectors,
            summaries,
            paths: OnceLock::new(),
        })
    }

    /// Which commit this is.
    pub fn generation(&self) -> Generation {
        self.generation
    }

    /// What it was made with.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Leaves that take part in retrieval.
    pub fn leaves(&self) -> usize {
        self.entries.len()
    }

    /// Those of them that have a vector.
    pub fn vectors(&self) -> usize {
        self.vectors.entries()
    }

    /// Share of leaves with vectors, 0 to 1; 1 where there is no leaf.
    pub fn complete(&self) -> f32 {
        match self.leaves() {
            0 => 1.0,
            leaves => self.vectors() as f32 / leaves as f32,
        }
    }

    /// Indexed files.
    pub fn files(&self) -> usize {
        self.files
    }

    /// Whether a graph is there or being loaded.
    pub fn has_graph(&self) -> bool {
        self.vectors.has_graph()
    }

    pub(super) fn vector_files(&self) -> &[VectorFile] {
        self.vectors.files()
    }

    /// The embedding keys of all entries.
    pub(super) fn keys(&self) -> impl Iterator<Item = EmbeddingKey> + '_ {
        let entries = self.entries.iter().chain(self.summaries.entries());
        entries.map(|entry| entry.key)
    }

    /// Files with leaves that have no vector.
    pub fn files_without_vectors(&self) -> Result<Vec<SourcePath>, IndexError> {
        let missing: BTreeSet<u32> = self.vectors.missing(self.entries.len()).collect();
        let paths = missing
            .into_iter()
            .map(|entry| Ok(self.record(entry)?.path));
        let paths: BTreeSet<SourcePath> = paths.collect::<Result<_, IndexError>>()?;
        Ok(paths.into_iter().collect())
    }

    /// The record of an entry.
    pub fn record(&self, entry: u32) -> Result<Record, IndexError> {
        let entry = self.entry(entry);
        let entry = entry.ok_or_else(|| IndexError::Damaged("the table of entries".to_owned()))?;
        self.record_at(entry.document)
    }

    /// An entry: the leaves first, then the summaries.
    fn entry(&self, entry: u32) -> Option<&Entry> {
        let entry = entry as usize;
        match entry.checked_sub(self.entries.len()) {
            None => self.entries.get(entry),
            Some(summary) => self.summaries.entries().get(summary),
        }
    }

    /// The record of any chunk, parents included, or of a directory.
    pub fn find(&self, id: ChunkId) -> Result<Option<Record>, IndexError> {
        let term = Term::from_field_u64(self.fields.id, id.0);
        let query = TermQuery::new(term, IndexRecordOption::Basic);
        let found = self.searcher.search(&query, &DocSetCollector)?;
        found
            .into_iter()
            .next()
            .map(|document| self.record_at(document))
            .transpose()
    }

    fn record_at(&self, address: DocAddress) -> Result<Record, IndexError> {
        self.record_of(&self.searcher.doc(address)?)
    }

    fn record_of(&self, document: &TantivyDocument) -> Result<Record, IndexError> {
        let stored = document
            .get_first(self.fields.record)
            .and_then(|value| value.as_bytes());
        stored
            .and_then(|bytes| Record::decode(bytes).ok())
            .ok_or_else(|| IndexError::Damaged("a record".to_owned()))
    }

    /// The entries that meet all clauses.
    pub fn passing(&self, clauses: &[Clause]) -> Result<Passing, IndexError> {
        if clauses.is_empty() {
            return Ok(Passing::All);
        }
        let query = conditions::query(clauses, &self.fields, &self.searcher)?;
        let documents = self.searcher.search(&query, &DocSetCollector)?;
        let entries = documents
            .into_iter()
            .map(|at| self.of_document[at.segment_ord as usize][at.doc_id as usize])
            .filter(|&entry| entry != u32::MAX);
        Ok(Passing::of(entries, self.entries.len()))
    }

    /// The best `limit` entries that pass, by BM25 summed over the fields (Robertson and Zaragoza,
    /// "The Probabilistic Relevance Framework: BM25 and Beyond", 2009), best first, ties by id; and
    /// the scores of the entries `asked` for, which the same pass gives.
    pub fn keywords(
        &self,
        terms: &[String],
        passing: &Arc<Passing>,
        limit: usize,
        asked: &[u32],
    ) -> Result<Keywords, IndexError> {
        let mut parts: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        for text in terms {
            for (field, weight) in self.fields.weighted() {
                let term = TermQuery::new(
                    Term::from_field_text(field, text),
                    IndexRecordOption::WithFreqs,
                );
                parts.push((
                    Occur::Should,
                    Box::new(BoostQuery::new(Box::new(term), weight)),
                ));
            }
        }
        if parts.is_empty() || limit == 0 {
            return Ok(Keywords::default());
        }
        let top = Top {
            entries: self.of_document.clone(),
            passing: passing.clone(),
            limit,
            asked: Arc::new(Passing::of(asked.iter().copied(), self.entries.len())),
        };
        let statistics = self.statistics.of(&self.searcher, &self.of_document);
        Ok(self.searcher.search_with_statistics_provider(
            &BooleanQuery::new(parts),
            &top,
            &statistics,
        )?)
    }
}

/// Live entries of all segments, in ChunkId order.
#[derive(Default)]
struct Living {
    leaves: Vec<Entry>,
    summaries: Vec<Entry>,
    files: usize,
}

fn living(searcher: &Searcher) -> Result<Living, IndexError> {
    let mut living = Living::default();
    for (ordinal, segment) in searcher.segment_readers().iter().enumerate() {
        let fast = segment.fast_fields();
        let ids = fast.u64("id")?.first_or_default_col(0);
        let keys = fast.u64("key")?.first_or_default_col(0);
        let flags = fast.u64("entry")?.first_or_default_col(0);
        for doc in segment.doc_ids_alive() {
            let entry = || Entry {
                id: ChunkId(ids.get_val(doc)),
                key: EmbeddingKey(keys.get_val(doc)),
                document: DocAddress::new(ordinal as u32, doc),
            };
            match flags.get_val(doc) {
                ENTRY => living.leaves.push(entry()),
                kind @ (FILE | DIRECTORY) => {
                    living.summaries.push(entry());
                    living.files += usize::from(kind == FILE);
                }
                _ => {}
            }
        }
    }
    for entries in [&mut living.leaves, &mut living.summaries] {
        entries.sort_unstable_by_key(|entry| entry.id);
    }
    Ok(living)
}

fn by_document(searcher: &Searcher, entries: &[Entry]) -> Vec<Arc<[u32]>> {
    let readers = searcher.segment_readers().iter();
    let mut tables: Vec<Vec<u32>> = readers
        .map(|segment| vec![u32::MAX; segment.max_doc() as usize])
        .collect();
    for (position, entry) in (0u32..).zip(entries) {
        tables[entry.document.segment_ord as usize][entry.document.doc_id as usize] = position;
    }
    tables.into_iter().map(Arc::from).collect()
}
