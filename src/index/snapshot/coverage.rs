//! Occurrences of query words in a few entries.
//!
//! Principal types: [`Word`] and [`Coverage`]. The ranking and typo correction call it.

use super::view::Snapshot;
use crate::index::error::Result;
use crate::index::lexical::postings::seek_to;
use crate::index::lexical::schema::FIELDS;
use std::ops::ControlFlow::{self, Break, Continue};
use tantivy::postings::TermInfo;
use tantivy::schema::{Field, IndexRecordOption, Term};
use tantivy::{DocAddress, InvertedIndexReader, TantivyError};

/// A word of a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// As typed in the query.
    pub term: String,
    /// Inflected forms, whether they occur in the index or not.
    pub forms: Vec<String>,
}

impl Word {
    /// Returns true if a term is this word, in any form.
    pub fn may_be(&self, term: &str) -> bool {
        self.term == term || self.forms.iter().any(|form| form == term)
    }
}

/// A query word in the index.
#[derive(Clone, PartialEq, Debug)]
pub struct Coverage {
    /// The inverse document frequency of all forms together, in the field with the highest frequency: a rare
    /// form of a common word is not rare. 0 if no entry has the word.
    pub idf: f32,
    /// Ascending list positions of the entries that contain the word as typed.
    pub present: Vec<usize>,
    /// Ascending list positions of the entries that contain another form.
    pub by_form: Vec<usize>,
    /// Ascending list positions of the entries that contain any form, in each of the searched fields: names,
    /// place (enclosing names and path), documentation, and the rest of the text.
    pub by_field: [Vec<usize>; SEARCHED_FIELDS],
}

/// Number of fields that words are searched in.
pub const SEARCHED_FIELDS: usize = 4;

impl Snapshot {
    /// Coverage of each word by `entries`, in any field.
    pub fn coverage(&self, words: &[Word], entries: &[u32]) -> Result<Vec<Coverage>> {
        let mut addresses = Vec::with_capacity(entries.len());
        for (at, entry) in entries.iter().enumerate() {
            // Summaries have a separate field.
            if self.documents.leaves.contains(*entry)
                && let Some(address) = self.documents.address(*entry)
            {
                addresses.push((address, at));
            }
        }
        addresses.sort_unstable();
        words
            .iter()
            .map(|word| self.cover(word, &addresses))
            .collect()
    }

    fn cover(&self, word: &Word, addresses: &[(DocAddress, usize)]) -> Result<Coverage> {
        let mut forms = Vec::with_capacity(word.forms.len());
        for form in &word.forms {
            // Most forms do not occur, so one check of the text saves a lookup in every field.
            if self.is_in_text(form)? {
                forms.push(form);
            }
        }
        let (mut most, mut present, mut by_form) = (0, Vec::new(), Vec::new());
        let mut by_field: [Vec<usize>; SEARCHED_FIELDS] = Default::default();
        for ((field, _), in_field) in FIELDS.weighted().into_iter().zip(&mut by_field) {
            let before = (present.len(), by_form.len());
            let mut documents = self.look_for(field, &word.term, addresses, &mut present)?;
            for form in &forms {
                documents += self.look_for(field, form, addresses, &mut by_form)?;
            }
            most = most.max(documents);
            in_field.extend(&present[before.0..]);
            in_field.extend(&by_form[before.1..]);
        }
        for found in [&mut present, &mut by_form]
            .into_iter()
            .chain(&mut by_field)
        {
            found.sort_unstable();
            found.dedup();
        }
        let entries = self.leaves() as u64;
        // An entry with several forms counts once for each.
        let (all, most) = (entries as f32, most.min(entries) as f32);
        let idf = if most > 0.0 {
            (1.0 + (all - most + 0.5) / (most + 0.5)).ln()
        } else {
            0.0
        };
        Ok(Coverage {
            idf,
            present,
            by_form,
            by_field,
        })
    }

    /// Returns true if any live text contains a term; deleted texts do not count.
    pub fn is_in_text(&self, text: &str) -> Result<bool> {
        self.is_in_any(FIELDS.text(), text)
    }

    /// Returns true if a live entry has a term in its text, its path or the enclosing names.
    pub fn is_in_entry(&self, text: &str) -> Result<bool> {
        self.is_in_any(FIELDS.weighted().map(|(field, _)| field), text)
    }

    fn is_in_any(&self, fields: impl IntoIterator<Item = Field>, text: &str) -> Result<bool> {
        for field in fields {
            let mut is_found = false;
            self.for_each_segment(field, text, |_, _, _, live| {
                is_found = live > 0;
                Ok(if is_found { Break(()) } else { Continue(()) })
            })?;
            if is_found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds the `addresses` that have a term in a field. Returns the number of entries with the term.
    fn look_for(
        &self,
        field: Field,
        text: &str,
        addresses: &[(DocAddress, usize)],
        present: &mut Vec<usize>,
    ) -> Result<u64> {
        self.for_each_segment(field, text, |ordinal, index, info, _| {
            let segment = |at: &DocAddress| at.segment_ord as usize;
            let first = addresses.partition_point(|(at, _)| segment(at) < ordinal);
            let wanted = &addresses[first..];
            let wanted = &wanted[..wanted.partition_point(|(at, _)| segment(at) == ordinal)];
            if wanted.is_empty() {
                return Ok(Continue(()));
            }
            let mut postings = index
                .read_postings_from_terminfo(info, IndexRecordOption::Basic)
                .map_err(TantivyError::from)?;
            for (document, position) in wanted {
                if seek_to(&mut postings, document.doc_id) {
                    present.push(*position);
                }
            }
            Ok(Continue(()))
        })
    }

    /// Calls `found` with each segment that has a term in a field, and the number of live documents with it there, until
    /// it breaks. Returns the number of all these documents.
    fn for_each_segment(
        &self,
        field: Field,
        text: &str,
        mut found: impl FnMut(usize, &InvertedIndexReader, &TermInfo, u64) -> Result<ControlFlow<()>>,
    ) -> Result<u64> {
        let term = Term::from_field_text(field, text);
        let mut documents = 0;
        for (ordinal, info) in &*self.searcher.segments_with(&term)? {
            let Some(index) = self.searcher.index(*ordinal, field)? else {
                continue;
            };
            let segment = &self.searcher.segment_readers()[*ordinal];
            let live = self
                .documents
                .statistics
                .live(*ordinal, segment, index, info)?;
            documents += live;
            if found(*ordinal, index, info, live)?.is_break() {
                break;
            }
        }
        Ok(documents)
    }
}
