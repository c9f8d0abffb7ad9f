//! Static embeddings: the vector of a text is the normalized, weighted sum of its tokens' rows in a table.
//!
//! Principal type: [`TokenTable`], the bundled model. Invariant: a vector has unit length, or is zero for a
//! text without tokens.

use super::embedding::Embedding;
use super::error::{Cause, EmbedError};
use super::tokenizer::Tokenizer;
use multiversion::multiversion;
use serde::Deserialize;
use std::sync::LazyLock;
use twox_hash::XxHash3_64;

pub(super) const NAME: &str = "smriti-static-code-256";
pub(super) static TOKENIZER: &[u8] = include_bytes!("../../assets/model/tokenizer.json");
static TABLE: &[u8] = include_bytes!("../../assets/model/model.safetensors");

/// Ids that are dropped: padding and unknown.
const IGNORED_IDS: [u32; 2] = [0, 1];

/// Maximum number of tokens of a text; later ones are ignored.
const TOKEN_LIMIT: usize = 512;

/// Columns that are summed together: a cache line of a row, whose sums fit in registers.
const COLUMNS: usize = 64;

/// Sums of squares that are computed side by side.
const LANES: usize = 16;

/// A token and its weight in a sum.
pub(super) type WeightedToken = (u32, f32);

/// Header of the [safetensors](https://huggingface.co/docs/safetensors) format.
#[derive(Deserialize)]
struct Header {
    /// One row per token. All rows share one scale, which normalizing cancels.
    embeddings: Tensor,
}

/// Type, shape and location of a tensor in the bytes after the header.
#[derive(Deserialize)]
struct Tensor {
    dtype: String,
    shape: [usize; 2],
    data_offsets: [usize; 2],
}

/// The bundled model.
pub(super) struct TokenTable {
    tokenizer: Tokenizer,
    /// Rows of int8 components, one per token id.
    rows: &'static [u8],
    dimension: usize,
    /// Weight of a token by its number of occurrences: ln(1 + occurrences).
    weights: Vec<f32>,
}

impl TokenTable {
    /// Reads the bundled files.
    ///
    /// # Errors
    /// The files of this build are invalid.
    pub(super) fn bundled() -> Result<Self, EmbedError> {
        Self::parse(TABLE, TOKENIZER).map_err(refused)
    }

    fn parse(table: &'static [u8], tokenizer: &'static [u8]) -> Result<Self, Cause> {
        let (rows, dimension) = tensor(table)?;
        let tokenizer = Tokenizer::parse(tokenizer)?;
        if tokenizer.vocabulary() > rows.len() / dimension {
            return Err("its tokenizer.json has more tokens than its table has rows".into());
        }
        Ok(Self {
            tokenizer,
            rows,
            dimension,
            weights: (0..=TOKEN_LIMIT)
                .map(|count| (count as f32).ln_1p())
                .collect(),
        })
    }

    pub(super) fn dimension(&self) -> usize {
        self.dimension
    }

    /// Embeds a text.
    pub(super) fn embed(&self, text: &str) -> Embedding {
        Embedding::quantize(&self.vector(&self.tokens(text)))
    }

    /// Returns each distinct token of a text once, in ascending order, with its weight.
    pub(super) fn tokens(&self, text: &str) -> Vec<WeightedToken> {
        let mut ids = self.tokenizer.ids(text);
        ids.retain(|id| !IGNORED_IDS.contains(id));
        ids.truncate(TOKEN_LIMIT);
        ids.sort_unstable();
        ids.chunk_by(|a, b| a == b)
            .map(|equal| (equal[0], self.weights[equal.len()]))
            .collect()
    }

    /// The row of a token, and its length.
    pub(super) fn row(&self, token: u32) -> (&'static [u8], f32) {
        let mut rows = self.rows.chunks_exact(self.dimension);
        // The tokenizer has no ids beyond the table.
        let row = rows.nth(token as usize).unwrap_or_default();
        (row, (dot(row, row) as f32).sqrt())
    }

    /// The sum of weighted rows, normalized.
    pub(super) fn vector(&self, tokens: &[WeightedToken]) -> Vec<f32> {
        let mut sum = vec![0.0; self.dimension];
        weighted_sum(self.rows, tokens, &mut sum);
        sum
    }
}

/// The int8 rows of a safetensors file, and their length.
fn tensor(file: &'static [u8]) -> Result<(&'static [u8], usize), Cause> {
    let (length, rest) = file.split_first_chunk().ok_or("its table is empty")?;
    let (header, data) = usize::try_from(u64::from_le_bytes(*length))
        .ok()
        .and_then(|length| rest.split_at_checked(length))
        .ok_or("its table is cut off")?;
    let Tensor {
        dtype,
        shape: [rows, dimension],
        data_offsets: [start, end],
    } = serde_json::from_slice::<Header>(header)?.embeddings;
    match data.get(start..end) {
        Some(bytes)
            if dtype == "I8"
                && dimension > 0
                && rows.checked_mul(dimension) == Some(bytes.len()) =>
        {
            Ok((bytes, dimension))
        }
        _ => Err("its table does not have int8 rows".into()),
    }
}

