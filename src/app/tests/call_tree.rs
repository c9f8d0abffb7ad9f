//! Call trees in lists of references, paths, and tests that reach a declaration.

use crate::app::fixture::{self, app, drive, press};
use crate::app::{App, Effect, Event};
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

fn notice(app: &App) -> &str {
    app.screen
        .notice
        .as_ref()
        .map_or("", |notice| notice.text.as_str())
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
    let names: Vec<&str> = app
        .results
        .visible()
        .map(|(node, _)| node.name.as_str())
        .collect();
    assert_eq!(names, ["compute_merge_candidates", "no_merge"]);
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
    assert_eq!((request.line, request.is_forward), (3, false));
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
    let names: Vec<&str> = app
        .results
        .visible()
        .map(|(node, _)| node.name.as_str())
        .collect();
    assert_eq!(names, ["write", "compute_merge_candidates"]);
    drive(&mut app, "<esc>");
    assert_eq!(app.describe_query(), "merged");
}

#[test]
fn tests_that_reach_a_declaration_are_listed() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab>");
    press(&mut app, "g");
    let effects = app.update(Event::Key(fixture::parse("t").remove(0)));
    let walk = effects.iter().find_map(|effect| match effect {
        Effect::Send(_, Request::Walk(request)) => Some(request.walk.clone()),
        _ => None,
    });
    assert_eq!(walk, Some(Walk::Tests));
    fixture::run_until_idle(&mut app, effects);
    assert_eq!(app.describe_query(), "tests that reach IndexMerger › write");
    assert_eq!(app.results.hits().len(), 2);
}
