//! The session: history of queries, last position, recent files.

use crate::app::fixture::{self, app, drive, drive_all, run_until_idle};
use crate::app::navigation::history_entry;
use crate::app::{Effect, Event, Focus};
use crate::protocol::RecorderReply;
use crate::search::Mode;
use crate::session::{Change, LastPosition, Session};

/// Changes recorded after keys, in order, without positions; and the last position.
fn changes(keys: &str) -> (Vec<Change>, Option<LastPosition>) {
    let mut app = app(120, 30);
    let mut last = None;
    let mut others = Vec::new();
    for effect in drive_all(&mut app, keys) {
        match effect {
            Effect::SaveSession(Change::Moved(position)) => last = Some(position),
            Effect::SaveSession(change) => others.push(change),
            _ => {}
        }
    }
    (others, last)
}

#[test]
fn a_query_is_kept_once_its_results_are_visited() {
    let searched = |text: &str| Change::Searched(history_entry(text, Mode::Hybrid));
    assert_eq!(changes("merge").0, []);
    assert_eq!(changes("merge<down>").0, [searched("merge")]);
    assert_eq!(changes("merge<down><down><up>").0, [searched("merge")]);
    assert_eq!(
        changes("merge<down>x<tab>j").0,
        [searched("merge"), searched("mergex")]
    );
}

#[test]
fn command_letters_are_not_queries() {
    let searched = |text: &str| Change::Searched(history_entry(text, Mode::Hybrid));
    for keys in [
        "merge<down><esc><esc>jjw<c-u>",
        "merge<tab>j<esc><esc>jjw<c-u>",
        "merge<tab>j<esc><esc>jjw<c-u>post<tab>",
        "merge<tab>j<esc><esc>jjw<c-o>",
        "merge<tab>j<esc><esc>jjw<c-u><c-o>",
        // Nothing is found, so nothing is moved.
        "merge<tab>j<esc><esc>zzz<down><tab>jj<tab>jz<backtab><backtab><c-u>",
    ] {
        assert_eq!(changes(keys).0, [searched("merge")], "{keys}");
    }
}

fn position_of(keys: &str) -> LastPosition {
    changes(keys).1.expect("a position")
}

#[test]
fn last_position_is_restored() {
    for keys in [
        "segment<down>",
        "segment<tab>r<down>",
        "<a-m>segment<tab><tab>z",
    ] {
        let position = position_of(keys);
        let session = Session {
            position: Some(position.clone()),
            ..Session::default()
        };
        let mut app = app(120, 30);
        let effects = app.update(Event::Recorded(RecorderReply::Loaded(Box::new(session))));
        run_until_idle(&mut app, effects);
        let text = &position.query.text;
        assert_eq!(
            app.last_position(text, app.prompt.mode()),
            position,
            "{keys}"
        );
        assert_eq!(app.prompt.text(), text);
        assert_eq!(app.screen.focus, Focus::Prompt);
    }
}

#[test]
fn position_in_the_repository_is_restored_once_files_are_listed() {
    for keys in [
        "<tab>jl",
        "<tab>jllj",
        "<c-t>policy<enter>",
        "<c-t>merger<enter><tab>ljj",
    ] {
        let mut before = fixture::browsing(120, 30);
        drive(&mut before, keys);
        let position = before.last_position("", Mode::Hybrid);
        assert!(position.path.is_some(), "{keys}");
        let mut app = fixture::blank();
        app.update(Event::Resize(120, 30));
        let session = Session {
            position: Some(position.clone()),
            ..Session::default()
        };
        app.update(Event::Recorded(RecorderReply::Loaded(Box::new(session))));
        assert!(app.results.selected().is_none(), "{keys}: too early");
        let effects = app.update(Event::Index(fixture::fresh()));
        run_until_idle(&mut app, effects);
        assert_eq!(app.last_position("", Mode::Hybrid), position, "{keys}");
    }
}

#[test]
fn an_empty_list_is_not_final_until_the_session_is_loaded() {
    let mut app = app(120, 30);
    let mut check = |loads: bool, keys: &str, expected: &str| {
        if loads {
            let session = Box::default();
            app.update(Event::Recorded(RecorderReply::Loaded(session)));
        }
        drive(&mut app, keys);
        let notice = app.screen.notice.as_ref().map(|notice| &*notice.text);
        assert_eq!(notice, Some(expected), "{keys}");
    };
    check(false, "<tab>B", "The saved session is not loaded");
    check(false, "<c-r>", "The saved session is not loaded");
    check(true, "B", "No bookmarks");
    check(false, "<c-r>", "No search history for this repository");
}

