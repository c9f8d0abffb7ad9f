//! Whole texts within a number of tokens.
//!
//! Principal type: [`TokenBudget`]. Invariant: a text is taken whole or not at all.

use crate::embed::TokenCounter;

/// The tokens that are left for an answer.
pub(crate) struct TokenBudget<'a> {
    counter: &'a TokenCounter,
    left: usize,
}

impl<'a> TokenBudget<'a> {
    pub(crate) fn new(counter: &'a TokenCounter, tokens: usize) -> Self {
        Self {
            counter,
            left: tokens,
        }
    }

    /// Takes the tokens of a text. The error is their number if fewer are left.
    pub(crate) fn take(&mut self, text: &str) -> Result<usize, usize> {
        let tokens = self.counter.count(text);
        self.left = self.left.checked_sub(tokens).ok_or(tokens)?;
        Ok(tokens)
    }

    /// Takes the tokens of a text that is needed anyway: nothing is left if it does not fit.
    pub(crate) fn spend(&mut self, text: &str) {
        if self.take(text).is_err() {
            self.left = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_taken_whole_or_not_at_all() {
        let counter = TokenCounter::bundled().unwrap();
        let (short, long) = ("merge", "merge the segments of the index");
        let (few, many) = (counter.count(short), counter.count(long));
        let mut budget = TokenBudget::new(&counter, 2 * few);
        assert_eq!(budget.take(long), Err(many));
        assert_eq!(budget.take(short), Ok(few));
        assert_eq!(budget.take(short), Ok(few));
        assert_eq!(budget.take(short), Err(few));
        budget.spend(long);
        assert_eq!(budget.take(""), Ok(0));
    }
}
