//! A line that is typed in, the prompt's or a picker's.

use super::pen::{self, Pen};
use ratatui::style::Style;

/// Where a line was drawn.
pub(super) struct Drawn {
    /// The column of the terminal's cursor.
    pub(super) cursor: u16,
    /// The column in which what is shown of the text begins.
    start: u16,
    /// Bytes of the text that are out of view to the left.
    hidden: usize,
}

impl Drawn {
    /// The column of a byte of the text.
    pub(super) fn column(&self, text: &str, byte: usize) -> u16 {
        let ahead = text.get(self.hidden..byte);
        self.start + ahead.map_or(0, pen::width)
    }
}

/// Draws the text of a line, so that the end of `before`, what stands before the cursor, is in view.
pub(super) fn draw(text: &str, before: &str, style: Style, pen: &mut Pen<'_>) -> Drawn {
    let start = pen.column();
    // The cursor needs a cell of its own, so the text before it moves left when it is long.
    let last = pen.room().saturating_sub(1);
    let (_, shown) = pen::end_of(before, last);
    let hidden = before.len() - shown.len();
    pen.put(text.get(hidden..).unwrap_or_default(), style);
    Drawn {
        cursor: start + pen::width(shown).min(last),
        start,
        hidden,
    }
}