/// Checks the prompt if the session is loaded after some keys and others follow.
fn check(before: &str, after: &str, expected: &str) {
    let session = Session {
        position: Some(position_of("segment<down>")),
        ..Session::default()
    };
    let mut app = app(120, 30);
    drive(&mut app, before);
    let effects = app.update(Event::Recorded(RecorderReply::Loaded(Box::new(session))));
    run_until_idle(&mut app, effects);
    drive(&mut app, after);
    assert_eq!(app.prompt.text(), expected, "{before} {after}");
}

#[test]
fn typing_replaces_the_restored_query_and_other_keys_keep_it() {
    check("", "", "segment");
    check("", "x", "x");
    check("", "<bs>", "");
    check("", "<left>x", "segmenxt");
    check("", "<down>x", "segmentx");
    check("y", "", "y");
}

#[test]
fn a_fresh_start_keeps_the_history_but_not_the_position() {
    let session = Session {
        position: Some(position_of("segment<down>")),
        history: vec![history_entry("old", Mode::Regex)],
        ..Session::default()
    };
    let mut app = fixture::fresh_app(120, 30);
    app.update(Event::Recorded(RecorderReply::Loaded(Box::new(session))));
    assert_eq!(app.prompt.text(), "");
    drive(&mut app, "<c-r><enter>");
    assert_eq!(app.prompt.text(), "old");
    assert_eq!(app.prompt.mode(), Mode::Regex);
}

#[test]
fn a_file_is_chosen_from_the_list_of_all_files() {
    let mut app = fixture::browsing(120, 30);
    drive(&mut app, "<c-t>policy<enter>");
    let path = app.code.path().map(ToString::to_string);
    assert_eq!(path.as_deref(), Some("src/indexer/merge_policy.rs"));
    assert_eq!(app.screen.focus, Focus::Prompt);
}

#[test]
fn a_file_is_shown_at_the_line_that_is_typed() {
    let check = |typed: &str, expected: (u32, u32)| {
        let mut app = fixture::browsing(120, 30);
        drive(&mut app, &format!("<c-t>{typed}<enter>"));
        let position = app.code.cursor_location();
        let position = position.map(|it| (it.path.to_string(), it.line, it.column));
        let (line, column) = expected;
        let path = "src/indexer/merger.rs".to_owned();
        assert_eq!(position, Some((path, line, column)), "{typed}");
        let effects = drive(&mut app, "<enter>");
        assert!(
            matches!(&effects[..], [Effect::Edit(to)] if (to.line, to.column) == expected),
            "{effects:?}"
        );
        // A return to the row does not show the typed line again.
        drive(&mut app, "<backtab>jk");
        assert_eq!(app.code.hit_location().map(|it| it.line), Some(1));
    };
    check("merger.rs:40", (40, 1));
    check("merger.rs:40:9", (40, 9));
    check("merger.rs:4000", (52, 1));
}

#[test]
fn files_can_be_chosen_while_listing() {
    let mut app = fixture::blank();
    app.update(Event::Resize(120, 30));
    let effects = app.update(Event::Index(fixture::fresh()));
    app.update(Event::Key(crossterm::event::KeyEvent::new(
        crossterm::event::KeyCode::Char('t'),
        crossterm::event::KeyModifiers::CONTROL,
    )));
    assert_eq!(fixture::picker(&app).counts(), (0, 0));
    run_until_idle(&mut app, effects);
    let all = fixture::listing().len();
    assert_eq!(fixture::picker(&app).counts(), (all, all));
    drive(&mut app, "policy<enter>");
    let path = app.code.path().map(ToString::to_string);
    assert_eq!(path.as_deref(), Some("src/indexer/merge_policy.rs"));
}

#[test]
fn a_file_is_chosen_before_any_is_listed() {
    let mut app = fixture::blank();
    app.update(Event::Resize(120, 30));
    let effects = app.update(Event::Index(fixture::fresh()));
    drive(&mut app, "<c-t>policy<enter>");
    assert!(
        app.screen.popup.as_ref().is_some(),
        "there is nothing to choose yet"
    );
    run_until_idle(&mut app, effects);
    assert!(app.screen.popup.as_ref().is_none());
    let path = app.code.path().map(ToString::to_string);
    assert_eq!(path.as_deref(), Some("src/indexer/merge_policy.rs"));
}

#[test]
fn history_lists_the_latest_query_first() {
    let mut app = app(120, 30);
    drive(&mut app, "one<down><c-u>two<down><c-r>");
    let texts = fixture::picker(&app).visible().map(|row| row.text);
    assert_eq!(texts.collect::<Vec<_>>(), ["two", "one"]);
}
