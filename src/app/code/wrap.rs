//! Long lines in the width of the pane.

use crate::app::glyph::{self, Glyph};
use std::ops::Range;

/// The byte ranges of the rows that a text takes, `width` cells each: they tile it, and end behind
/// white space where there is some. At least one.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<Range<usize>> {
    wrap_shown(text, width, |_| None)
}

/// The same for a text of which some is shown as something else: `shown` says what stands in place
/// of the character at a byte.
pub(super) fn wrap_shown(
    text: &str,
    width: usize,
    shown: impl Fn(usize) -> Option<&'static str>,
) -> Vec<Range<usize>> {
    let width = width.max(1);
    let mut rows = Vec::new();
    let (mut start, mut cells) = (0, 0);
    // Where the row may end, and the cells before.
    let mut space: Option<(usize, usize)> = None;
    for (at, character) in text.char_indices() {
        let wide = match shown(at) {
            Some(instead) => glyph::cells(instead),
            None => Glyph::of(character).cells(cells),
        };
        if cells + wide > width && at > start && !character.is_whitespace() {
            let (end, before) = space.take().unwrap_or((at, cells));
            rows.push(start..end);
            start = end;
            cells -= before;
        }
        cells += wide;
        if character.is_whitespace() {
            space = Some((at + character.len_utf8(), cells));
        }
    }
    rows.push(start..text.len());
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, width: usize, expected: &[&str]) {
        let rows = wrap(text, width);
        let rows: Vec<&str> = rows.into_iter().map(|row| &text[row]).collect();
        assert_eq!(rows, expected, "{text:?} in {width}");
    }

    #[test]
    fn rows_end_behind_spaces_where_there_are_some() {
        check("", 5, &[""]);
        check("a bc def", 80, &["a bc def"]);
        check("one two three", 7, &["one two ", "three"]);
        check("one two three", 8, &["one two ", "three"]);
        check("abcdefgh", 3, &["abc", "def", "gh"]);
        check("漢字漢字", 4, &["漢字", "漢字"]);
        check("a 漢字漢字", 5, &["a ", "漢字", "漢字"]);
    }

    proptest! {
        #[test]
        fn rows_tile_the_text(text in "\\PC{0,80}", width in 0usize..20) {
            let rows = wrap(&text, width);
            let joined: String = rows.iter().map(|row| &text[row.clone()]).collect();
            prop_assert_eq!(joined, text);
        }
    }
}
