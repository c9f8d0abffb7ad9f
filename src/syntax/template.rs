//! Code between marks in a template: `<%= f(x) %>`, `{{ f(x) }}`, `@f(x)`.
//!
//! Principal type: [`CodePart`]. A row finds the parts of a text; the grammar of the row reads the text
//! [`without_code()`], the grammar of the code reads [`only_code()`]. Invariant: offsets are bytes of the whole text.

use super::edit::with_bytes;
use regex::Regex;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

/// A part of a template that is code or a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CodePart {
    /// The part with its marks.
    pub(super) outer: Range<usize>,
    pub(super) code: Range<usize>,
    /// The language of the code; none for a comment.
    pub(super) language: Option<&'static str>,
    pub(super) form: CodeForm,
}

impl CodePart {
    /// The part in a text around its own one, which begins at an offset.
    pub(super) fn moved_by(self, by: usize) -> Self {
        let moved = |range: Range<usize>| range.start + by..range.end + by;
        Self {
            outer: moved(self.outer),
            code: moved(self.code),
            ..self
        }
    }
}

/// The code of a part, among the parts of its language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CodeForm {
    /// A piece of the code of the whole template: `if a {` … `}`.
    Piece,
    /// Arguments between brackets, also such a piece.
    Arguments,
    /// A text of its own.
    Apart,
    /// A text of its own with declarations, which is an element of the text around it.
    Block,
    /// The name of a declaration after a word: `block content`, `define "content"`.
    Name,
}

/// The byte that replaces code in the text around it: a word in markup, a number in scripts and styles.
const FILLER: u8 = b'0';

/// The parts between marks, of which the first pair that begins at a place counts. Marks of code are trimmed:
/// `<%= a -%>` is `a`. An unclosed part is text.
pub(super) fn marked(text: &str, marks: &[(&str, &str, Option<&'static str>)]) -> Vec<CodePart> {
    let begins = |letter: char| marks.iter().any(|(open, ..)| open.starts_with(letter));
    // Without a search to the end of the text for each unclosed part.
    let last_close = |close: &str| text.rfind(close).unwrap_or_default();
    let closes: Vec<usize> = marks
        .iter()
        .map(|(_, close, _)| last_close(close))
        .collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = text.get(at..).and_then(|rest| rest.find(begins)) {
        at += next;
        let rest = &text[at..];
        let part = marks
            .iter()
            .zip(&closes)
            .find_map(|((open, close, language), last)| {
                let inner = rest.strip_prefix(open).filter(|_| at < *last)?;
                let end = at + open.len() + inner.find(close)?;
                Some(CodePart {
                    outer: at..end + close.len(),
                    code: trimmed(text, at + open.len()..end),
                    language: *language,
                    form: CodeForm::Piece,
                })
            });
        match part {
            Some(part) => {
                at = part.outer.end;
                found.push(part);
            }
            None => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    found
}

/// The scripts and styles in the markup of a page, for a grammar that does not read them, each after the parts between
/// marks in it. The markup ends at `<?` and goes on after `?>`.
pub(super) fn scripts(text: &str, marks: &[(&str, &str, Option<&'static str>)]) -> Vec<CodePart> {
    static TOKEN: LazyLock<Regex> = regex!(
        r#"(?i)<\?|\?>|<!--|-->|<(?:script|(style))\b(?:"[^"]*"|[^<>"])*>|</(?:script|style)\s*>"#
    );
    static DATA: LazyLock<Regex> = regex!(
        r"type *= *.?(?:application/(?:ld.)?json|importmap|speculationrules|text/(?:x-|html|template))"
    );
    let mut found = Vec::new();
    let (mut is_code, mut is_comment, mut open) = (false, false, None);
    for token in TOKEN.captures_iter(text) {
        let whole = token.get_match();
        match (whole.as_str(), open) {
            ("<?", _) => is_code = true,
            ("?>", _) => is_code = false,
            _ if is_code => {}
            ("<!--", None) => is_comment = true,
            ("-->", _) => is_comment = false,
            _ if is_comment => {}
            (tag, None) if !tag.starts_with("</") => {
                let language = match token.get(1) {
                    _ if DATA.is_match(tag) => None,
                    Some(_) => Some("css"),
                    _ if tag.contains("\"ts\"") => Some("typescript"),
                    _ => Some("javascript"),
                };
                open = Some((whole.end(), language));
            }
            (tag, Some((start, language))) if tag.starts_with("</") => {
                open = None;
                let code = start..whole.start();
                if code.len() >= "<i/>".len() {
                    let inner = marked(&text[code.clone()], marks).into_iter();
                    found.extend(inner.map(|part| part.moved_by(start)));
                    found.push(CodePart {
                        outer: code.clone(),
                        code,
                        language,
                        form: CodeForm::Block,
                    });
                }
            }
            _ => {}
        }
    }
    found
}

/// A range without the signs that control output and white space.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let inner = &text[range.clone()];
    let start = range.end - inner.trim_start_matches(['=', '-', '~']).len();
    let inner = &text[start..range.end];
    start..start + inner.trim_end_matches(['=', '-', '~']).len()
}

/// Maximum number of unclosed brackets in a text: each is searched for to its end.
const MAX_UNCLOSED: usize = 64;

/// Reader of brackets in a text.
pub(super) struct Brackets<'a> {
    text: &'a str,
    unclosed: usize,
}

impl<'a> Brackets<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self { text, unclosed: 0 }
    }

    /// The end of the brackets that open at an offset, after the closing one. Brackets in strings do not count.
    pub(super) fn end(&mut self, start: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let (open, close) = match bytes.get(start)? {
            b'(' => (b'(', b')'),
            b'[' => (b'[', b']'),
            b'{' => (b'{', b'}'),
            _ => return None,
        };
        let (mut depth, mut at) = (0usize, start);
        while self.unclosed < MAX_UNCLOSED
            && let Some(byte) = bytes.get(at)
        {
            match *byte {
                byte if byte == open => depth += 1,
                byte if byte == close => depth -= 1,
                quote @ (b'"' | b'\'' | b'`') => at = string_end(bytes, at, quote).unwrap_or(at),
                _ => {}
            }
            at += 1;
            if depth == 0 {
                return Some(at);
            }
        }
        self.unclosed += 1;
        None
    }
}

/// Offset of the quote that ends a string on its line.
fn string_end(bytes: &[u8], start: usize, quote: u8) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match *bytes.get(at)? {
            byte if byte == quote => return Some(at),
            b'\n' => return None,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// The text with a filler in place of each part, line breaks apart, and with an empty element in place of a block,
/// `<i   />`, and of a declaration, `<br    0=content  >`, in which the letter before `=` is the last one of its word.
pub(super) fn without_code<'a>(text: &'a str, parts: &[CodePart]) -> Cow<'a, str> {
    let mut edits = Vec::new();
    for CodePart {
        outer, code, form, ..
    } in parts
    {
        let is_name = *form == CodeForm::Name;
        let is_element = is_name || *form == CodeForm::Block;
        let filler = if is_element { b' ' } else { FILLER };
        for (at, byte) in text.bytes().enumerate().take(outer.end).skip(outer.start) {
            let is_kept = matches!(byte, b'\n' | b'\r') || is_name && code.contains(&at);
            if !is_kept {
                edits.push((at, filler));
            }
        }
        if is_name {
            let before = &text[..code.start];
            let word = before
                .trim_end_matches([' ', '\t', '\n', '\r', '"', '\'', '`', '('])
                .len();
            edits.extend([(word - 1, FILLER), (code.start - 1, b'=')]);
        }
        let put = |at: usize, tag: &'static [u8]| (at..).zip(tag.iter().copied());
        if is_name {
            edits.extend(put(outer.start, b"<br").chain(put(outer.end - 1, b">")));
        } else if is_element {
            edits.extend(put(outer.start, b"<i").chain(put(outer.end - 2, b"/>")));
        }
    }
    with_bytes(text, edits)
}

/// The text with a number in place of each value, and spaces in place of each statement, for scripts and styles.
pub(super) fn with_values<'a>(text: &'a str, parts: &[CodePart]) -> Cow<'a, str> {
    static STATEMENT: LazyLock<Regex> =
        regex!(r"^(?:\{%|<% |(?:<\?php\s+|@)(?:if|else|end|for|while|switch|case|\}))");
    let values = parts.iter().filter(|part| part.form != CodeForm::Block);
    let filled = values.flat_map(|part| {
        let whole = &text[part.outer.clone()];
        let is_statement = STATEMENT.is_match(whole);
        let filler = if is_statement { b' ' } else { FILLER };
        let bytes = part.outer.clone().zip(whole.bytes());
        bytes
            .filter(|(_, byte)| !matches!(byte, b'\n' | b'\r'))
            .map(move |(at, _)| (at, filler))
    });
    with_bytes(text, filled)
}

