//! Cells outside the panes that act when they are clicked.

use super::*;
use crate::app::{Action, CodeAction, Event, Focus};

/// Clicks on the first cell of a text on the screen.
fn click(app: &mut App, text: &str) {
    let screen = frame(app);
    let (y, row) = screen
        .lines()
        .enumerate()
        .find(|(_, row)| row.contains(text))
        .unwrap_or_else(|| panic!("{text:?} is not in\n{screen}"));
    let x = row[..row.find(text).unwrap()].width();
    let size = app.screen.layout.screen;
    let mut terminal = Terminal::new(TestBackend::new(size.width, size.height)).unwrap();
    let mut targets = Vec::new();
    terminal
        .draw(|frame| targets = draw(app, &embedded("terminal"), frame))
        .unwrap();
    let (x, y) = (u16::try_from(x).unwrap(), u16::try_from(y).unwrap());
    let target = targets.into_iter().find(|target| target.contains(x, y));
    let effects = app.update(Event::Clicked(
        target.unwrap_or_else(|| panic!("{text}: nothing")),
    ));
    fixture::run_until_idle(app, effects);
}

#[test]
fn a_click_on_a_hint_performs_its_action() {
    let mut app = fixture::app(120, 30);
    fixture::drive(&mut app, "merge");
    click(&mut app, "Tab results");
    assert_eq!(app.screen.focus, Focus::Results);
    click(&mut app, "F1 help");
    assert!(app.screen.popup.is_some());
}

#[test]
fn a_click_on_a_filter_removes_it() {
    let mut app = fixture::app(120, 30);
    fixture::drive(&mut app, "merge lang:rust -path:tests");
    click(&mut app, "⟨lang:rust");
    assert_eq!(app.prompt.text(), "merge -path:tests");
    click(&mut app, "⟨-path:tests");
    assert_eq!(app.prompt.text(), "merge");
}

#[test]
fn a_click_on_the_mode_selects_the_next_one() {
    let mut app = fixture::app(120, 30);
    click(&mut app, "hybrid");
    assert_eq!(app.prompt.mode().name(), "keywords");
}

#[test]
fn a_click_on_the_file_of_the_title_shows_all_of_it() {
    let mut app = fixture::app(160, 30);
    fixture::drive(&mut app, "merged");
    click(&mut app, "src/indexer/merger.rs ›");
    let mut same = fixture::app(160, 30);
    fixture::drive(&mut same, "merged");
    same.update(Event::Clicked(crate::app::ClickTarget::new(
        ratatui::layout::Rect::default(),
        crate::app::ClickAction::Perform(Action::Code(CodeAction::WholeFile)),
    )));
    assert_eq!(frame(&app), frame(&same));
}
