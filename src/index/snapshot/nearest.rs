//! Vector search over a snapshot: an exact scan, of the likely rows alone where there are many.

use super::Snapshot;
use super::slots::Slots;
use super::table::{Moves, Table};
use crate::corpus::Cancel;
use crate::embed::Embedding;
use crate::index::IndexError;
use crate::index::passing::Passing;
use crate::index::vector::{Slot, VectorFile, VectorSet};
use std::collections::HashSet;

/// Minimum number of passing vectors for sketches to be used: below it an exact scan is as fast.
const SKETCH_THRESHOLD: usize = 50_000;

/// Entries near a query's vector.
#[derive(Clone, PartialEq, Debug)]
pub struct Nearest {
    /// Entries and cosines, nearest first, copies among them.
    pub candidates: Vec<(u32, f32)>,
    /// True if sketches chose the rows that were compared.
    pub sketched: bool,
}

/// The rows of a snapshot's entries.
pub(super) struct Vectors {
    pub(super) set: VectorSet,
    pub(super) entries: Slots,
    /// Slots with an entry, ascending.
    live: Vec<Slot>,
}

impl Vectors {
    /// The rows of a table's entries in these files; `moves` is what became of the entries whose
    /// rows are known from `before`.
    pub(super) fn new(
        files: Vec<VectorFile>,
        before: Option<&Self>,
        moves: &Moves,
        table: &Table,
    ) -> Result<Self, IndexError> {
        let set = VectorSet::new(files)?;
        let (none, no_files) = (Slots::default(), VectorSet::default());
        let (known, earlier) = before.map_or((&none, &no_files), |it| (&it.entries, &it.set));
        let entries = Slots::after(known, earlier, moves, &set, table);
        let live = distinct_slots(entries.iter());
        Ok(Self { live, set, entries })
    }

    pub(super) fn entries(&self) -> usize {
        self.entries.len()
    }

    /// Of `total` entries, those without a vector.
    pub(super) fn missing(&self, total: usize) -> Vec<u32> {
        self.entries.missing(total)
    }
}

/// The slots of these pairs, which are ascending, each once.
fn distinct_slots(pairs: impl Iterator<Item = (Slot, u32)>) -> Vec<Slot> {
    let mut slots: Vec<Slot> = pairs.map(|(slot, _)| slot).collect();
    slots.dedup();
    slots
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
                Some(distinct_slots(passing))
            }
        };
        let slots = narrowed.as_ref().unwrap_or(&vectors.live);
        // Equal embedded texts share a slot; the first entry speaks for its content.
        let content = |slot: Slot| {
            let mut entries = vectors.entries.entries_of(slot);
            self.content(entries.find(|entry| passing.contains(*entry))?)
        };
        let scan = |slots: &[Slot]| {
            let found = vectors.set.scan(query, slots, content, limit, cancel)?;
            Some(self.distinct(found, passing, limit))
        };
        let likely = match slots.len() > SKETCH_THRESHOLD {
            true => vectors.set.likely(query, slots, limit),
            false => None,
        };
        if let Some(likely) = likely {
            let (candidates, contents) = scan(&likely)?;
            // Among many copies these may have been too few.
            if contents == limit {
                let sketched = true;
                return Some(Nearest {
                    candidates,
                    sketched,
                });
            }
        }
        let (candidates, _) = scan(slots)?;
        let sketched = false;
        Some(Nearest {
            candidates,
            sketched,
        })
    }

    /// The entries of slots with their cosines, in order, until they have `limit` distinct contents; and
    /// the number of these.
    fn distinct(
        &self,
        found: Vec<(Slot, f32)>,
        passing: &Passing,
        limit: usize,
    ) -> (Vec<(u32, f32)>, usize) {
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
        (candidates, contents.len())
    }

    /// The cosine of an entry's vector and a query's; none where it has no vector yet.
    pub fn cosine(&self, query: &Embedding, entry: u32) -> Option<f32> {
        self.vectors.set.cosine(query, self.entry(entry)?.key)
    }
}
