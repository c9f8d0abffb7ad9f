//! The mouse: the line between the panes, clicks and double-clicks.

use super::Focus;
use crate::app::fixture::{self, drive};
use crate::app::{App, Effect, Event, Row};
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

fn mouse(app: &mut App, kind: MouseEventKind, column: u16, row: u16) -> Vec<Effect> {
    app.update(Event::Mouse(MouseEvent {
        kind,
        column,
        row,
        modifiers: KeyModifiers::NONE,
    }))
}

pub(super) fn press(app: &mut App, column: u16, row: u16) -> Vec<Effect> {
    mouse(app, MouseEventKind::Down(MouseButton::Left), column, row)
}

fn found() -> App {
    let mut app = fixture::app(120, 30);
    drive(&mut app, "merged");
    app
}

#[test]
fn splitter_follows_the_mouse_until_the_button_is_released() {
    let mut app = found();
    let line = app.screen.layout.splitter();
    press(&mut app, line.x, 9);
    mouse(&mut app, MouseEventKind::Drag(MouseButton::Left), 70, 9);
    assert_eq!(app.screen.layout.splitter().x, 70);
    app.update(Event::Resize(240, 30));
    assert!(
        (138..=142).contains(&app.screen.layout.splitter().x),
        "the share is kept"
    );
    app.update(Event::Resize(120, 30));
    mouse(&mut app, MouseEventKind::Up(MouseButton::Left), 70, 9);
    mouse(&mut app, MouseEventKind::Drag(MouseButton::Left), 30, 9);
    assert_eq!(app.screen.layout.splitter().x, 70);
}

#[test]
fn a_drag_that_starts_outside_the_splitter_is_ignored() {
    let mut app = found();
    let before = app.screen.layout.clone();
    press(&mut app, 5, 5);
    mouse(&mut app, MouseEventKind::Drag(MouseButton::Left), 70, 9);
    assert_eq!(app.screen.layout, before);
}

#[test]
fn keys_move_the_splitter() {
    let mut app = found();
    let line = app.screen.layout.splitter().x;
    drive(&mut app, "<tab><c-right>");
    assert!(app.screen.layout.splitter().x > line);
    drive(&mut app, "<c-left>");
    assert_eq!(app.screen.layout.splitter().x, line);
}

#[test]
fn a_double_click_opens_a_hit_in_the_editor_and_a_branch_in_the_tree() {
    let mut app = found();
    let results = app.screen.layout.area(Focus::Results);
    let rows: Vec<(bool, u16)> = (app.results.visible().zip(results.y..))
        .map(|((node, _), row)| (node.is_branch(), row))
        .collect();
    let row_of = |branch| rows.iter().find(|row| row.0 == branch).unwrap().1;
    let (branch, hit) = (row_of(true), row_of(false));

    press(&mut app, 5, hit);
    let effects = app.update(Event::DoubleClick(5, hit));
    assert!(
        effects.iter().any(|it| matches!(it, Effect::Edit(_))),
        "{effects:?}"
    );

    press(&mut app, 5, branch);
    let open = app.results.selected().unwrap().open;
    app.update(Event::DoubleClick(5, branch));
    assert_eq!(app.results.selected().unwrap().open, !open);
    press(&mut app, 5, branch);
    app.update(Event::DoubleClick(5, branch));
    assert_eq!(app.results.selected().unwrap().open, open);
}

#[test]
fn a_click_on_the_sign_of_a_branch_expands_or_collapses_it() {
    let mut app = found();
    let Rect { x, y, .. } = app.screen.layout.area(Focus::Results);
    press(&mut app, x + 8, y);
    let open = app.results.selected().unwrap().open;
    press(&mut app, x + 1, y);
    assert_eq!(app.results.selected().unwrap().open, !open);
    press(&mut app, x + 1, y);
    assert_eq!(app.results.selected().unwrap().open, open);
}

#[test]
fn a_click_on_a_completion_chooses_it() {
    let mut app = found();
    drive(&mut app, " lang:");
    let second = app.screen.layout.prompt.y + 2;
    press(&mut app, 20, second);
    assert_eq!(app.prompt.text(), "merged lang:markdown ");
    assert_eq!(app.screen.focus, Focus::Prompt);
}

