//! The mouse: the wheel, clicks, double-clicks, and dragging the line between the panes.
//!
//! Principal type: [`Pointer`]. Everything that the mouse does has a key.

use super::keymap::{Action, Step};
use super::layout::PaneShare;
use super::popup::KeyOutcome;
use super::{App, Focus, TreeNode};
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

/// Rows that a notch of the wheel moves.
const WHEEL_ROWS: isize = 3;

/// State of the mouse between events.
#[derive(Debug, Default)]
pub(super) struct Pointer {
    /// True while the line between the panes is dragged.
    is_dragging: bool,
    /// Share of the results pane, once the user changed it.
    pub(super) share: Option<PaneShare>,
}

impl App {
    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        let (x, y) = (mouse.column, mouse.row);
        // Any action but a movement cancels a key sequence.
        if mouse.kind != MouseEventKind::Moved {
            self.screen.prefix.clear();
        }
        match mouse.kind {
            MouseEventKind::ScrollDown => self.wheel(WHEEL_ROWS, x, y),
            MouseEventKind::ScrollUp => self.wheel(-WHEEL_ROWS, x, y),
            MouseEventKind::Down(MouseButton::Left) => self.click(x, y),
            MouseEventKind::Drag(MouseButton::Left) if self.screen.pointer.is_dragging => {
                self.split(self.screen.layout.share_at(x, y));
            }
            MouseEventKind::Up(MouseButton::Left) => self.screen.pointer.is_dragging = false,
            _ => {}
        }
    }

    /// Opens a hit or a line in the editor, or toggles a branch of the tree.
    pub(super) fn double_click(&mut self, x: u16, y: u16) {
        self.screen.prefix.clear();
        if self.screen.popup.is_some() {
            return self.click(x, y);
        }
        let has_row = self.has_row(x, y);
        let node = self.results.selected().filter(|_| has_row);
        if node.is_some_and(TreeNode::is_branch) {
            self.results.step(Step::Toggle);
        } else if has_row || self.screen.layout.code.contains((x, y).into()) {
            self.perform(Action::Edit);
        }
    }

    /// Returns true if there is a row of the results at a position.
    fn has_row(&self, x: u16, y: u16) -> bool {
        let results = self.screen.layout.results;
        results.contains((x, y).into()) && self.results.is_row((y - results.y).into())
    }

    /// Column of the sign that expands or collapses the selected row.
    fn sign_of_selected(&self) -> Option<u16> {
        let node = self.results.selected().filter(|it| it.is_branch());
        let depth = u16::try_from(node.filter(|_| !self.results.is_ranked())?.depth).ok()?;
        Some(self.screen.layout.results.x + 1 + 2 * depth)
    }

    /// Moves the line between the panes by a step.
    pub(super) fn move_splitter(&mut self, wider: bool) {
        self.split(self.screen.layout.share_moved(wider));
    }

    /// Sets the share of the results pane.
    fn split(&mut self, share: Option<PaneShare>) {
        if share.is_some() {
            self.screen.pointer.share = share;
            self.lay_out();
        }
    }

    fn wheel(&mut self, rows: isize, x: u16, y: u16) {
        self.session.touched = true;
        if let Some(popup) = &mut self.screen.popup {
            popup.scroll(rows);
        } else if self.screen.layout.results.contains((x, y).into()) {
            self.results.scroll(rows);
        } else if self.screen.layout.code.contains((x, y).into()) {
            self.code.scroll(rows);
            self.results.pin_selection();
        }
    }

    fn click(&mut self, x: u16, y: u16) {
        self.session.touched = true;
        let inside = self.popup_area();
        if self.screen.popup.is_some() {
            return self.update_popup(|popup| match inside.contains((x, y).into()) {
                true => popup.click((y - inside.y).into()),
                false => KeyOutcome::Close,
            });
        }
        let (results, code) = (self.screen.layout.results, self.screen.layout.code);
        if !code.contains((x, y).into()) && self.click_completion(y) {
            return;
        }
        if results.contains((x, y).into()) || code.contains((x, y).into()) {
            self.navigation.destination = None;
        }
        if results.contains((x, y).into()) {
            self.focus_on(Focus::Results);
            self.results.click((y - results.y).into());
            if self.has_row(x, y) && self.sign_of_selected() == Some(x) {
                self.results.step(Step::Toggle);
            }
        } else if code.contains((x, y).into()) {
            self.focus_on(Focus::Code);
            self.code.click((y - code.y).into());
        } else if self.screen.layout.prompt.contains((x, y).into()) {
            self.focus_on(Focus::Prompt);
        } else if self.screen.layout.splitter().contains((x, y).into()) {
            self.screen.pointer.is_dragging = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::fixture::{self, drive};
    use crate::app::{Effect, Event, Row};
    use crossterm::event::KeyModifiers;

    fn mouse(app: &mut App, kind: MouseEventKind, column: u16, row: u16) -> Vec<Effect> {
        app.update(Event::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }))
    }

    fn press(app: &mut App, column: u16, row: u16) -> Vec<Effect> {
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
        let results = app.screen.layout.results;
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
        let (x, y) = (app.screen.layout.results.x, app.screen.layout.results.y);
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
        let code = app.screen.layout.code;
        press(&mut app, code.x + 8, code.y + y);
        let after = folds(&app);
        assert!(!after.iter().any(|(_, row)| *row == fold), "{after:?}");
        assert_eq!(after.len(), before.len() - 1);
    }

    #[test]
    fn a_double_click_below_the_rows_opens_nothing() {
        let mut app = found();
        let results = app.screen.layout.results;
        let last = results.y + results.height - 1;
        press(&mut app, 5, last);
        let effects = app.update(Event::DoubleClick(5, last));
        assert!(!effects.iter().any(|it| matches!(it, Effect::Edit(_))));
    }
}
