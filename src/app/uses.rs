//! Where the hits of "who touches this" call or use it: that is what one wants to see of them.

use super::code::unread;
use super::{App, Results, Tone};
use crate::chunk::ChunkId;
use crate::context::{Relation, Relations};
use crate::search::Hit;
use std::collections::HashMap;

/// What connects each hit with what is asked about; empty for every other question.
#[derive(Debug, Default)]
pub(super) struct Uses(HashMap<ChunkId, Relation>);

impl Uses {
    /// Of a hit with several, the surest.
    pub(super) fn new(relations: &Relations) -> Self {
        let mut uses = HashMap::new();
        for relation in &relations.found {
            uses.entry(relation.id).or_insert_with(|| relation.clone());
        }
        Self(uses)
    }

    /// What connects a hit, if it is one of an answer.
    pub(super) fn of(&self, results: &Results, hit: &Hit) -> Option<&Relation> {
        results.answer()?;
        self.0.get(&hit.record.id)
    }
}

impl App {
    /// Where a hit uses what is asked about, and how sure that is; none where that is not asked.
    pub(crate) fn use_in(&self, hit: &Hit) -> Option<&Relation> {
        self.trees.uses.of(&self.trees.results, hit)
    }

    /// Whether more uses come when they are asked for than are there. Those in files that are not read
    /// do not, which is said.
    pub(super) fn has_more_uses(&mut self, relations: &Relations) -> bool {
        let more = relations.total.saturating_sub(relations.found.len());
        let is_cut = more > 0 && relations.found.len() >= self.inquiry.asking.limit;
        // What is only asked again because the index moved on hides nothing else that is said.
        let may_say = !self.inquiry.asking.repeated || self.screen.notice.is_none();
        if more > 0 && !is_cut && may_say {
            self.notify(Tone::Plain, unread(more));
        }
        is_cut
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::fixture::{app, drive};
    use crate::app::{Asker, Effect, Event};
    use crate::context::Connection;
    use std::sync::Arc;

    /// Whether more can be asked for where so many uses came of `total`, and what is said.
    fn check(found: usize, total: usize, is_cut: bool, says: Option<&str>) {
        let mut app = app(120, 30);
        drive(&mut app, "merged<down>");
        let mut effects = Vec::new();
        app.ask_touching(&mut effects);
        let asked = effects.iter().find_map(|effect| match effect {
            Effect::Relate { ticket, limit, .. } => Some((*ticket, *limit)),
            _ => None,
        });
        let (ticket, limit) = asked.expect("a question");
        assert!(found <= limit);
        app.screen.notice = None;
        let one = crate::app::fixture::related::related(Connection::Callers);
        let one = one.found.into_iter().next().expect("a caller");
        app.update(Event::Related {
            ticket,
            asker: Asker::Results,
            connection: Connection::Callers,
            relations: Ok(Arc::new(Relations {
                found: vec![one; found],
                total,
                unresolved: Vec::new(),
            })),
            hits: crate::app::fixture::hits(),
        });
        assert_eq!(app.results().is_cut(), is_cut, "{found} of {total}");
        let said = app.notice().map(|notice| notice.text.as_str());
        assert_eq!(said, says, "{found} of {total}");
    }

    #[test]
    fn more_uses_are_offered_where_they_come_when_asked_for() {
        let limit = app(120, 30).options.limit;
        check(2, 2, false, None);
        check(limit, limit + 41, true, None);
        let says = "41 more have the name, in files that were too many to be read";
        check(2, 43, false, Some(says));
    }
}
