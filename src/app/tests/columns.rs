//! Callers and callees beside the code.

use super::fixture::{browsing, drive, parse};
use super::{App, Effect, Event, Focus, mouse::press};
use crate::context::Direction;
use crate::protocol::{NamedTarget, Reply, Request, Ticket};
use crate::session::{Change, Session};

/// An app with columns, and the cursor on the first line of `write`.
fn in_code() -> App {
    let mut app = browsing(180, 40);
    drive(&mut app, "merged<tab><tab>");
    app
}

fn panes(app: &App) -> Vec<Focus> {
    let panes = app.screen.layout.panes.iter();
    panes.map(|pane| pane.focus).collect()
}

/// Names of the calls in a column, with their distance from the row of the cursor.
fn calls(app: &App, focus: Focus) -> Vec<(isize, String)> {
    let cursor = app.code.cursor_y() as isize;
    let rows = app.columns.column(focus).visible(&app.code, focus, 37);
    let rows = rows.into_iter();
    rows.map(|(y, node, _)| (y as isize - cursor, node.own_name().to_owned()))
        .collect()
}

fn request(effects: &[Effect]) -> Option<(Ticket, &NamedTarget)> {
    effects.iter().find_map(|effect| match effect {
        Effect::Send(ticket, Request::Calls(request)) => Some((*ticket, request)),
        _ => None,
    })
}

#[test]
fn calls_are_in_the_rows_of_the_lines_that_call() {
    let app = in_code();
    assert_eq!(panes(&app), [Focus::Callers, Focus::Code, Focus::Callees]);
    assert_eq!(app.code.cursor_line(), Some(37));
    assert_eq!(app.columns.subject(), Some("write"));
    assert_eq!(calls(&app, Focus::Callers), [(5, "no_merge".to_owned())]);
    let callees = [(7, "compute_merge_candidates"), (15, "write_postings")];
    assert_eq!(
        calls(&app, Focus::Callees),
        callees.map(|(y, name)| (y, name.to_owned()))
    );
}

#[test]
fn columns_are_shown_only_beside_code_with_the_focus_on_a_wide_screen() {
    let mut app = in_code();
    drive(&mut app, "<esc>");
    assert_eq!(panes(&app), [Focus::Results, Focus::Code]);
    drive(&mut app, "<tab><backtab>");
    assert_eq!(app.screen.focus, Focus::Callers);
    app.update(Event::Resize(159, 40));
    assert_eq!(app.screen.focus, Focus::Code);
    assert_eq!(panes(&app), [Focus::Results, Focus::Code]);
    app.update(Event::Resize(160, 40));
    assert_eq!(app.screen.layout.area(Focus::Code).width, 80);
    drive(&mut app, "p");
    assert_eq!(panes(&app), [Focus::Code]);
}

#[test]
fn tab_goes_to_the_right_and_back_tab_to_the_left() {
    let mut app = in_code();
    for (key, expected) in [
        ("<tab>", Focus::Callees),
        ("<tab>", Focus::Results),
        ("<tab>", Focus::Code),
        ("<backtab>", Focus::Callers),
        ("<backtab>", Focus::Results),
        ("<tab><backtab><tab>", Focus::Code),
        ("<tab><esc>", Focus::Code),
    ] {
        drive(&mut app, key);
        assert_eq!(app.screen.focus, expected, "{key}");
    }
}

#[test]
fn enter_and_a_click_go_to_a_call_and_back_returns() {
    let mut app = in_code();
    drive(&mut app, "<tab>j<enter>");
    let place = |app: &App| (app.screen.focus, app.code.cursor_position());
    assert_eq!(place(&app), (Focus::Code, Some((27, 8))));
    drive(&mut app, "<");
    assert_eq!(place(&app).0, Focus::Code);
    assert_eq!(app.code.cursor_line(), Some(37));
    let area = app.screen.layout.area(Focus::Callers);
    let y = area.y + app.code.cursor_y() as u16 + 5;
    press(&mut app, area.x + 3, y);
    let path = app.code.path().expect("a file").as_str();
    assert_eq!(path, "src/indexer/merge_policy.rs");
}

#[test]
fn columns_follow_the_cursor_and_a_late_reply_is_dropped() {
    let mut app = in_code();
    let mut effects = Vec::new();
    for key in parse("fgg}") {
        effects = app.update(Event::Key(key));
    }
    assert_eq!(request(&effects), None, "nothing is bound here");
    // From the imports, in which nothing is declared, to a struct.
    assert_eq!(app.columns.subject(), None);
    for key in parse("jjjjjjj") {
        effects.extend(app.update(Event::Key(key)));
    }
    let (ticket, sent) = request(&effects).expect("a request");
    assert_eq!(sent.0.name, "IndexMerger");
    for key in parse("jjjjjj") {
        app.update(Event::Key(key));
    }
    assert_eq!(app.columns.subject(), Some("estimate_total_num_tokens"));
    app.update(Event::Reply(
        ticket,
        Reply::Called(Direction::Forward, Err("late".to_owned())),
    ));
    assert_eq!(app.columns.column(Focus::Callees).error(), None);
}

#[test]
fn columns_are_turned_off_for_the_next_start_too() {
    let mut app = in_code();
    let mut effects = Vec::new();
    for key in parse("|") {
        effects = app.update(Event::Key(key));
    }
    assert!(effects.contains(&Effect::SaveSession(Change::CallsHidden(true))));
    assert_eq!(panes(&app), [Focus::Results, Focus::Code]);
    let saved = Session {
        hides_calls: true,
        ..Session::default()
    };
    let mut app = super::fixture::fresh_app(180, 40);
    app.restore_session(saved);
    drive(&mut app, "merged<tab><tab>");
    assert_eq!(panes(&app), [Focus::Results, Focus::Code]);
    drive(&mut app, "|");
    assert_eq!(panes(&app).len(), 3);
}
