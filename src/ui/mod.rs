//! Drawing of the app.
//!
//! Principal function: [`draw`], from an [`App`] and a [`Theme`] to a frame. Invariant: it is
//! pure, without disk, clock or locks; it styles visible lines only; and text of a repository reaches
//! a cell only through a `pen::Pen`, which escapes it.

mod ascii;
mod code;
mod empty;
mod outline;
mod pen;
mod popup;
mod prompt;
mod results;
mod status;
mod theme;

#[cfg(test)]
mod tests;

pub use theme::{Theme, ThemeError, UserThemes};

use crate::app::{App, Arrangement, Focus, Pane};
use pen::Pen;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::widgets::{Block, Borders, Clear, Widget};
use theme::Role;

/// Draws the app.
pub fn draw(app: &App, theme: &Theme, frame: &mut Frame<'_>) {
    let screen = frame.area();
    let mut canvas = Canvas {
        buffer: frame.buffer_mut(),
        theme,
    };
    canvas.buffer.set_style(screen, theme.style(Role::Text));
    outline::draw(app, &mut canvas);
    let drawn = prompt::draw(app, &mut canvas);
    for Pane { focus, area } in app.screen.layout.panes.iter().copied() {
        let has_title = app.screen.layout.arrangement != Arrangement::Bare;
        let is_focused = app.screen.focus == focus;
        match focus {
            Focus::Results => {
                if has_title {
                    outline::results_title(app, area, &mut canvas, is_focused);
                }
                results::draw(app, area, &mut canvas);
            }
            Focus::Code => {
                if has_title {
                    outline::code_title(&app.code, area, &mut canvas, is_focused);
                }
                code::draw(app, area, &mut canvas);
            }
            Focus::Prompt => {}
        }
    }
    status::draw(app, &mut canvas);
    let cursor = match &app.screen.popup {
        Some(popup) => popup::draw(popup, app, &mut canvas),
        None => {
            prompt::completion(app, drawn.filter, &mut canvas);
            drawn.cursor
        }
    };
    popup::draw_next_keys(app, &mut canvas);
    if theme.is_ascii {
        ascii::replacement(canvas.buffer);
    }
    // A prompt without width has no cell for the cursor.
    if let Some(cursor) = cursor.filter(|cell| screen.contains(Position::from(*cell))) {
        frame.set_cursor_position(cursor);
    }
}

/// Cells and their styles.
struct Canvas<'a> {
    buffer: &'a mut Buffer,
    theme: &'a Theme,
}

impl Canvas<'_> {
    /// A pen for a row of an area.
    fn pen(&mut self, area: Rect, row: u16) -> Pen<'_> {
        Pen::new(self.buffer, self.theme, area, row)
    }

    /// A pen for a row of a list, after the sign of the selection.
    fn list_pen(&mut self, area: Rect, row: u16, selected: Option<Role>) -> Pen<'_> {
        let ground = selected.map_or(Style::new(), |role| self.theme.style(role));
        let mut pen = self.pen(area, row);
        pen.background(ground);
        pen.reserve(1);
        let sign = if selected.is_some() { "▌" } else { " " };
        pen.put(sign, Role::Hit);
        pen
    }

    /// Clears an area and draws its frame.
    fn frame(&mut self, area: Rect, borders: Borders, role: Role) {
        let area = area.intersection(self.buffer.area);
        for y in area.top()..area.bottom() {
            pen::uncover(self.buffer, area.x, y);
        }
        Clear.render(area, self.buffer);
        self.buffer.set_style(area, self.theme.style(Role::Text));
        let style = self.theme.style(role);
        let block = Block::new().borders(borders).border_style(style);
        block.render(area, self.buffer);
    }
}