/// The error of a build with invalid files.
fn refused(cause: Cause) -> EmbedError {
    EmbedError::Load {
        model: NAME.to_owned(),
        cause,
    }
}

/// Hash of the files that determine the vectors, which takes as long as a search.
pub(super) fn hash() -> u64 {
    static HASH: LazyLock<u64> =
        LazyLock::new(|| XxHash3_64::oneshot_with_seed(XxHash3_64::oneshot(TABLE), TOKENIZER));
    *HASH
}

/// Computes the sum of weighted rows, scaled to unit length. `sum` has the length of a row.
#[multiversion(targets = "simd")]
fn weighted_sum(rows: &[u8], tokens: &[WeightedToken], sum: &mut [f32]) {
    let dimension = sum.len();
    let (blocks, rest) = sum.as_chunks_mut::<COLUMNS>();
    let rest_at = blocks.len() * COLUMNS;
    for (block, sums) in blocks.iter_mut().enumerate() {
        add_columns(rows, dimension, block * COLUMNS, tokens, sums);
    }
    for (column, sums) in rest.as_chunks_mut::<1>().0.iter_mut().enumerate() {
        add_columns(rows, dimension, rest_at + column, tokens, sums);
    }
    let (squares, rest) = sum.as_chunks::<LANES>();
    let mut lanes = [0.0f32; LANES];
    for squares in squares {
        for (lane, component) in lanes.iter_mut().zip(squares) {
            *lane += component * component;
        }
    }
    let rest: f32 = rest.iter().map(|component| component * component).sum();
    let norm = (lanes.iter().sum::<f32>() + rest).sqrt();
    if norm > 0.0 {
        let factor = norm.recip();
        for component in sum {
            *component *= factor;
        }
    }
}

/// The dot product of two rows.
#[multiversion(targets = "simd")]
pub(super) fn dot(left: &[u8], right: &[u8]) -> i32 {
    let mut sum = 0;
    for (left, right) in left.iter().zip(right) {
        sum += i32::from(left.cast_signed()) * i32::from(right.cast_signed());
    }
    sum
}

/// Adds `N` columns of the weighted rows, beginning with `first`.
#[inline(always)]
fn add_columns<const N: usize>(
    rows: &[u8],
    dimension: usize,
    first: usize,
    tokens: &[WeightedToken],
    sums: &mut [f32; N],
) {
    for (id, weight) in tokens {
        let at = *id as usize * dimension + first;
        let components = rows.get(at..).and_then(|rest| rest.first_chunk::<N>());
        // The tokenizer has no ids beyond the table.
        for (sum, component) in sums.iter_mut().zip(components.unwrap_or(&[0; N])) {
            *sum += weight * f32::from(component.cast_signed());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Number of tokens of a text, and the largest weight.
    fn weighted(text: &str) -> (usize, f32) {
        let tokens = TokenTable::bundled().unwrap().tokens(text);
        let largest = tokens.iter().map(|(_, weight)| *weight).fold(0.0, f32::max);
        (tokens.len(), largest)
    }

    #[test]
    fn each_token_counts_once_with_its_occurrences() {
        assert_eq!(weighted("{} ()"), (0, 0.0));
        assert_eq!(weighted("merge file"), (2, 1f32.ln_1p()));
        assert_eq!(weighted("merge file Merge merge"), (2, 3f32.ln_1p()));
        // É is not a token.
        assert_eq!(weighted("É merge"), (1, 1f32.ln_1p()));
    }

    #[test]
    fn tokens_beyond_the_limit_are_ignored() {
        let merge = "merge ".repeat(TOKEN_LIMIT);
        assert_eq!(weighted(&merge), (1, (TOKEN_LIMIT as f32).ln_1p()));
        assert_eq!(weighted(&format!("{merge} file")), weighted(&merge));
    }

    proptest! {
        #[test]
        fn every_instruction_set_has_the_sums_of_the_definition(
            dimension in 1usize..200,
            bytes in prop::collection::vec(any::<u8>(), 200..2000),
            weights in prop::collection::vec(0.5f32..4.0, 0..9),
        ) {
            let count = bytes.len() / dimension;
            let tokens: Vec<WeightedToken> = (0..count as u32).rev().zip(weights).collect();
            let mut expected = vec![0.0f64; dimension];
            for (id, weight) in &tokens {
                let row = &bytes[*id as usize * dimension..][..dimension];
                for (sum, component) in expected.iter_mut().zip(row) {
                    *sum += f64::from(*weight) * f64::from(*component as i8);
                }
            }
            let norm = expected.iter().map(|it| it * it).sum::<f64>().sqrt().max(1e-9);
            let mut found = vec![0.0; dimension];
            weighted_sum(&bytes, &tokens, &mut found);
            for (found, expected) in found.iter().zip(expected) {
                prop_assert!((f64::from(*found) - expected / norm).abs() < 1e-4);
            }
        }
    }
}
