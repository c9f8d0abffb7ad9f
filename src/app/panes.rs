//! The panes on the screen: their sizes, the focus, and the mouse. Methods of [`App`].
//!
//! [`App::focus_on()`] moves the focus, [`App::mouse()`] handles the mouse. Everything that the mouse does has a
//! key.

use super::keymap::{Action, CodeAction, Step};
use super::layout::{Focus, Pane, PaneShare};
use super::lists;
use super::popup::{Content, ItemAction, KeyOutcome, Popup};
use super::results::{RowKind, TreeNode};
use super::state::App;
use crate::corpus::Location;
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

/// Rows that a notch of the wheel moves.
const WHEEL_ROWS: isize = 3;

impl App {
    /// Sets the sizes of all panes, after a resize or a change of focus.
    pub(super) fn lay_out(&mut self) {
        self.screen.columns = self.wants_columns();
        self.screen.lay_out();
        let layout = &self.screen.layout;
        let code = layout.area(Focus::Code);
        self.code.set_size(code.width.into(), code.height.into());
        let below = layout.screen.height.saturating_sub(layout.prompt.y + 3);
        self.completion.set_height(below.into());
        self.fit_results();
        self.fit_popup();
    }

    /// Sets the height of the rows that are shown.
    pub(super) fn fit_results(&mut self) {
        let area = self.screen.layout.area(Focus::Results);
        self.results.set_height(area.height.into());
    }

    /// Moves the focus. A filter that the focus left counts as complete.
    pub(super) fn focus_on(&mut self, focus: Focus) {
        self.move_focus(focus);
        self.follow_typing();
    }

    /// Moves the focus in the middle of a change that ends with a query.
    pub(super) fn move_focus(&mut self, focus: Focus) {
        self.screen.focus_on(focus);
        match focus {
            Focus::Prompt => {}
            Focus::Results => self.results.ensure_selected(),
            Focus::Callers | Focus::Code | Focus::Callees => self.results.pin_selection(),
        }
        self.lay_out();
    }

    /// Moves the focus to the prompt, whose text is searched next.
    pub(super) fn enter_prompt(&mut self) {
        self.move_focus(Focus::Prompt);
    }

    /// Moves the focus from the prompt to the rows of a new query.
    pub(super) fn leave_prompt(&mut self) {
        if self.screen.focus.is_prompt() {
            self.move_focus(Focus::Results);
        }
    }

    pub(super) fn focus_prompt(&mut self) {
        self.focus_on(Focus::Prompt);
    }

    pub(super) fn focus_results(&mut self) {
        self.focus_on(Focus::Results);
    }

    pub(super) fn focus_code(&mut self) {
        self.focus_on(Focus::Code);
    }

    /// Scrolls a pane.
    pub(super) fn scroll_pane(&mut self, pane: Focus, rows: isize) {
        match pane {
            Focus::Prompt => {}
            Focus::Results => self.results.scroll(rows),
            Focus::Code if self.shows_map() => self.map.go(rows),
            Focus::Callers | Focus::Code | Focus::Callees => {
                self.code.scroll(rows);
                self.results.pin_selection();
            }
        }
    }

    /// Focuses a pane, and selects the row or line at a cell.
    pub(super) fn click_pane(&mut self, pane: Pane, x: u16, y: u16) {
        self.navigation.destination = None;
        self.focus_on(pane.focus);
        let row = (y - pane.area.y).into();
        match pane.focus {
            Focus::Prompt => {}
            Focus::Callers | Focus::Callees => self.click_call(pane.focus, row),
            Focus::Results => self.results.click((x - pane.area.x).into(), row),
            Focus::Code if self.shows_map() => self.click_map(row),
            Focus::Code => self.code.click((x - pane.area.x).into(), row),
        }
    }

    /// Opens the row or line at a cell in the editor, or toggles the branch there.
    pub(super) fn double_click_pane(&mut self, pane: Pane, y: u16) {
        match pane.focus {
            Focus::Prompt => {}
            Focus::Results if !self.results.is_row((y - pane.area.y).into()) => {}
            Focus::Results if self.results.selected().is_some_and(TreeNode::is_branch) => {
                self.results.step(Step::Toggle);
            }
            // The first click went there.
            Focus::Callers | Focus::Callees => {}
            Focus::Results | Focus::Code => self.perform(Action::Edit),
        }
    }

    /// Covers the results with the code, or shows both again.
    pub(super) fn toggle_peek(&mut self) {
        let before = self.screen.toggle_peek();
        self.focus_on(before.unwrap_or(Focus::Code));
    }

