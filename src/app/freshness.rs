//! Which hits are not what was indexed: their files changed, and the index does not know yet.

use super::{App, Effect};
use crate::chunk::ChunkId;
use crate::context::Staleness;
use crate::search::Hit;
use crate::ticket::Tickets;
use std::collections::HashMap;

/// What is known of the hits of the last answer.
#[derive(Debug, Default)]
pub(super) struct Freshness {
    tickets: Tickets,
    pub(super) stale: HashMap<ChunkId, Staleness>,
}

impl Freshness {
    pub(super) fn tickets(&self) -> &Tickets {
        &self.tickets
    }

    pub(super) fn take(&mut self, stale: Vec<(ChunkId, Staleness)>) {
        self.stale = stale.into_iter().collect();
    }
}

impl App {
    /// The hits are others, or there are none: what became of those before says nothing of them.
    pub(super) fn forget_staleness(&mut self) {
        self.reading.freshness.tickets.revoke();
        self.reading.freshness.stale.clear();
    }

    /// Asks whether the hits are still what was indexed.
    pub(super) fn check_hits(&mut self, effects: &mut Vec<Effect>) {
        match self.trees.results.answer() {
            Some(answer) if !answer.hits.is_empty() => effects.push(Effect::Check {
                ticket: self.reading.freshness.tickets.supersede(),
                answer: answer.clone(),
            }),
            _ => self.forget_staleness(),
        }
    }

    /// What became of a hit; none where it is what was indexed, as far as is known.
    pub(crate) fn staleness(&self, hit: &Hit) -> Option<Staleness> {
        self.reading.freshness.stale.get(&hit.record.id).copied()
    }

    /// How many hits are not what was indexed. Those that only moved are found where they are.
    pub(crate) fn stale_hits(&self) -> usize {
        let stale = self
            .trees
            .results
            .hits()
            .iter()
            .filter_map(|hit| self.staleness(hit));
        stale
            .filter(|it| !matches!(it, Staleness::Moved(_)))
            .count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::fixture::{self, drive};
    use crate::app::{Effect, Event};
    use crate::ticket::Ticket;
    use crossterm::event::{KeyCode, KeyEvent};

    /// An app with hits, and the question that was asked about them.
    fn asked() -> (App, Ticket) {
        let mut app = fixture::app(120, 30);
        drive(&mut app, "merged");
        let ticket = app.reading.freshness.tickets.issue();
        (app, ticket)
    }

    fn checked(app: &mut App, ticket: Ticket, staleness: Staleness) {
        let id = app.results().hits()[0].record.id;
        app.update(Event::Checked {
            ticket,
            stale: vec![(id, staleness)],
        });
    }

    #[test]
    fn an_answer_is_checked() {
        let mut app = fixture::app(120, 30);
        let effects = app.update(Event::Key(KeyEvent::from(KeyCode::Char('x'))));
        let asked = effects.iter().find_map(|effect| match effect {
            Effect::Search { ticket, query, .. } => Some((ticket, query)),
            _ => None,
        });
        let (ticket, query) = asked.expect("a search");
        let answer = fixture::answer(query, fixture::hits());
        let ticket = *ticket;
        let effects = app.update(Event::Answered {
            ticket,
            answer: Ok(answer),
        });
        let asked = effects.iter().any(|it| matches!(it, Effect::Check { .. }));
        assert!(asked, "{effects:?}");
    }

    #[test]
    fn what_changed_and_what_is_gone_counts_and_what_moved_does_not() {
        let (mut app, ticket) = asked();
        assert_eq!(app.stale_hits(), 0);
        for (staleness, count) in [
            (Staleness::Changed(3), 1),
            (Staleness::Gone, 1),
            (Staleness::Moved(9), 0),
        ] {
            checked(&mut app, ticket, staleness);
            assert_eq!(app.staleness(&app.results().hits()[0]), Some(staleness));
            assert_eq!(app.stale_hits(), count, "{staleness:?}");
        }
    }

    #[test]
    fn an_answer_to_an_earlier_question_is_dropped() {
        let (mut app, ticket) = asked();
        drive(&mut app, "x");
        checked(&mut app, ticket, Staleness::Gone);
        assert_eq!(app.stale_hits(), 0);
    }

    #[test]
    fn who_touches_something_is_checked_too() {
        let (mut app, _) = asked();
        let mut effects = Vec::new();
        app.ask_touching(&mut effects);
        let ticket = effects.iter().find_map(|effect| match effect {
            Effect::Relate { ticket, .. } => Some(*ticket),
            _ => None,
        });
        let effects = app.update(Event::Related {
            ticket: ticket.expect("a question"),
            asker: crate::app::Asker::Results,
            connection: crate::context::Connection::Callers,
            relations: Ok(Default::default()),
            hits: fixture::hits(),
        });
        let asked = effects.iter().any(|it| matches!(it, Effect::Check { .. }));
        assert!(asked, "{effects:?}");
    }

    #[test]
    fn what_became_of_hits_says_nothing_of_those_of_the_next_answer() {
        let (mut app, ticket) = asked();
        checked(&mut app, ticket, Staleness::Gone);
        assert_eq!(app.stale_hits(), 1);
        drive(&mut app, "x");
        assert_eq!(app.stale_hits(), 0);
    }
}
