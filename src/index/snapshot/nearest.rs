//! Vector search over a snapshot: an exact scan, or the graph if that is faster.
//!
//! Principal type: [`Nearest`]. Invariant: cosines are exact in both cases; the graph may only miss rows.

use super::segment::equal_range;
use super::view::Snapshot;
use crate::config::GraphMode;
use crate::corpus::Cancel;
use crate::embed::Embedding;
use crate::index::entry_set::EntrySet;
use crate::index::vector::{Graph, RowId};
use std::collections::HashSet;
use std::sync::Arc;

/// Minimum number of rows that the graph searches for (HNSW's ef): a factor and a power of the total number
/// of rows. `benches/vectors.rs` measures it; `docs/benchmarks.md` has the figures for a recall@10 of 0.98.
const EF_SCALE: (f64, f64) = (5.0, 0.4);
/// Minimum number of rows that the graph searches for, per requested result.
const EF_PER_RESULT: usize = 4;
/// Minimum share of passing vectors (one in `MAX_FILTER_RATIO`) for the graph to be used: it cannot filter, so
/// for fewer it takes longer than a scan.
const MAX_FILTER_RATIO: usize = 4;

/// Method of the vector search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum VectorSearch {
    /// Not searched: not needed, no vectors yet, or no model.
    #[default]
    None,
    /// A scan of every passing vector.
    Exact,
    /// The HNSW graph, re-scored exactly.
    Graph,
}

/// Entries near the vector of a query.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Nearest {
    /// Entries and cosines, nearest first, including copies.
    pub candidates: Vec<(u32, f32)>,
    /// Method of the search.
    pub method: VectorSearch,
}

impl Snapshot {
    /// The passing entries whose vectors are nearest to `query`, with `limit` distinct contents; none when
    /// cancelled.
    pub fn nearest(
        &self,
        query: &Embedding,
        passing: &EntrySet,
        limit: usize,
        cancel: &Cancel,
    ) -> Option<Nearest> {
        let search = |graph: Option<(&Graph, usize)>, ids: Option<&[RowId]>| {
            // Equal embedded texts share a row, which has the content of the first of their chunks.
            let set = &self.rows().set;
            set.search(
                graph,
                query,
                ids,
                |id| self.content_of_row(id, passing),
                limit,
                cancel,
            )
        };
        let count = passing.count();
        if let Some((graph, ef)) = self.graph_over(count, limit) {
            let found = search(Some((&graph, ef)), None)?;
            let is_everything = found.len() == count;
            let (candidates, contents) = self.distinct(found, passing, limit);
            // With a filter or many copies, the graph may have compared too few.
            if is_everything || contents == limit {
                return Some(Nearest {
                    candidates,
                    method: VectorSearch::Graph,
                });
            }
        }
        let found = if *passing == self.documents.leaves {
            search(None, None)?
        } else {
            search(None, Some(&self.row_ids(passing)))?
        };
        Some(Nearest {
            candidates: self.distinct(found, passing, limit).0,
            method: VectorSearch::Exact,
        })
    }

    /// The content of the first of the chunks that share a row, because their embedded texts are equal.
    fn content_of_row(&self, id: RowId, passing: &EntrySet) -> Option<u64> {
        let entries = self.entries_of(id, passing);
        let first = entries.min_by_key(|entry| self.documents.chunk(*entry))?;
        Some(self.content_or_entry(first))
    }

    /// The graph and its `ef`, if it is loaded and searches `passing` rows faster than a scan.
    fn graph_over(&self, passing: usize, limit: usize) -> Option<(Arc<Graph>, usize)> {
        let rows = self.rows().set.len().max(1);
        let lazy = self.graph.as_ref()?;
        if passing * MAX_FILTER_RATIO < rows && lazy.mode != GraphMode::Always {
            return None;
        }
        let graph = lazy.get().filter(|graph| self.rows().set.has(graph))?;
        let (factor, power) = EF_SCALE;
        let least = (factor * (rows as f64).powf(power)).max((EF_PER_RESULT * limit) as f64);
        let share = passing as f64 / rows as f64;
        // Increased so that enough of the rows pass.
        let ef = least / share.clamp(1.0 / MAX_FILTER_RATIO as f64, 1.0);
        Some((graph, ef as usize))
    }

    /// The entries of rows, in order, with `limit` distinct contents; and the number of contents.
    fn distinct(
        &self,
        found: Vec<(RowId, f32)>,
        passing: &EntrySet,
        limit: usize,
    ) -> (Vec<(u32, f32)>, usize) {
        let mut contents = HashSet::with_capacity(limit.min(found.len()));
        let mut candidates = Vec::with_capacity(found.len());
        for (id, cosine) in found {
            let mut entries: Vec<u32> = self.entries_of(id, passing).collect();
            entries.sort_by_cached_key(|entry| self.documents.chunk(*entry));
            for entry in entries {
                if contents.len() == limit {
                    break;
                }
                contents.insert(self.content_or_entry(entry));
                candidates.push((entry, cosine));
            }
        }
        (candidates, contents.len())
    }

    /// The passing entries with the vector of a row.
    fn entries_of<'s>(
        &'s self,
        id: RowId,
        passing: &'s EntrySet,
    ) -> impl Iterator<Item = u32> + 's {
        let segments = self.rows().segments.iter().zip(&self.documents.starts);
        segments
            .filter(move |(rows, _)| rows.may_have(id))
            .flat_map(move |(rows, start)| {
                equal_range(&rows.pairs, id).map(move |document| start + document)
            })
            .filter(|entry| passing.contains(*entry))
    }

    /// The rows of passing entries, ascending.
    fn row_ids(&self, passing: &EntrySet) -> Vec<RowId> {
        let mut ids = Vec::new();
        for (rows, start) in self.rows().segments.iter().zip(&self.documents.starts) {
            for (id, document) in &rows.pairs {
                if passing.contains(start + document) {
                    ids.push(*id);
                }
            }
        }
        // The runs are already sorted.
        ids.sort();
        ids.dedup();
        ids
    }

    /// The entries in a set that have no vector.
    pub(super) fn missing<'s>(&'s self, among: &'s EntrySet) -> impl Iterator<Item = u32> + 's {
        let segments = self.rows().segments.iter().zip(&self.documents.starts);
        segments
            .flat_map(|(rows, start)| rows.missing.iter().map(move |document| start + document))
            .filter(|entry| among.contains(*entry))
    }

    /// The cosine of an entry's vector and a query's; none if it has no vector yet.
    pub fn cosine(&self, query: &Embedding, entry: u32) -> Option<f32> {
        self.rows().set.cosine(query, self.key(entry)?)
    }
}
