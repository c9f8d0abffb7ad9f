//! Actions on results that have not arrived yet.

use super::fixture::{drive_all, parse};
use super::*;
use crate::protocol::Reply;

/// Types a query and an action at once, and answers. Returns the effects of the answers.
fn answer_later(app: &mut App, keys: &str) -> Vec<Effect> {
    let mut sent = Vec::new();
    for key in parse(keys) {
        sent.extend(app.update(Event::Key(key)));
    }
    assert!(!sent.iter().any(|effect| matches!(effect, Effect::Edit(_))));
    let (ticket, query) = sent_query(&sent).expect("a query");
    let found = app.update(Event::Reply(
        ticket,
        Reply::Answered(Ok(answer(query, hits()))),
    ));
    // The code is requested, too.
    run_until_idle(app, found)
}

fn edited(effects: &[Effect]) -> Option<String> {
    effects.iter().find_map(|effect| match effect {
        Effect::Edit(location) => Some(format!("{}:{}", location.path, location.line)),
        _ => None,
    })
}

#[test]
fn enter_opens_the_first_result_when_it_arrives() {
    let mut app = app(120, 30);
    let later = answer_later(&mut app, "m<enter>");
    let same = drive(&mut app, "<enter>");
    assert!(edited(&later).is_some());
    assert_eq!(edited(&later), edited(&same));
}

#[test]
fn movements_wait_for_the_results_in_their_order() {
    let mut app = app(120, 30);
    let later = answer_later(&mut app, "m<tab>n<enter>");
    let second = app.results.hits()[1].record.id;
    assert_eq!(app.results.selected().map(|node| node.id), Some(second));
    let same = drive(&mut app, "<enter>");
    assert!(edited(&later).is_some());
    assert_eq!(edited(&later), edited(&same));
}

#[test]
fn a_number_before_a_movement_waits_with_it() {
    let mut app = app(120, 30);
    answer_later(&mut app, "m<tab>2n");
    let third = app.results.hits()[2].record.id;
    assert_eq!(app.results.selected().map(|node| node.id), Some(third));
}

/// Types keys at once in the code of a result, and answers later.
fn typed_in_the_code(result: &str, keys: &str) -> App {
    let mut app = app(120, 30);
    drive(&mut app, &format!("merged<tab>{result}<tab>"));
    let mut sent = Vec::new();
    for key in parse(keys) {
        sent.extend(app.update(Event::Key(key)));
    }
    run_until_idle(&mut app, sent);
    app
}

#[test]
fn keys_after_a_query_about_a_name_act_in_its_list() {
    let one_by_one = |keys: &str| {
        let mut app = app(120, 30);
        drive(&mut app, &format!("merged<tab>n<tab>{keys}"));
        app
    };
    for keys in [
        "grj",
        "gr2j",
        "grjj",
        "gr/write<enter>j",
        "grjl",
        "gCj",
        "grj<enter>",
    ] {
        let (once, later) = (typed_in_the_code("n", keys), one_by_one(keys));
        let place = |app: &App| {
            let row = app.results.selected().map(|node| node.id);
            let filter = app.filter.text().to_owned();
            (row, app.screen.focus, app.code.cursor_position(), filter)
        };
        assert_eq!(place(&once), place(&later), "{keys}");
        assert_eq!(once.screen.focus, Focus::Results, "{keys}");
    }
}

#[test]
fn keys_in_the_code_of_a_result_wait_for_it() {
    let mut app = app(120, 30);
    answer_later(&mut app, "m<tab><tab>jj");
    let mut same = self::app(120, 30);
    drive(&mut same, "m<tab><tab>jj");
    assert!(app.search.waiting.is_empty());
    assert_eq!(app.code.cursor_line(), same.code.cursor_line());
    assert_eq!(app.code.path(), same.code.path());
}