/// The code of some parts as statements, and white space around them.
pub(super) fn only_code<'p>(text: &str, parts: impl Iterator<Item = &'p CodePart>) -> String {
    let blank = |byte: &u8| if *byte == b'\n' { b'\n' } else { b' ' };
    let mut bytes: Vec<u8> = text.as_bytes().iter().map(blank).collect();
    let mut put = |at: Option<usize>, mark: u8| {
        if let Some(byte) = at.and_then(|at| bytes.get_mut(at)) {
            *byte = mark;
        }
    };
    let mut codes = Vec::new();
    for part in parts {
        let Range { start, end } = part.code;
        let is_object = text[part.code.clone()].trim_start().starts_with('{');
        // An object is no block.
        let (open, close) = match part.form {
            CodeForm::Arguments => (b'[', b']'),
            _ if is_object => (b'(', b')'),
            _ => (b';', b';'),
        };
        if open != b';' {
            put(start.checked_sub(2), b';');
            put(Some(end + 1), b';');
        }
        put(start.checked_sub(1), open);
        put(Some(end), close);
        codes.push(part.code.clone());
    }
    for code in codes {
        bytes[code.clone()].copy_from_slice(&text.as_bytes()[code]);
    }
    String::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKS: &[(&str, &str, Option<&str>)] = &[
        ("<%#", "%>", None),
        ("<%", "%>", Some("ruby")),
        ("{{", "}}", Some("ruby")),
    ];

    fn check(text: &str, around: &str, code: &str) {
        let parts = marked(text, MARKS);
        assert_eq!(without_code(text, &parts), around);
        let code_parts = parts.iter().filter(|part| part.language.is_some());
        assert_eq!(only_code(text, code_parts), code);
    }

    #[test]
    fn marks_separate_code_from_text() {
        check("é <%= a -%>\nb", "é 000000000\nb", "     ; a ;  \n ");
        check("<%# a %><b>", "00000000<b>", "           ");
        check("{{ {a: 1} }}", "000000000000", ";( {a: 1} );");
        check("<% a\nb %>", "0000\n0000", " ; a\nb ; ");
        check("a {{ b", "a {{ b", "      ");
        check("{{a}}{{b}}", "0000000000", " ;a;  ;b; ");
    }

    #[test]
    fn brackets_end_after_their_pair() {
        let check = |text: &str, expected: Option<usize>| {
            assert_eq!(Brackets::of(text).end(1), expected, "{text}");
        };
        check("a(b(c) d) e", Some(9));
        check("a(')')", Some(6));
        check("a(it's b)", Some(9));
        check("a{b", None);
        check("ab", None);
    }
}
