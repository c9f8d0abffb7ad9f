//! Preprocessing of texts that a grammar's scanner cannot handle: deep nesting overruns its stack, or the
//! 1024 bytes for its state, which aborts the process; other texts make it loop past their end.
//!
//! Each function returns the text without such parts and with unchanged offsets; its limits are directly above
//! it. Real code is almost never changed.

use crate::syntax::edit::with_bytes;
use std::borrow::Cow;

/// Maximum depth of nested comments: OCaml's scanner recurses for each.
#[cfg(feature = "all-languages")]
const MAX_COMMENT_DEPTH: usize = 500;

/// OCaml with a limited depth of nested comments.
#[cfg(feature = "all-languages")]
pub(super) fn limit_comment_depth(text: &str) -> Cow<'_, str> {
    let (mut depth, mut deep) = (0usize, Vec::new());
    let mut at = 0;
    // The star of `(*)` opens a comment and does not close one.
    while let Some(pair) = text.as_bytes().get(at..at + 2) {
        match pair {
            b"(*" if depth >= MAX_COMMENT_DEPTH => deep.push((at, b' ')),
            b"(*" => depth += 1,
            b"*)" => depth = depth.saturating_sub(1),
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
    }
    with_bytes(text, deep)
}

/// YAML's scanner keeps four bytes for each open block; at most two of these blocks begin in one column.
const MAX_BLOCK_COLUMN: usize = 120;

/// YAML with blocks in a limited number of columns: a `-`, `?` or `:` far to the right opens none. The block of a `:` directly
/// after a key begins with the first word of the line.
pub(super) fn limit_block_columns(text: &str) -> Cow<'_, str> {
    let mut wide = Vec::new();
    let (mut column, mut first, mut last) = (0, None, ' ');
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        (column, first) = match letter {
            '\n' | '\r' => (0, None),
            _ => (column + 1, first),
        };
        let opens = matches!(letter, '-' | '?' | ':')
            && letters.peek().is_none_or(|(_, next)| next.is_whitespace());
        if !opens && !letter.is_whitespace() {
            first = first.or(Some(column));
        }
        let key = first.filter(|_| letter == ':' && !last.is_whitespace());
        if opens && key.unwrap_or(column) > MAX_BLOCK_COLUMN {
            wide.push((at, b'x'));
        }
        last = letter;
    }
    with_bytes(text, wide)
}

/// Python's scanner keeps two bytes for each indentation, and up to 255 for quotes.
const MAX_INDENT: usize = 350;
/// Number of columns of a tab.
const TAB_WIDTH: usize = 8;

/// Python with limited indentation: text further to the right becomes a comment.
pub(super) fn limit_indent(text: &str) -> Cow<'_, str> {
    let mut wide = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let mut column = 0;
        for (at, byte) in line.bytes().enumerate() {
            column += match byte {
                b'\t' => TAB_WIDTH,
                b' ' | b'\x0c' => 1,
                _ => break,
            };
            if column > MAX_INDENT {
                wide.push((start + at, b'#'));
                break;
            }
        }
        start += line.len();
    }
    with_bytes(text, wide)
}

/// Maximum depth of elements in markup.
#[cfg(feature = "all-languages")]
const MAX_ELEMENT_DEPTH: usize = 1_000;
/// Maximum length of a tag.
#[cfg(feature = "all-languages")]
const MAX_TAG_LEN: usize = 512;
/// Elements without an end tag, or with an optional one.
#[cfg(feature = "all-languages")]
const OPEN_ENDED: &str = "area base br col colgroup dd dt embed hr img input li link meta optgroup option p param rp rt source \
    tbody td th thead tr track wbr";

/// Markup with a limited depth of elements: the scanner checks each open element at every tag.
#[cfg(feature = "all-languages")]
pub(super) fn limit_element_depth(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let (mut depth, mut deep) = (0usize, Vec::new());
    for (at, _) in text.match_indices('<') {
        let tag = &bytes[at + 1..bytes.len().min(at + MAX_TAG_LEN)];
        if tag.first() == Some(&b'/') {
            depth = depth.saturating_sub(1);
            continue;
        }
        let end = tag.iter().position(|byte| !byte.is_ascii_alphanumeric());
        let name = &tag[..end.unwrap_or(tag.len())];
        let is_element = name.first().is_some_and(u8::is_ascii_alphabetic);
        let is_open_ended = OPEN_ENDED
            .split(' ')
            .any(|known| known.as_bytes().eq_ignore_ascii_case(name));
        if !is_element || is_open_ended || is_self_closing(tag) {
            continue;
        }
        if depth < MAX_ELEMENT_DEPTH {
            depth += 1;
        } else {
            deep.push((at, b' '));
        }
    }
    with_bytes(text, deep)
}

