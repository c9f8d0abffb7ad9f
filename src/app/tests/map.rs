//! The map of the repository.

use super::fixture::browsing;
use super::*;
use crate::protocol::RepositoryMap;

#[test]
fn a_row_of_the_map_opens_its_line() {
    let mut app = browsing(120, 30);
    assert!(app.shows_map());
    drive(&mut app, "<backtab><enter>");
    assert_eq!(
        app.code.path(),
        Some(&SourcePath::new("src/indexer/merge_policy.rs"))
    );
    assert_eq!(app.code.cursor_line(), Some(2));
    drive(&mut app, "<a-left><c-o>");
    assert!(!app.shows_map(), "a row of the tree is selected");
    drive(&mut app, "gm");
    assert!(app.shows_map());
    drive(&mut app, "j<enter>");
    assert_eq!(app.code.cursor_line(), Some(8));
}

#[test]
fn a_directory_of_the_map_is_selected_in_the_tree() {
    let mut app = browsing(120, 30);
    drive(&mut app, "<backtab>G<enter>");
    let selected = app.results.selected().map(|node| node.path.to_string());
    assert_eq!(selected.as_deref(), Some("src"));
}

#[test]
fn the_map_is_requested_once_for_an_index() {
    let mut app = browsing(120, 30);
    let requests = |effects: &[Effect]| {
        let is_map = |effect: &&Effect| matches!(effect, Effect::Send(_, Request::Map));
        effects.iter().filter(is_map).count()
    };
    assert_eq!(requests(&app.update(Event::Index(fresh()))), 0);
    let newer = IndexStatus {
        generation: 9,
        ..fresh()
    };
    assert_eq!(requests(&app.update(Event::Index(newer.clone()))), 1);
    assert_eq!(
        requests(&app.update(Event::Index(newer))),
        0,
        "it is pending"
    );
}

#[test]
fn after_a_failed_update_of_one_repository_the_map_and_changes_follow_the_others() {
    let mut app = browsing(120, 30);
    let failed = |generation| IndexStatus {
        stage: Activity::Failed("two: no space".to_owned()),
        generation,
        ..fresh()
    };
    let mut requests = |generation| {
        let effects = app.update(Event::Index(failed(generation)));
        let is_map = |effect: &Effect| matches!(effect, Effect::Send(_, Request::Map));
        let is_changes = |effect: &Effect| matches!(effect, Effect::Send(_, Request::List(list)) if list.changed);
        (effects.iter().any(is_map), effects.iter().any(is_changes))
    };
    assert_eq!(requests(9), (true, true));
    // Without an index there is nothing to request.
    assert_eq!(requests(0), (false, false));
}

#[test]
fn a_slow_map_is_made_again_only_on_request() {
    let mut app = browsing(120, 30);
    let slow = RepositoryMap {
        is_slow: true,
        ..RepositoryMap::default()
    };
    app.mapped(Ok(slow));
    let newer = IndexStatus {
        generation: 9,
        ..fresh()
    };
    let is_map = |effect: &Effect| matches!(effect, Effect::Send(_, Request::Map));
    assert!(!app.update(Event::Index(newer)).iter().any(is_map));
    let effects = app.update(Event::Key(KeyEvent::from(
        crossterm::event::KeyCode::BackTab,
    )));
    assert!(!effects.iter().any(is_map));
    let mut keys = super::fixture::parse("gm").into_iter();
    app.update(Event::Key(keys.next().unwrap()));
    let effects = app.update(Event::Key(keys.next().unwrap()));
    assert!(effects.iter().any(is_map));
}

#[test]
fn a_query_gives_the_map_up_until_it_is_shown_again() {
    let mut app = browsing(120, 30);
    let newer = IndexStatus {
        generation: 9,
        ..fresh()
    };
    app.update(Event::Index(newer));
    let is_map = |effect: &Effect| matches!(effect, Effect::Send(_, Request::Map));
    assert!(!press(&mut app, 'a').iter().any(is_map));
    let back = app.update(Event::Key(KeyEvent::from(
        crossterm::event::KeyCode::Backspace,
    )));
    assert!(back.iter().any(is_map));
}