    /// Location that Enter opens: in the code the cursor's line; for a declaration with hits the
    /// line of its name; for a hit the matched line, else the line of its name; for a file its best
    /// hit.
    pub(super) fn location(&self) -> Option<Location> {
        let node = self.results.selected()?;
        if self.screen.focus.is_code() {
            return self.code.cursor_location();
        }
        if node.hit.is_some()
            || node.call.is_some()
            || node.what != RowKind::Declaration
            || self.code.is_directory()
        {
            return self.code.hit_location();
        }
        self.code.node_location(node.id, node.line)
    }

    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        let (x, y) = (mouse.column, mouse.row);
        // Any action but a movement cancels a key sequence.
        if mouse.kind != MouseEventKind::Moved {
            self.screen.cancel_keys();
        }
        let is_shifted = mouse.modifiers.contains(KeyModifiers::SHIFT);
        match mouse.kind {
            MouseEventKind::ScrollDown if is_shifted => self.wheel_sideways(true, x, y),
            MouseEventKind::ScrollUp if is_shifted => self.wheel_sideways(false, x, y),
            MouseEventKind::ScrollRight => self.wheel_sideways(true, x, y),
            MouseEventKind::ScrollLeft => self.wheel_sideways(false, x, y),
            MouseEventKind::Down(MouseButton::Right) => self.open_menu(x, y),
            MouseEventKind::ScrollDown => self.wheel(WHEEL_ROWS, x, y),
            MouseEventKind::ScrollUp => self.wheel(-WHEEL_ROWS, x, y),
            MouseEventKind::Down(MouseButton::Left) => self.click(x, y),
            MouseEventKind::Drag(MouseButton::Left) if self.screen.is_dragging => {
                self.split(self.screen.layout.share_at(x, y));
            }
            MouseEventKind::Up(MouseButton::Left) => self.screen.is_dragging = false,
            _ => {}
        }
    }

    pub(super) fn double_click(&mut self, x: u16, y: u16) {
        self.screen.cancel_keys();
        if self.screen.popup.is_some() {
            self.click(x, y);
        } else if let Some(pane) = self.screen.layout.pane_at(x, y) {
            self.double_click_pane(pane, y);
        }
    }

    /// Moves the line after the first pane by a step.
    pub(super) fn move_splitter(&mut self, wider: bool) {
        self.split(self.screen.layout.share_moved(wider));
    }

    /// Sets the share of the first pane.
    fn split(&mut self, share: Option<PaneShare>) {
        if self.screen.split(share) {
            self.lay_out();
        }
    }

    fn wheel(&mut self, rows: isize, x: u16, y: u16) {
        self.session.touched = true;
        if let Some(popup) = &mut self.screen.popup {
            popup.scroll(rows);
        } else if let Some(pane) = self.screen.layout.pane_at(x, y) {
            self.scroll_pane(pane.focus, rows);
        }
    }

    /// Scrolls the code by columns.
    fn wheel_sideways(&mut self, is_right: bool, x: u16, y: u16) {
        self.session.touched = true;
        let pane = self.screen.layout.pane_at(x, y);
        if self.screen.popup.is_none() && pane.is_some_and(|pane| pane.focus == Focus::Code) {
            self.code.perform(if is_right {
                CodeAction::ScrollRight
            } else {
                CodeAction::ScrollLeft
            });
            self.results.pin_selection();
        }
    }

    /// Opens the menu of the name or row at a cell.
    fn open_menu(&mut self, x: u16, y: u16) {
        self.session.touched = true;
        if self.screen.popup.is_some() {
            return self.update_popup(|_| KeyOutcome::Close);
        }
        let Some(Pane { focus, area }) = self.screen.layout.pane_at(x, y) else {
            return;
        };
        let (column, row) = ((x - area.x).into(), usize::from(y - area.y));
        match focus {
            Focus::Results if self.results.is_row(row) => {
                self.focus_on(focus);
                self.results.click(usize::MAX, row);
            }
            Focus::Code if !self.shows_map() => {
                self.focus_on(focus);
                self.code.put_at(column, row);
            }
            _ => return,
        }
        self.mark_visited();
        // The code of the row, which decides about some actions.
        self.show_selection();
        let mut items = lists::actions(&self.options.keys, focus);
        items.retain(|item| match item.choice {
            ItemAction::Action(action) => self.is_in_menu(action),
            _ => false,
        });
        let mut popup = Popup::new("actions", Content::Items(items));
        popup.menu_at = Some((x, y));
        self.open_popup(popup);
    }

    fn click(&mut self, x: u16, y: u16) {
        self.session.touched = true;
        let inside = self.popup_area();
        if self.screen.popup.is_some() {
            return self.update_popup(|popup| {
                if inside.contains((x, y).into()) {
                    popup.click((y - inside.y).into())
                } else {
                    KeyOutcome::Close
                }
            });
        }
        let layout = &self.screen.layout;
        let pane = layout.pane_at(x, y);
        if !pane.is_some_and(|pane| pane.focus.is_code()) && self.click_completion(y) {
            return;
        }
        let layout = &self.screen.layout;
        if let Some(pane) = pane {
            self.click_pane(pane, x, y);
        } else if layout.prompt.contains((x, y).into()) {
            self.focus_prompt();
        } else if layout.splitter().contains((x, y).into()) {
            self.screen.is_dragging = true;
        }
    }
}
