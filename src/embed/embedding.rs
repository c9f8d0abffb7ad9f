//! Quantized vectors, and the keys that they are stored under.
//!
//! Principal types: [`Embedding`] and [`EmbeddingKey`]. Invariant: all vectors of a dimension share one
//! scale, so a dot product of int8 values orders as the cosine does.

use multiversion::multiversion;
use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

/// A unit vector as int8: component × 127 × √dimension ⁄ 8, rounded and clamped, so that all vectors
/// of a dimension share one scale. The vector of an empty text is all zeros.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Embedding(pub Box<[i8]>);

impl Embedding {
    /// Factor from a component of a unit vector to its int8 value.
    pub fn scale(dimension: usize) -> f32 {
        127.0 * (dimension as f32).sqrt() / 8.0
    }

    /// The cosine of two embeddings of the same dimension. Rounded components may make it exceed 1 slightly.
    pub fn cosine(&self, other: &Self) -> f32 {
        let pairs = self.0.iter().zip(&other.0);
        let dot: i32 = pairs.map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
        Self::cosine_of(dot, self.0.len())
    }

    /// The cosine of two embeddings of a dimension, from their dot product.
    pub fn cosine_of(dot: i32, dimension: usize) -> f32 {
        let scale = Self::scale(dimension);
        dot as f32 / (scale * scale)
    }

    /// Mean direction of embeddings: their sum, scaled to unit length. None for no embeddings, different
    /// dimensions, or a sum of zero.
    pub fn mean(embeddings: &[Self]) -> Option<Self> {
        let dimension = embeddings.first()?.0.len();
        let mut sum = vec![0.0f32; dimension];
        for embedding in embeddings {
            if embedding.0.len() != dimension {
                return None;
            }
            for (sum, component) in sum.iter_mut().zip(&embedding.0) {
                *sum += f32::from(*component);
            }
        }
        let length = sum.iter().map(|sum| sum * sum).sum::<f32>().sqrt();
        let unit: Vec<f32> = sum.iter().map(|sum| sum / length).collect();
        (length > 0.0).then(|| Self::quantize(&unit))
    }

    /// Quantizes a vector of unit length, or of zeros.
    pub(super) fn quantize(vector: &[f32]) -> Self {
        let mut components = vec![0; vector.len()].into_boxed_slice();
        quantize(vector, Self::scale(vector.len()), &mut components);
        Self(components)
    }

    /// The vector of a text without tokens: its cosine with every vector is 0.
    pub(super) fn zero(dimension: usize) -> Self {
        Self(vec![0; dimension].into())
    }
}

#[multiversion(targets = "simd")]
fn quantize(vector: &[f32], scale: f32, components: &mut [i8]) {
    for (component, value) in components.iter_mut().zip(vector) {
        *component = (value * scale).round().clamp(-127.0, 127.0) as i8;
    }
}

/// Identity of an embedded text: xxh3-64 of exactly that text. It is independent of the model, so that
/// changing the model keeps the index; stores of vectors record their model.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct EmbeddingKey(pub u64);

impl EmbeddingKey {
    /// Returns the key of a text.
    pub fn of(text: &str) -> Self {
        Self(XxHash3_64::oneshot(text.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_component_is_scaled_rounded_and_clamped() {
        let mut vector = vec![0.0; 256];
        vector[..5].copy_from_slice(&[0.5, -0.5, 0.9, -0.9, 0.002]);
        let embedding = Embedding::quantize(&vector);
        assert_eq!(embedding.0[..6], [127, -127, 127, -127, 1, 0]);
    }

    #[test]
    fn a_mean_is_the_common_direction() {
        let along = |axis: usize| {
            let mut vector = [0.0; 256];
            vector[axis] = 0.4;
            Embedding::quantize(&vector)
        };
        let (first, second) = (along(0), along(1));
        // Repetition does not change the length.
        assert_eq!(
            Embedding::mean(&[first.clone(), first.clone()]),
            Embedding::mean(std::slice::from_ref(&first))
        );
        let mean = Embedding::mean(&[first.clone(), second]).unwrap();
        assert_eq!(mean.0[0], mean.0[1]);
        assert!(mean.0[0] > 0 && mean.0[2] == 0);
        assert_eq!(Embedding::mean(&[]), None);
        assert_eq!(Embedding::mean(&[Embedding([0; 4].into())]), None);
        assert_eq!(Embedding::mean(&[first, Embedding([1; 4].into())]), None);
    }

    #[test]
    fn a_key_depends_only_on_the_text() {
        let key = EmbeddingKey::of("fn main");
        assert_eq!(key, EmbeddingKey::of("fn main"));
        assert_ne!(key, EmbeddingKey::of("fn main "));
        // Keys are stored on disk: another value would orphan every vector. This one is published by xxh3.
        assert_eq!(EmbeddingKey::of("").0, 0x2d06_8005_38d3_94c2);
    }

    proptest! {
        #[test]
        fn cosines_survive_quantization(
            a in prop::collection::vec(-1.0f32..1.0, 64),
            b in prop::collection::vec(-1.0f32..1.0, 64),
        ) {
            let unit = |v: &[f32]| {
                let norm = v.iter().map(|x| x * x).sum::<f32>().sqrt().max(1e-3);
                v.iter().map(|x| x / norm).collect::<Vec<_>>()
            };
            let (a, b) = (unit(&a), unit(&b));
            let exact: f32 = a.iter().zip(&b).map(|(x, y)| x * y).sum();
            let (qa, qb) = (Embedding::quantize(&a), Embedding::quantize(&b));
            prop_assert!((qa.cosine(&qb) - exact).abs() < 0.02);
        }
    }
}
