//! Text of documents for embedding, without markup.
//!
//! [`without_markup()`] is called for each leaf of a document.

use super::super::code::has_word;
use super::{Format, markdown_words};

/// A text of a document for embedding: Markdown without its markup, other formats without lines for the
/// processor.
pub(in crate::chunk) fn without_markup(format: Format, text: &str) -> String {
    match format {
        Format::Markdown | Format::Docx | Format::Pdf => markdown_words::words(text),
        Format::ReStructuredText | Format::AsciiDoc | Format::Plain => plain(text),
    }
}

/// A text without comments, targets, attributes and options.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let lines = text.lines();
    let is_silent = |line: &str| {
        let words = line.trim_start();
        let option = words
            .strip_prefix(':')
            .and_then(|rest| rest.split_once(':'));
        let is_option = option.is_some_and(|(_, value)| value.is_empty() || value.starts_with(' '));
        is_option
            || ["//", "include::", ".. _", ".. code", "[["]
                .iter()
                .any(|it| words.starts_with(it))
    };
    for line in lines.filter(|line| has_word(line) && !is_silent(line)) {
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
