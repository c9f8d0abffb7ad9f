//! Lists that are narrowed by typing.

use crate::app::fixture::{self, app, browsing, drive, picker, press};
use crate::app::{App, Effect, Event, Focus};
use crate::corpus::SourcePath;
use crate::export::ExportTarget;
use crate::protocol::{NarrowRequest, NarrowedList, RelationRequest, Reply, Request, Ticket};
use crate::search::Passing;

/// Names of the hits that the rows show.
fn shown(app: &App) -> Vec<&str> {
    let hits = app.results.shown_hits();
    hits.map(|hit| hit.record.name.as_str()).collect()
}

/// The request for what passes filters, among effects.
fn narrow_request(effects: &[Effect]) -> Option<(Ticket, &NarrowRequest)> {
    effects.iter().find_map(|effect| match effect {
        Effect::Send(ticket, Request::Narrow(request)) => Some((*ticket, request)),
        _ => None,
    })
}

/// Presses keys. Returns the effects of the last one.
fn press_last(app: &mut App, keys: &str) -> Vec<Effect> {
    let mut effects = Vec::new();
    for key in fixture::parse(keys) {
        effects = app.update(Event::Key(key));
    }
    effects
}

/// The request for references, among effects.
fn relation_request(effects: &[Effect]) -> Option<(Ticket, &RelationRequest)> {
    effects.iter().find_map(|effect| match effect {
        Effect::Send(ticket, Request::Relate(request)) => Some((*ticket, request)),
        _ => None,
    })
}

#[test]
fn words_narrow_the_results_of_a_query_and_esc_widens() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab>");
    let all = app.results.hits().len();
    let rows = app.results.position().1;
    drive(&mut app, "&policy no_");
    assert_eq!(shown(&app), ["no_merge"]);
    assert_eq!(app.filtered_rows(), (1, all));
    drive(&mut app, "<enter>");
    assert_eq!(
        (app.screen.popup.is_none(), app.filter.text()),
        (true, "policy no_")
    );
    assert_eq!(app.results.selected().unwrap().name, "no_merge");
    drive(&mut app, "X");
    assert_eq!(
        picker(&app).visible().next().unwrap().note,
        "1 result",
        "only these are exported"
    );
    drive(&mut app, "<esc>");
    drive(&mut app, "<esc>");
    assert_eq!(app.results.position().1, rows);
    assert_eq!(app.screen.focus, Focus::Results, "the first Esc widens");
}

#[test]
fn esc_while_typing_widens_and_arrows_move_in_the_narrowed_rows() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab>&merge_policy");
    assert_eq!(shown(&app), ["compute_merge_candidates", "no_merge"]);
    drive(&mut app, "<up><up><down>");
    assert_eq!(
        app.results.selected().unwrap().name,
        "compute_merge_candidates"
    );
    drive(&mut app, "<esc>");
    assert!(app.screen.popup.is_none() && !app.filter.is_active());
    assert_eq!(shown(&app).len(), app.results.hits().len());
}

#[test]
fn slash_filters_a_list_about_a_row_and_edits_the_query_elsewhere() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab>/");
    assert_eq!(app.screen.focus, Focus::Prompt);
    drive(&mut app, "<tab>m/policy");
    assert_eq!(app.prompt.text(), "merged", "the words are no query");
    assert!(shown(&app).iter().all(|name| !name.starts_with("write")));
    drive(&mut app, "<enter><esc>");
    assert!(!app.filter.is_active(), "Esc widens before it goes back");
    assert!(app.search.content.has_target());
    drive(&mut app, "<esc>");
    assert_eq!(app.describe_query(), "merged");
}

#[test]
fn a_filter_is_typed_while_the_list_is_awaited() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab>");
    let effects = app.update(Event::Key(fixture::parse("m").remove(0)));
    press(&mut app, "/no_");
    assert_eq!(app.prompt.text(), "merged", "the words are no query");
    fixture::run_until_idle(&mut app, effects);
    assert_eq!(shown(&app), ["no_merge"]);
    assert_eq!(app.filtered_rows(), (1, 2));
}

#[test]
fn the_filter_of_a_list_returns_with_its_position() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab>&no_<enter>");
    drive(&mut app, "c<esc><esc>");
    drive(&mut app, "<tab><tab>");
    drive(&mut app, "m");
    assert!(!app.filter.is_active(), "another list");
    drive(&mut app, "<c-o>");
    assert_eq!(app.describe_query(), "merged");
}

#[test]
fn filters_are_decided_by_the_index() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab>&");
    press(&mut app, "no_merge in:tes");
    assert_eq!(
        shown(&app),
        ["no_merge"],
        "a filter without a known value narrows nothing"
    );
    let effects = app.update(Event::Key(fixture::parse("t").remove(0)));
    let (ticket, request) = narrow_request(&effects).expect("a request");
    assert_eq!(
        (request.list, request.chunks.len()),
        (NarrowedList::Results, 5)
    );
    assert_eq!(request.query.filters[0].written(), "in:test");
    assert_eq!(shown(&app), ["no_merge"], "until the reply arrives");
    let reply = Reply::Narrowed(NarrowedList::Results, Ok(Passing::default()));
    app.update(Event::Reply(ticket, reply));
    assert_eq!(shown(&app), Vec::<&str>::new());
    let effects = app.update(Event::Key(fixture::parse("<bs>").remove(0)));
    assert_eq!(narrow_request(&effects), None);
    assert_eq!(shown(&app), ["no_merge"]);
}

