//! The cells of a frame, with the theme in which they are drawn.
//!
//! Principal type: [`Canvas`].

use super::pen::{self, Pen};
use super::theme::{Role, Theme};
use crate::app::{ClickAction, ClickTarget};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::{Block, Borders, Clear, Widget};

/// Cells and their styles.
pub(super) struct Canvas<'a> {
    pub(super) buffer: &'a mut Buffer,
    pub(super) theme: &'a Theme,
    /// Cells that act when they are clicked.
    pub(super) targets: Vec<ClickTarget>,
}

impl Canvas<'_> {
    /// A pen for a row of an area.
    pub(super) fn pen(&mut self, area: Rect, row: u16) -> Pen<'_> {
        Pen::new(self.buffer, self.theme, area, row)
    }

    /// Lets cells of one row act when they are clicked.
    pub(super) fn target(&mut self, (x, y): (u16, u16), width: u16, action: ClickAction) {
        let area = Rect::new(x, y, width, 1);
        self.targets.push(ClickTarget::new(area, action));
    }

    /// A pen for a row of a list, after the sign of the selection.
    pub(super) fn list_pen(&mut self, area: Rect, row: u16, selected: Option<Role>) -> Pen<'_> {
        let ground = selected.map_or(Style::new(), |role| self.theme.style(role));
        let mut pen = self.pen(area, row);
        pen.background(ground);
        pen.reserve(1);
        pen.put(if selected.is_some() { "▌" } else { " " }, Role::Hit);
        pen
    }

    /// Clears an area and draws its frame.
    pub(super) fn frame(&mut self, area: Rect, borders: Borders, role: Role) {
        let area = area.intersection(self.buffer.area);
        for y in area.top()..area.bottom() {
            pen::uncover(self.buffer, area.x, y);
        }
        Clear.render(area, self.buffer);
        self.buffer.set_style(area, self.theme.style(Role::Text));
        Block::new()
            .borders(borders)
            .border_style(self.theme.style(role))
            .render(area, self.buffer);
    }
}
