//! The answer to a query: its hits, and the state of the index that they come from.
//!
//! Principal type: [`Answer`].

use super::context::SearchContext;
use super::hit::Hit;
use super::literal::Totals;
use super::query::Query;
use super::rank::are_weak;
use crate::index::Generation;
pub use crate::index::VectorSearch;
use std::time::{Duration, Instant};

/// Hits, and the state of the index that they come from.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Answer {
    /// The query; typos in its words are replaced by names.
    pub query: Query,
    /// The names that replaced typos; empty for a query that was searched as typed.
    pub also: Vec<String>,
    /// Best first.
    pub hits: Vec<Hit>,
    /// Number of hits at the start that are listed in their order, several of which may be in one chunk: the frames
    /// of the query's stack trace or build log, innermost first, or the steps of a path.
    pub ordered: usize,
    /// True if a larger limit may list more.
    pub has_more: bool,
    /// Generation of the snapshot.
    pub generation: Generation,
    /// Share of leaves with vectors, 0 to 1; less than 1 while summaries are missing.
    pub complete: f32,
    /// Time from query to hits.
    pub took: Duration,
    /// Method that searched the vectors.
    pub vectors: VectorSearch,
    /// Numbers of all matches of a literal query, however few hits were requested.
    pub totals: Option<Totals>,
}

impl Answer {
    /// The answer with these hits to a search that began at `started`.
    pub(super) fn new(
        context: &SearchContext<'_>,
        hits: Vec<Hit>,
        vectors: VectorSearch,
        started: Instant,
    ) -> Self {
        Self {
            query: context.query.clone(),
            also: Vec::new(),
            hits,
            ordered: 0,
            has_more: false,
            generation: context.snapshot.generation(),
            complete: context.snapshot.complete(),
            took: started.elapsed(),
            vectors,
            totals: None,
        }
    }

    /// Returns true if the hits are weak matches: none of the first ones is likely an answer.
    pub fn is_weak(&self) -> bool {
        are_weak(self.hits.iter().map(|hit| hit.explanation.certainty()))
    }

    /// Returns the names that replaced typos, as a sentence.
    pub fn also_searching(&self) -> Option<String> {
        if self.also.is_empty() {
            return None;
        }
        let names = self.also.join("\", \"");
        Some(format!("also searching for \"{names}\""))
    }

    /// Describes a literal answer with fewer hits than there are; none for all others.
    pub fn cut(&self) -> Option<String> {
        let shown = self.leaf_count();
        let totals = self.totals.filter(|totals| totals.chunks > shown)?;
        Some(format!(
            "{shown} of {} chunks with {} matching lines in {} files",
            totals.chunks, totals.lines, totals.files
        ))
    }

    /// Returns the number of leaves found, which the limit of a search counts; a hit merges leaves
    /// with equal texts.
    pub fn leaf_count(&self) -> usize {
        self.hits.iter().map(|hit| 1 + hit.locations.len()).sum()
    }
}
