//! Vector search over a snapshot: an exact scan, or the graph where it is there and wanted.

use super::Snapshot;
use super::slots::Slots;
use super::table::{Moves, Table};
use crate::config::GraphUse;
use crate::corpus::Cancel;
use crate::embed::Embedding;
use crate::index::graphs::GraphSlot;
use crate::index::passing::{Bits, Passing};
use crate::index::vector::{Graph, Slot, VectorError, VectorFile, VectorSet};
use std::collections::HashSet;
use std::sync::Arc;

/// Minimum number of passing vectors for the graph to be used: below it an exact scan is fast enough.
pub const GRAPH_THRESHOLD: usize = 50_000;
/// Minimum number of rows that the graph looks for (HNSW's ef): a factor and a power of the rows there
/// are. `benches/vectors.rs` measures it; the README has the figures for a recall@10 of 0.98.
const EF_OF_ROWS: (f64, f64) = (4.0, 0.4);
/// Minimum number of rows that the graph looks for, for each result wanted.
const EF_FOR_EACH: usize = 4;
/// The graph answers where at least one vector of so many passes; it cannot tell which do, and of
/// fewer it would look at more rows than a scan.
const GRAPH_SHARE: usize = 2;
/// Below this share (one in `NARROW`) passing entries are scanned one by one instead of by file.
const NARROW: usize = 4;

/// Entries near a query's vector.
#[derive(Clone, PartialEq, Debug)]
pub struct Nearest {
    /// Entries and cosines, nearest first, copies among them.
    pub candidates: Vec<(u32, f32)>,
    /// True if the graph was used.
    pub graph: bool,
}

/// Entries and cosines, nearest first, and how many distinct contents they have.
struct DistinctEntries {
    contents: usize,
    candidates: Vec<(u32, f32)>,
}

impl DistinctEntries {
    fn answered_by(self, graph: bool) -> Nearest {
        Nearest {
            candidates: self.candidates,
            graph,
        }
    }
}

/// The rows of a snapshot's entries.
pub(super) struct Vectors {
    pub(super) set: VectorSet,
    entries: Slots,
    /// Slots with an entry.
    live: SlotSet,
    wanted: GraphUse,
    graph: Option<Arc<GraphSlot>>,
}

impl Vectors {
    /// The rows of a table's entries in these files; `moves` is what became of the entries whose
    /// rows are known from `before`.
    pub(super) fn new(
        files: Vec<VectorFile>,
        (wanted, graph): (GraphUse, Option<Arc<GraphSlot>>),
        before: Option<&Self>,
        moves: &Moves,
        table: &Table,
    ) -> Result<Self, VectorError> {
        let set = VectorSet::new(files)?;
        let (none, no_files) = (Slots::default(), VectorSet::default());
        let (known, earlier) = before.map_or((&none, &no_files), |it| (&it.entries, &it.set));
        let entries = Slots::after(known, earlier, moves, &set, table);
        let live = SlotSet::of(entries.iter().map(|(slot, _)| slot), set.len());
        Ok(Self {
            live,
            set,
            entries,
            wanted,
            graph,
        })
    }

    pub(super) fn entries(&self) -> usize {
        self.entries.len()
    }

    #[cfg(test)]
    pub(super) fn slots(&self) -> Slots {
        self.entries.clone()
    }

    pub(super) fn files(&self) -> &[VectorFile] {
        self.set.files()
    }

    pub(super) fn has_graph(&self) -> bool {
        self.graph.as_ref().is_some_and(|graph| graph.is_begun())
    }

    /// Of `total` entries, those without a vector.
    pub(super) fn missing(&self, total: usize) -> Vec<u32> {
        self.entries.missing(total)
    }

    /// The graph, where it is there and answers a search of these slots better than a scan.
    fn graph_over(&self, slots: &SlotSet) -> Option<&Graph> {
        let enough = match self.wanted {
            GraphUse::Never => false,
            GraphUse::Always => true,
            GraphUse::Auto => {
                let passing = slots.list.len();
                passing > GRAPH_THRESHOLD && passing * GRAPH_SHARE >= self.set.len()
            }
        };
        let graph = self.graph.as_ref().and_then(|graph| graph.get());
        graph.filter(|graph| enough && self.set.has(graph))
    }

