//! The vector of a text as int8, and the key it is stored under.

use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

/// A vector of unit length as int8: component × 127 × √dimension ⁄ 8, rounded and clamped, so one
/// scale serves all vectors of a dimension. The near-zero vector of an empty text is all zeros.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Embedding(pub Box<[i8]>);

impl Embedding {
    /// What a component of a unit vector is multiplied by. A cosine is a dot product of two
    /// embeddings divided by the square of this.
    pub fn scale(dimension: usize) -> f32 {
        127.0 * (dimension as f32).sqrt() / 8.0
    }

    /// The direction that embeddings have in common: their sum at unit length. None of none, of
    /// several dimensions, and where they cancel each other out.
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

    /// The embedding of a vector of unit length, or of zeros.
    pub(super) fn quantize(vector: &[f32]) -> Self {
        let scale = Self::scale(vector.len());
        Self(
            vector
                .iter()
                .map(|component| (component * scale).round().clamp(-127.0, 127.0) as i8)
                .collect(),
        )
    }
}

/// Identity of an embedded text: xxh3-64 of exactly that text. Under every model it is the same, so
/// that another model leaves alone what names the text; whoever keeps a vector says of which model.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct EmbeddingKey(pub u64);

impl EmbeddingKey {
    /// The key of a text.
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
    fn a_mean_is_what_embeddings_have_in_common() {
        let along = |axis: usize| {
            let mut vector = [0.0; 256];
            vector[axis] = 0.4;
            Embedding::quantize(&vector)
        };
        let (first, second) = (along(0), along(1));
        // Nothing is longer for being there twice.
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
    fn a_key_is_decided_by_the_text() {
        let key = EmbeddingKey::of("fn main");
        assert_eq!(key, EmbeddingKey::of("fn main"));
        assert_ne!(key, EmbeddingKey::of("fn main "));
        // Stored on disk: another value would orphan every vector. It is the one that xxh3 publishes.
        assert_eq!(EmbeddingKey::of("").0, 0x2d06_8005_38d3_94c2);
    }

    proptest! {
        #[test]
        fn cosines_survive_quantisation(
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
            let dot: i32 = qa.0.iter().zip(&qb.0).map(|(x, y)| i32::from(*x) * i32::from(*y)).sum();
            let scale = Embedding::scale(64);
            prop_assert!((dot as f32 / (scale * scale) - exact).abs() < 0.02);
        }
    }
}
