//! Tickets: which replies are stale.
//!
//! Principal type: [`Tickets`]. Invariant: a reply is stale by one rule, [`Tickets::is_stale`].

/// Identifies a request; its replies carry it too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Ticket(u64);

/// Tickets of one requester. A request is pending until its ticket is revoked.
#[derive(Debug, Default)]
pub struct Tickets {
    /// The last ticket issued.
    last: Ticket,
    /// The last ticket revoked; all tickets before it are revoked too.
    revoked: Ticket,
}

impl Tickets {
    /// Issues a ticket for an additional request. Pending requests stay pending.
    pub fn issue(&mut self) -> Ticket {
        self.last = Ticket(self.last.0.saturating_add(1));
        self.last
    }

    /// Issues a ticket for a request that replaces all pending ones.
    pub fn supersede(&mut self) -> Ticket {
        self.revoke();
        self.issue()
    }

    /// Revokes all pending requests: they were answered, cancelled, or may describe an outdated
    /// state.
    pub fn revoke(&mut self) {
        self.revoked = self.last;
    }

    /// Returns true if the reply with this ticket must be dropped.
    pub fn is_stale(&self, ticket: Ticket) -> bool {
        ticket <= self.revoked
    }

    /// Returns true for the ticket issued last.
    pub fn is_last(&self, ticket: Ticket) -> bool {
        ticket == self.last
    }

    /// Returns true if a reply is pending.
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
        /// Model of the pending tickets.
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
