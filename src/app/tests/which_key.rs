//! Continuations of a key prefix.

use crate::app::{Effect, Event, fixture};
use crate::config::Preset;

/// Checks the message for an unbound key after some keys.
fn check_message(before: &str, key: &str, expected: Option<&str>) {
    let mut app = fixture::app(120, 30);
    fixture::drive(&mut app, before);
    fixture::drive(&mut app, key);
    let notice = app
        .screen
        .notice
        .as_ref()
        .map(|notice| notice.text.as_str());
    assert_eq!(notice, expected, "{before}{key}");
}

#[test]
fn unbound_key_names_the_pane_where_it_works() {
    check_message("merge<tab>", "z", Some("z works in the code pane (Tab)"));
    let results = "{ works in the results pane (Shift-Tab)";
    check_message("merge<tab><tab>", "{", Some(results));
    check_message("merge<tab>", "Q", Some("Not bound: Q; F1 lists all keys"));
    check_message(
        "merge",
        "<c-g>",
        Some("Not bound: Ctrl-G; F1 lists all keys"),
    );
    check_message("merge", "Q", None);
}

#[test]
fn key_prefixes_are_never_typed() {
    let mut app = fixture::with_keys(Preset::Emacs);
    app.update(Event::Index(fixture::fresh()));
    fixture::drive(&mut app, "a<c-x>z");
    assert_eq!(app.prompt.text(), "a");
    let notice = app
        .screen
        .notice
        .as_ref()
        .map(|notice| notice.text.as_str());
    assert_eq!(notice, Some("Not bound: Ctrl-X z"));
    // Also over a popup, which takes single keys.
    fixture::drive(&mut app, "<f1><c-x>z");
    assert_eq!(app.prompt.text(), "a");
    assert!(app.screen.popup.as_ref().is_some());
    let effects = fixture::drive(&mut app, "<c-x><c-c>");
    assert_eq!(effects, [Effect::Quit]);
}

#[test]
fn escape_closes_a_popup_first() {
    let mut app = fixture::with_keys(Preset::Emacs);
    fixture::drive(&mut app, "<tab><f1><c-g>");
    assert!(app.screen.popup.as_ref().is_none());
    let results = crate::app::Focus::Results;
    assert_eq!(app.screen.focus, results, "and nothing else");
    fixture::drive(&mut app, "<f1><c-n><esc>");
    assert_eq!(app.screen.focus, results, "what is behind it does not move");
}

fn check(preset: Preset, keys: &str, expected: &[(&str, &str)]) {
    let mut app = fixture::with_keys(preset);
    app.update(Event::Index(fixture::fresh()));
    fixture::drive(&mut app, keys);
    let followers = app.next_keys();
    let found = followers.iter().map(|(key, means)| (key.as_str(), *means));
    let found: Vec<(&str, &str)> = found.collect();
    assert_eq!(found, expected, "{keys}");
}

#[test]
fn possible_next_keys_are_listed() {
    check(Preset::Default, "<tab>", &[]);
    let before = &[("c", "Previous change since HEAD"), ("[", "Parent")];
    check(Preset::Default, "<tab>[", before);
    check(Preset::Default, "<tab>[<esc>", &[]);
    check(
        Preset::Vim,
        "segment<tab><tab>g",
        &[
            ("d", "Go to definitions"),
            ("r", "Find references"),
            ("i", "Find implementations"),
            ("C", "Find callees"),
            ("p", "Start a path here"),
            ("P", "Path from the start to here"),
            ("t", "Tests that reach this"),
            ("I", "Show what a change reaches"),
            ("m", "Map of the repository"),
            ("w", "Explain ranking"),
            ("b", "Toggle bookmark"),
            ("f", "Go to the file named at the cursor"),
            ("g", "First line"),
            ("c", "Scroll the cursor to the middle"),
            ("z", "Zoom out (match, enclosing scope, file)"),
            ("Z", "Zoom in"),
        ],
    );
    check(
        Preset::Vim,
        "segment<tab>Z",
        &[("Z", "Quit"), ("Q", "Quit")],
    );
}
