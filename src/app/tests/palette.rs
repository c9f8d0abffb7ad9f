//! The palette.

use crate::app::{App, Effect, fixture};

/// The actions that the palette lists, with their notes.
fn listed(app: &App) -> Vec<(String, String)> {
    let name = |text: &str| text.split(':').next().unwrap_or_default().to_owned();
    let rows = fixture::picker(app).visible();
    rows.map(|row| (name(row.text), row.note.to_owned()))
        .collect()
}

fn palette(keys: &str) -> Vec<(String, String)> {
    let mut app = fixture::app(100, u16::MAX);
    fixture::drive(&mut app, keys);
    listed(&app)
}

fn check(keys: &str, earlier: &str, later: &str) {
    let listed = palette(keys);
    let at = |name: &str| listed.iter().position(|(listed, _)| listed == name);
    assert!(
        at(earlier).is_some() && at(earlier) < at(later),
        "{keys}: {earlier}, {later}"
    );
}

#[test]
fn actions_with_a_key_here_come_first() {
    check("segment<f2>", "delete-word-left", "fold");
    check("segment<tab>:", "open-row", "delete-word-left");
    check("segment<tab><tab>:", "fold", "open-row");
    check("<tab>:", "edit", "fold");
    check("segment<tab>:", "edit", "fold");
}

#[test]
fn every_other_action_is_listed_with_its_key() {
    let listed = palette("<f2>");
    let actions = crate::app::keymap::ACTIONS.iter();
    let actions: Vec<&str> = actions.map(|row| row.name).collect();
    let listed = listed
        .iter()
        .filter(|(name, _)| actions.contains(&name.as_str()));
    let without = listed.clone().filter(|(_, keys)| keys.is_empty());
    let without: Vec<&str> = without.map(|(name, _)| name.as_str()).collect();
    assert_eq!(without, ["capture-mouse"]);
    let fold = listed.clone().find(|(name, _)| name == "fold");
    assert_eq!(fold.map(|(_, keys)| keys.as_str()), Some("code: Space"));
}

#[test]
fn words_of_other_programs_find_actions() {
    for (word, action) in [
        ("call", "references"),
        ("git", "next-change"),
        ("diff", "old-text"),
        ("blame", "old-text"),
        ("test", "tests"),
        ("tree", "open-all"),
        ("jump", "labels"),
    ] {
        let listed = palette(&format!("<tab>:{word}"));
        let at = listed.iter().position(|(name, _)| name == action);
        assert!(at.is_some_and(|at| at < 4), "{word}: {listed:?}");
    }
}

#[test]
fn letters_here_and_there_match_only_without_an_item_that_contains_the_words() {
    let names = |typed: &str| -> Vec<String> {
        let listed = palette(&format!("<tab>:{typed}"));
        listed.into_iter().map(|(name, _)| name).collect()
    };
    assert_eq!(names("quit"), ["quit", "stop-or-quit"]);
    assert_eq!(names("go back"), ["back"]);
    assert!(names("tglvw").contains(&"toggle-view".to_owned()));
}

#[test]
fn an_example_of_the_search_syntax_is_typed() {
    let mut app = fixture::app(100, 20);
    fixture::drive(&mut app, "<tab>?files by path<enter>");
    assert_eq!(app.prompt.text(), "path:src/index ");
}

#[test]
fn the_palette_hands_the_mouse_to_the_terminal() {
    let mut app = fixture::app(100, 20);
    let effects = fixture::drive(&mut app, "<f2>capture-mouse<enter>");
    assert_eq!(effects, [Effect::CaptureMouse(false)]);
}

#[test]
fn files_that_differ_from_head_are_listed_after_opened_ones() {
    let mut app = fixture::browsing(100, 30);
    let first = |app: &App| {
        app.screen
            .popup
            .as_ref()
            .unwrap()
            .visible()
            .next()
            .unwrap()
            .text
            .to_owned()
    };
    fixture::drive(&mut app, "<c-t>");
    assert_eq!(first(&app), "src/indexer/merge_policy.rs");
    fixture::drive(&mut app, "merger.rs<enter><c-t>");
    assert_eq!(first(&app), "src/indexer/merger.rs");
}