#[test]
fn a_click_on_a_fold_of_the_code_opens_it() {
    let mut app = found();
    drive(&mut app, "<tab><tab>C");
    let folds = |app: &App| -> Vec<(u16, Row)> {
        let rows = (0..).zip(app.code.visible().map(|(row, _)| row));
        rows.filter(|(_, row)| matches!(row, Row::Fold(..)))
            .collect()
    };
    let before = folds(&app);
    let (y, fold) = before[0];
    let code = app.screen.layout.area(Focus::Code);
    press(&mut app, code.x + 8, code.y + y);
    let after = folds(&app);
    assert!(!after.iter().any(|(_, row)| *row == fold), "{after:?}");
    assert_eq!(after.len(), before.len() - 1);
}

#[test]
fn the_wheel_scrolls_sideways_and_with_shift() {
    let mut app = found();
    let code = app.screen.layout.area(Focus::Code);
    let mut check = |kind, modifiers, expected| {
        app.update(Event::Mouse(MouseEvent {
            kind,
            column: code.x + 3,
            row: code.y + 3,
            modifiers,
        }));
        assert_eq!(app.code.shift(45), expected, "{kind:?}");
    };
    check(MouseEventKind::ScrollRight, KeyModifiers::NONE, 8);
    check(MouseEventKind::ScrollLeft, KeyModifiers::NONE, 0);
    check(MouseEventKind::ScrollDown, KeyModifiers::SHIFT, 8);
    check(MouseEventKind::ScrollUp, KeyModifiers::SHIFT, 0);
}

/// The actions of the menu that a right click opens.
fn menu(app: &mut App, column: u16, row: u16) -> Vec<String> {
    mouse(app, MouseEventKind::Down(MouseButton::Right), column, row);
    let items = fixture::picker(app).visible();
    let name = |text: &str| text.split(':').next().unwrap_or_default().to_owned();
    items.map(|item| name(item.text)).collect()
}

#[test]
fn a_right_click_lists_the_actions_for_a_row_and_a_click_performs_one() {
    let mut app = found();
    let results = app.screen.layout.area(Focus::Results);
    let actions = menu(&mut app, 8, results.y + 1);
    assert_eq!(actions[..3], ["edit", "references", "explain"]);
    assert!(actions.contains(&"mark".to_owned()) && !actions.contains(&"find-name".to_owned()));
    assert!(!actions.contains(&"copies".to_owned()), "it has none");
    let area = app.popup_area();
    let at = actions
        .iter()
        .position(|name| name == "mark")
        .expect("a row") as u16;
    press(&mut app, area.x + 2, area.y + 1 + at);
    assert!(app.screen.popup.is_none());
    assert_eq!(app.session.marks().len(), 1);
}

#[test]
fn a_right_click_lists_the_actions_for_a_name() {
    let mut app = found();
    let code = app.screen.layout.area(Focus::Code);
    let y = code.y + app.code.cursor_y() as u16 + 11;
    let actions = menu(&mut app, code.x + 8 + 15, y);
    assert_eq!(
        app.code.name_under_cursor().expect("a name").0,
        "write_postings"
    );
    assert!(
        actions.contains(&"definition".to_owned()) && actions.contains(&"find-name".to_owned())
    );
    assert!(
        !actions.contains(&"explain".to_owned()),
        "it is about a row"
    );
    mouse(&mut app, MouseEventKind::Down(MouseButton::Right), 3, 3);
    assert!(app.screen.popup.is_none(), "another one closes it");
}

#[test]
fn a_double_click_below_the_rows_opens_nothing() {
    let mut app = found();
    let results = app.screen.layout.area(Focus::Results);
    let last = results.y + results.height - 1;
    press(&mut app, 5, last);
    let effects = app.update(Event::DoubleClick(5, last));
    assert!(!effects.iter().any(|it| matches!(it, Effect::Edit(_))));
}
