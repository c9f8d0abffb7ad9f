//! Texts within a number of tokens.
//!
//! Principal type: [`TokenBudget`]. Invariant: the texts that were taken do not cost more than the budget.

use super::tokens::{fitting, token_count};

/// The tokens that are left for an answer.
#[derive(Clone)]
pub(crate) struct TokenBudget {
    left: usize,
}

impl TokenBudget {
    pub(crate) const fn new(tokens: usize) -> Self {
        Self { left: tokens }
    }

    /// Takes the tokens of a text. The error is their number if fewer are left.
    pub(crate) fn take(&mut self, text: &str) -> Result<usize, usize> {
        let tokens = token_count(text);
        self.left = self.left.checked_sub(tokens).ok_or(tokens)?;
        Ok(tokens)
    }

    /// The number of tokens that are left.
    pub(crate) const fn left(&self) -> usize {
        self.left
    }

    /// Takes the tokens of a text that is needed anyway: nothing is left if it does not fit.
    pub(crate) fn spend(&mut self, text: &str) {
        if self.take(text).is_err() {
            self.left = 0;
        }
    }

    /// Takes as much of a text as fits: whole lines, unless its last line has most of it.
    pub(crate) fn take_start<'t>(&mut self, text: &'t str) -> &'t str {
        let start = fitting(text, self.left);
        self.spend(start);
        match start.rfind('\n').map_or(0, |at| at + 1) {
            end if start.len() < text.len() && end > start.len() / 2 => &start[..end],
            _ => start,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_taken_whole_or_not_at_all() {
        let (short, long) = ("merge", "merge the segments of the index");
        let (few, many) = (token_count(short), token_count(long));
        let mut budget = TokenBudget::new(2 * few);
        assert_eq!(budget.take(long), Err(many));
        assert_eq!(budget.take(short), Ok(few));
        assert_eq!(budget.take(short), Ok(few));
        assert_eq!(budget.take(short), Err(few));
        budget.spend(long);
        assert_eq!(budget.take(""), Ok(0));
    }

    #[test]
    fn a_text_that_does_not_fit_is_cut_at_a_line_or_within_a_long_one() {
        let check = |text: &str, expected: &str| {
            assert_eq!(TokenBudget::new(20).take_start(text), expected);
        };
        check("one\ntwo\n", "one\ntwo\n");
        check(
            &"merge the segments\n".repeat(9),
            &"merge the segments\n".repeat(3),
        );
        let line = "merge the segments; ".repeat(9);
        let start = TokenBudget::new(20).take_start(&line);
        assert!(line.starts_with(start) && start.len() > 50, "{start}");
        let start = TokenBudget::new(20).take_start("");
        assert_eq!(start, "");
    }
}
