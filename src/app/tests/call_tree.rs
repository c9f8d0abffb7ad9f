//! Call trees in lists of references, paths, and tests that reach a declaration.

use crate::app::fixture::{self, app, drive, notice, press};
use crate::app::{App, Effect, Event};
use crate::context::Direction;
use crate::protocol::{Reply, Request, StepRequest, Ticket, Walk};

/// The rows, with a sign for branches, indented by depth.
fn rows(app: &App) -> Vec<String> {
    let rows = app.results.visible().map(|(node, _)| {
        let sign = match (node.is_branch(), node.open) {
            (true, true) => "v",
            (true, false) => ">",
            _ => "-",
        };
        format!("{}{sign} {}", "  ".repeat(node.depth), node.name)
    });
    rows.collect()
}

fn names(app: &App) -> Vec<&str> {
    let rows = app.results.visible();
    rows.map(|(node, _)| node.name.as_str()).collect()
}

/// The request for the calls of a row, among effects.
fn step_request(effects: &[Effect]) -> Option<(Ticket, &StepRequest)> {
    effects.iter().find_map(|effect| match effect {
        Effect::Send(ticket, Request::Step(request)) => Some((*ticket, request)),
        _ => None,
    })
}

/// References to `write`: one, in `compute_merge_candidates`.
fn references() -> App {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab>c");
    app
}

#[test]
fn callers_open_below_a_reference_step_by_step_and_a_cycle_does_not() {
    let mut app = references();
    let file = "v src/indexer/merge_policy.rs";
    assert_eq!(rows(&app), [file, "  > compute_merge_candidates"]);
    drive(&mut app, "l");
    let one = "    > no_merge";
    assert_eq!(rows(&app), [file, "  v compute_merge_candidates", one]);
    drive(&mut app, "ll");
    let cycle = "      - IndexMerger::write";
    let all = [
        file,
        "  v compute_merge_candidates",
        "    v no_merge",
        cycle,
    ];
    assert_eq!(rows(&app), all);
    drive(&mut app, "l");
    let call = app.results.selected().and_then(|node| node.call.as_ref());
    assert!(call.is_some_and(|call| call.is_cycle && call.steps == 2));
    assert_eq!(app.code.path().unwrap().as_str(), "src/indexer/merger.rs");
    assert_eq!(app.code.cursor_line(), Some(45), "on the line of the call");
    assert_eq!(
        app.breadcrumb().as_deref(),
        Some("write ‹ compute_merge_candidates ‹ no_merge ‹ write")
    );
    drive(&mut app, "hh");
    assert_eq!(rows(&app), [file, "  v compute_merge_candidates", one]);
    assert_eq!(app.results.selected().unwrap().name, "no_merge");
    assert_eq!(
        app.breadcrumb().as_deref(),
        Some("write ‹ compute_merge_candidates ‹ no_merge")
    );
}

#[test]
fn calls_open_in_a_ranked_list_too() {
    let mut app = references();
    drive(&mut app, "rll");
    assert!(app.results.is_ranked());
    assert_eq!(names(&app), ["compute_merge_candidates", "no_merge"]);
    drive(&mut app, "hh");
    assert_eq!(app.results.position().1, 1);
}

#[test]
fn a_row_without_callers_closes_and_a_notice_says_so() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab>nc");
    let before = rows(&app);
    assert_eq!(app.results.hits()[0].record.name, "write");
    drive(&mut app, "gg");
    while app.results.selected().unwrap().name != "write" {
        drive(&mut app, "j");
    }
    drive(&mut app, "l");
    assert_eq!(notice(&app), "Nothing calls it");
    let after = rows(&app);
    let signs = before
        .iter()
        .zip(&after)
        .filter(|(before, after)| before != after);
    assert_eq!(signs.count(), 1, "its sign is gone: {after:?}");
    drive(&mut app, "kj");
    assert_eq!(notice(&app), "");
    drive(&mut app, "l");
    assert_eq!(notice(&app), "Nothing calls it", "said again");
}

#[test]
fn a_row_without_callees_says_so_in_the_direction_of_the_list() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab>ngC");
    while app.results.selected().unwrap().name != "write" {
        drive(&mut app, "j");
    }
    drive(&mut app, "l");
    assert_eq!(notice(&app), "It calls nothing in this repository");
}

#[test]
fn calls_are_requested_one_row_at_a_time_and_a_late_reply_is_dropped() {
    let mut app = references();
    let effects = app.update(Event::Key(fixture::parse("l").remove(0)));
    let (ticket, request) = step_request(&effects).expect("a request");
    assert_eq!((request.line, request.direction), (3, Direction::Backward));
    assert_eq!(request.root.0.name, "IndexMerger › write");
    let request = request.clone();
    let effects = app.update(Event::Key(fixture::parse("j").remove(0)));
    assert_eq!(step_request(&effects), None, "it is pending");
    drive(&mut app, "<esc>");
    let before = rows(&app);
    let late = Reply::Stepped(Err("it is late".to_owned()));
    app.update(Event::Reply(ticket, late));
    assert_eq!(rows(&app), before);
    assert_ne!(notice(&app), "It is late");
    assert_eq!(request.above, []);
}

