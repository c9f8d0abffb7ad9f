//! Sets of entries, such as those that a query's filters let through.

/// A set of numbers below a fixed total, one bit each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// The empty set of numbers below `total`.
    pub(super) fn new(total: usize) -> Self {
        Self(vec![0; total.div_ceil(64)])
    }

    /// The set of all numbers below `total`.
    pub(super) fn full(total: usize) -> Self {
        Self(vec![u64::MAX; total.div_ceil(64)]).truncated(total)
    }

    /// The set of these numbers, all below `total`.
    pub(super) fn of(numbers: impl Iterator<Item = u32>, total: usize) -> Self {
        let mut bits = Self::new(total);
        numbers.for_each(|number| bits.insert(number));
        bits
    }

    /// The numbers below `total`.
    pub(super) fn truncated(mut self, total: usize) -> Self {
        self.0.truncate(total.div_ceil(64));
        if let Some(last) = self.0.last_mut()
            && !total.is_multiple_of(64)
        {
            *last &= (1 << (total % 64)) - 1;
        }
        self
    }

    /// Adds a number; one beyond the total is ignored.
    pub(super) fn insert(&mut self, number: u32) {
        if let Some(word) = self.0.get_mut(number as usize / 64) {
            *word |= 1 << (number % 64);
        }
    }

    /// Adds the numbers of another set with the same total.
    pub(super) fn add(&mut self, other: &Self) {
        let words = self.0.iter_mut().zip(&other.0);
        words.for_each(|(word, other)| *word |= other);
    }

    /// Keeps the numbers that are in another set too.
    pub(super) fn keep(&mut self, other: &Self) {
        let words = self.0.iter_mut().zip(&other.0);
        words.for_each(|(word, other)| *word &= other);
    }

    /// Removes the numbers of another set.
    pub(super) fn remove(&mut self, other: &Self) {
        let words = self.0.iter_mut().zip(&other.0);
        words.for_each(|(word, other)| *word &= !other);
    }

    /// Number of members.
    fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns true if the number is in the set.
    pub(super) fn contains(&self, number: u32) -> bool {
        let word = self.0.get(number as usize / 64);
        word.is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// The numbers in the set, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0u32..).zip(&self.0).flat_map(|(at, word)| {
            let rest = std::iter::successors(Some(*word), |rest| Some(rest & rest.wrapping_sub(1)));
            let set = rest.take_while(|rest| *rest != 0);
            set.map(move |rest| at * 64 + rest.trailing_zeros())
        })
    }
}

/// A set of entries (positions in [`super::Snapshot`]'s table).
#[derive(Clone, Debug)]
pub enum Passing {
    /// No filter.
    All,
    /// Only these.
    Some(Bits),
}

impl Passing {
    /// The set of these entries, of `total` there are.
    pub(crate) fn of(entries: impl Iterator<Item = u32>, total: usize) -> Self {
        Self::Some(Bits::of(entries, total))
    }

    /// Returns true if an entry passes.
    pub fn contains(&self, entry: u32) -> bool {
        match self {
            Self::All => true,
            Self::Some(bits) => bits.contains(entry),
        }
    }

    /// Number of passing entries, of `total`.
    pub fn count(&self, total: usize) -> usize {
        match self {
            Self::All => total,
            Self::Some(bits) => bits.count(),
        }
    }

    /// The entries that pass, in order, of `total` there are.
    pub fn iter(&self, total: usize) -> Box<dyn Iterator<Item = u32> + '_> {
        match self {
            Self::All => Box::new(0..total as u32),
            Self::Some(bits) => Box::new(bits.iter()),
        }
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
            total in 1usize..200,
        ) {
            let of = |set: &BTreeSet<u32>| Bits::of(set.iter().copied(), 200);
            let changed = |change: fn(&mut Bits, &Bits)| {
                let mut bits = of(&left);
                change(&mut bits, &of(&right));
                bits.iter().collect::<BTreeSet<u32>>()
            };
            prop_assert_eq!(changed(Bits::add), &left | &right);
            prop_assert_eq!(changed(Bits::keep), &left & &right);
            prop_assert_eq!(changed(Bits::remove), &left - &right);
            let mut all = Bits::full(total);
            prop_assert_eq!(all.count(), total);
            all.keep(&of(&left));
            prop_assert_eq!(all, of(&left).truncated(total));
        }
    }
}
