//! Relations of a chunk, listed as results.

use crate::app::fixture::{self, app, drive};
use crate::app::{App, Effect, Event, Focus};
use crate::chunk::{Kind, Role, Symbol};
use crate::context::{RelationKind, Relations};
use crate::corpus::SourcePath;
use crate::protocol::{RelatedHits, RelationRequest, Reply, Request, Ticket};
use crate::search::Hit;
use std::sync::Arc;

/// The request for relations among effects.
fn sent_request(effects: &[Effect]) -> Option<(Ticket, &RelationRequest)> {
    effects.iter().find_map(|effect| match effect {
        Effect::Send(ticket, Request::Relate(request)) => Some((*ticket, request)),
        _ => None,
    })
}

/// Checks if more references can be requested, and the notice, for `found` of `total`.
fn check(found: usize, total: usize, has_more: bool, expected: Option<&str>) {
    let mut app = app(120, 30);
    drive(&mut app, "merged<down>");
    app.search_related(RelationKind::Callers(None));
    let effects = std::mem::take(&mut app.effects);
    let (ticket, request) = sent_request(&effects).expect("a request");
    assert!(found <= request.limit);
    app.screen.notice = None;
    let one = fixture::related().relations.found.remove(0);
    let relations = Relations {
        found: vec![one; found],
        total,
        ..Relations::default()
    };
    let hits = fixture::hits();
    let related = RelatedHits {
        relations,
        hits,
        is_wider: false,
        is_ordered: false,
        is_partial: false,
    };
    app.update(Event::Reply(ticket, Reply::Related(Ok(related))));
    assert_eq!(app.results.has_more(), has_more, "{found} of {total}");
    let notice = app
        .screen
        .notice
        .as_ref()
        .map(|notice| notice.text.as_str());
    assert_eq!(notice, expected, "{found} of {total}");
}

#[test]
fn more_references_are_offered_only_if_a_request_returns_more() {
    let limit = app(120, 30).options.limit;
    check(2, 2, false, None);
    check(limit, limit + 41, true, None);
    let expected = "41 more files mention the name; too many to read";
    check(2, 43, false, Some(expected));
}

fn shown(app: &App) -> (Focus, usize, String) {
    let path = app.code.path().map_or(String::new(), ToString::to_string);
    (app.screen.focus, app.results.hits().len(), path)
}

#[test]
fn references_from_the_code_pane_are_listed_and_back_returns() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab><tab>jj");
    let before = (shown(&app), app.code.cursor_line());
    drive(&mut app, "gr");
    assert_eq!(app.describe_query(), "references to IndexMerger › write");
    assert_eq!(shown(&app).0, Focus::Code, "one reference is shown at once");
    assert_eq!(shown(&app).2, "src/indexer/merge_policy.rs");
    assert_eq!(app.code.cursor_line(), Some(3), "on the line of the use");
    assert_eq!(app.code.highlighted, ["write"], "the name, not the query");
    drive(&mut app, "<esc>");
    assert_eq!((shown(&app), app.code.cursor_line()), before);
    assert!(app.code.highlighted.contains(&"merged".to_owned()));
}

#[test]
fn several_references_from_the_code_focus_the_list() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab><tab>");
    app.search_related(RelationKind::Callers(None));
    let effects = std::mem::take(&mut app.effects);
    let (ticket, _) = sent_request(&effects).expect("a request");
    let related = fixture::related();
    app.update(Event::Reply(ticket, Reply::Related(Ok(related))));
    assert_eq!(app.screen.focus, Focus::Results);
    drive(&mut app, "<esc>");
    assert_eq!(app.screen.focus, Focus::Code, "where it was requested");
}

#[test]
fn definitions_of_the_cursor_line_are_requested_and_wider_ones_announced() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab><tab>ggj0");
    let line = app.code.cursor_line();
    app.search_definitions();
    let effects = std::mem::take(&mut app.effects);
    let (ticket, request) = sent_request(&effects).expect("a request");
    assert_eq!(
        request.kind,
        RelationKind::Definitions(line.map(Symbol::OnLine))
    );
    let mut related = fixture::related();
    related.is_wider = true;
    app.update(Event::Reply(ticket, Reply::Related(Ok(related))));
    let says = "No definition found for this line. Showing definitions used by the whole \
                declaration";
    assert_eq!(fixture::notice(&app), says);
}

#[test]
fn in_a_whole_file_the_cursor_selects_the_declaration() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab><tab>fggjjjjjjjjjjjjjjc");
    let about = "references to estimate_total_num_tokens";
    assert_eq!(app.describe_query(), about);
}

/// Searches for a word whose only result is this; returns the effects of the answer.
fn answer_with(app: &mut App, hit: Hit) -> Vec<Effect> {
    fixture::search_finds(app, "total", vec![hit])
}

