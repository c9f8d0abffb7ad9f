//! Text of a document with line offsets.
//!
//! Principal type: [`Source`]. Invariant: it is valid UTF-8 with the length of the document, so every offset
//! is valid in both.

use crate::corpus::Text;
use std::borrow::Cow;
use std::ops::Range;

/// A text with its lines. Offsets into it are offsets into the document's bytes.
pub struct Source<'a> {
    text: Cow<'a, str>,
    line_starts: &'a [usize],
}

impl<'a> Source<'a> {
    /// Decodes a text. Invalid UTF-8 becomes question marks of the same length, so that offsets are
    /// unchanged. Only the document's own bytes are cut, displayed and hashed.
    pub fn new(text: &'a Text) -> Self {
        Self {
            text: decode_same_length(text.bytes()),
            line_starts: text.line_starts(),
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// A part of the text; empty for an invalid range.
    pub(super) fn slice(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// Start of the line that contains a byte.
    pub(super) fn line_start(&self, at: usize) -> usize {
        let line = self.line_starts.partition_point(|start| *start <= at);
        self.line_starts
            .get(line.wrapping_sub(1))
            .copied()
            .unwrap_or(0)
    }

    /// The start of the byte's line if only white space precedes it there, else the byte itself.
    pub fn snap_to_line(&self, at: usize) -> usize {
        let start = self.line_start(at);
        let has_text_before = !self.slice(&(start..at)).trim().is_empty();
        if has_text_before { at } else { start }
    }

    /// The first byte from `at` that is not white space; the end if there is none.
    pub(super) fn next_word(&self, at: usize) -> usize {
        let rest = self.slice(&(at..self.len()));
        self.len() - rest.trim_start().len()
    }

    /// The byte ranges of the lines, each with its line break.
    pub(super) fn lines(&self) -> impl Iterator<Item = Range<usize>> {
        let ends = self.line_starts.iter().copied().skip(1).chain([self.len()]);
        let starts = self.line_starts.iter().copied();
        let lines = starts.zip(ends).map(|(start, end)| start..end);
        lines.filter(|line| !line.is_empty())
    }
}

/// Returns true if a text contains a word.
pub(super) fn has_word(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// Decodes bytes. Invalid UTF-8 becomes question marks of the same length, so that offsets are unchanged.
pub fn decode_same_length(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    Cow::Owned(text)
}
