//! Static embeddings: the vector of a text is the normalized, weighted sum of its tokens' rows in a table.
//!
//! Principal type: [`TokenTable`], the bundled model. A word means something else in a query than in code (`get`, `new`),
//! so frequent words of queries have a second row. Invariant: a vector has unit length, or is zero for a text without
//! tokens.

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

/// Maximum number of tokens of a text, and of its path; later ones are ignored.
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
    /// Rows of tokens in queries.
    queries: Tensor,
    /// The tokens that `queries` has rows of, in ascending order.
    query_tokens: Tensor,
}

/// Type, shape and location of a tensor in the bytes after the header.
#[derive(Deserialize)]
struct Tensor {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: [usize; 2],
}

/// The bundled model.
pub(super) struct TokenTable {
    tokenizer: Tokenizer,
    /// Rows of int8 components, one per token id.
    rows: &'static [u8],
    /// Rows of tokens in queries, one for each of `query_tokens`; other tokens have their row in `rows`.
    query_rows: &'static [u8],
    query_tokens: Vec<u32>,
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
        let (header, data) = split(table)?;
        let (rows, dimension) = header.embeddings.rows(data)?;
        let (query_rows, query_dimension) = header.queries.rows(data)?;
        let query_tokens = header.query_tokens.numbers(data)?;
        if query_dimension != dimension || query_tokens.len() != query_rows.len() / dimension {
            return Err("its rows of queries do not fit its table".into());
        }
        let tokenizer = Tokenizer::parse(tokenizer)?;
        if tokenizer.vocabulary() > rows.len() / dimension {
            return Err("its tokenizer.json has more tokens than its table has rows".into());
        }
        Ok(Self {
            tokenizer,
            rows,
            query_rows,
            query_tokens,
            dimension,
            weights: (0..=2 * TOKEN_LIMIT)
                .map(|count| (count as f32).ln_1p())
                .collect(),
        })
    }

    pub(super) fn dimension(&self) -> usize {
        self.dimension
    }

    /// Embeds a text that is searched.
    pub(super) fn embed(&self, text: &str) -> Embedding {
        Embedding::quantize(&self.vector(&self.tokens(text)))
    }

    /// Embeds a query. A token of one of the `words` has the factor of its word, the highest of several, beside its
    /// weight.
    pub(super) fn embed_query(&self, query: &str, words: &[(&str, f32)]) -> Embedding {
        let mut tokens = self.tokens(query);
        let mut factors = vec![1.0f32; tokens.len()];
        for (word, factor) in words {
            for (of_word, _) in self.tokens(word) {
                if let Ok(at) = tokens.binary_search_by_key(&of_word, |(token, _)| *token) {
                    factors[at] = factors[at].max(*factor);
                }
            }
        }
        for ((_, weight), factor) in tokens.iter_mut().zip(factors) {
            *weight *= factor;
        }
        Embedding::quantize(&self.query_vector(&tokens))
    }

    /// Returns each distinct token of a text once, in ascending order, with its weight.
    pub(super) fn tokens(&self, text: &str) -> Vec<WeightedToken> {
        let mut ids = self.known_ids(text);
        let of_path = self.known_ids(path_of(text));
        // Questions name places, so the path counts twice. More would make the code of a directory alike.
        ids.extend(of_path);
        ids.sort_unstable();
        ids.chunk_by(|a, b| a == b)
            .map(|equal| (equal[0], self.weights[equal.len()]))
            .collect()
    }

    fn known_ids(&self, text: &str) -> Vec<u32> {
        let mut ids = self.tokenizer.ids(text);
        ids.retain(|id| !IGNORED_IDS.contains(id));
        ids.truncate(TOKEN_LIMIT);
        ids
    }

    /// The row of a token in code, and its length.
    pub(super) fn row(&self, token: u32) -> (&'static [u8], f32) {
        with_length(self.row_of(self.rows, token as usize))
    }

    /// The row of a token in queries, and its length.
    pub(super) fn query_row(&self, token: u32) -> (&'static [u8], f32) {
        match self.query_tokens.binary_search(&token) {
            Ok(at) => with_length(self.row_of(self.query_rows, at)),
            Err(_) => self.row(token),
        }
    }

    fn row_of(&self, rows: &'static [u8], at: usize) -> &'static [u8] {
        // The tokenizer has no ids beyond the table.
        let mut rows = rows.chunks_exact(self.dimension);
        rows.nth(at).unwrap_or_default()
    }

    /// The sum of weighted rows of code, normalized.
    pub(super) fn vector(&self, tokens: &[WeightedToken]) -> Vec<f32> {
        let mut sum = vec![0.0; self.dimension];
        weighted_sum(self.rows, tokens, &mut sum);
        sum
    }

    /// The sum of weighted rows of queries, normalized.
    pub(super) fn query_vector(&self, tokens: &[WeightedToken]) -> Vec<f32> {
        let mut rows = Vec::with_capacity(tokens.len() * self.dimension);
        let mut weighted = Vec::with_capacity(tokens.len());
        for (at, (token, weight)) in (0..).zip(tokens) {
            rows.extend_from_slice(self.query_row(*token).0);
            weighted.push((at, *weight));
        }
        let mut sum = vec![0.0; self.dimension];
        weighted_sum(&rows, &weighted, &mut sum);
        sum
    }
}

