//! Themes, seen while one chooses.

use crate::app::{Effect, Event, fixture};

/// The themes asked for by some keys, from `night`.
fn check(keys: &str, expected: &[&str]) -> crate::app::App {
    let mut app = fixture::app(100, 30);
    let effects = fixture::drive(&mut app, keys);
    let theme = |effect| match effect {
        Effect::Theme(name) => name,
        other => panic!("{other:?}"),
    };
    let asked: Vec<String> = effects.into_iter().map(theme).collect();
    assert_eq!(asked, expected, "{keys}");
    app
}

#[test]
fn a_theme_is_seen_while_it_is_selected() {
    check("<tab>t", &[]);
    check("<tab>t<down>", &["day"]);
    check("<tab>t<down><down><up>", &["day", "nord", "day"]);
    check("<tab>tnor", &["nord"]);
}

#[test]
fn escape_brings_the_old_one_back() {
    check("<tab>t<down><esc>", &["day", "night"]);
    check("<tab>t<esc>", &[]);
    check("<tab>tzzz", &[]);
    check("<tab>tnorzzz", &["nord", "night"]);
    let mut app = check("<tab>t<down>", &["day"]);
    let effects = app.update(Event::Paste("nord".into()));
    assert_eq!(effects, [Effect::Theme("nord".into())]);
}

#[test]
fn enter_keeps_it_and_says_how_to_keep_it_for_good() {
    let mut app = check("<tab>t<down><enter>", &["day"]);
    let said = app.notice().map(|notice| notice.text.clone());
    let expected = "theme day; to keep it, theme = \"day\" under [ui] of config.toml";
    assert_eq!(said.as_deref(), Some(expected));
    let effects = fixture::drive(&mut app, "t<down><esc>");
    let expected = ["nord", "day"].map(|name| Effect::Theme(name.into()));
    assert_eq!(effects, expected);
}

#[test]
fn what_is_wrong_with_a_theme_is_told_once() {
    let mut app = check("<tab>t<down>", &["day"]);
    let effects = app.update(Event::Themed(
        "day".into(),
        Some("theme day: ui.hit is missing".into()),
    ));
    assert_eq!(effects, []);
    assert!(app.notice().is_some());
    let effects = fixture::drive(&mut app, "<esc>");
    assert_eq!(effects, [Effect::Theme("night".into())]);
}

#[test]
fn what_the_terminal_chose_is_kept() {
    let mut app = fixture::app(100, 30);
    let effects = app.update(Event::Themed("nord".into(), None));
    assert_eq!(effects, []);
    let effects = fixture::drive(&mut app, "<tab>t<up><esc>");
    let expected = ["day", "nord"].map(|name| Effect::Theme(name.into()));
    assert_eq!(effects, expected);
}
