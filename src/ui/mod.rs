//! The app on the screen.
//!
//! Principal function: [`draw`], from an [`App`] and a [`Theme`] to a frame. Invariant: it is
//! pure, with no disk, no clock and no lock; it styles visible lines only; and no text of a
//! repository reaches a cell but through a `pen::Pen`, which escapes it.

mod ascii;
mod code;
mod completion;
mod empty;
mod line;
mod outline;
mod pen;
mod popup;
mod prompt;
mod results;
mod sheet;
mod status;
mod theme;
mod which_key;

#[cfg(test)]
mod tests;

pub use theme::{Own, Theme, ThemeError};

use crate::app::{App, Area};
use pen::Pen;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::style::Style;
use theme::Role;

/// Draws the app as it is.
pub fn draw(app: &App, theme: &Theme, frame: &mut Frame<'_>) {
    let screen = frame.area();
    let mut canvas = Canvas {
        buffer: frame.buffer_mut(),
        theme,
    };
    canvas.buffer.set_style(screen, theme.style(Role::Text));
    outline::draw(app, &mut canvas);
    let drawn = prompt::draw(app, &mut canvas);
    results::draw(app, &mut canvas);
    code::draw(app, &mut canvas);
    status::draw(app, &mut canvas);
    let cursor = match app.popup() {
        Some(popup) => popup::draw(popup, app, &mut canvas),
        None => {
            completion::draw(app, drawn.filter, &mut canvas);
            drawn.cursor
        }
    };
    which_key::draw(app, &mut canvas);
    if theme.is_ascii() {
        ascii::spell(canvas.buffer);
    }
    if let Some(cursor) = cursor {
        frame.set_cursor_position(cursor);
    }
}

/// Cells and the styles for them.
struct Canvas<'a> {
    buffer: &'a mut Buffer,
    theme: &'a Theme,
}

impl Canvas<'_> {
    fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    /// A pen for a row of an area.
    fn pen(&mut self, area: Area, row: u16) -> Pen<'_> {
        let escaped = self.theme.style(Role::Escaped);
        Pen::new(self.buffer, area, row, escaped)
    }
}