/// A row with copies passes by any of them.
#[test]
fn copies_pass_filters_for_their_row() {
    let copied = || {
        let mut app = app(120, 30);
        let effects = press_last(&mut app, "a");
        let sent = effects.iter().find_map(|effect| match effect {
            Effect::Send(ticket, Request::Search(search)) => Some((*ticket, search.query.clone())),
            _ => None,
        });
        let (ticket, query) = sent.expect("a search");
        let mut hits = fixture::hits();
        hits.truncate(2);
        hits[0].locations = vec![(SourcePath::new("copies/b.rs"), 3)];
        let answer = Reply::Answered(Ok(fixture::answer(&query, hits)));
        app.update(Event::Reply(ticket, answer));
        app
    };
    let mut app = copied();
    let all = app.results.shown_hits().count();
    drive(&mut app, "<tab>&copies/b");
    assert_eq!((all, app.results.shown_hits().count()), (2, 1));
    let mut app = copied();
    drive(&mut app, "<tab>&");
    let effects = press_last(&mut app, "path:copies");
    let (ticket, _) = narrow_request(&effects).expect("a request");
    let passing = Passing {
        files: [SourcePath::new("copies/b.rs")].into(),
        ..Passing::default()
    };
    let reply = Reply::Narrowed(NarrowedList::Results, Ok(passing));
    app.update(Event::Reply(ticket, reply));
    assert_eq!(app.results.shown_hits().count(), 1);
}

#[test]
fn a_narrowed_list_of_files_opens_its_directories() {
    let mut app = browsing(120, 30);
    drive(&mut app, "<tab>&merg");
    assert_eq!(app.filtered_rows(), (3, 10));
    let rows: Vec<&str> = app
        .results
        .visible()
        .map(|(node, _)| node.name.as_str())
        .collect();
    let expected = [
        "src/indexer",
        "merge_policy.rs",
        "merger.rs",
        "tests",
        "merging.rs",
    ];
    assert_eq!(rows, expected);
    drive(&mut app, "<esc>");
    assert_eq!(app.filtered_rows(), (10, 10));
}

#[test]
fn a_filter_of_references_requests_all_of_them() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab>");
    let effects = press_last(&mut app, "c");
    let (ticket, request) = relation_request(&effects).expect("a request");
    let mut related = fixture::related();
    let one = related.relations.found[0].clone();
    (related.relations.found).resize(request.limit, one);
    related.relations.total = request.limit + 1;
    app.update(Event::Reply(ticket, Reply::Related(Ok(related))));
    assert!(app.results.has_more());
    let effects = press_last(&mut app, "/m");
    let (_, request) = relation_request(&effects).expect("a request for all");
    assert!(request.limit > app.options.limit);
    let effects = press_last(&mut app, "e");
    assert!(
        relation_request(&effects).is_none(),
        "they are requested once"
    );
    assert_eq!(app.filter.text(), "me");
}

#[test]
fn an_accepted_filter_says_what_narrows_nothing() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab>&kind:wobble<enter>");
    assert!(
        fixture::notice(&app).starts_with("Unknown kind"),
        "{}",
        fixture::notice(&app)
    );
    drive(&mut app, "&<c-u>/(/<enter>");
    assert!(fixture::notice(&app).contains("not a regular expression"));
}

#[test]
fn words_after_slash_never_run_as_keys() {
    let mut app = browsing(120, 30);
    drive(&mut app, "<tab>gg<tab>");
    assert_eq!(app.screen.focus, Focus::Code);
    drive(&mut app, "/parallel walk");
    assert_eq!(
        (app.screen.focus, app.prompt.text()),
        (Focus::Prompt, "parallel walk")
    );
    assert_eq!(app.theme(), "night");
}

#[test]
fn marks_are_a_list_that_filters_narrow() {
    let mut app = browsing(120, 30);
    drive(&mut app, "merged<tab>xGx");
    assert_eq!(app.session.marks().len(), 2);
    drive(&mut app, "M");
    assert_eq!(picker(&app).counts(), (2, 2));
    press(&mut app, "path:polic");
    let effects = app.update(Event::Key(fixture::parse("y").remove(0)));
    let (ticket, request) = narrow_request(&effects).expect("a request");
    assert_eq!(
        (request.list, request.chunks.len()),
        (NarrowedList::Popup, 2)
    );
    let mut passing = Passing::default();
    passing.chunks.insert(request.chunks[0]);
    app.update(Event::Reply(
        ticket,
        Reply::Narrowed(NarrowedList::Popup, Ok(passing)),
    ));
    assert_eq!(picker(&app).counts(), (1, 2));
    let chosen = request.chunks[0].0;
    let effects = drive(&mut app, "<enter>");
    let goes = |effect: &Effect| match effect {
        Effect::Send(_, Request::Export(export)) => export.target == ExportTarget::Code(chosen),
        _ => false,
    };
    assert!(effects.iter().any(goes), "{effects:?}");
}

#[test]
fn files_are_narrowed_by_filters() {
    let mut app = browsing(120, 30);
    drive(&mut app, "<c-t>merg");
    assert_eq!(picker(&app).counts().0, 3);
    press(&mut app, " in:test");
    let effects = app.update(Event::Key(fixture::parse("s").remove(0)));
    let (ticket, _) = narrow_request(&effects).expect("a request");
    let listing = fixture::listing();
    let files = listing
        .iter()
        .filter(|path| path.as_str().starts_with("tests/"));
    let passing = Passing {
        files: files.cloned().collect(),
        ..Passing::default()
    };
    app.update(Event::Reply(
        ticket,
        Reply::Narrowed(NarrowedList::Popup, Ok(passing)),
    ));
    assert_eq!(
        picker(&app).counts(),
        (1, 10),
        "the filter is no part of the pattern"
    );
}
