//! Adapter of code-aware terms to tantivy.
//!
//! Principal type: [`CodeTokenizer`]. Positions count terms and are not stored.

use super::terms::Terms;
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// Splits a text into [`Terms`].
#[derive(Clone, Default)]
pub(super) struct CodeTokenizer {
    token: Token,
}

impl Tokenizer for CodeTokenizer {
    type TokenStream<'a> = CodeTokens<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> CodeTokens<'a> {
        self.token.reset();
        CodeTokens {
            token: &mut self.token,
            terms: Terms::of(text),
        }
    }
}

/// The terms of one text.
pub(super) struct CodeTokens<'a> {
    token: &'a mut Token,
    terms: Terms<'a>,
}

impl TokenStream for CodeTokens<'_> {
    fn advance(&mut self) -> bool {
        let Some(term) = self.terms.next() else {
            return false;
        };
        self.token.text.clear();
        self.token.text.push_str(term);
        // The first increment wraps from usize::MAX to 0.
        self.token.position = self.token.position.wrapping_add(1);
        true
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::lexical::terms::terms;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn tokens_are_the_terms_in_order(
            texts in proptest::collection::vec("([a-zA-Z0-9_]{1,9}[ .:é漢]?){0,9}|_{1,3}", 1..4),
        ) {
            let mut tokenizer = CodeTokenizer::default();
            for text in &texts {
                let mut found = Vec::new();
                tokenizer.token_stream(text).process(&mut |token| {
                    found.push((token.position, token.text.clone()));
                });
                let expected: Vec<_> = terms(text).into_iter().enumerate().collect();
                prop_assert_eq!(found, expected);
            }
        }
    }
}