#[test]
fn keys_wait_for_all_of_a_list_that_takes_long() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab>n<tab>");
    let mut sent = Vec::new();
    for key in parse("grj") {
        sent.extend(app.update(Event::Key(key)));
    }
    app.update(Event::Tick);
    app.update(Event::Tick);
    assert!(app.search.is_slow());
    let ticket = fixture::ticket_of(&sent, |it| matches!(it, Request::Relate(_)));
    let ticket = ticket.expect("a request");
    let mut first = fixture::related();
    first.is_partial = true;
    first.hits.truncate(1);
    first.relations.found.truncate(1);
    app.update(Event::Reply(ticket, Reply::Related(Ok(first))));
    assert_eq!(app.search.waiting.len(), 1);
    let all = Reply::Related(Ok(fixture::related()));
    let effects = app.update(Event::Reply(ticket, all));
    run_until_idle(&mut app, effects);
    assert_eq!(app.search.waiting.len(), 0);
    let mut later = app;
    let row = later.results.selected().map(|node| node.id);
    drive(&mut later, "kj");
    assert_eq!(later.results.selected().map(|node| node.id), row);
    assert_ne!(row, Some(later.results.hits()[0].record.id));
}

#[test]
fn keys_after_a_definition_act_in_its_code() {
    let (goes, moves) = (typed_in_the_code("", "gd"), typed_in_the_code("", "gdj"));
    let line = |app: &App| app.code.cursor_line().expect("a line");
    assert_eq!(line(&moves), line(&goes) + 1);
}

#[test]
fn esc_cancels_the_keys_that_wait_and_not_the_query() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab><tab>");
    let mut sent = Vec::new();
    for key in parse("grj") {
        sent.extend(app.update(Event::Key(key)));
    }
    assert_eq!(
        fixture::notice(&app),
        "j waits for the keys before it (Esc cancels)"
    );
    for key in parse("<esc>") {
        sent.extend(app.update(Event::Key(key)));
    }
    run_until_idle(&mut app, sent);
    let first = app.results.hits().first().map(|hit| hit.record.id);
    assert_eq!(app.results.selected().map(|node| node.id), first);
}

#[test]
fn another_key_cancels_the_waiting_action() {
    let mut app = app(120, 30);
    let later = answer_later(&mut app, "m<enter><esc>");
    assert_eq!(edited(&later), None);
    assert_eq!(app.prompt.text(), "m", "Esc cancels the action only");
}

#[test]
fn a_result_that_the_user_chose_is_not_awaited() {
    let mut app = app(120, 30);
    drive(&mut app, "merge<tab>");
    let old = edited(&drive(&mut app, "<enter>"));
    fixture::press(&mut app, "/x");
    app.update(Event::Tick);
    app.update(Event::Tick);
    fixture::press(&mut app, "<down><up>");
    assert!(app.search.is_slow());
    let keys = parse("<enter>");
    let effects = app.update(Event::Key(keys[0]));
    assert_eq!(edited(&effects), old);
}

#[test]
fn an_explorer_that_picks_ends_with_the_locations() {
    let mut app = app(120, 30);
    app.options.picks = true;
    let picked = |effects: Vec<Effect>| {
        effects.into_iter().find_map(|effect| match effect {
            Effect::Pick(locations) => Some(locations),
            _ => None,
        })
    };
    drive(&mut app, "merge");
    let one = picked(drive(&mut app, "<enter>")).expect("a location");
    assert_eq!(one.len(), 1);
    drive(&mut app, "<tab>");
    let saved = drive_all(&mut app, "xx");
    assert!(
        !saved
            .iter()
            .any(|effect| matches!(effect, Effect::SaveSession(_)))
    );
    let marked = picked(drive(&mut app, "<enter>")).expect("locations");
    assert_eq!((marked.len(), &marked[0]), (2, &one[0]));
    drive(&mut app, "<a-x>");
    assert_eq!(app.picked, []);
}

#[test]
fn ctrl_c_cancels_a_pick_during_a_search_and_indexing() {
    let mut app = app(120, 30);
    app.options.picks = true;
    app.update(Event::Index(IndexStatus {
        stage: Activity::Running(Stage::Reading),
        ..fresh()
    }));
    drive(&mut app, "merge");
    for key in parse("/x") {
        app.update(Event::Key(key));
    }
    assert!(app.search.is_running() && app.index.is_indexing());
    assert_eq!(drive(&mut app, "<c-c>"), [Effect::Quit]);
}
