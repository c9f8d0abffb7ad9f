//! The prompt with its chips, completions, and the lists that are opened from it.

use super::frame;
use crate::app::{App, Event, fixture};
use crate::protocol::RecorderReply;
use crate::session::{HistoryEntry, LastPosition, Session};
use insta::assert_snapshot;

/// Checks the frames at three sizes.
fn check(name: &str, keys: &str) {
    for (width, height) in [(120, 30), (80, 24), (40, 12)] {
        let mut app = fixture::app(width, height);
        fixture::drive(&mut app, keys);
        assert_snapshot!(format!("{name}_{width}x{height}"), frame(&app));
    }
}

#[test]
fn chips_show_the_number_of_matches() {
    check("chips", "merge lang:rust -path:tests ");
}

#[test]
fn phrase_chips_show_an_estimate() {
    check("phrases", "merge \"all segments\" lang:rust ");
}

#[test]
fn exclusions_are_shown_as_chips() {
    let mut app = fixture::app(120, 30);
    fixture::drive(&mut app, "merge -segments -\"all of\" -/fn x/");
    let frame = frame(&app);
    assert!(
        frame.contains("⟨-segments⟩ ⟨-\"all of\"⟩ ⟨-/fn x/⟩"),
        "{frame}"
    );
}

#[test]
fn chips_leave_room_for_the_query() {
    let mut app = fixture::app(120, 30);
    let query = "merge sym:IndexMerger kind:method path:src/indexer";
    fixture::drive(&mut app, &format!("{query} "));
    let frame = frame(&app);
    assert!(frame.contains(query), "{frame}");
    assert!(frame.contains("⟨sym:IndexMerger"), "{frame}");
}

#[test]
fn filter_errors_are_shown_in_their_chip() {
    check("unknown", "merge lang:pyhton -kind:nonsense ");
}

#[test]
fn a_typed_filter_lists_completions() {
    check("completion", "merge lang:<down><down>");
}

#[test]
fn completions_are_listed_below_a_long_prompt() {
    check(
        "completion_far",
        "how are the segments of an index merged into larger ones path:",
    );
}

#[test]
fn search_history_is_listed() {
    check(
        "history",
        "how are segments merged<down><c-u><a-m>x<down><c-r>",
    );
}

#[test]
fn bookmarks_are_listed() {
    check("bookmarks", "segment<tab>bjbB");
}

#[test]
fn a_bookmark_is_marked_in_tree_and_code() {
    check("bookmarked", "segment<tab>b");
}

#[test]
fn pattern_errors_are_shown_in_place_of_results() {
    check("pattern", "merge /fn (/");
}

#[test]
fn names_searched_in_place_of_typos_are_in_the_status_line() {
    let mut app = fixture::app(120, 30);
    let says = "● 20,310 chunks · also searching for \"merge\" ";
    let also = |app: &App| frame(app).contains(says);
    fixture::drive(&mut app, "mrege");
    assert!(also(&app), "{}", frame(&app));
    // Without an answer the old results stay, and the new query has no message.
    fixture::press(&mut app, "d");
    assert!(!also(&app), "{}", frame(&app));
    fixture::drive(&mut app, "<bs>");
    assert!(also(&app), "{}", frame(&app));
    fixture::drive(&mut app, "<c-u>merge");
    assert!(!also(&app), "{}", frame(&app));
}

#[test]
fn the_restored_query_is_selected() {
    let mut app = fixture::app(80, 24);
    let session = Session {
        position: Some(LastPosition {
            query: HistoryEntry {
                text: "segment".into(),
                mode: "symbol".into(),
            },
            ..LastPosition::default()
        }),
        ..Session::default()
    };
    let effects = app.update(Event::Recorded(RecorderReply::Loaded(Box::new(session))));
    fixture::run_until_idle(&mut app, effects);
    assert_snapshot!(frame(&app));
}
