//! Numbers of leaves by language, kind and path, for filter completion, as methods of [`Snapshot`].
//!
//! Principal type: [`Counts`]. Only live leaves count.

use super::Snapshot;
use crate::chunk::Format;
use crate::corpus::SourcePath;
use crate::index::lexical::postings::for_each_term;
use crate::index::lexical::schema::FIELDS;
use crate::index::{EntrySet, IndexError};
use crate::syntax::Language;
use std::collections::BTreeMap;
use tantivy::schema::Field;

/// Values with the number of leaves that have each.
pub type Counts = BTreeMap<String, usize>;

impl Snapshot {
    /// Number of passing leaves per language. Aliases and extensions of a known language count as
    /// that language.
    pub fn languages(&self, passing: &EntrySet) -> Result<Counts, IndexError> {
        let is_own_name = |name: &str| Language::named(name).is_none_or(|it| it.name() == name);
        let mut counts = self.counts(FIELDS.language, passing)?;
        counts.retain(|name, _| is_own_name(name) && !is_extension(name));
        Ok(counts)
    }

    /// Number of passing leaves per kind.
    pub fn kinds(&self, passing: &EntrySet) -> Result<Counts, IndexError> {
        self.counts(FIELDS.kind, passing)
    }

    /// Number of passing leaves per term of a field; terms without any are omitted.
    fn counts(&self, field: Field, passing: &EntrySet) -> Result<Counts, IndexError> {
        let mut counts = Counts::new();
        let segments = self.searcher.segment_readers().iter();
        for (segment, start) in segments.zip(&self.documents.starts) {
            let passes = |document: &u32| passing.contains(start + document);
            for_each_term(segment, field, "", |term| {
                let count = term.documents()?.filter(passes).count();
                if count > 0 {
                    *counts.entry(term.text.to_owned()).or_default() += count;
                }
                Ok(())
            })?;
        }
        Ok(counts)
    }
}

/// Returns true if the name is an extension of a known language or format with another name.
fn is_extension(name: &str) -> bool {
    let file = SourcePath::new(&format!("a.{name}"));
    let of_format = Format::of_extension(name).is_some_and(|format| format.name() != name);
    let of_language = || Language::named(name).is_none() && Language::of(&file, "").is_some();
    of_format || of_language()
}
