//! Prose as it is read: what is embedded is words, not the marks around them.

use super::super::code::speaks;
use super::plain::is_footer;
use super::{Format, markdown_words};

/// A text of a document for embedding: Markdown without its markup, other formats without page breaks.
pub(in crate::chunk) fn readable(format: Format, text: &str) -> String {
    match format {
        Format::Markdown | Format::Docx | Format::Pdf => markdown_words::words(text),
        Format::ReStructuredText | Format::AsciiDoc | Format::Plain => plain(text),
    }
}

/// Without what stands between pages.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let lines = text.lines();
    let is_break = |line: &str| line.starts_with('\u{c}') || is_footer(line.trim());
    for line in lines.filter(|line| speaks(line) && !is_break(line)) {
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
