//! Tokenization: texts to the token ids of a graph's contract.
//!
//! Principal types: [`Tokenizer`] and [`Tokens`]. Invariant: [`Tokens`] never exceed the limit of the model,
//! and padding is added per batch, not here.

use super::error::Cause;
use super::scanner::Scanner;
use super::{BUNDLED_NAME, BUNDLED_TOKENIZER, EmbedError};
use tokenizers::TruncationParams;

/// Ids that are dropped from bags: padding and unknown.
const IGNORED_IDS: [u32; 2] = [0, 1];

/// Maximum number of tokens of a text; later ones are ignored. Position tables of common transformers
/// have this length, so it is also the default limit of sequences.
const TOKEN_LIMIT: usize = 512;

/// Minimum limit of a sequence: below it, the special tokens leave too little space.
const MIN_LIMIT: usize = 16;

/// Graph input for one text; empty for a text without tokens.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Tokens {
    /// Distinct ids of a bag, or the ids of a sequence in order.
    pub(super) ids: Vec<i64>,
    /// Weight of each id of a bag; empty for a sequence.
    pub(super) weights: Vec<f32>,
}

/// Tokenizer for a contract.
pub(super) enum Tokenizer {
    /// Bags, by the fast tokenizer.
    Scanner(Scanner),
    /// Bags, by the library.
    Bag(tokenizers::Tokenizer),
    /// Sequences of limited length, by the library.
    Sequence(tokenizers::Tokenizer),
}

impl Tokenizer {
    /// Creates a tokenizer for bags.
    pub(super) fn for_bags(json: &[u8]) -> Result<Self, Cause> {
        match Scanner::of(json) {
            Some(scanner) => Ok(Self::Scanner(scanner)),
            None => library(json).map(Self::Bag),
        }
    }

    /// Creates a tokenizer for sequences and returns their limit: the declared one, or else the
    /// tokenizer's own, or else [`TOKEN_LIMIT`].
    pub(super) fn for_sequences(
        json: &[u8],
        declared: Option<usize>,
    ) -> Result<(Self, usize), Cause> {
        let mut tokenizer = library(json)?;
        let own = tokenizer.get_truncation().map(|it| it.max_length);
        let max_length = declared.or(own).unwrap_or(TOKEN_LIMIT);
        if max_length < MIN_LIMIT {
            let what = format!("its limit of {max_length} tokens per text is too small to embed");
            return Err(what.into());
        }
        let truncation = TruncationParams {
            max_length,
            ..TruncationParams::default()
        };
        tokenizer.with_truncation(Some(truncation))?;
        Ok((Self::Sequence(tokenizer), max_length))
    }

    /// Returns the tokens of a text as input of a graph.
    pub(super) fn tokens(&self, text: &str) -> Result<Tokens, Cause> {
        if text.trim().is_empty() {
            return Ok(Tokens::default());
        }
        let ids = self.ids(text)?;
        Ok(match self {
            Self::Scanner(_) | Self::Bag(_) => bag(ids),
            Self::Sequence(_) => Tokens {
                ids: ids.into_iter().map(i64::from).collect(),
                weights: Vec::new(),
            },
        })
    }

    /// Returns the ids of all tokens of a text, in order.
    pub(super) fn ids(&self, text: &str) -> Result<Vec<u32>, Cause> {
        let encoding = match self {
            Self::Scanner(scanner) => return Ok(scanner.ids(text)),
            Self::Bag(library) => library.encode_fast(text, false)?,
            Self::Sequence(library) => library.encode_fast(text, true)?,
        };
        Ok(encoding.get_ids().to_vec())
    }
}

/// Counts tokens as the bundled model does. It loads no graph, so the commands that limit output by tokens
/// start fast.
pub struct TokenCounter(Tokenizer);

impl TokenCounter {
    /// Creates the counter of the bundled model.
    pub fn bundled() -> Result<Self, EmbedError> {
        let tokenizer =
            Tokenizer::for_bags(BUNDLED_TOKENIZER).map_err(|cause| EmbedError::Load {
                model: BUNDLED_NAME.to_owned(),
                cause,
            })?;
        Ok(Self(tokenizer))
    }

    /// Counts all tokens of a text, including those beyond a model's limit.
    pub fn count(&self, text: &str) -> Result<usize, EmbedError> {
        let ids = self.0.ids(text).map_err(|cause| EmbedError::Run {
            model: BUNDLED_NAME.to_owned(),
            cause,
        })?;
        Ok(ids.len())
    }
}

/// Loads a tokenizer without padding: batches are padded here, by length.
fn library(json: &[u8]) -> Result<tokenizers::Tokenizer, Cause> {
    let mut tokenizer = tokenizers::Tokenizer::from_bytes(json)
        .map_err(|error| format!("cannot read its tokenizer.json: {error}"))?;
    tokenizer.with_padding(None);
    Ok(tokenizer)
}

/// Returns each distinct id once, weighted by ln(1 + occurrences).
fn bag(mut ids: Vec<u32>) -> Tokens {
    ids.retain(|id| !IGNORED_IDS.contains(id));
    ids.truncate(TOKEN_LIMIT);
    ids.sort_unstable();
    let runs = ids.chunk_by(|a, b| a == b);
    let (ids, weights) = runs
        .map(|equal| (i64::from(equal[0]), (equal.len() as f32).ln_1p()))
        .unzip();
    Tokens { ids, weights }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(ids: &[u32], expected: &[(i64, f32)]) {
        let tokens = bag(ids.to_vec());
        let found: Vec<(i64, f32)> = tokens.ids.into_iter().zip(tokens.weights).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_bag_counts_each_id_once() {
        check(&[], &[]);
        check(&[0, 1, 1], &[]);
        check(&[7, 5, 7, 1, 7], &[(5, 1f32.ln_1p()), (7, 3f32.ln_1p())]);
    }

    #[test]
    fn a_bag_ignores_tokens_beyond_the_limit() {
        // Dropped ids do not count.
        let ids: Vec<u32> = [0; 600].into_iter().chain(2..1000).collect();
        let tokens = bag(ids);
        assert_eq!(tokens.ids.len(), TOKEN_LIMIT);
        assert_eq!(tokens.ids.last(), Some(&(TOKEN_LIMIT as i64 + 1)));
    }

    #[test]
    fn every_token_counts() {
        let counter = TokenCounter::bundled().unwrap();
        assert_eq!(counter.count("").unwrap(), 0);
        let one = counter.count("fn merge").unwrap();
        assert!(one >= 2);
        assert_eq!(counter.count(&"fn merge ".repeat(900)).unwrap(), one * 900);
    }
}
