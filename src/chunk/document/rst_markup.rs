//! The markup of reStructuredText within a line, and what two full stops before one mean.

use super::readable::add_line;
use std::borrow::Cow;

/// Fields of a function that say something to its reader.
const FIELDS: &[&str] = &["return", "returns", "raises", "rtype", "yields"];

/// What explicit markup is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Explicit<'a> {
    /// Code in the language of this name; it may be empty.
    Code(&'a str),
    /// The language of code that names none.
    Highlight(&'a str),
    /// A directive with text in it, a footnote.
    Prose,
    /// A comment, a target, what only the builder of the documentation reads.
    Silent,
}

/// Directives with code in them.
const CODE: &[&str] = &[
    "code",
    "code-block",
    "ipython",
    "jupyter-execute",
    "parsed-literal",
    "prompt",
    "sourcecode",
];
/// Directives with Python in them.
const PYTHON: &[&str] = &["doctest", "plot", "testcode", "testsetup"];
/// Directives that say nothing to a reader.
const SILENT: &[&str] = &[
    "contents",
    "currentmodule",
    "default-role",
    "highlight",
    "image",
    "include",
    "index",
    "literalinclude",
    "meta",
    "py:currentmodule",
    "raw",
    "role",
    "sectionauthor",
    "sectnum",
    "tabularcolumns",
    "testcleanup",
    "testoutput",
    "toctree",
];

/// What a line says that begins with two full stops.
pub(super) fn explicit(words: &str) -> Option<Explicit<'_>> {
    let rest = words.strip_prefix("..")?;
    if !rest.is_empty() && !rest.starts_with([' ', '\t']) {
        return None;
    }
    let rest = rest.trim_start();
    if rest.starts_with('[') && rest.contains(']') {
        return Some(Explicit::Prose);
    }
    let Some((name, argument)) = rest.split_once("::") else {
        return Some(Explicit::Silent);
    };
    let argument = argument.trim();
    Some(match name.trim_end() {
        "highlight" => Explicit::Highlight(argument),
        name if CODE.contains(&name) => Explicit::Code(argument),
        name if PYTHON.contains(&name) => Explicit::Code("python"),
        name if SILENT.contains(&name) || !is_directive(name) => Explicit::Silent,
        _ => Explicit::Prose,
    })
}

fn is_directive(name: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || "-_+:.".contains(letter);
    !name.is_empty() && name.chars().all(is_part)
}

/// A text without markup: words of roles and links, code as it is, no options, comments, targets.
pub(super) fn words(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // What lies in a comment is further in than that.
    let mut silent: Option<usize> = None;
    for line in text.lines() {
        let words = line.trim();
        let indent = line.len() - line.trim_start().len();
        silent = silent.filter(|around| words.is_empty() || indent > *around);
        let is_option = indent > 0 && option(words);
        if silent.is_some() || is_option || words.is_empty() {
            continue;
        }
        match explicit(words) {
            Some(Explicit::Silent | Explicit::Highlight(_)) => silent = Some(indent),
            // Code is seen to be code.
            Some(Explicit::Code(_)) => {}
            // `.. note:: Words` is a note of these words.
            Some(Explicit::Prose) => {
                let marked = words.trim_start_matches('.').trim_start();
                let (name, words) = marked.split_once("::").unwrap_or(("", marked));
                let separator = if name.is_empty() || words.is_empty() {
                    ""
                } else {
                    ":"
                };
                add_line(&mut out, &format!("{name}{separator}{}", unmarked(words)));
            }
            None => {
                let line = line.trim_end();
                let line = line
                    .strip_suffix("::")
                    .map_or(Cow::Borrowed(line), |line| Cow::Owned(format!("{line}:")));
                add_line(&mut out, &unmarked(&line));
            }
        }
    }
    out
}

/// `:maxdepth: 2`; fields of functions have a blank in their names.
pub(super) fn option(words: &str) -> bool {
    let option = words
        .strip_prefix(':')
        .and_then(|option| option.split_once(':'));
    option.is_some_and(|(name, value)| {
        let is_name = |letter: char| letter.is_ascii_lowercase() || letter == '-';
        let is_value = value.is_empty() || value.starts_with(' ');
        !name.is_empty() && name.chars().all(is_name) && is_value && !FIELDS.contains(&name)
    })
}

/// A line as it is read: without the marks of emphasis, code, roles and links.
pub(super) fn unmarked(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(['`', '*']) {
        let (before, markup) = rest.split_at(at);
        let (length, read) = match markup.starts_with('`') {
            true => quoted(markup),
            false => stars(
                before.chars().next_back().or(text.chars().next_back()),
                markup,
            ),
        };
        text.push_str(match read.is_some() {
            true => without_role(before),
            false => before,
        });
        let (marks, after) = markup.split_at(length);
        text.push_str(read.unwrap_or(marks));
        rest = after;
    }
    text.push_str(rest);
    text
}

/// Text in back quotes: how long it is with them, and what is read of it.
fn quoted(markup: &str) -> (usize, Option<&str>) {
    if let Some(code) = markup.strip_prefix("``") {
        return match code.find("``") {
            Some(end) => (end + 4, code.get(..end)),
            None => (2, None),
        };
    }
    let inner = markup.get(1..).unwrap_or_default();
    let Some(end) = inner.find('`') else {
        return (1, None);
    };
    let after = inner.get(end + 1..).unwrap_or_default();
    let marks = after.len() - after.trim_start_matches('_').len();
    let words = inner.get(..end).unwrap_or_default();
    let words = match words
        .strip_suffix('>')
        .and_then(|words| words.rsplit_once('<'))
    {
        Some((words, _)) if !words.trim().is_empty() => words.trim_end(),
        _ => words.trim_start_matches(['~', '!']),
    };
    (end + 2 + marks.min(2), Some(words))
}

/// Stars that mark a word: on one side of them is white space or a mark, on the other is not.
fn stars(before: Option<char>, markup: &str) -> (usize, Option<&'static str>) {
    let length = markup.bytes().take_while(|byte| *byte == b'*').count();
    let after = markup.get(length..).and_then(|rest| rest.chars().next());
    let is_word = |letter: Option<char>| letter.is_some_and(|letter| !letter.is_whitespace());
    let is_edge = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
    let opens = is_word(after) && is_edge(before);
    let closes = is_word(before) && is_edge(after);
    match length <= 2 && (opens || closes) {
        true => (length, Some("")),
        false => (length, None),
    }
}

/// Text without the role at its end: `see :doc:`.
fn without_role(before: &str) -> &str {
    let Some(role) = before.strip_suffix(':') else {
        return before;
    };
    let is_name = |letter: char| letter.is_alphanumeric() || "-_+.:".contains(letter);
    let text = role.trim_end_matches(is_name);
    match role.len() - text.len() {
        0 => before,
        _ if role
            .get(text.len()..)
            .is_some_and(|role| role.starts_with(':')) =>
        {
            text
        }
        _ => before,
    }
}