#[test]
fn references_of_a_row_are_those_of_the_name_it_was_found_by() {
    let text = "int total(int a);\nint totals(int a);\n";
    let cuts = [
        (0, Kind::File, Role::Parent, "total.h", 1, 2),
        (1, Kind::Items, Role::Body, "total", 1, 2),
    ];
    let document = fixture::document("shop/total.h", text, &cuts);
    let mut hit = fixture::hit(&document, 1, 1.0, fixture::ranks(None, None));
    hit.explanation.found_as = Some("totals".to_owned());
    hit.explanation.located_at = Some((2, 1));
    let mut app = app(120, 30);
    answer_with(&mut app, hit);
    fixture::press(&mut app, "<tab>");
    app.search_references();
    assert_eq!(app.describe_query(), "references to totals");
    let effects = std::mem::take(&mut app.effects);
    let (_, request) = sent_request(&effects).expect("a request");
    assert_eq!(
        request.kind,
        RelationKind::Callers(Some(Symbol::Named("totals".to_owned())))
    );
}

#[test]
fn the_parent_of_a_method_outside_its_type_is_the_type() {
    let text = "package shop\n\nfunc (c *Cart) Total() int {\n\treturn 1\n}\n";
    let cuts = [
        (0, Kind::File, Role::Parent, "total.go", 1, 5),
        (1, Kind::Items, Role::Header, "package", 1, 2),
        (1, Kind::Method, Role::Body, "Total", 3, 5),
    ];
    let mut document = fixture::document("shop/total.go", text, &cuts);
    let tree = Arc::get_mut(&mut document.tree).expect("no other reference");
    tree.chunks[2].names = ["total.go", "Cart", "Total"].map(str::to_owned).to_vec();
    let hit = fixture::hit(&document, 2, 1.0, fixture::ranks(None, None));
    let mut app = app(120, 30);
    let effects = answer_with(&mut app, hit);
    let open = fixture::ticket_of(&effects, |it| matches!(it, Request::Open(..)));
    let path = SourcePath::new("shop/total.go");
    let opened = Reply::Opened(path, Ok(Arc::new(document)));
    app.update(Event::Reply(open.expect("a request"), opened));
    fixture::press(&mut app, "<tab><tab>");
    let effects = app.update(Event::Key(fixture::parse("P").remove(0)));
    let (_, request) = sent_request(&effects).expect("a request");
    assert_eq!(request.kind, RelationKind::Owner);
}

#[test]
fn first_references_are_listed_before_all_and_the_selection_stays() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<down>");
    app.search_related(RelationKind::Callers(None));
    let effects = std::mem::take(&mut app.effects);
    let (ticket, _) = sent_request(&effects).expect("a request");
    let all = fixture::related();
    let mut first = fixture::related();
    first.is_partial = true;
    first.hits.remove(0);
    first.relations.found.remove(0);
    first.relations.total = 40;
    app.update(Event::Reply(ticket, Reply::Related(Ok(first))));
    assert_eq!(app.results.hits().len(), 1);
    assert!(app.search.is_growing);
    assert!(
        app.screen
            .notice
            .as_ref()
            .is_none_or(|it| !it.text.contains("too many"))
    );
    fixture::press(&mut app, "<tab>G");
    let selected = app.results.selected().expect("a row").id;
    app.update(Event::Reply(ticket, Reply::Related(Ok(all.clone()))));
    assert_eq!(app.results.hits().len(), 2);
    assert_eq!(app.results.selected().expect("a row").id, selected);
    app.update(Event::Reply(
        ticket,
        Reply::Related(Err("it is late".to_owned())),
    ));
    assert_eq!(app.results.hits().len(), 2, "nothing follows any more");
    assert_eq!(app.error(), None);
}

#[test]
fn the_first_references_of_a_name_in_the_code_move_the_focus_once() {
    let of_code = |partial: usize| {
        let mut app = app(120, 30);
        drive(&mut app, "merged<tab><tab>");
        app.search_related(RelationKind::Callers(None));
        let effects = std::mem::take(&mut app.effects);
        let (ticket, _) = sent_request(&effects).expect("a request");
        let mut first = fixture::related();
        first.is_partial = true;
        first.hits.truncate(partial);
        first.relations.found.truncate(partial);
        app.update(Event::Reply(ticket, Reply::Related(Ok(first))));
        (app, ticket)
    };
    let all = || Reply::Related(Ok(fixture::related()));
    // One row is shown in the code pane, until there are several.
    let (mut app, ticket) = of_code(1);
    assert_eq!(app.screen.focus, Focus::Code);
    app.update(Event::Reply(ticket, all()));
    assert_eq!(app.screen.focus, Focus::Results);
    // Whoever went back to the code stays there.
    let (mut app, ticket) = of_code(2);
    assert_eq!(app.screen.focus, Focus::Results);
    fixture::press(&mut app, "<tab>");
    app.update(Event::Reply(ticket, all()));
    assert_eq!(app.screen.focus, Focus::Code);
}
