//! AsciiDoc as it is read.

use super::asciidoc::{attributes, is_mark, is_silent};
use super::rst_markup::unmarked;
use std::borrow::Cow;

/// A text without markup: words of links, code as it is, no comments.
pub(super) fn words(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut within_comment = false;
    for line in text.lines() {
        let words = line.trim();
        if words.starts_with("////") && is_mark(words) {
            within_comment = !within_comment;
        }
        let is_list = words.starts_with('[') && attributes(words).is_some();
        if within_comment || is_list || is_mark(words) || is_silent(words) {
            continue;
        }
        let words = match words
            .strip_prefix('.')
            .filter(|_| attributes(words).is_some())
        {
            Some(title) => title,
            None => line.trim_start_matches(['=', '|']).trim_end(),
        };
        let words = match words.len() < line.trim_end().len() {
            true => words.trim_start(),
            false => words,
        };
        super::readable::add_line(&mut out, &line_words(words));
    }
    out
}

/// A line of AsciiDoc without the marks of links, emphasis and code.
pub(super) fn line_words(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut words = line.split_inclusive(' ').peekable();
    while let Some(word) = words.next() {
        let Some((target, label)) = link(word) else {
            text.push_str(word);
            continue;
        };
        text.push_str(target);
        // A footnote stands right behind a word.
        if target.ends_with(|last: char| last.is_alphanumeric() || ".,;:!?".contains(last)) {
            text.push(' ');
        }
        text.push_str(label);
        // The words of a link go on to its bracket.
        if !label.contains(']') {
            for word in words.by_ref() {
                text.push_str(word);
                if word.contains(']') {
                    break;
                }
            }
        }
        if let Some(at) = text.rfind(']') {
            text.remove(at);
        }
    }
    let text = without_references(&text);
    let words = text.split(' ').map(without_emphasis);
    unmarked(&words.collect::<Vec<_>>().join(" "))
}

/// `<<id,words>>` as the words, or the id where there are none.
fn without_references(text: &str) -> Cow<'_, str> {
    if !text.contains("<<") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, reference)) = rest.split_once("<<") {
        out.push_str(before);
        let Some((inner, after)) = reference.split_once(">>") else {
            out.push_str("<<");
            rest = reference;
            break;
        };
        let words = inner.split_once(',').map_or(inner, |(_, words)| words);
        out.push_str(words.trim_start());
        rest = after;
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// What stands before a link in a word, and the beginning of the link's words.
fn link(word: &str) -> Option<(&str, &str)> {
    const TARGETS: [&str; 12] = [
        "http://",
        "https://",
        "link:",
        "xref:",
        "image:",
        "icon:",
        "mailto:",
        "footnote:",
        "kbd:",
        "btn:",
        "stem:",
        "pass:",
    ];
    let (target, label) = word.split_once('[')?;
    let at = TARGETS.iter().filter_map(|name| target.find(name)).min()?;
    Some((target.get(..at)?, label))
}

/// `_word_,` without the marks at its ends; `__init__` and `a_b` are names.
fn without_emphasis(word: &str) -> Cow<'_, str> {
    let opened = word
        .strip_prefix('_')
        .filter(|rest| !rest.starts_with('_'))
        .unwrap_or(word);
    let end =
        opened.trim_end_matches(|letter: char| letter.is_ascii_punctuation() && letter != '_');
    match end.strip_suffix('_').filter(|rest| !rest.ends_with('_')) {
        Some(inner) => {
            let after = opened.get(end.len()..).unwrap_or_default();
            Cow::Owned(format!("{inner}{after}"))
        }
        None => Cow::Borrowed(opened),
    }
}
