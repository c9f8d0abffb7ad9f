//! How long texts are to a model.

use super::{BUNDLED_NAME, BUNDLED_TOKENIZER, EmbedError, tokens};
use tokenizers::Tokenizer;

/// Counts tokens without loading a model's graph.
pub struct TokenCounter(Tokenizer);

impl TokenCounter {
    /// Of the bundled model.
    pub fn bundled() -> Result<Self, EmbedError> {
        let tokenizer = tokens::load(BUNDLED_TOKENIZER).map_err(|cause| EmbedError::Load {
            model: BUNDLED_NAME.to_owned(),
            cause,
        })?;
        Ok(Self(tokenizer))
    }

    /// All tokens of a text, also those that a model would not look at.
    pub fn count(&self, text: &str) -> Result<usize, EmbedError> {
        let encoding = self.0.encode_fast(text, false);
        encoding
            .map(|encoding| encoding.len())
            .map_err(|error| EmbedError::Run {
                model: BUNDLED_NAME.to_owned(),
                cause: error.to_string(),
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_counts() {
        let counter = TokenCounter::bundled().unwrap();
        assert_eq!(counter.count("").unwrap(), 0);
        let one = counter.count("fn merge").unwrap();
        assert!(one >= 2);
        assert_eq!(counter.count(&"fn merge ".repeat(900)).unwrap(), one * 900);
    }
}
