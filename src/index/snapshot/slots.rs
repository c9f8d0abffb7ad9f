//! Mapping between entries and rows of vector files.

use super::table::{Moves, NONE, Table};
use crate::embed::EmbeddingKey;
use crate::index::vector::{Slot, VectorFile, VectorSet};

/// Slots and the entries whose vector they hold, ascending. Equal texts share a slot.
#[derive(Default)]
#[cfg_attr(test, derive(Clone, PartialEq, Debug))]
pub(super) struct Slots(Vec<(Slot, u32)>);

impl Slots {
    /// The slots of a table's entries, from those of the table before and the files it had: rows of
    /// files that are still there stay where they are.
    pub(super) fn after(
        before: &Self,
        earlier: &VectorSet,
        moves: &Moves,
        set: &VectorSet,
        table: &Table,
    ) -> Self {
        // Where a newer file hides a row of an older one, nothing is taken over.
        let is_plain = earlier.keys() == earlier.len() && set.keys() == set.len();
        let shared = match is_plain {
            true => shared_files(earlier.files(), set.files()),
            false => 0,
        };
        let rows: usize = set.files()[..shared].iter().map(VectorFile::len).sum();
        let mut slots: Vec<(Slot, u32)> = before.0[..before.below(rows)]
            .iter()
            .map(|(slot, entry)| (*slot, moves.now(*entry)))
            .filter(|(_, entry)| *entry != NONE)
            .collect();
        let mut has = vec![false; table.entries.len()];
        for (_, entry) in &slots {
            has[*entry as usize] = true;
        }
        let mut is_new = vec![shared == 0; table.entries.len()];
        for entry in &moves.new {
            is_new[*entry as usize] = true;
        }
        let newer = Files::of(set, shared);
        let taken = slots.len();
        let rest = (0u32..)
            .zip(table.entries.iter())
            .zip(has.into_iter().zip(is_new));
        slots.extend(rest.filter_map(|((number, entry), (has, is_new))| {
            let slot = match (has, is_new) {
                (true, _) => None,
                (false, true) => set.find(entry.key),
                // It had none in the files before.
                (false, false) => newer.find(entry.key),
            };
            slot.map(|slot| (slot, number))
        }));
        if slots.len() > taken {
            // Two runs, the first in order already.
            slots.sort();
        }
        Self(slots)
    }

    /// Number of pairs with slots below this one.
    fn below(&self, slot: usize) -> usize {
        self.0
            .partition_point(|(other, _)| (other.0 as usize) < slot)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// All pairs, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Slot, u32)> + '_ {
        self.0.iter().copied()
    }

    /// The entries whose vector a slot holds, ascending.
    pub(super) fn entries_of(&self, slot: Slot) -> impl Iterator<Item = u32> + '_ {
        self.0[self.below(slot.0 as usize)..]
            .iter()
            .take_while(move |(other, _)| *other == slot)
            .map(|(_, entry)| *entry)
    }

    /// Of `total` entries, those without a vector, ascending.
    pub(super) fn missing(&self, total: usize) -> Vec<u32> {
        if self.len() == total {
            return Vec::new();
        }
        let mut has = vec![false; total];
        for (_, entry) in &self.0 {
            has[*entry as usize] = true;
        }
        let entries = (0u32..).zip(has);
        entries
            .filter(|(_, has)| !has)
            .map(|(entry, _)| entry)
            .collect()
    }
}

/// Number of leading files that both lists share.
fn shared_files(before: &[VectorFile], now: &[VectorFile]) -> usize {
    let is_same = |(before, now): &(&VectorFile, &VectorFile)| {
        before.generation() == now.generation() && before.checksum() == now.checksum()
    };
    before.iter().zip(now).take_while(is_same).count()
}

/// The last files of a set, the newest first, each with the slot of its first row.
struct Files<'s>(Vec<(&'s VectorFile, usize)>);

impl<'s> Files<'s> {
    fn of(set: &'s VectorSet, from: usize) -> Self {
        let starts = set.files().iter().scan(0, |next, file| {
            let start = *next;
            *next += file.len();
            Some((file, start))
        });
        let mut files: Vec<_> = starts.skip(from).collect();
        files.reverse();
        Self(files)
    }

    fn find(&self, key: EmbeddingKey) -> Option<Slot> {
        let rows = self.0.iter();
        rows.filter_map(|(file, start)| Some(Slot((start + file.find(key)?) as u32)))
            .next()
    }
}
