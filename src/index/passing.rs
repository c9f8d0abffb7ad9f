//! Which entries a query's filters let through.

/// A set of small numbers, one bit each.
#[derive(Clone, Debug)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// The set of these numbers, all below `total`.
    pub(super) fn of(numbers: impl Iterator<Item = u32>, total: usize) -> Self {
        let mut words = vec![0u64; total.div_ceil(64)];
        for number in numbers {
            words[number as usize / 64] |= 1 << (number % 64);
        }
        Self(words)
    }

    /// How many numbers are in the set.
    fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether a number is in the set.
    pub(super) fn contains(&self, number: u32) -> bool {
        let word = self.0.get(number as usize / 64);
        word.is_some_and(|word| word >> (number % 64) & 1 == 1)
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

    /// Whether an entry passes.
    pub fn contains(&self, entry: u32) -> bool {
        match self {
            Self::All => true,
            Self::Some(bits) => bits.contains(entry),
        }
    }

    /// How many pass, of `total` there are.
    pub fn count(&self, total: usize) -> usize {
        match self {
            Self::All => total,
            Self::Some(bits) => bits.count(),
        }
    }

    /// The entries that pass, in order, of `total` there are.
    pub fn iter(&self, total: usize) -> impl Iterator<Item = u32> + '_ {
        (0..total as u32).filter(|&entry| self.contains(entry))
    }
}
