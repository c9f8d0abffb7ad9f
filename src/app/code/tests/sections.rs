//! Sections below a hit, and jumps from them.

use super::{code, shown};
use crate::app::code::{Code, Page, Row, Showing, Topic};
use crate::app::documents::Opening;
use crate::app::event::Effect;
use crate::app::fixture::{self, related::related};
use crate::app::keymap::Look;
use crate::context::{Connection, Relations};
use crate::protocol::{Relate, Request, Ticket};
use crate::search::Query;
use std::sync::Arc;

/// Answers what the pane asks for; says what that was.
fn answer(code: &mut Code) -> Vec<Connection> {
    let Some(Effect::Ask(ticket, Request::Relate(_, Relate { wanted, .. }))) = code.relate(false)
    else {
        return Vec::new();
    };
    assert!(!code.tickets.is_stale(ticket));
    for connection in &wanted {
        code.related(*connection, Ok(&related(*connection)));
    }
    wanted
}

#[test]
fn callers_stand_below_the_hit_once_they_are_found() {
    let mut code = code();
    code.look(Look::Callers);
    assert_eq!(shown(&code), "^18 37-51 [callers (looking …)");
    assert_eq!(answer(&mut code), [Connection::Callers]);
    let rows = "^18 37-51 [callers (2) 1=src/indexer/merge_policy.rs:3 \
                2=src/indexer/segment_updater.rs:142";
    assert_eq!(shown(&code), rows);
    assert_eq!(answer(&mut code), [], "once is enough");
    code.look(Look::Callers);
    assert_eq!(shown(&code), "^18 37-51");
}

#[test]
fn sections_have_an_order_and_one_row_of_digits() {
    let mut code = code();
    code.look(Look::Callers);
    answer(&mut code);
    code.look(Look::Imports);
    assert_eq!(
        answer(&mut code),
        [Connection::Imports, Connection::Callers]
    );
    code.look(Look::Siblings);
    let rows = "^18 37-51 [siblings (2) 1=src/indexer/merger.rs:19 2=src/indexer/merger.rs:27 \
                [imports (1) 3=src/index/segment.rs:24 \
                (not in the repository: itertools::Itertools) \
                [callers (2) 4=src/indexer/merge_policy.rs:3 \
                5=src/indexer/segment_updater.rs:142";
    assert_eq!(shown(&code), rows);
}

#[test]
fn zooming_out_leaves_the_section_below_the_hit() {
    let mut code = code();
    code.look(Look::Callers);
    code.related(Connection::Callers, Err("no index".to_owned()));
    code.look(Look::WholeFile);
    assert_eq!(shown(&code), "1-51 [callers (no index) 52-52");
}

/// Of what is asked for now.
fn ticket(code: &mut Code) -> Ticket {
    match code.relate(false) {
        Some(Effect::Ask(ticket, Request::Relate(_, _))) => ticket,
        other => panic!("no question: {other:?}"),
    }
}

#[test]
fn of_a_file_it_is_said_who_imports_it() {
    let mut code = code();
    let hit = fixture::hits().remove(0);
    code.show(&hit, hit.ancestors[0].id, &Query::default(), None);
    code.take(&super::page());
    code.look(Look::Callers);
    assert!(code.relate(false).is_some());
    code.related(Connection::Callers, Ok(&Relations::default()));
    let says = "[imported by (0) (no import of it was found; ask what it declares) 1-52";
    assert_eq!(shown(&code), says);
}

#[test]
fn what_is_not_called_is_not_asked_about() {
    let guide = fixture::guide();
    let hit = fixture::hit(&guide, 3, 0.5, Default::default());
    let page = Arc::new(Page::new(Arc::new(guide)));
    for (node, says) in [
        (
            hit.record.id,
            "[callers (nobody calls a section of a document)",
        ),
        (
            hit.ancestors[0].id,
            "[imported by (nobody calls a document)",
        ),
    ] {
        let mut code = Code::default();
        code.set_size(100, 60);
        code.show(&hit, node, &Query::default(), None);
        code.take(&Opening::Open(Arc::clone(&page)));
        code.look(Look::Callers);
        assert!(shown(&code).contains(says), "{}", shown(&code));
        code.relate_again();
        assert_eq!(code.relate(false), None, "{says}");
    }
}

#[test]
fn an_answer_to_an_older_question_is_stale() {
    let mut code = code();
    code.look(Look::Callers);
    let first = ticket(&mut code);
    code.look(Look::Imports);
    let second = ticket(&mut code);
    assert!(code.tickets.is_stale(first));
    assert!(!code.tickets.is_stale(second));
}

#[test]
fn what_comes_leaves_the_cursor_where_it_is() {
    let mut code = code();
    code.look(Look::Callers);
    code.look(Look::First);
    let before = (code.cursor, code.viewport.top());
    answer(&mut code);
    assert_eq!((code.cursor, code.viewport.top()), before);
}

