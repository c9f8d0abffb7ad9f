//! Inner loop of every search, [`dot()`]: int8 · int8 → i32, compiled for several instruction sets.
//!
//! Contract: integer sums, so every instruction set gives the same result.

use crate::embed::Embedding;
use multiversion::multiversion;
use std::hint::black_box;

/// Bytes of a cache line.
pub(super) const LINE: usize = 64;
/// Number of rows that are prefetched together; they fit the nearest cache.
const PREFETCHED_ROWS: usize = 64;

/// The dot product of a vector and a row of int8 bytes. Surplus components of either are ignored. An i32
/// suffices for up to 133,000 components.
pub fn dot(query: &[i8], row: &[u8]) -> i32 {
    dot_one(query, row)
}

/// The cosine of two embeddings, from their dot product.
pub fn cosine(dot: i32, dimension: usize) -> f32 {
    let scale = Embedding::scale(dimension);
    dot as f32 / (scale * scale)
}

/// The dot product of two rows.
pub(super) fn dot_rows(a: &[u8], b: &[u8]) -> i32 {
    dot_bytes(a, b)
}

/// Adds to `dots` the dot products of a vector and the rows of `rows` with the indices `chosen`, which must
/// exist. Rows are processed together, so that memory latency overlaps.
pub(super) fn dot_chosen(query: &[i8], rows: &[u8], chosen: &[u32], dots: &mut Vec<i32>) {
    if !query.is_empty() {
        dot_scattered(query, rows, chosen, dots);
    }
}

#[multiversion(targets = "simd")]
fn dot_one(query: &[i8], row: &[u8]) -> i32 {
    let mut sum = 0;
    for (a, b) in query.iter().zip(row) {
        sum += i32::from(*a) * i32::from(*b as i8);
    }
    sum
}

#[multiversion(targets = "simd")]
fn dot_bytes(a: &[u8], b: &[u8]) -> i32 {
    let mut sum = 0;
    for (a, b) in a.iter().zip(b) {
        sum += i32::from(*a as i8) * i32::from(*b as i8);
    }
    sum
}

// One dispatch for many rows, and the vector is widened once. The rows are scattered, so memory is the
// bottleneck. First one word of each cache line of all rows is read: the processor then fetches many lines
// concurrently instead of waiting for one row.
#[multiversion(targets = "simd")]
fn dot_scattered(query: &[i8], rows: &[u8], chosen: &[u32], dots: &mut Vec<i32>) {
    let wide: Vec<i16> = query.iter().copied().map(i16::from).collect();
    let row_of = |row: &u32| {
        let start = *row as usize * wide.len();
        rows.get(start..start + wide.len()).unwrap_or_default()
    };
    for some in chosen.chunks(PREFETCHED_ROWS) {
        let lines = some.iter().flat_map(|row| row_of(row).iter().step_by(LINE));
        black_box(lines.fold(0, |read, byte| read ^ byte));
        for row in some {
            let mut sum = 0;
            for (a, b) in wide.iter().zip(row_of(row)) {
                sum += i32::from(*a) * i32::from(*b as i8);
            }
            dots.push(sum);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_instruction_set_has_the_same_products(
            query in prop::collection::vec(any::<i8>(), 0..300),
            rows in prop::collection::vec(any::<u8>(), 0..900),
        ) {
            let dimension = query.len().max(1);
            let plain = |row: &[u8]| -> i32 {
                query.iter().zip(row).map(|(a, b)| i32::from(*a) * i32::from(*b as i8)).sum()
            };
            let expected: Vec<i32> = rows.chunks_exact(dimension).map(plain).collect();
            let bytes: Vec<u8> = query.iter().map(|it| *it as u8).collect();
            let backwards: Vec<u32> = (0..expected.len() as u32).rev().collect();
            let mut dots = Vec::new();
            dot_chosen(&query, &rows, &backwards, &mut dots);
            prop_assert!(dots.iter().eq(expected.iter().rev().filter(|_| !query.is_empty())));
            for (row, expected) in rows.chunks_exact(dimension).zip(expected) {
                prop_assert_eq!(dot(&query, row), expected);
                prop_assert_eq!(dot_rows(&bytes, row), expected);
            }
        }
    }

    #[test]
    fn a_unit_vector_has_cosine_one_with_itself() {
        let scale = Embedding::scale(256);
        let component = (scale / 16.0).round() as i8;
        let vector = [component; 256];
        let row = vector.map(|it| it as u8);
        assert!((cosine(dot(&vector, &row), 256) - 1.0).abs() < 0.02);
    }
}
