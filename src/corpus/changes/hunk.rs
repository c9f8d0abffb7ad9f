//! Runs of lines that differ between two texts.
//!
//! Principal type: [`Hunk`]. Lines are compared with their line breaks, as git compares them.

use imara_diff::{Algorithm, Diff, InternedInput};
use std::ops::Range;

/// Kind of a changed run of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineChange {
    /// Lines that HEAD does not have.
    Added,
    /// Lines in place of others.
    Modified,
    /// Missing lines after the line of the hunk, or before it at the start of a file.
    Deleted,
}

/// A run of lines that differs from HEAD.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hunk {
    /// Kind of the change.
    pub change: LineChange,
    /// 1-based lines of the working tree; at least one.
    pub lines: Range<u32>,
    /// Lines of HEAD in their place, from 0.
    pub removed: Range<u32>,
}

impl Hunk {
    /// Compares two texts; the hunks are in order.
    pub(super) fn between(before: &[u8], after: &[u8]) -> Vec<Self> {
        let changes = line_changes(before, after).into_iter();
        changes.map(Self::from).collect()
    }

    /// Number of lines that HEAD does not have.
    pub fn added(&self) -> usize {
        match self.change {
            LineChange::Deleted => 0,
            LineChange::Added | LineChange::Modified => self.lines.len(),
        }
    }
}

/// Line numbers from 0 of the first text, and those of the second text in their place; one of both may be empty.
pub type LineRanges = (Range<u32>, Range<u32>);

/// Compares two texts; the changes are in order.
pub fn line_changes(before: &[u8], after: &[u8]) -> Vec<LineRanges> {
    let mut input = InternedInput::default();
    input.update_before(lines(before));
    input.update_after(lines(after));
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    diff.hunks().map(|hunk| (hunk.before, hunk.after)).collect()
}

impl From<LineRanges> for Hunk {
    fn from((before, after): LineRanges) -> Self {
        if after.is_empty() {
            let line = after.start.max(1);
            return Self {
                change: LineChange::Deleted,
                lines: line..line + 1,
                removed: before,
            };
        }
        Self {
            change: if before.is_empty() {
                LineChange::Added
            } else {
                LineChange::Modified
            },
            lines: after.start + 1..after.end + 1,
            removed: before,
        }
    }
}

/// Lines with their line breaks.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|byte| *byte == b'\n')
}
