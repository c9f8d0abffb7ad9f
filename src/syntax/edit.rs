//! Changes of a text that keep the offsets of the rest.

use std::borrow::Cow;
use std::ops::Range;

/// The text with spaces for some ranges, which may overlap, except for their line breaks.
pub(crate) fn blanked(text: &str, mut ranges: Vec<Range<usize>>) -> Cow<'_, str> {
    ranges.sort_by_key(|range| range.start);
    let mut end = 0;
    let apart = ranges.into_iter().flat_map(|range| {
        let start = range.start.max(end);
        end = end.max(range.end);
        start..end
    });
    let hidden = apart.filter(|at| !matches!(text.as_bytes().get(*at), None | Some(b'\n')));
    with_bytes(text, hidden.map(|at| (at, b' ')))
}

/// The text with other bytes at some offsets; unchanged without any, and if the result is not UTF-8.
pub(crate) fn with_bytes(text: &str, edits: impl IntoIterator<Item = (usize, u8)>) -> Cow<'_, str> {
    let mut edits = edits.into_iter().peekable();
    if edits.peek().is_none() {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.as_bytes().to_vec();
    for (at, new) in edits {
        if let Some(byte) = bytes.get_mut(at) {
            *byte = new;
        }
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}
