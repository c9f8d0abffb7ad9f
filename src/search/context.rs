//! The sources of an answer, and the reasons why there is none.

use super::query::Query;
use crate::chunk::ChunkId;
use crate::corpus::{Cancel, GitUnavailable};
use crate::embed::{EmbedError, Model};
use crate::extract::DocumentReader;
use crate::index::{IndexError, Snapshot};

/// Result of a search.
pub(crate) type Result<T, E = SearchError> = std::result::Result<T, E>;

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
    pub fn with<'q>(self, query: &'q Query) -> SearchContext<'q>
    where
        's: 'q,
    {
        SearchContext { query, ..self }
    }

    /// The model, if the query is compared by vectors and those of the index are the model's.
    pub(super) fn usable<'m>(&self, model: Option<&'m Model>) -> Option<&'m Model> {
        let model = model?;
        let is_usable =
            self.query.mode.uses_vectors() && *model.id() == self.snapshot.identity().model;
        is_usable.then_some(model)
    }

    pub(super) fn check_cancelled(&self) -> Result<(), SearchError> {
        if self.cancel.is_cancelled() {
            return Err(SearchError::Cancelled);
        }
        Ok(())
    }
}

/// Reason why a query has no answer.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The search was cancelled.
    #[error("the search was cancelled")]
    Cancelled,
    /// The index failed.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// A pattern cannot be compiled, or a filter has no such value; a sentence for people.
    #[error("{0}")]
    Query(String),
    /// The query has `in:changed`.
    #[error(transparent)]
    Git(#[from] GitUnavailable),
    /// The query could not be embedded.
    #[error("cannot embed the query: {0}; mode `keywords` works without a model")]
    Embed(#[from] EmbedError),
    /// No chunk and no directory to compare with has the id.
    #[error("no chunk of the index has the id {0}; it may have changed since it was indexed")]
    UnknownId(ChunkId),
    /// The chunk to compare with is not indexed: licenses and blank space have no vectors.
    #[error("{0} has no indexed text to compare: licenses and blank space are not indexed")]
    NotIndexed(String),
    /// Vectors are computed after keywords are indexed.
    #[error("{0} has no vector yet; run `smriti-tui index` to compute it")]
    NoVector(String),
}
