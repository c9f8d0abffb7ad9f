//! Summaries of files and directories: retrieved like leaves, by terms and by vectors, in tables
//! of their own, so that they change nothing about the scores of leaves.

use super::slots::Slots;
use super::table::{Entry, Segments, Table, count_files};
use super::{Snapshot, Vectors};
use crate::chunk::ChunkId;
use crate::corpus::{Cancel, SourcePath};
use crate::embed::Embedding;
use crate::index::damage::Part;
use crate::index::lexical::bm25;
use crate::index::lexical::schema::Fields;
use crate::index::lexical::top::Wanted;
use crate::index::passing::Passing;
use crate::index::record::path_term;
use crate::index::vector::{Slot, VectorSet};
use crate::index::{IndexError, Record};
use std::sync::{Arc, OnceLock};
use tantivy::schema::{Term, Value};
use tantivy::{DocAddress, Searcher, TantivyDocument};

/// A file, and its digest as it was given.
pub type DigestOf = (SourcePath, Arc<[u8]>);

/// The summaries of a snapshot.
pub(super) struct Summaries {
    pub(super) table: Table,
    pub(super) slots: Slots,
    files: usize,
    /// The digest of each, once somebody asked.
    digests: OnceLock<Vec<Arc<[u8]>>>,
}

impl Summaries {
    /// From those of the snapshot `before`, and what the new segments hold.
    pub(super) fn new(
        before: Option<&Snapshot>,
        segments: &Segments,
        searcher: &Searcher,
        fields: &Fields,
        new: Vec<Entry>,
        vectors: &Vectors,
    ) -> Result<Self, IndexError> {
        let none = Table::default();
        let known = before.map_or(&none, |before| &before.summaries.table);
        let (table, moves) = Table::after(known, segments, searcher, new);
        let new = table.documents(&moves.new);
        let files = match before {
            Some(before) if segments.are_same => before.summaries.files,
            _ => count_files(searcher, &table)?,
        };
        let (none, no_files) = (Slots::default(), VectorSet::default());
        let (known, earlier) = match before {
            Some(before) => (&before.summaries.slots, &before.vectors.set),
            None => (&none, &no_files),
        };
        let slots = Slots::after(known, earlier, &moves, &vectors.set, &table);
        let summaries = Self {
            files,
            table,
            slots,
            digests: OnceLock::new(),
        };
        if let Some(known) = before.and_then(|before| before.summaries.digests.get()) {
            let new = digests_of(searcher, fields, &new)?;
            _ = summaries.digests.set(moves.carry(known, new));
        }
        Ok(summaries)
    }

    /// Number of summaries of files.
    pub(super) fn files(&self) -> usize {
        self.files
    }

    /// Returns true if each has a vector.
    pub(super) fn have_vectors(&self) -> bool {
        self.slots.len() == self.table.entries.len()
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.table.entries
    }

    /// For each segment, document to summary.
    pub(super) fn of_document(&self) -> &[Arc<[u32]>] {
        &self.table.of_document
    }

    /// The entry of a file or a directory by its id.
    pub(super) fn find(&self, id: ChunkId) -> Option<&Entry> {
        self.table.find(id)
    }

    /// The entry that a document is, if it is one of these.
    pub(super) fn at(&self, address: DocAddress) -> Option<&Entry> {
        let summary = self.table.entry_at(address)?;
        self.table.entries.get(summary as usize)
    }

    /// Their numbers.
    fn all(&self) -> Vec<u32> {
        (0..self.table.entries.len() as u32).collect()
    }
}

impl Snapshot {
    /// The best `limit` of these summaries by BM25, best first, ties by id.
    pub fn summaries_by_keywords(
        &self,
        terms: &[String],
        passing: &[u32],
        limit: usize,
    ) -> Result<Vec<(u32, f32)>, IndexError> {
        if limit == 0 {
            return Ok(Vec::new());
        }
        let field = self.fields.summary;
        let terms = terms
            .iter()
            .map(|it| (Term::from_field_text(field, it), 1.0));
        let terms: Vec<(Term, f32)> = terms.collect();
        let summaries = &self.summaries;
        let numbers = passing.iter().map(|entry| self.as_summary(*entry));
        let wanted = Wanted {
            passing: &Passing::of(numbers, summaries.table.entries.len()),
            limit,
            // Summaries are no copies of one another.
            content: &u64::from,
            asked: &[],
        };
        let of_document = &summaries.table.of_document;
        let statistics = (&self.documents.statistics, summaries.table.entries.len());
        let found = bm25::search(&self.searcher, statistics, of_document, &terms, &wanted)?;
        let best = found.best.into_iter();
        Ok(best.map(|(it, score)| (self.as_entry(it), score)).collect())
    }

