//! Sketches of rows, which a search of many vectors looks at first: of each component one bit, whether it
//! is above the mean of the file. Rows that share many bits with the query are near it; the exact scan
//! then compares these alone. Bits in which the query is far from zero count three times: with as many rows
//! compared, that finds two of three of those that were missed.
//!
//! A sketch is an eighth of the rows, in memory, and is made from them at once, so there is nothing to
//! build beforehand, nothing on disk, and no loss under a filter. `benches/vectors.rs` measures it.

use super::VectorFile;
use multiversion::multiversion;

/// Bits of a word of a sketch.
const WORD: usize = u64::BITS as usize;
/// One row in this many is compared exactly.
const SHARE: usize = 64;
/// Minimum number of rows that are compared exactly for each result.
const FOR_EACH_RESULT: usize = 24;
/// Weight of a bit in which the query is far from zero.
const STRONG: usize = 3;

/// The sketches of all rows of a file.
pub(super) struct Sketches {
    /// Of each component.
    means: Vec<i8>,
    /// The bits of one row after the other.
    words: Vec<u64>,
}

impl Sketches {
    pub(super) fn of(file: &VectorFile) -> Self {
        let mut sums = vec![0_i64; file.dimension()];
        for row in 0..file.len() {
            for (sum, component) in sums.iter_mut().zip(file.row(row)) {
                *sum += i64::from(component.cast_signed());
            }
        }
        let rows = file.len().max(1) as i64;
        let means: Vec<i8> = sums.iter().map(|sum| (sum / rows) as i8).collect();
        let mut words = Vec::with_capacity(file.len() * means.len().div_ceil(WORD));
        for row in 0..file.len() {
            let components = file.row(row).iter().map(|it| it.cast_signed());
            push_bits(components, &means, &mut words);
        }
        Self { means, words }
    }

    /// Of these rows, those whose sketches are nearest to that of a query: enough to find the `k` nearest
    /// rows among them. All where these are few.
    pub(super) fn nearest(&self, query: &[i8], mut rows: Vec<u32>, k: usize) -> Vec<u32> {
        let (mut sketch, mut strong) = (Vec::new(), Vec::new());
        push_bits(query.iter().copied(), &self.means, &mut sketch);
        let mut sizes: Vec<u8> = query.iter().map(|it| it.unsigned_abs()).collect();
        let sized: Vec<i8> = sizes.iter().map(|it| *it as i8).collect();
        sizes.sort_unstable();
        let median = sizes.get(sizes.len() / 2).map_or(0, |it| *it as i8);
        push_bits(sized.into_iter(), &vec![median; query.len()], &mut strong);
        let count = self.words.len() / sketch.len().max(1);
        let wanted = (count / SHARE).max(FOR_EACH_RESULT * k);
        if rows.len() <= wanted {
            return rows;
        }
        let distances = measure(&sketch, &strong, &self.words, &rows);
        let mut at_distance = vec![0_usize; STRONG * sketch.len() * WORD + 1];
        for distance in &distances {
            at_distance[usize::from(*distance)] += 1;
        }
        let mut within = 0;
        let farthest = at_distance.iter().position(|count| {
            within += count;
            within >= wanted
        });
        let mut distances = distances.into_iter();
        rows.retain(|_| distances.next().map(usize::from) <= farthest);
        rows
    }
}

/// Adds the bits of a row.
fn push_bits(components: impl Iterator<Item = i8>, means: &[i8], words: &mut Vec<u64>) {
    let first = words.len();
    words.resize(first + means.len().div_ceil(WORD), 0);
    for (at, (component, mean)) in components.zip(means).enumerate() {
        words[first + at / WORD] |= u64::from(component > *mean) << (at % WORD);
    }
}

/// The number of bits in which each of these rows differs from a query, by their weights.
#[multiversion(targets = "simd")]
fn measure(query: &[u64], strong: &[u64], words: &[u64], rows: &[u32]) -> Vec<u16> {
    let query: Vec<(u64, u64)> = query.iter().copied().zip(strong.iter().copied()).collect();
    let distance = |row: &u32| {
        let row = &words[*row as usize * query.len()..][..query.len()];
        let weights = query.iter().zip(row).map(|((bits, strong), row)| {
            let differing = bits ^ row;
            differing.count_ones() + (STRONG as u32 - 1) * (differing & strong).count_ones()
        });
        weights.sum::<u32>() as u16
    };
    rows.iter().map(distance).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{tests as samples, write};
    use super::*;

    const DIMENSION: usize = 100;

    #[test]
    fn rows_are_chosen_by_the_bits_they_share() {
        let directory = tempfile::tempdir().unwrap();
        let rows = samples::rows(2_000, DIMENSION, 1);
        let file = write(directory.path(), 1, DIMENSION, rows.clone()).unwrap();
        let sketches = Sketches::of(&file);
        for (key, vector) in rows.iter().step_by(97) {
            let itself = file.find(*key).unwrap() as u32;
            let near = sketches.nearest(&vector.0, (0..2_000).collect(), 1);
            assert!(near.contains(&itself));
            assert!(near.len() < 200, "{} rows", near.len());
            assert!(near.is_sorted());
            let others = (0..2_000).filter(|row| *row != itself);
            let near = sketches.nearest(&vector.0, others.collect(), 1);
            assert!(!near.contains(&itself) && near.len() > 50);
        }
    }

    #[test]
    fn few_passing_rows_are_all_compared() {
        let directory = tempfile::tempdir().unwrap();
        let rows = samples::rows(500, DIMENSION, 1);
        let file = write(directory.path(), 1, DIMENSION, rows.clone()).unwrap();
        let sketches = Sketches::of(&file);
        let few = vec![3, 103, 203, 303, 403];
        assert_eq!(sketches.nearest(&rows[0].1.0, few.clone(), 10), few);
        let none = Sketches::of(&write(directory.path(), 2, DIMENSION, Vec::new()).unwrap());
        assert!(none.nearest(&rows[0].1.0, Vec::new(), 10).is_empty());
    }
}
