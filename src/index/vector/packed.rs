//! Rows as they are stored: four bits for each component.
//!
//! A component of an [`Embedding`] is divided by [`STEP`], rounded and clamped to -7 to 7. Byte `i` of a row
//! has component `i` in its low half and component `i +` [`row_len()`] in its high half, so that products are
//! computed for many bytes at once. Queries keep their eight bits.
//!
//! The step is nearly that of least error for components with a normal distribution (Max, "Quantizing for
//! minimum distortion", 1960). docs/decisions.md compares the quality with that of eight bits.

use crate::embed::Embedding;

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