    /// Number of rows to request from the graph, so that enough of them pass.
    fn ef(&self, slots: &SlotSet, limit: usize) -> usize {
        let rows = self.set.len().max(1) as f64;
        let (factor, power) = EF_OF_ROWS;
        let ef = (factor * rows.powf(power)).max((EF_FOR_EACH * limit) as f64);
        let share = slots.list.len() as f64 / rows;
        (ef / share.max(1.0 / GRAPH_SHARE as f64)) as usize
    }
}

/// Slots as a list and as bits.
struct SlotSet {
    /// Ascending, each once.
    list: Vec<Slot>,
    bits: Bits,
}

impl SlotSet {
    /// The set of these ascending slots, of `total` there are.
    fn of(slots: impl Iterator<Item = Slot>, total: usize) -> Self {
        let mut list: Vec<Slot> = slots.collect();
        list.dedup();
        let bits = Bits::of(list.iter().map(|slot| slot.0), total);
        Self { list, bits }
    }
}

impl Snapshot {
    /// The entries that pass whose vectors are nearest to `query`, until they have `limit` distinct
    /// contents; none when cancelled.
    pub fn nearest(
        &self,
        query: &Embedding,
        passing: &Passing,
        limit: usize,
        cancel: &Cancel,
    ) -> Option<Nearest> {
        let vectors = &self.vectors;
        let narrowed = match passing {
            Passing::All => None,
            Passing::Some(_) => {
                let entries = vectors.entries.iter();
                let passing = entries.filter(|(_, entry)| passing.contains(*entry));
                Some(SlotSet::of(
                    passing.map(|(slot, _)| slot),
                    vectors.set.len(),
                ))
            }
        };
        let slots = narrowed.as_ref().unwrap_or(&vectors.live);
        // Equal embedded texts share a slot; the first entry speaks for its content.
        let content = |slot: Slot| {
            let is_live = slots.bits.contains(slot.0);
            let mut entries = self.vectors.entries.entries_of(slot).filter(|_| is_live);
            self.content(entries.find(|entry| passing.contains(*entry))?)
        };
        if let Some(graph) = vectors.graph_over(slots) {
            let ef = vectors.ef(slots, limit);
            let found = vectors
                .set
                .search(graph, query, content, limit, ef, cancel)?;
            let is_all = found.len() == slots.list.len();
            let candidates = self.distinct(found, passing, limit);
            // Under a filter, or among many copies, the graph may have looked at too few.
            if is_all || candidates.contents == limit {
                return Some(candidates.answered_by(true));
            }
        }
        let found = match slots.list.len() * NARROW < vectors.set.len() {
            true => vectors
                .set
                .scan_slots(query, &slots.list, content, limit, cancel)?,
            false => vectors.set.scan(query, content, limit, cancel)?,
        };
        Some(self.distinct(found, passing, limit).answered_by(false))
    }

    /// The entries of slots, in order, until they have `limit` distinct contents.
    fn distinct(
        &self,
        found: Vec<(Slot, f32)>,
        passing: &Passing,
        limit: usize,
    ) -> DistinctEntries {
        let mut contents = HashSet::with_capacity(limit.min(found.len()));
        let mut candidates = Vec::with_capacity(found.len());
        for (slot, cosine) in found {
            let entries = self.vectors.entries.entries_of(slot);
            for entry in entries.filter(|entry| passing.contains(*entry)) {
                if contents.len() == limit {
                    break;
                }
                contents.extend(self.content(entry));
                candidates.push((entry, cosine));
            }
        }
        DistinctEntries {
            contents: contents.len(),
            candidates,
        }
    }

    /// The cosine of an entry's vector and a query's; none where it has no vector yet.
    pub fn cosine(&self, query: &Embedding, entry: u32) -> Option<f32> {
        self.vectors.set.cosine(query, self.entry(entry)?.key)
    }
}
