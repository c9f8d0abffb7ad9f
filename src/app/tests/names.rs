//! The cursor on names: motions, requests about the name under it, docs, and the way back to its column.

use super::Focus;
use crate::app::fixture::{self, app, drive, run_until_idle};
use crate::app::popup::PageSubject;
use crate::app::{App, Effect, Event};
use crate::chunk::{NamePosition, Symbol};
use crate::context::RelationKind;
use crate::protocol::{Documentation, RelationRequest, Reply, Request, Ticket};
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

/// The app on `let doc_id_mapping = self.get_doc_id_from_concatenated_data()?;`, in line 43.
fn on_call() -> App {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab><tab>jjjjjj0");
    assert_eq!(app.code.cursor_position(), Some((43, 1)));
    app
}

fn at(app: &App) -> (u32, u32) {
    app.code.cursor_position().expect("a line")
}

fn request(effects: &[Effect]) -> (Ticket, RelationRequest) {
    let sent = effects.iter().find_map(|effect| match effect {
        Effect::Send(ticket, Request::Relate(request)) => Some((*ticket, request.clone())),
        _ => None,
    });
    sent.expect("a request")
}

/// The last key's effects, without the answers of the workers.
fn press(app: &mut App, keys: &str) -> Vec<Effect> {
    let mut effects = Vec::new();
    for key in fixture::parse(keys) {
        effects = app.update(Event::Key(key));
    }
    effects
}

#[test]
fn names_are_stopped_at_and_keywords_are_not() {
    let mut app = on_call();
    let mut stops = Vec::new();
    for _ in 0..2 {
        drive(&mut app, "<a-right>");
        stops.push((at(&app), app.code.name_under_cursor().expect("a name").0));
    }
    let expected = [
        ((43, 13), "doc_id_mapping".to_owned()),
        ((43, 35), "get_doc_id_from_concatenated_data".to_owned()),
    ];
    assert_eq!(stops, expected);
    drive(&mut app, "<a-right><a-left>");
    assert_eq!(at(&app), (43, 35), "over the end of the line and back");
}

#[test]
fn the_column_is_kept_over_shorter_lines() {
    let mut app = on_call();
    drive(&mut app, "<a-right><a-right>");
    drive(&mut app, "jjjj");
    assert_eq!(at(&app), (47, 9), "a bracket is the whole line");
    drive(&mut app, "j");
    assert_eq!(at(&app), (48, 35));
}

#[test]
fn requests_are_about_the_name_under_the_cursor() {
    let name = NamePosition {
        name: "get_doc_id_from_concatenated_data".to_owned(),
        line: 43,
        column: 35,
    };
    let symbol = Some(Symbol::At(name));
    for (keys, kind) in [
        ("gd", RelationKind::Definitions(symbol.clone())),
        ("gr", RelationKind::Callers(symbol.clone())),
        ("gi", RelationKind::Implementations(symbol.clone())),
    ] {
        let mut app = on_call();
        drive(&mut app, "$b<a-left>");
        let effects = press(&mut app, keys);
        assert_eq!(request(&effects).1.kind, kind, "{keys}");
    }
    // Without a name the line counts.
    let mut app = on_call();
    let effects = press(&mut app, "gd");
    let on_line = RelationKind::Definitions(Some(Symbol::OnLine(43)));
    assert_eq!(request(&effects).1.kind, on_line);
}

#[test]
fn a_single_definition_is_shown_at_once_and_escape_returns_to_the_column() {
    let mut app = on_call();
    drive(&mut app, "<a-right><a-right>");
    let before = (at(&app), app.screen.focus);
    let effects = press(&mut app, "gd");
    let (ticket, _) = request(&effects);
    let mut related = fixture::related();
    related.relations.found.remove(0);
    related.hits.remove(0);
    // Two names of one chunk are one row.
    related
        .relations
        .found
        .push(related.relations.found[0].clone());
    related.hits.push(related.hits[0].clone());
    let effects = app.update(Event::Reply(ticket, Reply::Related(Ok(related))));
    run_until_idle(&mut app, effects);
    assert_eq!(app.results.hits().len(), 1);
    assert_eq!(app.screen.focus, Focus::Code);
    assert_eq!(at(&app), (3, 5));
    drive(&mut app, "<esc>");
    assert_eq!((at(&app), app.screen.focus), before);
}