impl Tensor {
    fn bytes(&self, data: &'static [u8], dtype: &str, size: usize) -> Result<&'static [u8], Cause> {
        let [start, end] = self.data_offsets;
        let length = self
            .shape
            .iter()
            .try_fold(size, |product, count| product.checked_mul(*count));
        match data.get(start..end) {
            Some(bytes) if self.dtype == dtype && length == Some(bytes.len()) => Ok(bytes),
            _ => Err(format!("its table has a tensor that is not {dtype}, or is cut off").into()),
        }
    }

    /// int8 rows, and their length.
    fn rows(&self, data: &'static [u8]) -> Result<(&'static [u8], usize), Cause> {
        match self.shape[..] {
            [_, dimension] if dimension > 0 => Ok((self.bytes(data, "I8", 1)?, dimension)),
            _ => Err("its table does not have rows".into()),
        }
    }

    fn numbers(&self, data: &'static [u8]) -> Result<Vec<u32>, Cause> {
        let (pairs, _) = self.bytes(data, "U16", 2)?.as_chunks();
        Ok(pairs
            .iter()
            .map(|pair| u16::from_le_bytes(*pair).into())
            .collect())
    }
}

/// A row and its length.
fn with_length(row: &'static [u8]) -> (&'static [u8], f32) {
    (row, (dot(row, row) as f32).sqrt())
}

/// The path in the context lines of code, which precede it; empty for other texts.
fn path_of(text: &str) -> &str {
    let first = text.split('\n').take(2);
    let mut lines = first.skip_while(|line| line.starts_with("Parent: "));
    lines
        .next()
        .and_then(|line| line.strip_prefix("File: "))
        .unwrap_or_default()
}

/// Header and data of a safetensors file.
fn split(file: &'static [u8]) -> Result<(Header, &'static [u8]), Cause> {
    let (length, rest) = file.split_first_chunk().ok_or("its table is empty")?;
    let (header, data) = usize::try_from(u64::from_le_bytes(*length))
        .ok()
        .and_then(|length| rest.split_at_checked(length))
        .ok_or("its table is cut off")?;
    Ok((serde_json::from_slice(header)?, data))
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
    fn tokens_of_the_path_of_code_count_more() {
        let check = |text: &str, occurrences: f32| {
            assert_eq!(weighted(text).1, occurrences.ln_1p(), "{text}");
        };
        check("File: merge/merge.rs\nfn merge() {}", 5.0);
        check("Parent: Merge\nFile: merge.rs\nfn f() {}", 3.0);
        // No context lines of code.
        check("merge\nFile: merge.rs", 2.0);
        check("[Context: H1: merge]\nmerge", 2.0);
    }

    #[test]
    fn a_word_with_a_factor_is_nearer_to_the_query() {
        let table = TokenTable::bundled().unwrap();
        let lock = table.embed_query("lock", &[]);
        let near = |words: &[(&str, f32)]| table.embed_query("lock file", words).cosine(&lock);
        assert!(near(&[("lock", 2.0)]) > near(&[]) + 0.05);
        assert!(near(&[("file", 2.0)]) < near(&[]) - 0.05);
        // The highest of several, and no word of the query.
        assert_eq!(
            near(&[("lock", 2.0), ("lock", 1.5), ("merge", 9.0)]),
            near(&[("lock", 2.0)])
        );
    }

    #[test]
    fn a_word_has_another_row_in_queries() {
        let table = TokenTable::bundled().unwrap();
        let row = |word: &str| {
            let (token, _) = table.tokens(word)[0];
            (table.row(token).0, table.query_row(token).0)
        };
        let (code, query) = row("get");
        assert_ne!(code, query);
        // No query of the training had it.
        let rare = (2..table.tokenizer.vocabulary() as u32)
            .find(|token| table.query_tokens.binary_search(token).is_err());
        let rare = rare.unwrap();
        assert_eq!(table.row(rare).0, table.query_row(rare).0);
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
