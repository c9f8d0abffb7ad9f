//! The only way to write text on the screen.
//!
//! Principal type: [`Pen`]. Repository text is untrusted, so a pen escapes it, expands its tabs, and cuts it
//! at the end of the row. Invariant: nothing is written outside of the row.

use super::theme::{Role, Theme};
use crate::app::{Glyph, cells, units};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// Writes one row of cells, left to right.
pub(super) struct Pen<'a> {
    buffer: &'a mut Buffer,
    theme: &'a Theme,
    /// Style below all others.
    ground: Style,
    start: u16,
    x: u16,
    end: u16,
    y: u16,
    /// True after text was cut, which an ellipsis shows.
    is_cut: bool,
}

impl<'a> Pen<'a> {
    /// A pen for row `row` of an area.
    pub(super) fn new(buffer: &'a mut Buffer, theme: &'a Theme, area: Rect, row: u16) -> Self {
        let y = area.y.saturating_add(row);
        let bounds = *buffer.area();
        let inside = row < area.height && y < bounds.bottom();
        // While the terminal is resized, an area may lie outside of the buffer.
        let end = area
            .x
            .saturating_add(area.width)
            .min(bounds.right())
            .max(area.x);
        Self {
            buffer,
            theme,
            ground: Style::new(),
            start: area.x,
            x: area.x,
            end: if inside { end } else { area.x },
            y,
            is_cut: false,
        }
    }

    /// Cells left in the row.
    pub(super) fn room(&self) -> u16 {
        self.end.saturating_sub(self.x)
    }

    pub(super) fn theme(&self) -> &'a Theme {
        self.theme
    }

    /// Column of the next cell.
    pub(super) fn column(&self) -> u16 {
        self.x
    }

    /// Keeps the last `cells` of the row free.
    pub(super) fn reserve(&mut self, cells: u16) {
        self.end = self.end.saturating_sub(cells).max(self.x);
    }

    /// Styles the rest of the row, and everything that is written on it.
    pub(super) fn background(&mut self, style: Style) {
        self.ground = style;
        for x in self.x..self.end {
            if let Some(cell) = self.buffer.cell_mut((x, self.y)) {
                cell.set_style(style);
            }
        }
    }

    /// Moves right to a column.
    pub(super) fn move_to(&mut self, x: u16) {
        self.x = self.x.max(x).min(self.end);
    }

    pub(super) fn space(&mut self, cells: u16) -> &mut Self {
        self.move_to(self.x.saturating_add(cells));
        self
    }

    /// Writes, but leaves the last `cells` of the row free.
    pub(super) fn put_within(&mut self, text: &str, role: Role, cells: u16) {
        let end = self.end;
        self.reserve(cells);
        self.put(text, role);
        self.end = end;
        self.is_cut = false;
    }

    /// Starts a text: tab stops count from here.
    pub(super) fn fresh_start(&mut self) {
        self.start = self.x;
    }

    /// Writes at the end of the row if all of it fits, and reserves these cells and a blank one.
    pub(super) fn put_at_end(&mut self, parts: &[(String, Role)]) {
        let cells: u16 = parts.iter().map(|(text, _)| width(text)).sum();
        if cells >= self.room() {
            return;
        }
        let back = self.x;
        self.space(self.room() - cells);
        for (text, role) in parts {
            self.put(text, *role);
        }
        (self.x, self.is_cut) = (back, false);
        self.reserve(cells + 1);
    }

    pub(super) fn put(&mut self, text: &str, role: Role) -> &mut Self {
        let style = self.theme.style(role);
        self.put_text(text, style);
        self
    }

    /// Writes a text, with a match where `is_lit` returns true for a byte offset.
    pub(super) fn put_matched(&mut self, text: &str, role: Role, is_lit: impl Fn(usize) -> bool) {
        for (at, unit) in units(text) {
            let role = if is_lit(at) { Role::Match } else { role };
            if !self.put_unit(unit, self.theme.style(role)) {
                break;
            }
        }
    }

    /// Writes a text; returns true if there may be room for more.
    pub(super) fn put_text(&mut self, text: &str, style: Style) -> bool {
        units(text).all(|(_, unit)| self.put_unit(unit, style))
    }

    /// Writes one of the [`units`] of a text; returns true if there may be room for another.
    pub(super) fn put_unit(&mut self, unit: &str, style: Style) -> bool {
        let style = Theme::over(self.ground, style);
        let glyph = Glyph::of(unit);
        let cells = glyph.cells((self.x - self.start).into());
        match glyph {
            Glyph::Plain(width) => self.place(unit, width, style),
            Glyph::Hidden => {}
            Glyph::Tab => {
                for _ in 0..cells {
                    self.place(" ", 1, style);
                }
            }
            Glyph::Escaped(text) => {
                let style = self.theme.style(Role::Escaped);
                for at in 0..text.len() {
                    self.place(&text[at..=at], 1, style);
                }
            }
        }
        !self.is_cut
    }

    /// Toggles a modifier of the cells from a column to the next cell, whatever their style is.
    pub(super) fn toggle(&mut self, from: u16, modifier: Modifier) {
        for x in from..self.x {
            if let Some(cell) = self.buffer.cell_mut((x, self.y)) {
                cell.modifier.toggle(modifier);
            }
        }
    }

    fn place(&mut self, unit: &str, width: u16, style: Style) {
        if self.is_cut {
            return;
        }
        if width > self.room() {
            self.cut();
            return;
        }
        if let Some(cell) = self.buffer.cell_mut((self.x, self.y)) {
            // Modifiers of the earlier content do not remain.
            cell.modifier = Modifier::empty();
            cell.set_symbol(unit).set_style(style);
        }
        for x in self.x + 1..self.x + width {
            if let Some(cell) = self.buffer.cell_mut((x, self.y)) {
                // The terminal draws the wide character over this cell.
                cell.set_symbol(" ").set_style(style);
            }
        }
        self.x += width;
    }

    /// The last cell becomes an ellipsis.
    fn cut(&mut self) {
        self.is_cut = true;
        if self.end > self.start {
            let last = self.end - 1;
            uncover(self.buffer, last, self.y);
            // Not in the style of a match or a bar that was cut.
            let style = Theme::over(self.ground, self.theme.style(Role::Faint));
            if let Some(cell) = self.buffer.cell_mut((last, self.y)) {
                cell.modifier = Modifier::empty();
                cell.set_char('…').set_style(style);
            }
        }
        self.x = self.end;
    }
}