#[test]
fn a_digit_jumps_and_back_restores_the_place() {
    let mut code = code();
    code.look(Look::ZoomOut);
    code.look(Look::Siblings);
    let before = shown(&code);
    assert!(
        before
            .ends_with("[siblings (2) 1=src/indexer/merger.rs:19 2=src/indexer/merger.rs:27 52-52")
    );
    code.jump(9);
    assert_eq!(shown(&code), before, "nothing is marked 9");
    code.jump(1);
    assert!(matches!(code.showing, Showing::Opening));
    assert_eq!(code.path().unwrap().as_str(), "src/indexer/merger.rs");
    assert_eq!(code.jumped_from(), Some("write"));
    code.take(&super::page());
    assert_eq!(shown(&code), "^18 19-25");
    assert_eq!(code.cursor_location().unwrap().line, 19);
    assert_eq!(
        code.hit_location().unwrap().line,
        37,
        "the hit is still selected"
    );

    let step = |code: &mut Code, back| {
        let stop = code.step(back, None).expect("a place");
        let stop = code.restore(stop).expect("not there yet");
        code.take(&super::page());
        assert!(code.restore(stop).is_none());
        shown(code)
    };
    assert_eq!(step(&mut code, true), before, "with what was open");
    assert!(!code.can_step(true), "there was one jump");
    assert_eq!(step(&mut code, false), "^18 19-25");
    assert!(!code.can_step(false), "there was one jump");
    assert_eq!(step(&mut code, true), before, "with what was open");
    code.jump(2);
    assert!(!code.can_step(false), "a new jump leads elsewhere");
}

#[test]
fn enter_on_a_row_of_a_section_goes_where_it_leads() {
    let mut code = code();
    code.look(Look::Callers);
    answer(&mut code);
    code.look(Look::Down);
    let place = code.cursor_location().unwrap();
    assert_eq!(place.path.as_str(), "src/indexer/merge_policy.rs");
    assert_eq!((place.line, place.column), (3, 9));
}

/// As many callers as were asked for, of `total`; no more than `read` are in files that were read.
fn answer_of(code: &mut Code, total: usize, read: usize) {
    let Some(Effect::Ask(_, Request::Relate(_, Relate { limit, .. }))) = code.relate(false) else {
        panic!("it is asked for");
    };
    let one = related(Connection::Callers).found.remove(0);
    let relations = Relations {
        found: vec![one; total.min(limit).min(read)],
        total,
        unresolved: Vec::new(),
    };
    code.related(Connection::Callers, Ok(&relations));
}

/// The title, how many rows lead somewhere, and what the last row of the section says.
fn section(code: &Code) -> (String, usize, String) {
    let links = code.rows.iter().filter(|row| matches!(row, Row::Link(..)));
    let last = match code.rows.last() {
        Some(Row::More(topic)) => format!("{:?}", code.more(*topic)),
        Some(Row::Note(topic)) => code.note(*topic).unwrap_or_default(),
        _ => String::new(),
    };
    (code.section_title(Topic::Callers), links.count(), last)
}

#[track_caller]
fn check_section(code: &Code, title: &str, links: usize, last: &str) {
    assert_eq!(section(code), (title.to_owned(), links, last.to_owned()));
}

#[test]
fn more_than_are_listed_come_when_they_are_asked_for() {
    let mut code = code();
    code.look(Look::Callers);
    answer_of(&mut code, 241, 241);
    check_section(&code, "callers (50 of 241)", 50, "Some((191, 100))");
    assert!(!code.show_more(), "the cursor is elsewhere");
    code.look(Look::Last);
    let at = code.cursor;
    assert!(code.show_more());
    check_section(&code, "callers (50 of 241)", 50, "looking …");
    answer_of(&mut code, 241, 241);
    check_section(&code, "callers (150 of 241)", 150, "Some((91, 91))");
    // Where one asked, the first of those that came stands.
    let is_next = matches!(code.rows[at], Row::Link(_, 50, _));
    assert!(code.cursor == at && is_next);
    code.look(Look::Last);
    code.look(Look::Fold);
    answer_of(&mut code, 241, 241);
    check_section(&code, "callers (241)", 241, "");
    assert!(!code.show_more());
}

#[test]
fn what_is_in_files_that_are_not_read_cannot_be_asked_for() {
    let mut code = code();
    code.look(Look::Callers);
    answer_of(&mut code, 90, 30);
    let says = "60 more have the name, in files that were too many to be read";
    check_section(&code, "callers (30 of 90)", 30, says);
    code.look(Look::Last);
    assert!(!code.show_more());
    assert!(code.relate(false).is_none());
}

#[test]
fn a_thousand_are_listed_at_most() {
    let mut code = code();
    code.look(Look::Callers);
    let total = 5_000;
    answer_of(&mut code, total, total);
    for _ in 0..10 {
        code.look(Look::Last);
        assert!(code.show_more());
        answer_of(&mut code, total, total);
    }
    check_section(
        &code,
        "callers (1000 of 5000)",
        1_000,
        "4000 more are not listed",
    );
    code.look(Look::Last);
    assert!(!code.show_more());
}

#[test]
fn each_section_lists_as_many_as_were_asked_of_it() {
    let mut code = code();
    code.look(Look::Callers);
    answer_of(&mut code, 120, 120);
    code.look(Look::Last);
    assert!(code.show_more());
    code.look(Look::Imports);
    let Some(Effect::Ask(_, Request::Relate(_, Relate { wanted, limit, .. }))) = code.relate(false)
    else {
        panic!("both are asked for");
    };
    assert_eq!((limit, wanted.len()), (150, 2));
    let one = related(Connection::Imports).found.remove(0);
    let relations = Relations {
        found: vec![one; 120],
        total: 120,
        unresolved: Vec::new(),
    };
    code.related(Connection::Imports, Ok(&relations));
    assert_eq!(code.section_title(Topic::Imports), "imports (50 of 120)");
}
