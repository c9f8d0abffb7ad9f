//! Numbers of leaves by the value of a column, for filter completion, as methods of [`Snapshot`].
//!
//! Principal type: [`Counts`]. Only live leaves count.

use super::view::Snapshot;
use crate::chunk::{Format, UNPARSED};
use crate::index::entry_set::EntrySet;
use crate::index::error::{IndexPart, Result, catch_panic};
use crate::index::lexical::conditions::{Clause, Column, Condition};
use crate::index::lexical::postings::for_each_term;
use crate::syntax::Language;
use std::collections::BTreeMap;

/// Values with the number of leaves that have each.
pub type Counts = BTreeMap<String, usize>;

impl Snapshot {
    /// Number of passing leaves per value of a column; values without any are omitted. Aliases and extensions
    /// of a known language count as that language.
    pub fn counts(&self, column: Column, passing: &EntrySet) -> Result<Counts> {
        let mut counts = Counts::new();
        let segments = self.searcher.segment_readers().iter();
        for (segment, start) in segments.zip(&self.documents.starts) {
            for_each_term(segment, column.field(), "", |term| {
                let documents = term.documents()?;
                let count = documents
                    .filter(|document| passing.contains(start + document))
                    .count();
                if count > 0 {
                    *counts.entry(term.text.to_owned()).or_default() += count;
                }
                Ok(())
            })?;
        }
        if column == Column::Language {
            counts.retain(|name, _| is_own_name(name));
        }
        Ok(counts)
    }

    /// Numbers of files with a leaf that their grammar could not parse as a whole, by language.
    pub fn unparsed_files(&self) -> Result<Counts> {
        // `status` reads an index without verifying it.
        catch_panic(IndexPart::Lexical, || {
            let condition = Condition::Value(Column::Purpose, UNPARSED.to_owned());
            let leaves = self.passing_tiles(&[Clause::from(condition)])?;
            let mut counts = Counts::new();
            for (_, leaves) in self.by_file(&leaves)? {
                if let Some(leaf) = leaves.first() {
                    let language = self.record(*leaf)?.language.unwrap_or_default();
                    *counts.entry(language).or_default() += 1;
                }
            }
            Ok(counts)
        })
    }
}

/// Returns true for the name of a language or format, but not for an alias or an extension.
fn is_own_name(name: &str) -> bool {
    Format::ALL.iter().any(|format| format.name() == name)
        || Language::named(name).is_some_and(|language| language.name() == name)
}
