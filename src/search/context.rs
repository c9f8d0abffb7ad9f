//! A query, and what it is answered from.
//!
//! Principal type: [`SearchContext`]. Everything that searches takes one; it is copied freely.

use super::error::SearchError;
use super::query::Query;
use crate::corpus::Cancel;
use crate::extract::DocumentReader;
use crate::index::Snapshot;

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

    pub(super) fn check_cancelled(&self) -> Result<(), SearchError> {
        if self.cancel.is_cancelled() {
            return Err(SearchError::Cancelled);
        }
        Ok(())
    }
}
