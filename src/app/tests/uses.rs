//! More uses than are listed.

use crate::app::fixture::{app, drive};
use crate::app::{Effect, Event};
use crate::context::Connection;
use crate::context::Relations;
use crate::protocol::{Asker, Relate, Related, Reply, Request};
use std::sync::Arc;

/// Whether more can be asked for where so many uses came of `total`, and what is said.
fn check(found: usize, total: usize, is_cut: bool, says: Option<&str>) {
    let mut app = app(120, 30);
    drive(&mut app, "merged<down>");
    app.ask_touching();
    let effects = std::mem::take(&mut app.effects);
    let asked = effects.iter().find_map(|effect| match effect {
        Effect::Ask(ticket, Request::Relate(_, Relate { limit, .. })) => Some((*ticket, *limit)),
        _ => None,
    });
    let (ticket, limit) = asked.expect("a question");
    assert!(found <= limit);
    app.screen.notice = None;
    let one = crate::app::fixture::related::related(Connection::Callers);
    let one = one.found.into_iter().next().expect("a caller");
    app.update(Event::Reply(
        ticket,
        Reply::Related(
            Asker::Results,
            Related {
                connection: Connection::Callers,
                relations: Ok(Arc::new(Relations {
                    found: vec![one; found],
                    total,
                    unresolved: Vec::new(),
                })),
                hits: crate::app::fixture::hits(),
            },
        ),
    ));
    assert_eq!(app.results.is_cut(), is_cut, "{found} of {total}");
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
