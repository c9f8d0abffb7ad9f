//! Rows as they are stored: four bits for each component.
//!
//! A component of an [`Embedding`] is divided by [`STEP`], rounded and clamped to -7 to 7. Byte `i` of a row
//! has component `i` in its low half and component `i +` [`row_len()`] in its high half, so that products are
//! computed for many bytes at once. Queries keep their eight bits.
//!
//! The step is nearly that of least error for components with a normal distribution (Max, "Quantizing for
//! minimum distortion", 1960). docs/decisions.md compares the quality with that of eight bits.
//!
//! [`dot_chosen()`] is the inner loop of every search: dot products of a vector and packed rows, compiled for several
//! instruction sets. Contract: sums of integers, so every instruction set gives the same result, equal to that of the unpacked
//! components.

use crate::embed::Embedding;
use multiversion::multiversion;
use std::hint::black_box;

/// A stored component is this many times smaller than that of the embedding.
pub(super) const STEP: i16 = 6;
/// Maximum absolute value of a stored component.
const LIMIT: i16 = 7;

/// Number of bytes of a row.
pub(super) fn row_len(dimension: usize) -> usize {
    dimension.div_ceil(2)
}

/// Appends the bytes of a row.
pub(super) fn pack(components: &[i8], row: &mut Vec<u8>) {
    let (low, high) = components.split_at(row_len(components.len()));
    // Of an odd number of components the last one has its byte alone.
    let pairs = low.iter().zip(high.iter().chain(&[0]));
    row.extend(pairs.map(|(low, high)| four_bits(*low) | four_bits(*high) << 4));
}

/// The stored bits of a component, rounded half away from zero.
fn four_bits(component: i8) -> u8 {
    let twice = 2 * i16::from(component);
    let steps = (twice + twice.signum() * STEP) / (2 * STEP);
    (steps.clamp(-LIMIT, LIMIT) as i8).cast_unsigned() & 0xf
}

/// The components of a row.
pub(super) fn unpack(row: &[u8], dimension: usize) -> Embedding {
    let low = row.iter().map(|byte| low(*byte));
    let both = low.chain(row.iter().map(|byte| high(*byte)));
    let components = both.map(|four_bits| (four_bits * STEP) as i8);
    Embedding(components.take(dimension).collect())
}

/// The signed value of the low half of a byte.
#[inline(always)]
pub(super) fn low(byte: u8) -> i16 {
    i16::from(byte) << 12 >> 12
}

/// The signed value of the high half of a byte.
#[inline(always)]
pub(super) fn high(byte: u8) -> i16 {
    i16::from(byte.cast_signed()) >> 4
}

/// Bytes of a cache line.
pub(super) const LINE: usize = 64;
/// Number of rows that are prefetched together; they fit the nearest cache.
const PREFETCHED_ROWS: usize = 64;

/// The dot product of two rows. An i32 suffices for up to a million components.
#[multiversion(targets = "simd")]
pub(super) fn dot_rows(a: &[u8], b: &[u8]) -> i32 {
    let mut sum = 0;
    for (a, b) in a.iter().zip(b) {
        sum += i32::from(low(*a)) * i32::from(low(*b)) + i32::from(high(*a)) * i32::from(high(*b));
    }
    sum * i32::from(STEP * STEP)
}

/// Adds to `dots` the dot products of a vector and the rows of `rows` with the indices `chosen`, which must
/// exist. Rows are processed together, so that memory latency overlaps.
pub(super) fn dot_chosen(query: &[i8], rows: &[u8], chosen: &[u32], dots: &mut Vec<i32>) {
    if !query.is_empty() {
        dot_scattered(query, rows, chosen, dots);
    }
}

// One dispatch for many rows, and the vector is widened once. The rows are scattered, so memory is the
// bottleneck. First one word of each cache line of all rows is read: the processor then fetches many lines
// concurrently instead of waiting for one row.
#[multiversion(targets = "simd")]
fn dot_scattered(query: &[i8], rows: &[u8], chosen: &[u32], dots: &mut Vec<i32>) {
    let len = row_len(query.len());
    let mut wide: Vec<i16> = query.iter().copied().map(i16::from).collect();
    wide.resize(2 * len, 0);
    let (wide_low, wide_high) = wide.split_at(len);
    let row_of = |row: &u32| {
        let start = *row as usize * len;
        rows.get(start..start + len).unwrap_or_default()
    };
    for some in chosen.chunks(PREFETCHED_ROWS) {
        let lines = some.iter().flat_map(|row| row_of(row).iter().step_by(LINE));
        black_box(lines.fold(0, |read, byte| read ^ byte));
        for row in some {
            let mut sum = 0;
            for ((a, b), byte) in wide_low.iter().zip(wide_high).zip(row_of(row)) {
                sum +=
                    i32::from(*a) * i32::from(low(*byte)) + i32::from(*b) * i32::from(high(*byte));
            }
            dots.push(sum * i32::from(STEP));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_unpacked_component_differs_by_half_a_step_or_is_the_largest(
            components in prop::collection::vec(any::<i8>(), 0..70),
        ) {
            let packed = |components: &[i8]| {
                let mut row = Vec::new();
                pack(components, &mut row);
                row
            };
            let row = packed(&components);
            prop_assert_eq!(row.len(), row_len(components.len()));
            let unpacked = unpack(&row, components.len());
            prop_assert_eq!(unpacked.0.len(), components.len());
            let largest = STEP * LIMIT;
            for (stored, component) in unpacked.0.iter().zip(&components) {
                let nearest = i16::from(*component).clamp(-largest, largest);
                prop_assert!((i16::from(*stored) - nearest).abs() <= STEP / 2);
            }
            prop_assert_eq!(packed(&unpacked.0), row);
        }
    }
}

#[cfg(test)]
mod dot_tests {
    use super::unpack;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_instruction_set_has_the_products_of_unpacked_components(
            query in prop::collection::vec(any::<i8>(), 0..300),
            rows in prop::collection::vec(any::<u8>(), 0..900),
        ) {
            let plain = |a: &[i8], b: &[i8]| -> i32 {
                a.iter().zip(b).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum()
            };
            let len = row_len(query.len()).max(1);
            let rows_of: Vec<&[u8]> = rows.chunks_exact(len).collect();
            let backwards: Vec<u32> = (0..rows_of.len() as u32).rev().collect();
            let mut dots = Vec::new();
            dot_chosen(&query, &rows, &backwards, &mut dots);
            let expected = rows_of.iter().rev().map(|row| plain(&query, &unpack(row, query.len()).0));
            prop_assert!(dots.into_iter().eq(expected.filter(|_| !query.is_empty())));
            for (a, b) in rows_of.iter().zip(rows_of.iter().skip(1)) {
                let [one, other] = [a, b].map(|row| unpack(row, 2 * len));
                prop_assert_eq!(dot_rows(a, b), plain(&one.0, &other.0));
            }
        }
    }
}