/// Removes a wide character whose second half covers a cell.
pub(super) fn uncover(buffer: &mut Buffer, x: u16, y: u16) {
    if let Some(before) = x.checked_sub(1)
        && let Some(cell) = buffer.cell_mut((before, y))
        && width(cell.symbol()) > 1
    {
        cell.set_symbol(" ");
    }
}

/// Number of cells of a text.
pub(super) fn width(text: &str) -> u16 {
    u16::try_from(cells(text)).unwrap_or(u16::MAX)
}

/// The end of a text that fits into `room` cells, after an ellipsis if it was cut.
pub(super) fn end_of(text: &str, room: u16) -> (&'static str, &str) {
    if width(text) <= room {
        return ("", text);
    }
    let mut kept = "";
    for (at, _) in units(text).rev() {
        if width(&text[at..]) >= room {
            break;
        }
        kept = &text[at..];
    }
    ("…", kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::tests::{embedded, rows};
    use proptest::prelude::*;
    use ratatui::layout::Rect;

    fn write(text: &str, cells: u16) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, cells, 1));
        let area = Rect {
            x: 0,
            y: 0,
            width: cells,
            height: 1,
        };
        Pen::new(&mut buffer, &embedded("terminal"), area, 0).put(text, Role::Text);
        rows(&buffer).trim_end().to_owned()
    }

    fn check(text: &str, shown: &str) {
        assert_eq!(write(text, 40), shown);
    }

    #[test]
    fn an_area_outside_of_the_buffer_takes_no_text() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 1));
        let area = Rect::new(6, 0, 8, 1);
        let theme = embedded("terminal");
        Pen::new(&mut buffer, &theme, area, 0)
            .space(1)
            .put("a\tb", Role::Text);
        assert_eq!(buffer, Buffer::empty(Rect::new(0, 0, 4, 1)));
    }

    #[test]
    fn control_characters_are_escaped() {
        check("\x1b]0;owned\x07", "^[]0;owned^G");
        check("a\u{9b}31mb", "a<U+009B>31mb");
        check("if \u{202e}admin\u{2066}", "if <U+202E>admin<U+2066>");
        check("zero\u{200b}width", "zero<U+200B>width");
        check("del\u{7f} nul\0", "del^? nul^@");
    }

    #[test]
    fn tabs_reach_the_next_stop() {
        check("\ta\tbcd\te", "    a   bcd e");
    }

    #[test]
    fn wide_characters_take_two_cells_and_marks_none() {
        check("日本語!", "日本語!");
        assert_eq!(width("日本語!"), 7);
        assert_eq!(width("e\u{301}"), 1);
        check("e\u{301}", "e\u{301}");
    }

    #[test]
    fn a_long_row_ends_in_an_ellipsis() {
        assert_eq!(write("abcdef", 4), "abc…");
        assert_eq!(write("abcd", 4), "abcd");
        assert_eq!(write("ab日本", 5), "ab日…");
        assert_eq!(write("日本語", 4), "日 …");
        assert_eq!(end_of("src/indexer/merger.rs", 10), ("…", "merger.rs"));
    }

    proptest! {
        #[test]
        fn text_is_clipped_to_its_row(text in any::<String>(), cells in 0u16..12) {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 3));
            let area = Rect { x: 2, y: 1, width: cells, height: 1 };
            Pen::new(&mut buffer, &embedded("terminal"), area, 0).put(&text, Role::Text);
            for (x, y) in (0..20u16).flat_map(|x| (0..3u16).map(move |y| (x, y))) {
                if !area.contains((x, y).into()) {
                    prop_assert_eq!(buffer[(x, y)].symbol(), " ");
                }
                prop_assert!(!buffer[(x, y)].symbol().contains(char::is_control));
            }
        }
    }
}
