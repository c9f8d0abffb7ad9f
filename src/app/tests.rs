//! Keys in, effects and models out.

mod bookmarks;
mod call_tree;
mod columns;
mod completion;
mod copied;
mod counts;
mod filtering;
pub(crate) mod fixture;
mod history;
mod labels;
mod late_replies;
mod listing;
mod map;
mod mouse;
mod names;
mod navigation;
mod opening;
mod own_commands;
mod palette;
mod queries;
mod relations;
mod review;
mod scripts;
mod session;
mod staleness;
mod themes;
mod traces;
mod tree_pane;
mod waiting;
mod which_key;

use super::*;
use crate::corpus::{Location, SourcePath};
use crate::protocol::{Request, Search};
use crate::search::{Mode, Query};
use crossterm::event::{KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use fixture::{answer, app, drive, fresh, hits, run_until_idle};

fn press(app: &mut App, c: char) -> Vec<Effect> {
    app.update(Event::Key(KeyEvent::from(crossterm::event::KeyCode::Char(
        c,
    ))))
}

fn sent_query(effects: &[Effect]) -> Option<(crate::protocol::Ticket, &Query)> {
    effects.iter().find_map(|effect| match effect {
        Effect::Send(
            ticket,
            Request::Search(Search {
                query, like: None, ..
            }),
        ) => Some((*ticket, query)),
        _ => None,
    })
}

fn opens(effects: &[Effect]) -> Vec<&str> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Send(_, Request::Open(path, _)) => Some(path.as_str()),
            _ => None,
        })
        .collect()
}

fn edit(path: &str, line: u32, column: u32) -> Vec<Effect> {
    let path = SourcePath::new(path);
    vec![Effect::Edit(Location { path, line, column })]
}

#[test]
fn peeking_ends_with_the_focus() {
    let mut app = fixture::app(120, 30);
    let width = |app: &App| app.screen.layout.area(Focus::Code).width;
    let beside = width(&app);
    drive(&mut app, "segment<tab>p");
    assert_eq!((app.screen.focus, width(&app)), (Focus::Code, 120));
    drive(&mut app, "<esc>");
    assert_eq!((app.screen.focus, width(&app)), (Focus::Results, beside));
    drive(&mut app, "pp");
    assert_eq!((app.screen.focus, width(&app)), (Focus::Results, beside));
    drive(&mut app, "p<tab>");
    assert_eq!((app.screen.focus, width(&app)), (Focus::Results, beside));
    drive(&mut app, "<tab>pp");
    assert_eq!((app.screen.focus, width(&app)), (Focus::Code, beside));
}

#[test]
fn rows_return_to_their_position_after_full_width_code() {
    let mut app = app(120, 13);
    drive(&mut app, "segment<tab>GLggjj");
    let before = app.results.position();
    assert_eq!(before, (0, 8), "more than fit");
    drive(&mut app, "pp");
    assert_eq!(app.results.position(), before);
}

#[test]
fn every_printable_key_types_in_the_prompt() {
    let mut app = app(120, 30);
    let printable = "q?/:ynR[]{}<>+-= é日";
    for c in printable.chars() {
        press(&mut app, c);
    }
    assert_eq!(app.prompt.text(), printable);
    assert!(app.screen.popup.is_none());
}

#[test]
fn q_quits_outside_the_prompt_and_escape_never_does() {
    let mut app = app(120, 30);
    assert_eq!(drive(&mut app, "<tab><tab><esc><esc><esc><esc>"), []);
    assert_eq!(app.screen.focus, Focus::Prompt);
    assert_eq!(drive(&mut app, "<tab>q"), [Effect::Quit]);
}

#[test]
fn control_c_stops_the_indexing_and_then_quits() {
    let mut app = app(120, 30);
    app.update(Event::Index(IndexStatus {
        stage: Activity::Running(Stage::Embedding),
        ..fresh()
    }));
    assert_eq!(drive(&mut app, "<c-c>"), [Effect::CancelIndexing]);
    assert_eq!(drive(&mut app, "<c-c>"), [Effect::Quit]);
    app.update(Event::Index(fresh()));
    assert_eq!(drive(&mut app, "<c-c>"), [Effect::Quit], "nothing runs");
}

#[test]
fn copies_place_and_code() {
    let mut app = app(120, 30);
    let effects = drive(&mut app, "merged<tab>y");
    assert_eq!(effects, [Effect::Copy("src/indexer/merger.rs:37".into())]);
    let [Effect::Copy(code)] = &drive(&mut app, "Y")[..] else {
        panic!("no code");
    };
    assert!(code.starts_with("    /// Writes the merged segment"));
}