/// Returns true for the rest of `<a />`.
#[cfg(feature = "all-languages")]
fn is_self_closing(tag: &[u8]) -> bool {
    let end = tag.iter().position(|byte| *byte == b'>').unwrap_or(0);
    tag[..end].ends_with(b"/")
}

/// Maximum number of pipes after a redirection on a line.
#[cfg(feature = "all-languages")]
const MAX_PIPES: usize = 18;

/// Shell with a limited number of pipes after a redirection on a line. If the grammar cannot parse that, each
/// pipe doubles the time of one step, and a step cannot be cancelled.
#[cfg(feature = "all-languages")]
pub(super) fn limit_pipes(text: &str) -> Cow<'_, str> {
    let mut many = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(redirection) = line.find(['<', '>']) {
            let piped = line.get(redirection..).unwrap_or_default();
            let pipes = piped.match_indices('|').skip(MAX_PIPES);
            many.extend(pipes.map(|(at, _)| (start + redirection + at, b' ')));
        }
        start += line.len();
    }
    with_bytes(text, many)
}

/// Kotlin without annotations on an unterminated last line, after which the scanner may read on beyond the end of the
/// text.
pub(super) fn close_annotations(text: &str) -> Cow<'_, str> {
    let last = text.rfind('\n').map_or(0, |at| at + 1);
    let line = text.get(last..).unwrap_or_default();
    let marks = line.match_indices('@');
    with_bytes(text, marks.map(|(at, _)| (last + at, b' ')))
}

#[cfg(feature = "all-languages")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::Language;

    #[test]
    fn an_operator_in_parentheses_opens_a_comment() {
        let opened = "(*) ".repeat(MAX_COMMENT_DEPTH + 10);
        let limited = limit_comment_depth(&opened);
        assert_eq!(limited.matches("(*").count(), MAX_COMMENT_DEPTH);
        let closed = "(* a *)".repeat(MAX_COMMENT_DEPTH + 10);
        assert_eq!(limit_comment_depth(&closed), closed);
    }

    #[test]
    fn an_annotation_at_the_end_of_kotlin_is_blanked() {
        let text = "val a = \"@\"\nval b = 1 // me@example.org";
        let closed = "val a = \"@\"\nval b = 1 // me example.org";
        assert_eq!(close_annotations(text), closed);
        let ended = "val b = 1 // me@example.org\n";
        assert_eq!(close_annotations(ended), ended);
    }

    #[test]
    fn columns_beyond_the_limit_are_masked() {
        let spaces = " ".repeat(MAX_INDENT);
        let text = format!("{spaces}a\n{spaces} b\n{spaces}\tc\n");
        let limited = format!("{spaces}a\n{spaces}#b\n{spaces}#c\n");
        assert_eq!(limit_indent(&text), limited);
        let spaces = " ".repeat(MAX_BLOCK_COLUMN);
        let text = format!("{spaces}a: b\nab : c{spaces}d\n");
        assert_eq!(limit_block_columns(&text), text.replacen(':', "x", 1));
        let text = format!("- {}: b\n", "a".repeat(MAX_BLOCK_COLUMN));
        assert_eq!(limit_block_columns(&text), text, "a long key");
        let text = ": ".repeat(MAX_BLOCK_COLUMN);
        assert_eq!(limit_block_columns(&text).matches(": ").count(), 60);
    }

    #[test]
    fn pipes_after_a_redirection_are_limited() {
        let line = format!("a > b {}\n", "| c ".repeat(MAX_PIPES + 1));
        assert_eq!(limit_pipes(&line).matches('|').count(), MAX_PIPES);
    }

    #[test]
    fn only_elements_nested_deeper_than_in_any_page_are_blanked() {
        for page in [
            "<ul>\n<li>a<br>\n".repeat(900),
            "<b>x</b><Icon />".repeat(5_000),
            "<TR><TD>a<BR>\n".repeat(900),
        ] {
            assert_eq!(limit_element_depth(&page), page);
        }
        let deep = "<div>".repeat(1_500);
        let shallow = limit_element_depth(&deep);
        assert_eq!(shallow.len(), deep.len());
        assert_eq!(shallow.matches('<').count(), 1_000);
        let html = Language::named("html").expect("a language");
        assert_eq!((html.preprocess)(&deep), shallow, "the parser gets it");
    }
}
