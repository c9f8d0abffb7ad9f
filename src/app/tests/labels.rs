//! Labels on names and rows.

use super::fixture::{app, browsing, drive};
use super::{App, Focus};
use crate::app::{Event, LabelTarget, Row};

/// Types the label of a target.
fn jump(app: &mut App, to: impl Fn(LabelTarget) -> bool) {
    let labels = app.screen.labels.as_ref().expect("labels");
    let found = labels.shown().find(|(_, target)| to(*target));
    let (letters, _) = found.expect("a label");
    drive(app, &letters.iter().collect::<String>());
}

#[test]
fn a_label_goes_to_a_name_in_the_code() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab><tab>;");
    let on_line = |line| move |target| matches!(target, LabelTarget::Name(at, _) if at == line);
    jump(&mut app, on_line(48));
    assert_eq!(app.code.cursor_position(), Some((48, 14)));
    let name = app.code.name_under_cursor().expect("a name").0;
    assert_eq!(name, "write_postings");
    assert!(app.screen.labels.is_none());
    drive(&mut app, "gw");
    jump(&mut app, on_line(43));
    assert_eq!(app.code.cursor_line(), Some(43));
}

#[test]
fn a_code_pane_without_cells_has_no_names_in_view() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab><tab>");
    for width in 0..12 {
        app.update(Event::Resize(width, 30));
        app.code.set_size(0, 20);
        assert_eq!(app.code.visible_names(), []);
    }
}

#[test]
fn labels_after_a_change_are_on_the_names_of_the_lines_below_the_removed_ones() {
    let mut app = browsing(120, 30);
    drive(&mut app, "<tab>]cd");
    assert!(
        app.code
            .visible()
            .any(|(row, _)| matches!(row, Row::Old(..)))
    );
    drive(&mut app, ";");
    jump(&mut app, |target| {
        matches!(target, LabelTarget::Name(4.., _))
    });
    let (line, from) = app.code.cursor_position().expect("a cursor");
    assert!(
        line >= 4 && app.code.name_under_cursor().is_some(),
        "{line}:{from}"
    );
    let on_screen = app.code.visible().find(|(_, is_cursor)| *is_cursor);
    assert_eq!(on_screen.map(|(row, _)| row), Some(Row::Line(line)));
}

#[test]
fn a_label_selects_a_row() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab>;");
    let key = |app: &App, name| {
        let mut rows = app.results.visible();
        rows.find(|(node, _)| node.name == name)
            .expect("a row")
            .0
            .key
    };
    let wanted = key(&app, "no_merge");
    jump(&mut app, |target| target == LabelTarget::Row(wanted));
    assert_eq!(app.results.selected().expect("a row").name, "no_merge");
    assert_eq!(app.screen.focus, Focus::Results);
}

#[test]
fn another_key_hides_the_labels_and_does_nothing_else() {
    let mut app = app(120, 30);
    drive(&mut app, "merged<tab><tab>");
    let before = app.code.cursor_position();
    for keys in [";<esc>", ";a<esc>", ";0", ";<c-c>"] {
        assert_eq!(drive(&mut app, keys), [], "{keys}");
        assert!(app.screen.labels.is_none(), "{keys}");
        assert_eq!(app.code.cursor_position(), before, "{keys}");
        assert_eq!(app.screen.focus, Focus::Code, "{keys}");
    }
}
