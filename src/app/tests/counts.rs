//! Numbers before movements.

use super::fixture::{app, browsing, drive, with_keys};
use super::{App, Event};
use crate::config::Preset;

fn place(app: &App) -> (Option<u32>, String) {
    let row = app.results.selected();
    (
        app.code.cursor_line(),
        row.map_or(String::new(), |node| node.name.clone()),
    )
}

/// Checks that keys with a number do what other keys do.
fn check(keys: &str, same: &str) {
    for preset in [Preset::Default, Preset::Vim] {
        let [counted, typed] = [keys, same].map(|keys| {
            let mut app = with_keys(preset);
            app.update(Event::Resize(120, 20));
            drive(&mut app, keys);
            app
        });
        assert_eq!(place(&counted), place(&typed), "{keys}");
        assert_ne!(place(&counted).0, None, "{keys}");
    }
}

#[test]
fn a_number_repeats_a_movement() {
    check("merged<tab><tab>5j", "merged<tab><tab>jjjjj");
    check("merged<tab><tab>12j3k", "merged<tab><tab>jjjjjjjjj");
    check("merged<tab>2j", "merged<tab>jj");
    check("merged<tab>3n", "merged<tab>nnn");
    check("merged<tab><tab>9999j", "merged<tab><tab>G");
    check("merged<tab><tab>10l5j0", "merged<tab><tab>jjjjj0");
}

#[test]
fn a_number_selects_a_line_or_a_row() {
    check("merged<tab><tab>f42G", "merged<tab><tab>f41jgg41j");
    check("merged<tab>2G", "merged<tab>ggj");
    check("merged<tab>3gg", "merged<tab>ggjj");
}

#[test]
fn escape_and_other_actions_drop_the_number() {
    check("merged<tab><tab>5<esc>j", "merged<tab><tab>j");
    check("merged<tab><tab>5zj", "merged<tab><tab>zj");
    check("merged<tab><tab>5j", "merged<tab><tab>5<f1><esc>jjjjj");
    let mut app = app(120, 20);
    drive(&mut app, "5");
    assert_eq!(app.prompt.text(), "5", "the prompt takes digits");
}

#[test]
fn a_number_skips_changes() {
    let mut app = browsing(120, 30);
    drive(&mut app, "<tab>2]c");
    let at = |app: &App| {
        (
            app.code.path().map(ToString::to_string),
            app.code.cursor_line(),
        )
    };
    let policy = Some("src/indexer/merge_policy.rs".to_owned());
    assert_eq!(at(&app), (policy.clone(), Some(10)));
    drive(&mut app, "9]c");
    let deleted = app.review.deleted_page().expect("the last change").0;
    assert_eq!(deleted, "deleted: src/indexer/old_policy.rs");
    drive(&mut app, "<esc>2[c");
    assert_eq!(at(&app), (policy, Some(3)));
}
