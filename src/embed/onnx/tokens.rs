//! Tokenization for graphs: texts to sequences of token ids, by the `tokenizers` library.
//!
//! Principal type: [`SequenceTokenizer`]. Invariant: a sequence never exceeds the limit of the model, and
//! padding is added per batch, not here.

use crate::embed::error::Cause;
use tokenizers::{Tokenizer, TruncationParams};

/// Default limit of a sequence: position tables of common transformers have this length.
const TOKEN_LIMIT: usize = 512;

/// Minimum limit of a sequence: below it, the special tokens leave too little space.
const MIN_LIMIT: usize = 16;

/// Tokenizer of a model folder.
pub(super) struct SequenceTokenizer(Tokenizer);

impl SequenceTokenizer {
    /// Reads a tokenizer.json and returns its limit: the declared one, or else the tokenizer's own, or else
    /// [`TOKEN_LIMIT`].
    pub(super) fn parse(json: &[u8], declared: Option<usize>) -> Result<(Self, usize), Cause> {
        let mut tokenizer = Tokenizer::from_bytes(json)
            .map_err(|error| format!("cannot read its tokenizer.json: {error}"))?;
        tokenizer.with_padding(None);
        let max_length = match (declared, tokenizer.get_truncation()) {
            (Some(declared), _) => declared,
            (None, Some(own)) => own.max_length,
            (None, None) => TOKEN_LIMIT,
        };
        if max_length < MIN_LIMIT {
            let what = format!("its limit of {max_length} tokens per text is too small to embed");
            return Err(what.into());
        }
        let truncation = TruncationParams {
            max_length,
            ..TruncationParams::default()
        };
        tokenizer.with_truncation(Some(truncation))?;
        Ok((Self(tokenizer), max_length))
    }

    /// Returns the ids of a text; none for a text without any.
    pub(super) fn ids(&self, text: &str) -> Result<Vec<i64>, Cause> {
        if text.trim().is_empty() {
            return Ok(Vec::new());
        }
        let encoding = self.0.encode_fast(text, true)?;
        Ok(encoding.get_ids().iter().copied().map(i64::from).collect())
    }

    /// The highest id of the vocabulary.
    pub(super) fn highest_id(&self) -> Option<i64> {
        self.0.get_vocab(true).into_values().max().map(i64::from)
    }
}