    /// The `limit` of these summaries whose vectors are nearest to `query`, with their
    /// cosines, compared one by one; none when cancelled.
    pub fn nearest_summaries(
        &self,
        query: &Embedding,
        passing: &[u32],
        limit: usize,
        cancel: &Cancel,
    ) -> Option<Vec<(u32, f32)>> {
        let wanted = |summary: u32| {
            let entry = self.as_entry(summary);
            passing.binary_search(&entry).is_ok()
        };
        let slots = self.summaries.slots.iter();
        let mut searched: Vec<Slot> = slots
            .filter(|(_, summary)| wanted(*summary))
            .map(|(slot, _)| slot)
            .collect();
        searched.dedup();
        let set = &self.vectors.set;
        let found = set.scan_slots(query, &searched, Slot::alone, limit, cancel)?;
        let of_slot = |(slot, cosine): (Slot, f32)| {
            let same = self.summaries.slots.entries_of(slot);
            same.filter(|summary| wanted(*summary))
                .map(move |summary| (self.as_entry(summary), cosine))
        };
        Some(found.into_iter().flat_map(of_slot).take(limit).collect())
    }

    /// The indexed files, by path, each with its digest. All are read when that is asked first; the
    /// snapshots after this one read only what is new.
    pub fn digests(&self) -> Result<Vec<DigestOf>, IndexError> {
        let digests = match self.summaries.digests.get() {
            Some(digests) => digests,
            None => {
                let documents = self.summaries.table.documents(&self.summaries.all());
                let digests = digests_of(&self.searcher, &self.fields, &documents)?;
                self.summaries.digests.get_or_init(|| digests)
            }
        };
        let mut files: Vec<DigestOf> = Vec::with_capacity(digests.len());
        for (entry, digest) in self.summaries.entries().iter().zip(digests) {
            // Directories have none.
            let path = self.path_at(entry.document)?;
            let path = path.filter(|_| !digest.is_empty());
            files.extend(path.map(|path| (path.clone(), digest.clone())));
        }
        files.sort_unstable();
        Ok(files)
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
        let entries = self.summaries.table.entries.iter();
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

    /// The summaries that have no vector.
    pub fn summaries_without_vectors(&self) -> Result<Vec<Record>, IndexError> {
        let entries = &self.summaries.table.entries;
        let missing = self.summaries.slots.missing(entries.len()).into_iter();
        let entries = missing.filter_map(|summary| entries.get(summary as usize));
        entries.map(|entry| self.record_of(entry)).collect()
    }

    fn summary_at(&self, at: DocAddress) -> Result<(Record, Vec<u8>), IndexError> {
        let entry = self.summaries.at(at);
        let entry =
            entry.ok_or_else(|| IndexError::damaged(Part::Lexical, "the table of entries"))?;
        let document: TantivyDocument = self.searcher.doc(at)?;
        let digest = document.get_first(self.fields.digest);
        let digest = digest
            .and_then(|value| value.as_bytes())
            .unwrap_or_default();
        Ok((self.decoded(entry, &document)?, digest.to_vec()))
    }

    fn as_entry(&self, summary: u32) -> u32 {
        self.leaves.entries.len() as u32 + summary
    }

    fn as_summary(&self, entry: u32) -> u32 {
        entry.saturating_sub(self.leaves.entries.len() as u32)
    }
}

/// The digests of these summaries; those of directories are empty.
fn digests_of(
    searcher: &Searcher,
    fields: &Fields,
    documents: &[DocAddress],
) -> Result<Vec<Arc<[u8]>>, IndexError> {
    let mut digests = vec![Arc::default(); documents.len()];
    // In the order of the store, whose blocks are then opened once each.
    let mut in_order: Vec<(DocAddress, usize)> = documents.iter().copied().zip(0..).collect();
    in_order.sort_unstable();
    for (at, place) in in_order {
        let document: TantivyDocument = searcher.doc(at)?;
        let digest = document.get_first(fields.digest);
        digests[place] = Arc::from(digest.and_then(|it| it.as_bytes()).unwrap_or_default());
    }
    Ok(digests)
}
