//! Lines that are longer than the pane is wide: wrapped, or moved sideways.

use super::page::Page;
use super::{Code, Row, Showing};
use crate::app::glyph::cells;

/// Cells that a step sideways goes.
const STEP: usize = 8;
/// Bytes of a line that are looked at for each cell in view; a minified line is not read to its end.
const MOST_BYTES: usize = 8;

/// Whether long lines are wrapped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wrapping {
    code: bool,
    prose: bool,
}

impl Default for Wrapping {
    /// Prose is read, code has its shape.
    fn default() -> Self {
        Self {
            code: false,
            prose: true,
        }
    }
}

impl Wrapping {
    pub(super) fn wraps(self, page: &Page) -> bool {
        match page.is_prose() {
            true => self.prose,
            false => self.code,
        }
    }
}

impl Code {
    /// Cells by which lines are moved to the left; 0 where they are wrapped.
    pub(crate) fn shift(&self) -> usize {
        match &self.showing {
            Showing::Page(page, _) if !self.wrapping.wraps(page) => self.shift,
            _ => 0,
        }
    }

    /// Cells that a line of code has.
    pub(super) fn cells(&self, page: &Page) -> usize {
        self.size.0.saturating_sub(page.margin())
    }

    pub(super) fn toggle_wrap(&mut self) {
        let Showing::Page(page, _) = &self.showing else {
            return;
        };
        let wraps = match page.is_prose() {
            true => &mut self.wrapping.prose,
            false => &mut self.wrapping.code,
        };
        *wraps = !*wraps;
        self.shift = 0;
        self.rebuild();
    }

    /// Moves what is left of the pane out of view, as far as a line in view reaches.
    pub(super) fn shift_right(&mut self) {
        let Showing::Page(page, _) = &self.showing else {
            return;
        };
        let room = self.cells(page);
        let most = (room + self.shift + STEP) * MOST_BYTES;
        let lines = self.visible().filter_map(|(row, _)| match row {
            Row::Line(line) => Some(width(page, line, most)),
            _ => None,
        });
        let longest = lines.max().unwrap_or(0);
        let furthest = longest.saturating_sub(room).max(self.shift);
        self.shift = (self.shift + STEP).min(furthest);
    }

    pub(super) fn shift_left(&mut self) {
        self.shift = self.shift.saturating_sub(STEP);
    }
}

/// Cells of a line, of which no more than so many bytes are looked at.
fn width(page: &Page, line: u32, most: usize) -> usize {
    let mut bytes = page.bytes(line);
    bytes.end = bytes.end.min(bytes.start.saturating_add(most));
    cells(&String::from_utf8_lossy(page.raw(bytes)))
}
