//! Entries by their contents: finds the copies of a leaf without a look at the others.

use super::Snapshot;
use super::table::{Entry, Moves, NONE};

/// Entries in order of their contents, then of their numbers.
#[derive(Default)]
#[cfg_attr(test, derive(Clone, PartialEq, Debug))]
pub(super) struct Contents(Vec<u32>);

impl Contents {
    /// The order of a table's entries, from the order of those before: kept entries stay as they are,
    /// new ones are inserted.
    pub(super) fn after(before: &Self, moves: &Moves, entries: &[Entry]) -> Self {
        let key = |entry: u32| (entries[entry as usize].content, entry);
        let kept = before.0.iter().map(|entry| moves.now(*entry));
        let kept: Vec<u32> = kept.filter(|entry| *entry != NONE).collect();
        let mut new: Vec<(u64, u32)> = moves.new.iter().map(|entry| key(*entry)).collect();
        new.sort_unstable();
        let mut all = Vec::with_capacity(entries.len());
        let mut rest = kept.as_slice();
        for (content, entry) in new {
            let below = rest.partition_point(|kept| key(*kept) < (content, entry));
            let (lower, higher) = rest.split_at(below);
            all.extend_from_slice(lower);
            all.push(entry);
            rest = higher;
        }
        all.extend_from_slice(rest);
        Self(all)
    }

    /// The entries with a content, ascending.
    fn with(&self, content: u64, entries: &[Entry]) -> &[u32] {
        let of = |entry: &u32| entries[*entry as usize].content;
        let first = self.0.partition_point(|entry| of(entry) < content);
        let from = &self.0[first..];
        let count = from.iter().take_while(|it| of(it) == content).count();
        &from[..count]
    }
}

impl Snapshot {
    /// The hash of the text that is shown for a leaf: leaves with equal contents are one result. None
    /// for a summary.
    pub fn content(&self, entry: u32) -> Option<u64> {
        let leaf = self.leaves.entries.get(entry as usize);
        leaf.map(|leaf| leaf.content)
    }

    /// The leaves with a content, ascending.
    pub fn copies(&self, content: u64) -> &[u32] {
        self.documents.contents.with(content, &self.leaves.entries)
    }
}
