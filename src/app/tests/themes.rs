//! Themes, with a preview in their list.

use crate::app::{App, Effect, Event, fixture};

/// Checks the theme that is used after some keys, from `night`.
fn check(keys: &str, expected: &str) -> App {
    let mut app = fixture::app(100, 30);
    fixture::drive(&mut app, keys);
    assert_eq!(app.theme(), expected, "{keys}");
    app
}

#[test]
fn selected_theme_is_previewed() {
    check("<tab>t", "night");
    check("<tab>t<down>", "day");
    check("<tab>t<down><down><up>", "day");
    check("<tab>tnor", "nord");
}

#[test]
fn escape_restores_the_previous_theme() {
    check("<tab>t<down><esc>", "night");
    check("<tab>tzzz", "night");
    let mut app = check("<tab>tzzz", "night");
    fixture::drive(&mut app, "<esc>t");
    app.update(Event::Paste("nord".into()));
    assert_eq!(app.theme(), "nord");
}

#[test]
fn enter_keeps_the_selected_theme() {
    let mut app = check("<tab>t<down>", "day");
    let effects = fixture::drive(&mut app, "<enter>");
    assert_eq!(effects, [Effect::KeepTheme("day".into())]);
    fixture::drive(&mut app, "t<down><esc>");
    assert_eq!(app.theme(), "day");
}

#[test]
fn a_broken_theme_is_reported() {
    let mut app = check("<tab>t<down>", "day");
    app.update(Event::Warned("theme day: ui.hit is missing".into()));
    let notice = app.screen.notice.as_ref().map(|it| it.text.as_str());
    assert_eq!(notice, Some("Theme day: ui.hit is missing"));
}

#[test]
fn the_theme_for_the_terminal_survives_the_list() {
    let mut app = fixture::app(100, 30);
    app.update(Event::Theme("nord".into()));
    fixture::drive(&mut app, "<tab>t<up><esc>");
    assert_eq!(app.theme(), "nord");
}
