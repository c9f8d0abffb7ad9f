//! Prose as it is read: what is embedded is words, not the marks around them.

use super::super::code::speaks;
use super::plain::is_footer;
use super::{Format, asciidoc_words, markdown_words, rst_markup};
use std::borrow::Cow;

/// A text of a document without its markup: the words of links and images, code as it is, no
/// comments and targets.
pub(in crate::chunk) fn readable(format: Format, text: &str) -> Cow<'_, str> {
    match format {
        Format::Markdown => Cow::Owned(markdown_words::words(text)),
        Format::ReStructuredText => Cow::Owned(rst_markup::words(text)),
        Format::AsciiDoc => Cow::Owned(asciidoc_words::words(text)),
        Format::Plain => Cow::Owned(plain(text)),
        Format::Docx | Format::Pdf => Cow::Borrowed(text),
    }
}

/// Without what stands between pages.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let lines = text.lines();
    for line in lines.filter(|line| !line.starts_with('\u{c}') && !is_footer(line.trim())) {
        add_line(&mut out, line);
    }
    out
}

/// Adds a line, unless it is but marks: an underline, the border of a table.
pub(super) fn add_line(out: &mut String, line: &str) {
    if speaks(line) {
        out.push_str(line.trim_end());
        out.push('\n');
    }
}