#[test]
fn a_notice_survives_a_save_but_not_an_indexing_run() {
    let mut app = app(120, 30);
    let mut check = |stage: Activity, expected: bool| {
        let status = IndexStatus { stage, ..fresh() };
        app.update(Event::Index(status));
        assert_eq!(app.screen.notice.as_ref().is_some(), expected);
        app.screen.say("copied 2 places");
    };
    check(Activity::UpToDate, false);
    check(Activity::Changed, true);
    check(Activity::UpToDate, true);
    check(Activity::Running(Stage::Maintenance), false);
    check(Activity::Changed, false);
}

#[test]
fn global_keys_work_everywhere() {
    let mut app = app(120, 30);
    let effects = drive(&mut app, "<c-z><c-l><tab>R");
    assert_eq!(effects, [Effect::Suspend, Effect::Redraw, Effect::Reindex]);
}

#[test]
fn ctrl_z_shows_a_notice_until_resumed() {
    let mut app = app(100, 30);
    assert_eq!(drive(&mut app, "<c-z>"), [Effect::Suspend]);
    let notice = app.screen.notice.as_ref().map(|notice| notice.text.clone());
    assert_eq!(notice.as_deref(), Some("Stopping …"));
    app.update(Event::Resumed);
    assert_eq!(app.screen.notice.as_ref(), None);
}

#[test]
fn the_help_takes_keys_until_it_is_closed() {
    let mut app = app(120, 30);
    drive(&mut app, "<tab>?q<tab>");
    let Some(help) = &app.screen.popup else {
        panic!("the help stays");
    };
    assert_eq!(help.line.text(), "q");
    assert_eq!(
        drive(&mut app, "<c-c>"),
        [Effect::Quit],
        "always within reach"
    );
    drive(&mut app, "<esc>");
    assert!(app.screen.popup.is_none());
    assert_eq!(app.screen.focus, Focus::Results);
}

#[test]
fn mouse_scrolls_the_pane_below_it_and_selects_on_a_click() {
    let mut app = app(100, 16);
    drive(&mut app, "merge");
    let mouse = |kind, column, row| {
        Event::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        })
    };
    app.update(mouse(MouseEventKind::ScrollDown, 60, 6));
    assert_eq!(app.code.position().0, 3);
    assert_eq!(app.screen.focus, Focus::Prompt);
    app.update(mouse(MouseEventKind::Down(MouseButton::Left), 5, 3));
    assert_eq!(app.screen.focus, Focus::Results);
    assert_eq!(
        app.results.selected().unwrap().name,
        "estimate_total_num_tokens"
    );
    app.update(mouse(MouseEventKind::Down(MouseButton::Left), 60, 5));
    assert_eq!(app.screen.focus, Focus::Code);
}

#[test]
fn a_changed_query_selects_its_best_hit() {
    let mut app = app(120, 30);
    drive(&mut app, "segment<tab>gg/s");
    let selected = app.results.selected().map(|node| node.name.as_str());
    assert_eq!(selected, Some("write"));
}

#[test]
fn paste_and_click_cancel_a_key_prefix() {
    let mouse = |kind| {
        Event::Mouse(MouseEvent {
            kind,
            column: 5,
            row: 4,
            modifiers: KeyModifiers::NONE,
        })
    };
    let check = |event: Event, stays: bool| {
        let mut app = app(120, 30);
        drive(&mut app, "merge<tab><tab>");
        app.screen.prefix = vec![super::keymap::Key::parse("g").unwrap()];
        app.update(event.clone());
        assert_eq!(!app.screen.prefix.is_empty(), stays, "{event:?}");
    };
    check(Event::Paste("x".into()), false);
    check(mouse(MouseEventKind::Down(MouseButton::Left)), false);
    check(mouse(MouseEventKind::ScrollDown), false);
    check(Event::DoubleClick(5, 4), false);
    check(mouse(MouseEventKind::Moved), true);
    check(Event::Tick, true);
}

#[test]
fn a_paste_goes_to_the_prompt_from_anywhere() {
    let mut app = app(120, 30);
    drive(&mut app, "<tab>");
    let effects = app.update(Event::Paste("how are\nsegments".into()));
    assert_eq!(sent_query(&effects).unwrap().1.text, "how are\nsegments");
    assert_eq!(app.screen.focus, Focus::Prompt);
}

#[test]
fn a_paste_that_is_cut_says_so() {
    let mut app = app(120, 30);
    app.update(Event::Paste("merge ".repeat(10_000)));
    assert!(app.screen.notice.is_none());
    app.update(Event::Paste("merge ".repeat(10_000)));
    let notice = app.screen.notice.expect("it is cut");
    assert!(notice.text.contains("first 64 KiB"), "{}", notice.text);
}

#[test]
fn terminate_leaves() {
    assert_eq!(app(80, 24).update(Event::Terminate), [Effect::Quit]);
}
