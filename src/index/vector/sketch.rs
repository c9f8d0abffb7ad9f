//! Sketches of rows, which a search of many vectors looks at first: of each component one bit, whether it
//! is above the mean of the file. Rows that share many bits with the query are near it; the exact scan
//! then compares these alone.
//!
//! A sketch is an eighth of the rows, in memory, and is made from them at once, so there is nothing to
//! build beforehand, nothing on disk, and no loss under a filter. `benches/vectors.rs` measures it.

use super::VectorFile;
use multiversion::multiversion;

/// Bits of a word of a sketch.
const WORD: usize = u64::BITS as usize;
/// One row in this many is compared exactly.
const SHARE: usize = 32;
/// Minimum number of rows that are compared exactly for each result.
const FOR_EACH_RESULT: usize = 16;

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

    /// Rows that pass whose sketches are nearest to that of a query, ascending: enough to find the `k`
    /// nearest rows among them. All that pass where these are few.
    pub(super) fn nearest(&self, query: &[i8], passes: impl Fn(u32) -> bool, k: usize) -> Vec<u32> {
        let mut sketch = Vec::new();
        push_bits(query.iter().copied(), &self.means, &mut sketch);
        let rows = self.words.len() / sketch.len().max(1);
        let mut distances = vec![0; rows];
        measure(&sketch, &self.words, &mut distances);
        let mut at_distance = vec![0_usize; sketch.len() * WORD + 1];
        let mut passing = Vec::new();
        for (row, distance) in (0u32..).zip(&distances) {
            if passes(row) {
                at_distance[usize::from(*distance)] += 1;
                passing.push(row);
            }
        }
        let wanted = (rows / SHARE).max(FOR_EACH_RESULT * k);
        let mut within = 0;
        let farthest = at_distance.iter().position(|count| {
            within += count;
            within >= wanted
        });
        if let Some(farthest) = farthest {
            passing.retain(|row| usize::from(distances[*row as usize]) <= farthest);
        }
        passing
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

/// The number of bits in which each row differs from a query.
#[multiversion(targets = "simd")]
fn measure(query: &[u64], rows: &[u64], distances: &mut [u16]) {
    for (row, distance) in rows.chunks_exact(query.len()).zip(distances) {
        let differing = query.iter().zip(row).map(|(a, b)| (a ^ b).count_ones());
        *distance = differing.sum::<u32>() as u16;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{samples, write};
    use super::*;

    const DIMENSION: usize = 100;

    #[test]
    fn rows_that_pass_are_chosen_by_the_bits_they_share() {
        let directory = tempfile::tempdir().unwrap();
        let rows = samples::rows(2_000, DIMENSION, 1);
        let file = write(directory.path(), 1, DIMENSION, rows.clone()).unwrap();
        let sketches = Sketches::of(&file);
        for (key, vector) in rows.iter().step_by(97) {
            let itself = file.find(*key).unwrap() as u32;
            let is_near = |row: u32| row == itself;
            let near = sketches.nearest(&vector.0, |_| true, 1);
            assert!(near.iter().copied().any(is_near));
            assert!(near.len() < 200, "{} rows", near.len());
            assert!(near.is_sorted());
            let others = sketches.nearest(&vector.0, |row| !is_near(row), 1);
            assert!(!others.iter().copied().any(is_near));
        }
    }

    #[test]
    fn few_passing_rows_are_all_compared() {
        let directory = tempfile::tempdir().unwrap();
        let rows = samples::rows(500, DIMENSION, 1);
        let file = write(directory.path(), 1, DIMENSION, rows.clone()).unwrap();
        let sketches = Sketches::of(&file);
        let near = sketches.nearest(&rows[0].1.0, |row| row % 100 == 3, 10);
        assert_eq!(near, [3, 103, 203, 303, 403]);
        let none = Sketches::of(&write(directory.path(), 2, DIMENSION, Vec::new()).unwrap());
        assert!(none.nearest(&rows[0].1.0, |_| true, 10).is_empty());
    }
}
