//! A query, and what it is answered from.
//!
//! Principal type: [`SearchContext`]. Everything that searches takes one; it is copied freely.

use super::error::SearchError;
use super::query::{Field, Purpose, Query, UnknownValue};
use crate::corpus::Cancel;
use crate::extract::DocumentReader;
use crate::index::{Column, Condition, Snapshot};

/// A query, and the sources of its answer.
#[derive(Clone, Copy)]
pub struct SearchContext<'s> {
    /// The index.
    pub snapshot: &'s Snapshot,
    /// Reads the files in which phrases and patterns are checked.
    pub reader: &'s DocumentReader,
    /// The query.
    pub query: &'s Query,
    /// Maximum number of results.
    pub limit: usize,
    /// Ends the search with [`SearchError::Cancelled`].
    pub cancel: &'s Cancel,
}

impl<'s> SearchContext<'s> {
    /// The context with another query.
    pub(super) fn with<'q>(self, query: &'q Query) -> SearchContext<'q>
    where
        's: 'q,
    {
        SearchContext { query, ..self }
    }

    /// Fails for a filter with an unknown value, and for `in:changed` if the changed files are unknown.
    pub(super) fn check_filters(&self) -> Result<(), SearchError> {
        for filter in &self.query.filters {
            let (snapshot, value) = (self.snapshot, filter.value.to_lowercase());
            if filter.field == Field::In && Purpose::named(&value) == Some(Purpose::Changed) {
                let (generation, paths) = (snapshot.generation().0, snapshot.paths()?);
                self.reader.changed_files(generation, paths, self.cancel)?;
            }
            let Some(unknown) = UnknownValue::of(filter) else {
                continue;
            };
            let language = Condition::Value(Column::Language, value).into();
            if !unknown.may_be_extension || snapshot.passing(&[language])?.count() == 0 {
                let present = snapshot.counts(Column::Language, &snapshot.passing(&[])?)?;
                return Err(SearchError::Query(unknown.sentence(filter, present.keys())));
            }
        }
        Ok(())
    }

    pub(super) fn check_cancelled(&self) -> Result<(), SearchError> {
        match self.cancel.is_cancelled() {
            true => Err(SearchError::Cancelled),
            false => Ok(()),
        }
    }
}