#[test]
fn a_click_puts_the_cursor_on_a_name() {
    let mut app = on_call();
    let area = app.screen.layout.area(Focus::Code);
    let y = area.y + app.code.cursor_y() as u16;
    let click = |column| MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column,
        row: y,
        modifiers: KeyModifiers::NONE,
    };
    // Eight cells are the margin.
    app.update(Event::Mouse(click(area.x + 8 + 36)));
    assert_eq!(at(&app), (43, 37));
    let name = app.code.name_under_cursor().expect("a name").0;
    assert_eq!(name, "get_doc_id_from_concatenated_data");
}

#[test]
fn docs_are_shown_in_a_popup_when_they_arrive() {
    let mut app = on_call();
    drive(&mut app, "<a-right><a-right>");
    let effects = press(&mut app, "K");
    let (ticket, sent) = request(&effects);
    assert!(sent.with_docs);
    assert_eq!(app.screen.page_subject(), Some(PageSubject::Docs));
    // The tickets of lists are counted apart, so one may be equal.
    app.update(Event::Reply(ticket, Reply::Related(Ok(fixture::related()))));
    let waiting = fixture::plain(&app.docs_page().1[0]);
    assert!(waiting.starts_with("Looking up"), "{waiting}");
    let found = vec![Documentation {
        name: "IndexMerger.get".to_owned(),
        path: sent.target.path,
        line: 19,
        signature: "fn get(&self) -> u8".to_owned(),
        docs: "Returns it.".to_owned(),
    }];
    app.update(Event::Reply(ticket, Reply::Documented(Ok(found))));
    let rows: Vec<String> = app
        .docs_page()
        .1
        .iter()
        .map(|row| fixture::plain(row))
        .collect();
    let expected = [
        "IndexMerger.get   src/indexer/merger.rs:19",
        "fn get(&self) -> u8",
        "",
        "Returns it.",
    ];
    assert_eq!(rows, expected);
    // The results stay.
    assert_eq!(app.describe_query(), "merged");
}

#[test]
fn docs_of_a_line_that_uses_nothing_do_not_say_that_its_name_is_not_declared() {
    let mut app = on_call();
    drive(&mut app, "0");
    let effects = press(&mut app, "K");
    let (ticket, _) = request(&effects);
    app.update(Event::Reply(ticket, Reply::Documented(Ok(Vec::new()))));
    let rows = app.docs_page().1;
    let text = fixture::plain(&rows[0]);
    assert!(text.starts_with("Nothing used here is declared"), "{text}");
}

#[test]
fn a_file_name_under_the_cursor_opens_the_file() {
    let text = "# see ../indexer/merger.rs:20 and nothing.rs\n";
    let cuts = [
        (
            0,
            crate::chunk::Kind::File,
            crate::chunk::Role::Parent,
            "a.py",
            1,
            1,
        ),
        (
            1,
            crate::chunk::Kind::Lines,
            crate::chunk::Role::Body,
            "",
            1,
            1,
        ),
    ];
    let document = fixture::document("src/tools/a.py", text, &cuts);
    let mut app = fixture::browsing(120, 30);
    let hit = fixture::hit(&document, 1, 0.5, fixture::ranks(None, None));
    let effects = fixture::search_finds(&mut app, "see", vec![hit]);
    let open = effects.iter().find_map(|effect| match effect {
        Effect::Send(ticket, Request::Open(path, _)) => Some((*ticket, path.clone())),
        _ => None,
    });
    let (ticket, path) = open.expect("a request");
    let opened = Reply::Opened(path, Ok(std::sync::Arc::new(document)));
    app.update(Event::Reply(ticket, opened));
    drive(&mut app, "<tab><tab>$gf");
    let notice = fixture::notice(&app);
    assert_eq!(notice, "No file nothing.rs in this repository");
    drive(&mut app, "0<a-f><a-f><a-f><a-f>gf");
    assert_eq!(
        app.code.path().expect("a file").as_str(),
        "src/indexer/merger.rs"
    );
    assert_eq!(at(&app), (20, 1));
}
