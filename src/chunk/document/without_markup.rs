//! Text of documents for embedding, without markup.
//!
//! [`without_markup()`] is called for each leaf of a document.

use super::super::source::has_word;
use super::format::Format;
use super::line::attribute;
use super::markdown_words;

/// A text of a document for embedding: Markdown without its markup, other formats without lines for the
/// processor.
pub(in crate::chunk) fn without_markup(format: Format, text: &str) -> String {
    if format.is_markdown() {
        markdown_words::words(text)
    } else {
        plain(text)
    }
}

/// A text without comments, targets, attributes and options.
fn plain(text: &str) -> String {
    const SILENT: [&str; 5] = ["//", "include::", ".. _", ".. code", "[["];
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let words = line.trim_start();
        let is_option =
            attribute(words).is_some_and(|(_, value)| value.is_empty() || value.starts_with(' '));
        let is_silent = is_option || SILENT.iter().any(|prefix| words.starts_with(prefix));
        if has_word(line) && !is_silent {
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
    out
}
