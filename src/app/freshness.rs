//! Which hits are not what was indexed: their files changed, and the index does not know yet.

use super::{App, Effect};
use crate::chunk::ChunkId;
use crate::search::Hit;
use std::collections::HashMap;

/// What became of a hit since it was indexed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// The same text begins on another line now; 1-based, of its name.
    Moved(u32),
    /// Its text is another; 1-based line of its name now.
    Changed(u32),
    /// It is not there any more.
    Gone,
}

/// What is known of the hits of the last answer.
#[derive(Debug, Default)]
pub(super) struct Freshness {
    /// Of the last question.
    request: u64,
    fates: HashMap<ChunkId, Fate>,
}

impl Freshness {
    /// Whether this answers an earlier question than the last one.
    pub(super) fn is_stale(&self, request: u64) -> bool {
        request != self.request
    }

    pub(super) fn take(&mut self, fates: Vec<(ChunkId, Fate)>) {
        self.fates = fates.into_iter().collect();
    }
}

impl App {
    /// The hits are others: what became of those before says nothing of them.
    pub(super) fn forget_fates(&mut self) {
        self.reading.freshness.fates.clear();
    }

    /// Asks whether the hits are still what was indexed.
    pub(super) fn check_hits(&mut self, effects: &mut Vec<Effect>) {
        self.reading.freshness.request += 1;
        match self.trees.results.answer() {
            Some(answer) if !answer.hits.is_empty() => effects.push(Effect::Check {
                request: self.reading.freshness.request,
                answer: answer.clone(),
            }),
            _ => self.reading.freshness.fates.clear(),
        }
    }

    /// What became of a hit; none where it is what was indexed, as far as is known.
    pub(crate) fn fate(&self, hit: &Hit) -> Option<Fate> {
        self.reading.freshness.fates.get(&hit.record.id).copied()
    }

    /// How many hits are not what was indexed. Those that only moved are found where they are.
    pub(crate) fn stale_hits(&self) -> usize {
        let fates = self
            .trees
            .results
            .hits()
            .iter()
            .filter_map(|hit| self.fate(hit));
        fates.filter(|it| !matches!(it, Fate::Moved(_))).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::fixture::{self, drive};
    use crate::app::{Effect, Event};
    use crossterm::event::{KeyCode, KeyEvent};

    /// An app with hits, and the question that was asked about them.
    fn asked() -> (App, u64) {
        let mut app = fixture::app(120, 30);
        drive(&mut app, "merged");
        let request = app.reading.freshness.request;
        (app, request)
    }

    fn checked(app: &mut App, request: u64, fate: Fate) {
        let id = app.results().hits()[0].record.id;
        app.update(Event::Checked {
            request,
            fates: vec![(id, fate)],
        });
    }

    #[test]
    fn an_answer_is_checked() {
        let mut app = fixture::app(120, 30);
        let effects = app.update(Event::Key(KeyEvent::from(KeyCode::Char('x'))));
        let asked = effects.iter().find_map(|effect| match effect {
            Effect::Search {
                revision, query, ..
            } => Some((revision, query)),
            _ => None,
        });
        let (revision, query) = asked.expect("a search");
        let answer = fixture::answer(query, fixture::hits());
        let revision = *revision;
        let effects = app.update(Event::Answered {
            revision,
            answer: Ok(answer),
        });
        let asked = effects.iter().any(|it| matches!(it, Effect::Check { .. }));
        assert!(asked, "{effects:?}");
    }

    #[test]
    fn what_changed_and_what_is_gone_counts_and_what_moved_does_not() {
        let (mut app, request) = asked();
        assert_eq!(app.stale_hits(), 0);
        for (fate, count) in [(Fate::Changed(3), 1), (Fate::Gone, 1), (Fate::Moved(9), 0)] {
            checked(&mut app, request, fate);
            assert_eq!(app.fate(&app.results().hits()[0]), Some(fate));
            assert_eq!(app.stale_hits(), count, "{fate:?}");
        }
    }

    #[test]
    fn an_answer_to_an_earlier_question_is_dropped() {
        let (mut app, request) = asked();
        drive(&mut app, "x");
        checked(&mut app, request, Fate::Gone);
        assert_eq!(app.stale_hits(), 0);
    }

    #[test]
    fn who_touches_something_is_checked_too() {
        let (mut app, _) = asked();
        let mut effects = Vec::new();
        app.ask_touching(&mut effects);
        let request = effects.iter().find_map(|effect| match effect {
            Effect::Relate { request, .. } => Some(*request),
            _ => None,
        });
        let effects = app.update(Event::Related {
            request: request.expect("a question"),
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
        let (mut app, request) = asked();
        checked(&mut app, request, Fate::Gone);
        assert_eq!(app.stale_hits(), 1);
        drive(&mut app, "x");
        assert_eq!(app.stale_hits(), 0);
    }
}
