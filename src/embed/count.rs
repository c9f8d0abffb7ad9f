//! Token counts of texts.
//!
//! Principal type: [`TokenCounter`]. It counts as the bundled model does and loads no graph, so the commands
//! that limit output by tokens start fast.

use super::tokens::Tokenizer;
use super::{BUNDLED_NAME, BUNDLED_TOKENIZER, EmbedError};

/// Counts tokens without loading a model's graph.
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
