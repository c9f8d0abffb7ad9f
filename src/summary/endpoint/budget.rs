//! How many tokens a run may still spend.

/// Tokens of one run: prompts and answers. What a request will cost is set aside before it is sent
/// and replaced by what it did cost, so that requests in flight cannot overspend together.
#[derive(Debug)]
pub(super) struct Budget {
    limit: u64,
    spent: u64,
    aside: u64,
}

impl Budget {
    /// A budget of which nothing is spent.
    pub(super) fn new(limit: u64) -> Self {
        Self {
            limit,
            spent: 0,
            aside: 0,
        }
    }

    /// Whether so many tokens are left.
    pub(super) fn fits(&self, tokens: u64) -> bool {
        let taken = self.spent.saturating_add(self.aside);
        taken.saturating_add(tokens) <= self.limit
    }

    /// Sets tokens aside.
    pub(super) fn set_aside(&mut self, tokens: u64) {
        self.aside = self.aside.saturating_add(tokens);
    }

    /// Replaces tokens set aside by what was spent.
    pub(super) fn settle(&mut self, aside: u64, spent: u64) {
        self.aside = self.aside.saturating_sub(aside);
        self.spent = self.spent.saturating_add(spent);
    }

    /// What was spent so far.
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_set_aside_is_taken_until_settled() {
        let mut budget = Budget::new(100);
        budget.set_aside(60);
        assert!(budget.fits(40) && !budget.fits(41));
        budget.settle(60, 10);
        assert!(budget.fits(90) && !budget.fits(91));
        assert_eq!(budget.spent(), 10);
    }

    proptest! {
        #[test]
        fn estimates_that_hold_never_overspend(
            limit in 0u64..1000,
            costs in proptest::collection::vec((0u64..300, 0u64..300), 0..30),
        ) {
            let mut budget = Budget::new(limit);
            for (aside, spent) in costs {
                if budget.fits(aside) {
                    budget.set_aside(aside);
                    budget.settle(aside, spent.min(aside));
                }
            }
            prop_assert!(budget.spent() <= limit);
        }

        #[test]
        fn no_claim_of_a_server_overflows(claims in proptest::collection::vec(any::<u64>(), 0..9)) {
            let mut budget = Budget::new(u64::MAX);
            for claim in claims {
                budget.set_aside(claim);
                budget.settle(claim, claim);
            }
        }
    }
}
