//! The old text of the shown file: removed lines in place, or before and after side by side. Methods of [`Code`].
//!
//! Invariant: rows of old lines are no lines of the document; the cursor on one has the line of its change.

use super::model::{Code, CodeContent};
use super::page::{Page, spans_in};
use super::rows::Row;
use crate::corpus::{FileDiff, Hunk, LineChange};
use crate::protocol::OldFile;
use crate::syntax::Span;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// Minimum width of the pane for two texts side by side.
const MIN_BESIDE: usize = 80;

/// Layout of the old text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum OldText {
    /// Not at all.
    #[default]
    Hidden,
    /// Removed lines above the lines in their place.
    Inline,
    /// On the left of the new text.
    Beside,
}

/// The old text of the shown file.
#[derive(Debug, Default)]
pub(super) struct Old {
    pub(super) file: Option<Arc<OldFile>>,
    shown: OldText,
}

impl Code {
    /// Sets the old text of the shown file, if it is known, and how it is shown.
    pub(crate) fn set_old(&mut self, file: Option<&Arc<OldFile>>, shown: OldText) {
        let is_same = match (&self.old.file, file) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        };
        if is_same && self.old.shown == shown {
            return;
        }
        self.old = Old {
            file: file.cloned(),
            shown,
        };
        self.rebuild();
        self.reveal();
    }

    /// Returns true if before and after are side by side.
    pub(crate) fn is_beside(&self) -> bool {
        self.old.shown == OldText::Beside && self.fits_beside() && self.old.file.is_some()
    }

    /// Returns true if the pane is wide enough for two texts.
    pub(crate) fn fits_beside(&self) -> bool {
        self.size.0 >= MIN_BESIDE
    }

    fn old_diff(&self) -> Option<&FileDiff> {
        self.old.file.as_ref().map(|file| &file.diff)
    }

    fn shown_old_diff(&self) -> Option<&FileDiff> {
        match self.old.shown {
            OldText::Hidden => None,
            _ => self.old_diff(),
        }
    }

    /// The change of a line since the compared commit.
    pub(crate) fn change(&self, page: &Page, line: u32) -> Option<LineChange> {
        match self.old_diff() {
            Some(diff) => Hunk::at(&diff.hunks, line).map(|hunk| hunk.change),
            None => page.change(line),
        }
    }

    /// Adds the rows of removed lines.
    pub(super) fn with_old(&self, rows: Vec<Row>) -> Vec<Row> {
        let Some(diff) = self.shown_old_diff() else {
            return rows;
        };
        let is_beside = self.is_beside();
        let mut all = Vec::with_capacity(rows.len());
        let line_of = |at: usize| match rows.get(at) {
            Some(Row::Line(line) | Row::Part(line, _) | Row::Cells(line, _)) => Some(*line),
            _ => None,
        };
        for (at, row) in rows.iter().enumerate() {
            let Some(line) = line_of(at) else {
                all.push(*row);
                continue;
            };
            let is_first = at == 0 || line_of(at - 1) != Some(line);
            let is_last = line_of(at + 1) != Some(line);
            let hunk = Hunk::at(&diff.hunks, line);
            let old = |range: Range<u32>| range.map(move |old| Row::Old(old + 1, line));
            let before = match hunk {
                Some(hunk) if is_first && is_at_start(hunk) => hunk.removed.clone(),
                Some(hunk) if is_first && !is_beside && hunk.change == LineChange::Modified => {
                    if hunk.lines.start == line {
                        hunk.removed.clone()
                    } else {
                        0..0
                    }
                }
                _ => 0..0,
            };
            all.extend(old(before));
            all.push(*row);
            let after = match hunk {
                Some(hunk) if !is_last || is_at_start(hunk) => 0..0,
                Some(hunk) if hunk.change == LineChange::Deleted => hunk.removed.clone(),
                // More lines were removed than were added in their place.
                Some(hunk) if is_beside && hunk.lines.end == line + 1 => {
                    let paired = hunk.removed.start + hunk.added() as u32;
                    paired.min(hunk.removed.end)..hunk.removed.end
                }
                _ => 0..0,
            };
            all.extend(old(after));
        }
        all
    }

    /// The number of the old line beside a line of the document; none for an added line.
    pub(crate) fn old_number(&self, line: u32) -> Option<u32> {
        let hunks = &self.old_diff()?.hunks;
        if let Some(hunk) = Hunk::at(hunks, line)
            && hunk.change != LineChange::Deleted
        {
            let old = hunk.removed.start + (line - hunk.lines.start);
            return (old < hunk.removed.end).then_some(old + 1);
        }
        // The first line after the hunk follows the last one that it removed.
        let last = hunks
            .iter()
            .take_while(|hunk| next_line(hunk) <= line)
            .last();
        Some(last.map_or(line, |hunk| hunk.removed.end + 1 + (line - next_line(hunk))))
    }

    /// An old line as text, without its line break.
    pub(crate) fn old_line(&self, number: u32) -> Cow<'_, str> {
        if let CodeContent::Deleted(text, first) = &self.content {
            let at = number.saturating_sub(*first) as usize;
            return Cow::Borrowed(text.lines().nth(at).unwrap_or_default());
        }
        let Some(diff) = self.old_diff() else {
            return Cow::Borrowed("");
        };
        let text = &diff.before;
        let bytes = text.lines(number, number);
        let line = text.bytes().get(bytes.clone()).unwrap_or_default();
        let end = bytes.start + line.trim_ascii_end().len();
        let line = text.slice(bytes.start..end);
        match diff.line_ends.get(&number) {
            Some(ends) => Cow::Owned(format!("{line}  ({ends})")),
            None => line,
        }
    }

    /// The highlights that touch an old line, and the byte at which it begins.
    pub(crate) fn old_spans(&self, number: u32) -> (&[Span], usize) {
        match &self.old.file {
            Some(old) if !self.is_deleted() => {
                let bytes = old.diff.before.lines(number, number);
                (spans_in(&old.spans, &bytes), bytes.start)
            }
            _ => (&[], 0),
        }
    }

    /// Words of an old line that are no longer there.
    pub(crate) fn removed_words(&self, number: u32) -> &[Range<u32>] {
        let words = self
            .old_diff()
            .and_then(|diff| diff.removed_words.get(&number));
        words.map_or(&[], Vec::as_slice)
    }

    /// Words of a line that are new, while the old text is shown.
    pub(crate) fn added_words(&self, line: u32) -> &[Range<u32>] {
        let words = self
            .shown_old_diff()
            .and_then(|diff| diff.added_words.get(&line));
        words.map_or(&[], Vec::as_slice)
    }

    /// Returns true if a deleted declaration or file is shown.
    pub(crate) fn is_deleted(&self) -> bool {
        matches!(self.content, CodeContent::Deleted(..))
    }
}

/// Returns true for lines that were removed before the first line.
fn is_at_start(hunk: &Hunk) -> bool {
    hunk.change == LineChange::Deleted && hunk.removed.start == 0
}

/// The line of the document that follows a hunk.
fn next_line(hunk: &Hunk) -> u32 {
    if is_at_start(hunk) {
        hunk.lines.start
    } else {
        hunk.lines.end
    }
}
