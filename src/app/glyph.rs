//! Display of untrusted text and its width in cells.
//!
//! Principal type: [`Glyph`]. These are pure functions, shared by the models (wrapping, scrolling) and the
//! view, so that they always agree.

use crate::corpus::is_invisible;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns between tab stops.
pub(super) const TAB: usize = 4;

/// Joins the emoji before and after it.
const JOINER: char = '\u{200d}';
/// Maximum number of combining marks on a letter; more would reach into the rows above.
const MARKS: usize = 3;

/// Display form of a unit of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Glyph {
    /// Unchanged, with its width in cells.
    Plain(u16),
    /// Blank up to the next tab stop.
    Tab,
    /// Not shown: a mark or a variation selector without a letter.
    Hidden,
    /// Replaced by this text, because it could control the terminal or be invisible.
    Escaped(String),
}

impl Glyph {
    /// The display form of one of the [`units`] of a text.
    pub(crate) fn of(unit: &str) -> Self {
        let mut chars = unit.chars();
        let Some(c) = chars.next() else {
            return Self::Hidden;
        };
        match c {
            _ if !chars.as_str().is_empty() => {
                Self::Plain(u16::try_from(unit.width()).unwrap_or(2))
            }
            ' '..='~' => Self::Plain(1),
            '\t' => Self::Tab,
            '\u{0}'..='\u{1f}' => {
                let letter = char::from(b'@' + (c as u8 & 0x1f));
                Self::Escaped(format!("^{letter}"))
            }
            '\u{7f}' => Self::Escaped("^?".to_owned()),
            '\u{fe00}'..='\u{fe0f}' => Self::Hidden,
            c => match c.width() {
                Some(0) if !is_invisible(c) => Self::Hidden,
                Some(width) if !is_invisible(c) => Self::Plain(u16::try_from(width).unwrap_or(1)),
                _ => Self::Escaped(format!("<U+{:04X}>", c as u32)),
            },
        }
    }

    /// Width in cells at a column, counted from the start of its row.
    pub(crate) fn cells(&self, column: usize) -> usize {
        match self {
            Self::Plain(width) => usize::from(*width),
            Self::Hidden => 0,
            Self::Tab => TAB - column % TAB,
            Self::Escaped(text) => text.len(),
        }
    }
}

/// The units in which a text is drawn, with their byte offsets: grapheme clusters, and the characters of
/// clusters that could hide something.
pub(crate) fn units(text: &str) -> impl DoubleEndedIterator<Item = (usize, &str)> {
    text.grapheme_indices(true).flat_map(|(start, cluster)| {
        let is_whole = is_harmless(cluster);
        let ends = cluster
            .char_indices()
            .filter(move |(at, _)| !is_whole || *at == 0);
        ends.map(move |(at, c)| {
            let end = if is_whole {
                cluster.len()
            } else {
                at + c.len_utf8()
            };
            (start + at, &cluster[at..end])
        })
    })
}

/// Returns true for a cluster that may be drawn unchanged: a visible character with a few marks,
/// modifiers, or characters joined to it.
fn is_harmless(cluster: &str) -> bool {
    let mut marks = 0;
    let mut chars = cluster.chars().peekable();
    let begins = chars
        .next()
        .is_some_and(|c| !is_invisible(c) && c.width() > Some(0));
    begins
        && std::iter::from_fn(|| Some((chars.next()?, chars.peek().copied()))).all(|(c, next)| {
            let is_joined = c == JOINER && next.is_some_and(|next| next.width() > Some(0));
            marks += usize::from(c.width() == Some(0) && !is_joined);
            is_joined || !c.is_control() && !is_invisible(c)
        })
        && marks <= MARKS
}

/// A share, 0 to 1, as a bar of at most `cells` cells and at least an eighth of one.
pub(crate) fn bar(share: f32, cells: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let most = cells * 8;
    let eighths = ((share.clamp(0.0, 1.0) * most as f32).round() as usize).clamp(1, most);
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

/// Cells that a text takes.
pub(crate) fn cells(text: &str) -> usize {
    units(text).fold(0, |column: usize, (_, unit)| {
        column.saturating_add(Glyph::of(unit).cells(column))
    })
}

/// The byte ranges of the rows of a text, each at most `width` cells. They cover the text, and end after
/// white space if there is any. At least one.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<Range<usize>> {
    wrap_shown(text, width, |_| None)
}

/// The same for a text with replacements: `shown` returns the replacement of the character at a byte.
pub(super) fn wrap_shown(
    text: &str,
    width: usize,
    shown: impl Fn(usize) -> Option<&'static str>,
) -> Vec<Range<usize>> {
    let width = width.max(1);
    let mut rows = Vec::new();
    let (mut start, mut column) = (0, 0);
    // End of the last space, and the cells before it.
    let mut space: Option<(usize, usize)> = None;
    for (at, unit) in units(text) {
        let wide = match shown(at) {
            Some(instead) => cells(instead),
            None => Glyph::of(unit).cells(column),
        };
        let is_space = unit.trim().is_empty();
        if column + wide > width && at > start && !is_space {
            let (end, before) = space.take().unwrap_or((at, column));
            rows.push(start..end);
            start = end;
            column -= before;
        }
        column += wide;
        if is_space {
            space = Some((at + unit.len(), column));
        }
    }
    rows.push(start..text.len());
    rows
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

    #[test]
    fn an_emoji_of_several_characters_is_one_unit_of_two_cells() {
        for emoji in ["👩‍👩‍👧‍👦", "👍🏽", "🇩🇪", "❤️", "🏳️‍🌈", "1️⃣"]
        {
            let text = format!("a{emoji}b");
            let parts: Vec<&str> = units(&text).map(|(_, unit)| unit).collect();
            assert_eq!(parts, ["a", emoji, "b"]);
            assert_eq!(cells(&text), 4, "{emoji}");
        }
    }

    #[test]
    fn a_cluster_with_invisible_characters_is_escaped() {
        let check = |text: &str, expected| assert_eq!(cells(text), expected, "{text:?}");
        check("a\u{200d}", 9);
        check("a\u{200d}\u{200d}", 17);
        check("\u{200d}a", 9);
        check("\r\n", 4);
        // Marks beyond the limit are not drawn.
        let marked = format!("a{}", "\u{301}".repeat(9));
        assert_eq!(units(&marked).count(), 10);
        check(&marked, 1);
    }
}
