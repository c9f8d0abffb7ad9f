//! How many leaves there are of each language, kind and path: what filters would let through.

use super::Snapshot;
use super::table::NONE;
use crate::chunk::Format;
use crate::corpus::SourcePath;
use crate::index::{IndexError, Passing};
use crate::syntax::Language;
use std::collections::BTreeMap;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocSet, TERMINATED, TantivyError};

/// Values and how many leaves have each.
pub type Counts = BTreeMap<String, usize>;

impl Snapshot {
    /// How many of the leaves that pass are of each language. Aliases and extensions of a known
    /// language are not told apart from it.
    pub fn languages(&self, passing: &Passing) -> Result<Counts, IndexError> {
        let is_own_name = |name: &str| Language::named(name).is_none_or(|it| it.name() == name);
        let mut counts = self.counts(self.fields.language, passing)?;
        counts.retain(|name, _| is_own_name(name) && !is_extension(name));
        Ok(counts)
    }

    /// How many of the leaves that pass are of each kind.
    pub fn kinds(&self, passing: &Passing) -> Result<Counts, IndexError> {
        self.counts(self.fields.kind, passing)
    }

    /// How many of the leaves that pass have each term of a field; terms that none has are left
    /// out.
    fn counts(&self, field: Field, passing: &Passing) -> Result<Counts, IndexError> {
        let mut counts = Counts::new();
        let segments = self.searcher.segment_readers().iter();
        for (segment, entries) in segments.zip(&self.leaves.of_document) {
            let index = segment.inverted_index(field)?;
            let mut terms = index.terms().stream().map_err(TantivyError::from)?;
            while terms.advance() {
                let Ok(term) = std::str::from_utf8(terms.key()) else {
                    continue;
                };
                let option = IndexRecordOption::Basic;
                let postings = index.read_postings_from_terminfo(terms.value(), option);
                let mut postings = postings.map_err(TantivyError::from)?;
                let mut count = 0;
                while postings.doc() != TERMINATED {
                    let entry = entries.get(postings.doc() as usize).copied();
                    let passes = entry.is_some_and(|it| it != NONE && passing.contains(it));
                    count += usize::from(passes);
                    postings.advance();
                }
                if count > 0 {
                    match counts.get_mut(term) {
                        Some(sum) => *sum += count,
                        None => _ = counts.insert(term.to_owned(), count),
                    }
                }
            }
        }
        Ok(counts)
    }
}

/// Whether files of a known language or format, which is called otherwise, end so.
fn is_extension(name: &str) -> bool {
    let file = SourcePath::new(&format!("a.{name}"));
    let of_format = Format::of_extension(name).is_some_and(|format| format.name() != name);
    let of_language = || Language::named(name).is_none() && Language::of(&file, "").is_some();
    of_format || of_language()
}
