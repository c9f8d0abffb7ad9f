//! Going back to a position whose answer and code are awaited.

use crate::app::fixture::{app, drive, press, run_until_idle};
use crate::app::navigation::NavigationTarget;
use crate::app::{App, Effect, Event};
use crate::protocol::{Reply, Request, Search};

/// An app that goes back to a method, shown with its whole file, before any reply; and its
/// effects.
fn going_back() -> (App, Vec<Effect>) {
    let mut app = app(120, 30);
    drive(&mut app, "merged<down><tab><tab>zzjjjj");
    assert!(app.code.level() > 0, "zoomed");
    let line = app.code.cursor_line();
    drive(&mut app, "<esc>");
    assert_eq!(app.code.cursor_line(), line);
    drive(&mut app, "<esc>xyz");
    app.go(true);
    let effects = std::mem::take(&mut app.effects);
    (app, effects)
}

#[test]
fn going_back_selects_the_row_and_zooms() {
    let (mut app, effects) = going_back();
    let Some(NavigationTarget::Row(row)) = &app.navigation.destination else {
        panic!("a navigation is pending");
    };
    let line = row.line;
    assert!(line.is_some());
    run_until_idle(&mut app, effects);
    assert_eq!(app.prompt.text(), "merged");
    assert!(app.code.level() > 0);
    assert_eq!(app.code.cursor_line(), line);
    assert!(app.navigation.destination.is_none(), "one is there");
}

#[test]
fn a_new_query_does_not_keep_the_row_of_the_previous_one() {
    let (mut app, effects) = going_back();
    drop(effects);
    drive(&mut app, "<esc>q");
    assert!(app.navigation.destination.is_none());
    assert_eq!(app.code.level(), 0);
    let best = app.results.hits()[0].record.id;
    assert_eq!(app.results.selected().map(|node| node.id), Some(best));
}

#[test]
fn a_move_before_the_code_arrives_cancels_the_pending_zoom() {
    let (mut app, effects) = going_back();
    app.documents.clear();
    let searched = |effects: Vec<Effect>, app: &mut App| {
        for effect in effects {
            if let Effect::Send(
                ticket,
                Request::Search(Search {
                    query, like: None, ..
                }),
            ) = effect
            {
                let answer = crate::app::fixture::answer(&query, crate::app::fixture::hits());
                app.update(Event::Reply(ticket, Reply::Answered(Ok(answer))));
            }
        }
    };
    searched(effects, &mut app);
    assert!(app.navigation.destination.is_some(), "its code is awaited");
    press(&mut app, "jk");
    assert!(app.navigation.destination.is_none());
}
