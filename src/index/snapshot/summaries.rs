//! Summaries of files and directories: retrieved like leaves, by terms and by vectors, in tables
//! of their own, so that they change nothing about the scores of leaves.

use super::{Entry, Snapshot, Vectors, by_document};
use crate::corpus::{Cancel, SourcePath};
use crate::embed::{Embedding, EmbeddingKey};
use crate::index::lexical::conditions::{self, Clause};
use crate::index::lexical::schema::Fields;
use crate::index::lexical::statistics::Statistics;
use crate::index::lexical::top::Top;
use crate::index::passing::Passing;
use crate::index::record::path_term;
use crate::index::vector::Slot;
use crate::index::{IndexError, Record};
use std::sync::{Arc, OnceLock};
use tantivy::collector::DocSetCollector;
use tantivy::query::{BooleanQuery, Occur, Query, TermQuery};
use tantivy::schema::{IndexRecordOption, Term, Value};
use tantivy::{DocAddress, DocSet, Searcher, TERMINATED, TantivyDocument, TantivyError};

/// The summaries of a snapshot.
pub(super) struct Summaries {
    /// In ChunkId order.
    entries: Vec<Entry>,
    /// For each segment, document to summary; `u32::MAX` where it is none.
    of_document: Vec<Arc<[u32]>>,
    statistics: Statistics,
    /// Slots and the summaries whose vector they hold, ascending.
    slots: Vec<(Slot, u32)>,
    /// What each is of, once somebody asked.
    paths: OnceLock<Vec<SourcePath>>,
}

