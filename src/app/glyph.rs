//! Display of untrusted characters and their width in cells: one pure function, shared by the
//! models (wrapping, scrolling) and the view, so that they always agree.

use crate::corpus::is_invisible;
use unicode_width::UnicodeWidthChar;

/// Columns between tab stops.
const TAB: usize = 4;

/// Display form of a character.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Glyph {
    /// As it is, in so many cells.
    Plain(u16),
    /// Stands on the letter before it.
    Mark,
    /// Blank up to the next tab stop.
    Tab,
    /// Not shown: it only asks for another look of the character before it.
    Selector,
    /// As this text: it could speak to the terminal, or hide.
    Escaped(String),
}

impl Glyph {
    pub(crate) fn of(c: char) -> Self {
        match c {
            ' '..='~' => Self::Plain(1),
            '\t' => Self::Tab,
            '\u{0}'..='\u{1f}' => {
                let letter = char::from(b'@' + (c as u8 & 0x1f));
                Self::Escaped(format!("^{letter}"))
            }
            '\u{7f}' => Self::Escaped("^?".to_owned()),
            '\u{fe00}'..='\u{fe0f}' => Self::Selector,
            c if is_invisible(c) => Self::Escaped(format!("<U+{:04X}>", c as u32)),
            c => match c.width() {
                Some(0) => Self::Mark,
                Some(width) => Self::Plain(u16::try_from(width).unwrap_or(1)),
                None => Self::Escaped(format!("<U+{:04X}>", c as u32)),
            },
        }
    }

    /// Cells that it takes in a column, counted from where its row starts.
    pub(crate) fn cells(&self, column: usize) -> usize {
        match self {
            Self::Plain(width) => usize::from(*width),
            Self::Mark | Self::Selector => 0,
            Self::Tab => TAB - column % TAB,
            Self::Escaped(text) => text.len(),
        }
    }
}

/// Cells that a text takes.
pub(crate) fn cells(text: &str) -> usize {
    let add = |column: usize, c| column.saturating_add(Glyph::of(c).cells(column));
    text.chars().fold(0, add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_counted_as_they_are_shown() {
        let check = |text: &str, expected| assert_eq!(cells(text), expected, "{text:?}");
        check("", 0);
        check("日本語!", 7);
        check("e\u{301}", 1);
        check("\ta\tb", 9);
        check("\u{1b}[", 3);
        check("a\u{202e}", 9);
    }
}