#[test]
fn an_error_closes_the_row() {
    let mut app = references();
    let effects = app.update(Event::Key(fixture::parse("l").remove(0)));
    let (ticket, _) = step_request(&effects).expect("a request");
    let effects = app.update(Event::Reply(
        ticket,
        Reply::Stepped(Err("no file".to_owned())),
    ));
    assert_eq!(step_request(&effects), None, "it is not requested again");
    assert_eq!(notice(&app), "No file");
}

#[test]
fn a_path_is_a_list_in_order() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab>");
    press(&mut app, "gP");
    assert!(notice(&app).starts_with("Set the start of the path first: gp"));
    drive(&mut app, "gp");
    assert!(notice(&app).starts_with("The path starts at IndexMerger › write; gP"));
    drive(&mut app, "Ggpk");
    assert_eq!(
        app.results.selected().unwrap().name,
        "compute_merge_candidates"
    );
    drive(&mut app, "gP");
    assert_eq!(
        app.describe_query(),
        "path from no_merge to compute_merge_candidates"
    );
    assert!(app.results.is_ranked());
    assert_eq!(names(&app), ["write", "compute_merge_candidates"]);
    drive(&mut app, "<esc>");
    assert_eq!(app.describe_query(), "merged");
}

/// The app after the keys for tests that reach `write`, with the ticket of the walk.
fn walking() -> (App, Ticket) {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab>");
    press(&mut app, "g");
    let effects = app.update(Event::Key(fixture::parse("t").remove(0)));
    let is_tests = |it: &Request| matches!(it, Request::Walk(walk) if walk.walk == Walk::Tests);
    let ticket = fixture::ticket_of(&effects, is_tests);
    (app, ticket.expect("a request"))
}

/// The first tests, or all of them.
fn tests_found(rows: usize, is_partial: bool) -> Reply {
    let mut related = fixture::related();
    related.hits.truncate(rows);
    related.relations.found.truncate(rows);
    related.is_partial = is_partial;
    Reply::Related(Ok(related))
}

#[test]
fn tests_that_reach_a_declaration_are_listed_as_they_are_found() {
    let (mut app, ticket) = walking();
    app.update(Event::Reply(ticket, Reply::Followed(12)));
    assert_eq!(app.search.followed, 12);
    app.update(Event::Reply(ticket, tests_found(1, true)));
    assert_eq!(app.describe_query(), "tests that reach IndexMerger › write");
    assert_eq!((app.results.hits().len(), app.is_busy()), (1, true));
    app.update(Event::Reply(ticket, Reply::Followed(40)));
    assert_eq!(app.search.followed, 40);
    app.update(Event::Reply(ticket, tests_found(2, false)));
    assert_eq!((app.results.hits().len(), app.is_busy()), (2, false));
}

#[test]
fn a_list_that_grows_is_stopped_and_keeps_its_rows() {
    let (mut app, ticket) = walking();
    app.update(Event::Reply(ticket, tests_found(1, true)));
    assert_eq!(drive(&mut app, "<c-c>"), [Effect::CancelSearch]);
    app.update(Event::Reply(ticket, tests_found(2, false)));
    assert_eq!((app.results.hits().len(), app.is_busy()), (1, false));
    assert!(app.search.is_stopped());
    assert_eq!(drive(&mut app, "<c-c>"), [Effect::Quit]);
}

#[test]
fn escape_leaves_a_list_that_grows_and_stops_its_search() {
    let mut app = fixture::browsing(120, 30);
    drive(&mut app, "<tab><c-t>merger.rs<enter>lj");
    press(&mut app, "g");
    let effects = app.update(Event::Key(fixture::parse("t").remove(0)));
    let ticket = fixture::ticket_of(&effects, |it| matches!(it, Request::Walk(_)));
    app.update(Event::Reply(
        ticket.expect("a request"),
        tests_found(1, true),
    ));
    assert!(app.search.is_growing);
    let effects = drive(&mut app, "<esc>");
    assert_eq!(effects, [Effect::CancelSearch]);
    assert!(!app.is_busy());
}

#[test]
fn the_way_to_a_call_names_declarations_and_not_their_pieces() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab>n");
    let keys = fixture::parse("gr");
    let mut sent: Vec<Effect> = Vec::new();
    for key in keys {
        sent.extend(app.update(Event::Key(key)));
    }
    let ticket = fixture::ticket_of(&sent, |it| matches!(it, Request::Relate(_)));
    let mut related = fixture::related();
    for hit in &mut related.hits {
        hit.record.name += "#2";
        hit.record.role = crate::chunk::Role::Piece;
        let own = hit.record.name.clone();
        *hit.record.names.last_mut().expect("a name") = own;
    }
    let reply = Reply::Related(Ok(related));
    let effects = app.update(Event::Reply(ticket.expect("a request"), reply));
    fixture::run_until_idle(&mut app, effects);
    let hits = app.results.hits().iter();
    let policy = hits
        .clone()
        .position(|hit| hit.record.path.as_str().ends_with("policy.rs"));
    assert!(policy.is_some() && hits.len() == 2);
    drive(&mut app, "Gl");
    assert_eq!(
        app.results.selected().unwrap().name,
        "compute_merge_candidates 1–6"
    );
    drive(&mut app, "j");
    let trail = app.breadcrumb().expect("a way");
    assert!(
        trail.ends_with("‹ compute_merge_candidates ‹ no_merge"),
        "{trail}"
    );
}