impl Summaries {
    pub(super) fn new(
        entries: Vec<Entry>,
        searcher: &Searcher,
        fields: &Fields,
        vectors: &Vectors,
    ) -> Result<Self, IndexError> {
        let of_document = by_document(searcher, &entries);
        let statistics = Statistics::count(searcher, [fields.summary], &of_document)?;
        let found = (0u32..).zip(&entries);
        let mut slots: Vec<(Slot, u32)> = found
            .filter_map(|(summary, entry)| Some((vectors.slot(entry)?, summary)))
            .collect();
        slots.sort_unstable();
        Ok(Self {
            entries,
            of_document,
            statistics,
            slots,
            paths: OnceLock::new(),
        })
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

impl Snapshot {
    /// The summaries that meet all clauses, as entries, in order.
    pub fn passing_summaries(&self, clauses: &[Clause]) -> Result<Vec<u32>, IndexError> {
        let total = self.summaries.entries.len() as u32;
        let mut passing: Vec<u32> = if clauses.is_empty() {
            (0..total).collect()
        } else {
            let query = conditions::query(clauses, &self.fields, &self.searcher)?;
            let documents = self.searcher.search(&query, &DocSetCollector)?;
            self.numbers(documents.into_iter()).collect()
        };
        passing.sort_unstable();
        Ok(passing.into_iter().map(|it| self.as_entry(it)).collect())
    }

    /// The best `limit` of these summaries, or of all, by BM25, best first, ties by id.
    pub fn summaries_by_keywords(
        &self,
        terms: &[String],
        passing: Option<&[u32]>,
        limit: usize,
    ) -> Result<Vec<(u32, f32)>, IndexError> {
        let field = self.fields.summary;
        let parts = terms.iter().map(|text| {
            let term = Term::from_field_text(field, text);
            let query = TermQuery::new(term, IndexRecordOption::WithFreqs);
            (Occur::Should, Box::new(query) as Box<dyn Query>)
        });
        let parts: Vec<_> = parts.collect();
        if parts.is_empty() || limit == 0 {
            return Ok(Vec::new());
        }
        let of_document = &self.summaries.of_document;
        let total = self.summaries.entries.len();
        let these = |these: &[u32]| {
            let summaries = these.iter().map(|entry| self.as_summary(*entry));
            Passing::of(summaries, total)
        };
        let top = Top {
            entries: of_document.clone(),
            passing: Arc::new(passing.map_or(Passing::All, these)),
            limit,
            asked: Arc::new(Passing::of(std::iter::empty(), total)),
        };
        let statistics = self.summaries.statistics.of(&self.searcher, of_document);
        let query = BooleanQuery::new(parts);
        let found = self
            .searcher
            .search_with_statistics_provider(&query, &top, &statistics)?;
        let best = found.best.into_iter();
        Ok(best.map(|(it, score)| (self.as_entry(it), score)).collect())
    }

    /// The `limit` of these summaries, or of all, whose vectors are nearest to `query`, with their
    /// cosines, compared one by one; none when cancelled.
    pub fn nearest_summaries(
        &self,
        query: &Embedding,
        passing: Option<&[u32]>,
        limit: usize,
        cancel: &Cancel,
    ) -> Option<Vec<(u32, f32)>> {
        let wanted = |summary: u32| {
            let entry = self.as_entry(summary);
            passing.is_none_or(|passing| passing.binary_search(&entry).is_ok())
        };
        let slots = &self.summaries.slots;
        let mut searched: Vec<Slot> = slots
            .iter()
            .filter(|(_, summary)| wanted(*summary))
            .map(|(slot, _)| *slot)
            .collect();
        searched.dedup();
        let set = &self.vectors.set;
        let found = set.scan_slots(query, &searched, limit, cancel)?;
        let of_slot = |(slot, cosine): (Slot, f32)| {
            let from = slots.partition_point(|(other, _)| *other < slot);
            let same = slots[from..]
                .iter()
                .take_while(move |(other, _)| *other == slot)
                .filter(|(_, summary)| wanted(*summary));
            same.map(move |(_, summary)| (self.as_entry(*summary), cosine))
        };
        Some(found.into_iter().flat_map(of_slot).take(limit).collect())
    }

    /// The file or directory that a summary is of; none for a leaf.
    pub fn summarized_path(&self, entry: u32) -> Result<Option<&SourcePath>, IndexError> {
        let paths = match self.summaries.paths.get() {
            Some(paths) => paths,
            None => {
                let paths = self.read_paths()?;
                self.summaries.paths.get_or_init(|| paths)
            }
        };
        let summary = (entry as usize).checked_sub(self.entries.len());
        Ok(summary.and_then(|summary| paths.get(summary)))
    }

    /// From the dictionary of paths: reading the records would take much longer.
    fn read_paths(&self) -> Result<Vec<SourcePath>, IndexError> {
        let mut paths = vec![SourcePath::new(""); self.summaries.entries.len()];
        let segments = self.searcher.segment_readers().iter();
        for (segment, numbers) in segments.zip(&self.summaries.of_document) {
            let index = segment.inverted_index(self.fields.path)?;
            let mut terms = index.terms().stream().map_err(TantivyError::from)?;
            while terms.advance() {
                let option = IndexRecordOption::Basic;
                let mut postings = index
                    .read_postings_from_terminfo(terms.value(), option)
                    .map_err(TantivyError::from)?;
                while postings.doc() != TERMINATED {
                    let path = paths.get_mut(numbers[postings.doc() as usize] as usize);
                    if let (Some(path), Ok(term)) = (path, std::str::from_utf8(terms.key())) {
                        *path = SourcePath::new(term.strip_suffix('/').unwrap_or(term));
                    }
                    postings.advance();
                }
            }
        }
        Ok(paths)
    }

    /// The summary of a directory; [`super::super::ROOT`] is the repository.
    pub fn directory(&self, path: &SourcePath) -> Result<Option<Record>, IndexError> {
        let found = self.all_with(self.fields.path, &path_term(path))?;
        Ok(found.into_iter().next())
    }

    /// The files and directories right below a directory, by path, each with its digest.
    pub fn summaries_in(
        &self,
        directory: &SourcePath,
    ) -> Result<Vec<(Record, Vec<u8>)>, IndexError> {
        self.summaries_at(self.documents_with(self.fields.directory, directory.as_str())?)
    }

    /// Every summary, by path, each with its digest.
    pub fn all_summaries(&self) -> Result<Vec<(Record, Vec<u8>)>, IndexError> {
        let entries = self.summaries.entries.iter();
        self.summaries_at(entries.map(|entry| entry.document).collect())
    }

    /// Reads in the order of the store, whose blocks are then opened once each.
    fn summaries_at(
        &self,
        mut documents: Vec<DocAddress>,
    ) -> Result<Vec<(Record, Vec<u8>)>, IndexError> {
        documents.sort_unstable();
        let found = documents.into_iter().map(|at| self.summary_at(at));
        let mut found: Vec<(Record, Vec<u8>)> = found.collect::<Result<_, _>>()?;
        found.sort_unstable_by(|(left, _), (right, _)| left.path.cmp(&right.path));
        Ok(found)
    }

    /// Keys and texts of the summaries that have no vector.
    pub fn summaries_without_vectors(&self) -> Result<Vec<(EmbeddingKey, String)>, IndexError> {
        let mut has = vec![false; self.summaries.entries.len()];
        for (_, summary) in &self.summaries.slots {
            has[*summary as usize] = true;
        }
        let missing = self.summaries.entries.iter().zip(has);
        missing
            .filter(|(_, has)| !has)
            .map(|(entry, _)| Ok((entry.key, self.record_at(entry.document)?.summary)))
            .collect()
    }

    fn summary_at(&self, at: DocAddress) -> Result<(Record, Vec<u8>), IndexError> {
        let document: TantivyDocument = self.searcher.doc(at)?;
        let digest = document.get_first(self.fields.digest);
        let digest = digest
            .and_then(|value| value.as_bytes())
            .unwrap_or_default();
        Ok((self.record_of(&document)?, digest.to_vec()))
    }

    fn numbers(&self, documents: impl Iterator<Item = DocAddress>) -> impl Iterator<Item = u32> {
        documents
            .map(|at| self.summaries.of_document[at.segment_ord as usize][at.doc_id as usize])
            .filter(|summary| *summary != u32::MAX)
    }

    fn as_entry(&self, summary: u32) -> u32 {
        self.entries.len() as u32 + summary
    }

    fn as_summary(&self, entry: u32) -> u32 {
        entry.saturating_sub(self.entries.len() as u32)
    }
}
