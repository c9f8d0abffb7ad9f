//! Preprocessing of texts that a grammar's scanner cannot handle: deep nesting overruns its stack, or the
//! 1024 bytes for its state, which aborts the process; other texts make it loop past their end.
//!
//! Each function returns the text without such parts and with unchanged offsets. Real code is almost never
//! changed.

use std::borrow::Cow;
use std::ops::Range;

/// YAML's scanner keeps four bytes for each open block; at most two of these blocks begin in one column.
const MAX_BLOCK_COLUMN: usize = 120;
/// Python's scanner keeps two bytes for each indentation, and up to 255 for quotes.
const MAX_INDENT: usize = 350;
/// Number of columns of a tab.
const TAB_WIDTH: usize = 8;

/// OCaml with a limited depth of nested comments.
#[cfg(feature = "all-languages")]
pub(super) fn limit_comment_depth(text: &str) -> Cow<'_, str> {
    /// Maximum depth: OCaml's scanner recurses for each nested comment.
    const MAX_COMMENT_DEPTH: usize = 500;
    let mut depth = 0usize;
    let mut deep = Vec::new();
    let bytes = text.as_bytes();
    for (at, pair) in bytes.windows(2).enumerate() {
        match pair {
            b"(*" if depth >= MAX_COMMENT_DEPTH => deep.push((at, b' ')),
            b"(*" => depth += 1,
            b"*)" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    with_bytes(text, deep)
}

/// YAML with blocks in a limited number of columns: a `-`, `?` or `:` far to the right opens none.
pub(super) fn limit_block_columns(text: &str) -> Cow<'_, str> {
    let mut wide = Vec::new();
    let mut column = 0;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        column = match letter {
            '\n' | '\r' => 0,
            _ => column + 1,
        };
        let opens = matches!(letter, '-' | '?' | ':')
            && letters.peek().is_none_or(|(_, next)| next.is_whitespace());
        if opens && column > MAX_BLOCK_COLUMN {
            wide.push((at, b'x'));
        }
    }
    with_bytes(text, wide)
}

/// Python with limited indentation: text further to the right becomes a comment.
pub(super) fn limit_indent(text: &str) -> Cow<'_, str> {
    let mut wide = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let mut column = 0;
        let blank = line
            .bytes()
            .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\x0c'));
        for (at, byte) in blank.enumerate() {
            column += if byte == b'\t' { TAB_WIDTH } else { 1 };
            if column > MAX_INDENT {
                wide.push((start + at, b'#'));
                break;
            }
        }
        start += line.len();
    }
    with_bytes(text, wide)
}

/// Markup with a limited depth of elements: the scanner checks each open element at every tag.
#[cfg(feature = "all-languages")]
pub(super) fn limit_element_depth(text: &str) -> Cow<'_, str> {
    const MAX_ELEMENT_DEPTH: usize = 1_000;
    /// Maximum length of a tag.
    const MAX_TAG_LEN: usize = 512;
    /// Elements without an end tag, or with an optional one.
    const OPEN_ENDED: [&str; 28] = [
        "area", "base", "br", "col", "colgroup", "dd", "dt", "embed", "hr", "img", "input", "li",
        "link", "meta", "optgroup", "option", "p", "param", "rp", "rt", "source", "tbody", "td",
        "th", "thead", "tr", "track", "wbr",
    ];
    let bytes = text.as_bytes();
    let (mut depth, mut deep) = (0usize, Vec::new());
    for (at, _) in text.match_indices('<') {
        let tag = &bytes[at + 1..bytes.len().min(at + MAX_TAG_LEN)];
        let name = tag
            .iter()
            .take_while(|it| it.is_ascii_alphanumeric())
            .count();
        let name = text.get(at + 1..at + 1 + name).unwrap_or_default();
        if tag.first() == Some(&b'/') {
            depth = depth.saturating_sub(1);
        } else if name.starts_with(|it: char| it.is_ascii_alphabetic()) {
            let end = tag.iter().position(|it| *it == b'>').unwrap_or(0);
            let is_closed = end > 0 && tag.get(end - 1) == Some(&b'/');
            if is_closed || OPEN_ENDED.contains(&name) {
                continue;
            }
            match depth < MAX_ELEMENT_DEPTH {
                true => depth += 1,
                false => deep.push((at, b' ')),
            }
        }
    }
    with_bytes(text, deep)
}

/// Shell with a limited number of pipes after a redirection on a line. If the grammar cannot parse that, each
/// pipe doubles the time of one step, and a step cannot be cancelled.
#[cfg(feature = "all-languages")]
pub(super) fn limit_pipes(text: &str) -> Cow<'_, str> {
    /// Maximum number of pipes after a redirection on a line.
    const MAX_PIPES: usize = 18;
    let mut many = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(redirection) = line.find(['<', '>']) {
            let pipes = line.bytes().enumerate().skip(redirection);
            let pipes = pipes.filter(|(_, byte)| *byte == b'|').skip(MAX_PIPES);
            many.extend(pipes.map(|(at, _)| (start + at, b' ')));
        }
        start += line.len();
    }
    with_bytes(text, many)
}

/// Kotlin without annotations at the unterminated end of the last line: the scanner searches for their end
/// beyond the end of the text, forever.
pub(super) fn close_annotations(text: &str) -> Cow<'_, str> {
    let last = text.rfind('\n').map_or(0, |at| at + 1);
    let bytes = text.bytes().enumerate().skip(last);
    let marks = bytes.filter(|(_, byte)| *byte == b'@');
    with_bytes(text, marks.map(|(at, _)| (at, b' ')))
}

/// The text with spaces for some ranges, which may overlap, except for their line breaks.
pub(super) fn blanked(text: &str, mut ranges: Vec<Range<usize>>) -> Cow<'_, str> {
    ranges.sort_by_key(|range| range.start);
    let mut end = 0;
    let hidden = ranges.into_iter().flat_map(|range| {
        let start = range.start.max(end);
        end = end.max(range.end);
        start..end
    });
    let is_hidden = |at: &usize| text.as_bytes().get(*at) != Some(&b'\n');
    with_bytes(text, hidden.filter(is_hidden).map(|at| (at, b' ')))
}

/// The text with other bytes at some offsets; unchanged without any, and if the result is not UTF-8.
pub(in crate::syntax) fn with_bytes(
    text: &str,
    edits: impl IntoIterator<Item = (usize, u8)>,
) -> Cow<'_, str> {
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

#[cfg(feature = "all-languages")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::Language;

    #[test]
    fn only_elements_nested_deeper_than_in_any_page_are_blanked() {
        for page in [
            "<ul>\n<li>a<br>\n".repeat(900),
            "<b>x</b><Icon />".repeat(5_000),
        ] {
            assert_eq!(limit_element_depth(&page), page);
        }
        let deep = "<div>".repeat(1_500);
        let shallow = limit_element_depth(&deep);
        assert_eq!(shallow.len(), deep.len());
        assert_eq!(shallow.matches('<').count(), 1_000);
        let html = Language::named("html").expect("a language");
        assert_eq!(
            (html.row().preprocess)(&deep),
            shallow,
            "the parser gets it"
        );
    }
}
