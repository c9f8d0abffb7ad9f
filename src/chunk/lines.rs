//! Windows of lines, for text without structure.
//!
//! Principal type: [`LineWindow`]. Invariant: the text of nearby lines decides where a window starts, so
//! after an edit the windows farther away stay the same.

use super::node::Role;
use super::part::{Draft, Label};
use super::source::Source;
use crate::syntax::Kind;
use std::ops::Range;
use twox_hash::XxHash3_64;

/// Maximum number of lines of a window.
const MAX_LINES: usize = 40;
/// From this length, a window may end at a blank line; the hash of the next line decides.
const MIN_LINES: usize = 8;
/// From this length, a window may end before any line; the hash of that line decides.
const SOFT_MAX_LINES: usize = 24;
/// Maximum length of a window's name, in characters.
const MAX_NAME_LEN: usize = 60;

/// The windows of a text from the start of a line, each within the limit unless a single line is longer.
pub(super) fn parts(source: &Source<'_>, from: usize, limit: usize) -> Vec<Draft> {
    let mut parts = Vec::new();
    let mut window = LineWindow::at(from);
    for line in source.lines().filter(|line| line.start >= from) {
        let text = source.slice(&line);
        if window.ends_before(&line, text, limit) {
            parts.push(part(source, window.bytes));
            window = LineWindow::at(line.start);
        }
        window.add(&line, text);
    }
    parts.push(part(source, window.bytes));
    parts
}

#[derive(Default)]
struct LineWindow {
    bytes: Range<usize>,
    lines: usize,
    /// True if a line is not blank.
    has_text: bool,
    after_blank: bool,
}

impl LineWindow {
    fn at(start: usize) -> Self {
        Self {
            bytes: start..start,
            ..Self::default()
        }
    }

    /// Returns true if the next line begins another window. This depends only on the text of the lines, so
    /// that windows realign after an edit.
    fn ends_before(&self, line: &Range<usize>, text: &str, limit: usize) -> bool {
        if !self.has_text || text.trim().is_empty() {
            return false;
        }
        let mark = XxHash3_64::oneshot(text.as_bytes());
        line.end - self.bytes.start > limit
            || self.lines >= MAX_LINES
            || (self.after_blank && self.lines >= MIN_LINES && mark.is_multiple_of(4))
            || (self.lines >= SOFT_MAX_LINES && mark.is_multiple_of(8))
    }

    fn add(&mut self, line: &Range<usize>, text: &str) {
        let blank = text.trim().is_empty();
        self.bytes.end = line.end;
        self.lines += 1;
        self.has_text |= !blank;
        self.after_blank = blank;
    }
}

/// A window is named by its first line, so that the name survives changes above it.
fn part(source: &Source<'_>, bytes: Range<usize>) -> Draft {
    let text = source.slice(&bytes);
    let words = text.trim_start();
    let first_line = words.lines().next().unwrap_or_default();
    let joined = first_line.split_whitespace().collect::<Vec<_>>().join(" ");
    let letters = joined.chars().filter(|letter| !letter.is_control());
    let name: String = letters.take(MAX_NAME_LEN).collect();
    let at = bytes.start + (text.len() - words.len());
    Draft {
        name_at: (!words.is_empty()).then_some(at),
        ..Draft::leaf(Kind::Lines, Role::Body, Label::named(&name), bytes)
    }
}
