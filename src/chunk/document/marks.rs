//! Hidden ranges of a Markdown text, as they are found.
//!
//! Principal types: [`HiddenRange`] and [`FoundMarks`].

use super::html::ENTITIES;
use std::ops::Range;
use unicode_width::UnicodeWidthStr;

/// Bytes that are hidden or replaced for display.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HiddenRange {
    /// Byte range, on one line.
    pub bytes: Range<u32>,
    /// Replacement, on one line; often empty.
    pub shown: &'static str,
}

/// Replacement for the marker of a list item.
pub(super) const BULLET: &str = "•";
/// Prefix for an image's description.
pub(super) const IMAGE: &str = "▣ ";
/// Replacement for a thematic break.
pub(super) const RULE: &str = "────────────";

/// The hidden ranges found so far, in any order.
#[derive(Default)]
pub(super) struct FoundMarks<'t> {
    pub(super) text: &'t str,
    pub(super) marks: Vec<HiddenRange>,
}

impl FoundMarks<'_> {
    pub(super) fn slice(&self, bytes: &Range<usize>) -> &str {
        self.text.get(bytes.clone()).unwrap_or_default()
    }

    /// Bytes of the run of an ASCII character at the start of a range.
    pub(super) fn run(&self, range: &Range<usize>, character: char) -> usize {
        let text = self.slice(range);
        text.len() - text.trim_start_matches(character).len()
    }

    pub(super) fn put(&mut self, bytes: Range<usize>, shown: &'static str) {
        if let (Ok(start), Ok(end)) = (u32::try_from(bytes.start), u32::try_from(bytes.end))
            && start < end
        {
            let bytes = start..end;
            self.marks.push(HiddenRange { bytes, shown });
        }
    }

    /// Hides a byte range on each of its lines, so that line numbers do not change.
    pub(super) fn hide(&mut self, bytes: Range<usize>) {
        let mut start = bytes.start;
        let text = self.text.get(bytes).unwrap_or_default();
        for line in text.split_inclusive('\n') {
            self.put(start..start + line.trim_end_matches('\n').len(), "");
            start += line.len();
        }
    }

    pub(super) fn hide_around(&mut self, range: &Range<usize>, bytes: usize) {
        if range.len() > bytes * 2 {
            self.hide(range.start..range.start + bytes);
            self.hide(range.end - bytes..range.end);
        }
    }

    /// Hides the backslash before an escaped character, and replaces an entity by its character. `read` is
    /// the end of the preceding text.
    pub(super) fn unescape(&mut self, range: &Range<usize>, read: usize) {
        let before = self.text.get(read..range.start).unwrap_or_default();
        if before.ends_with('\\') {
            self.hide(range.start - 1..range.start);
        }
        for (entity, character) in ENTITIES {
            if entity == self.slice(range) {
                self.put(range.clone(), character);
            }
        }
    }

    /// Hides the tags and comments of HTML; images become a sign, and line breaks a space.
    pub(super) fn hide_tags(&mut self, range: &Range<usize>) {
        let mut after = range.start;
        while let Some(distance) = self.slice(&(after..range.end)).find('<') {
            let start = after + distance;
            let tag = self.slice(&(start..range.end));
            let closing = if tag.starts_with("<!--") { "-->" } else { ">" };
            after = match tag.find(closing) {
                Some(at) => start + at + closing.len(),
                None => range.end,
            };
            let (name, shown) = if tag.starts_with("<img") {
                ("<img", IMAGE)
            } else if tag.starts_with("<br") {
                ("<br", " ")
            } else {
                ("", "")
            };
            self.put(start..start + name.len(), shown);
            self.hide(start + name.len()..after);
        }
    }

    /// Hides the number signs of a heading with words, and the white space after them.
    pub(super) fn hide_number_signs(&mut self, range: &Range<usize>) {
        let signs = self.run(range, '#');
        let text = self.slice(range);
        let words = text.trim_start_matches('#').trim_start_matches([' ', '\t']);
        if signs > 0 && !words.trim().is_empty() {
            self.hide(range.start..range.start + (text.len() - words.len()));
        }
    }

    /// Replaces the fences of a code block by lines.
    pub(super) fn draw_fences(&mut self, range: &Range<usize>) {
        let text = self.slice(range);
        let Some(fence @ ('`' | '~')) = text.chars().next() else {
            return;
        };
        let opening = self.run(range, fence);
        let last = text.trim_end().rfind('\n').map_or(text.len(), |at| at + 1);
        let closing = text.get(last..).unwrap_or_default();
        let indent = closing.len() - closing.trim_start_matches([' ', '>']).len();
        let closing = range.start + last + indent..range.start + text.trim_end().len();
        self.put(range.start..range.start + opening, "── ");
        if self.slice(&closing).starts_with(fence) {
            self.put(closing, "──");
        }
    }

    /// Replaces the markers at the line starts of a quotation by bars.
    pub(super) fn draw_quotes(&mut self, range: &Range<usize>) {
        let mut start = range.start;
        let text = self.text.get(range.clone()).unwrap_or_default();
        for line in text.split_inclusive('\n') {
            let words = line.trim_start_matches([' ', '\t', '>']);
            for (at, _) in line[..line.len() - words.len()].match_indices('>') {
                self.put(start + at..start + at + 1, "▎");
            }
            start += line.len();
        }
    }

    /// A range without leading and trailing white space.
    pub(super) fn trimmed(&self, range: &Range<usize>) -> Range<usize> {
        let text = self.slice(range);
        let start = range.start + (text.len() - text.trim_start().len());
        start..start.max(range.start + text.trim_end().len())
    }

    /// Display width of a range in cells. The hidden ranges are sorted.
    pub(super) fn width(&self, range: &Range<usize>) -> usize {
        let (mut width, mut at) = (0, range.start);
        let first = self
            .marks
            .partition_point(|mark| (mark.bytes.start as usize) < range.start);
        for mark in &self.marks[first..] {
            let bytes = mark.bytes.start as usize..mark.bytes.end as usize;
            if bytes.start >= range.end {
                break;
            }
            width += self.slice(&(at..bytes.start)).width() + mark.shown.width();
            at = bytes.end;
        }
        width + self.slice(&(at..range.end.max(at))).width()
    }

    /// Sorts the hidden ranges and removes overlaps.
    pub(super) fn sort(&mut self) {
        self.marks.sort_by_key(|mark| mark.bytes.start);
        let mut end = 0;
        self.marks.retain(|mark| {
            let is_free = mark.bytes.start >= end;
            end = end.max(mark.bytes.end);
            is_free
        });
    }
}
