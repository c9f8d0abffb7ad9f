//! Which question an answer is for, where one asks and another answers later.
//!
//! Principal type: [`Ticket`]: it goes out with a question and comes back with each of its answers.
//! Invariant: whether an answer is stale is one rule, [`Tickets::is_stale`], and who answers does
//! not know it.

/// Goes out with a question, and comes back with its answers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Ticket(u64);

/// The tickets of one who asks: a question of theirs is open until its ticket is revoked.
#[derive(Debug, Default)]
pub struct Tickets {
    /// The last that was issued.
    last: Ticket,
    /// The last of those that do not count any more; neither does any before it.
    revoked: Ticket,
}

impl Tickets {
    /// A ticket for one more question. Those that are open stay open.
    pub fn issue(&mut self) -> Ticket {
        self.last = Ticket(self.last.0.saturating_add(1));
        self.last
    }

    /// A ticket for a question that takes the place of all before it.
    pub fn supersede(&mut self) -> Ticket {
        self.revoke();
        self.issue()
    }

    /// No question that was asked so far is open any more: it was answered, or is not asked any
    /// more, or its answer may be of what has changed since.
    pub fn revoke(&mut self) {
        self.revoked = self.last;
    }

    /// Whether the answer that brings this ticket is to be dropped.
    pub fn is_stale(&self, ticket: Ticket) -> bool {
        ticket <= self.revoked
    }

    /// Whether an answer is awaited.
    pub fn are_open(&self) -> bool {
        self.revoked < self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Clone, Copy, Debug)]
    enum Step {
        Issue,
        Supersede,
        Revoke,
    }

    proptest! {
        /// What is open, against a list of the tickets that are.
        #[test]
        fn a_ticket_is_stale_once_it_is_revoked_and_stays_so(
            steps in prop::collection::vec(
                prop::sample::select(vec![Step::Issue, Step::Supersede, Step::Revoke]),
                0..20,
            ),
        ) {
            let mut tickets = Tickets::default();
            let (mut all, mut open) = (Vec::new(), Vec::new());
            for step in steps {
                let issued = match step {
                    Step::Issue => Some(tickets.issue()),
                    Step::Supersede => {
                        open.clear();
                        Some(tickets.supersede())
                    }
                    Step::Revoke => {
                        open.clear();
                        tickets.revoke();
                        None
                    }
                };
                open.extend(issued);
                if let Some(ticket) = issued {
                    prop_assert!(!all.contains(&ticket), "each is another");
                    all.push(ticket);
                }
                prop_assert_eq!(tickets.are_open(), !open.is_empty());
                for ticket in &all {
                    prop_assert_eq!(tickets.is_stale(*ticket), !open.contains(ticket));
                }
            }
        }
    }
}
