//! Sets of entries, such as the entries that pass the filters of a query.
//!
//! Principal type: [`EntrySet`], a bit set. Filters of one snapshot are combined by words of 64 entries.

/// A set of entries, one bit each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EntrySet(Vec<u64>);

impl EntrySet {
    /// Adds an entry. Returns false if it was a member.
    pub(super) fn insert(&mut self, entry: u32) -> bool {
        let word = entry as usize / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        let before = self.0[word];
        self.0[word] |= 1 << (entry % 64);
        before != self.0[word]
    }

    /// Removes all entries and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Removes an entry.
    pub(super) fn remove(&mut self, entry: u32) {
        if let Some(word) = self.0.get_mut(entry as usize / 64) {
            *word &= !(1 << (entry % 64));
        }
    }

    /// Adds the members of another set, shifted by `start`, a multiple of 64.
    pub(super) fn add(&mut self, other: &Self, start: u32) {
        let first = start as usize / 64;
        let length = self.0.len().max(first + other.0.len());
        self.0.resize(length, 0);
        let words = self.0[first..].iter_mut().zip(&other.0);
        words.for_each(|(word, other)| *word |= other);
    }

    /// Keeps only members that are also in another set.
    pub fn intersect(&mut self, other: &Self) {
        self.0.truncate(other.0.len());
        let words = self.0.iter_mut().zip(&other.0);
        words.for_each(|(word, other)| *word &= other);
    }

    /// Removes the members of another set.
    pub fn subtract(&mut self, other: &Self) {
        let words = self.0.iter_mut().zip(&other.0);
        words.for_each(|(word, other)| *word &= !other);
    }

    /// Number of members.
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns true if an entry is a member.
    pub fn contains(&self, entry: u32) -> bool {
        let word = self.0.get(entry as usize / 64);
        word.is_some_and(|word| word >> (entry % 64) & 1 == 1)
    }

    /// The members, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0u32..).zip(&self.0).flat_map(|(at, word)| {
            let rest = std::iter::successors(Some(*word), |rest| Some(rest & rest.wrapping_sub(1)));
            let set = rest.take_while(|rest| *rest != 0);
            set.map(move |rest| at * 64 + rest.trailing_zeros())
        })
    }
}

impl FromIterator<u32> for EntrySet {
    fn from_iter<T: IntoIterator<Item = u32>>(entries: T) -> Self {
        let mut set = Self::default();
        entries.into_iter().for_each(|entry| _ = set.insert(entry));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn a_bit_set_is_a_set(
            left in prop::collection::btree_set(0u32..200, 0..40),
            right in prop::collection::btree_set(0u32..200, 0..40),
            entry in 0u32..300,
        ) {
            let of = |set: &BTreeSet<u32>| set.iter().copied().collect::<EntrySet>();
            let changed = |change: &dyn Fn(&mut EntrySet)| {
                let mut bits = of(&left);
                change(&mut bits);
                assert_eq!(bits.iter().count(), bits.count());
                bits.iter().collect::<BTreeSet<u32>>()
            };
            let one = BTreeSet::from([entry]);
            let moved: BTreeSet<u32> = right.iter().map(|entry| entry + 128).collect();
            prop_assert_eq!(changed(&|it| it.add(&of(&right), 0)), &left | &right);
            prop_assert_eq!(changed(&|it| it.add(&of(&right), 128)), &left | &moved);
            prop_assert_eq!(changed(&|it| it.intersect(&of(&right))), &left & &right);
            prop_assert_eq!(changed(&|it| it.subtract(&of(&right))), &left - &right);
            prop_assert_eq!(changed(&|it| _ = it.insert(entry)), &left | &one);
            prop_assert_eq!(changed(&|it| it.remove(entry)), &left - &one);
            prop_assert_eq!(of(&left).contains(entry), left.contains(&entry));
        }
    }
}
