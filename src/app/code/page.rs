//! An open document by its lines.
//!
//! Principal type: [`Page`]. Invariant: lines are 1-based, and one beyond the end is empty, never an error.

use crate::app::glyph::{Glyph, cells, units, wrap_shown};
use crate::chunk::{Chunk, HiddenRange, Role, Table, TableRow};
use crate::context::{OpenDocument, OpenStep, around};
use crate::corpus::{Hunk, LineChange};
use crate::syntax::{HighlightRole, Span};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// U+FEFF at the start of a file states its encoding.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Maximum length in characters of the text of a line in a note.
const NOTE: usize = 120;

/// Bytes of a signature read for one row.
const TITLE: usize = 400;

/// State of a requested document.
#[derive(Clone, Debug)]
pub(crate) enum DocumentState {
    /// Requested.
    Requested,
    /// Read.
    Read(Page),
    /// The error; a sentence for people.
    Failed(String),
}

/// A document by its lines.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    pub(crate) document: Arc<OpenDocument>,
}

impl Page {
    pub(crate) fn new(document: Arc<OpenDocument>) -> Self {
        Self { document }
    }

    /// Byte offset of each line.
    fn starts(&self) -> &[usize] {
        self.document.line_starts()
    }

    /// Returns true if the chunks of the document are known.
    pub(crate) fn has_chunks(&self) -> bool {
        self.document.progress > OpenStep::Read
    }

    pub(crate) fn chunks(&self) -> &[Chunk] {
        &self.document.tree.chunks
    }

    /// Number of lines, at least one.
    pub(crate) fn lines(&self) -> u32 {
        u32::try_from(self.starts().len()).unwrap_or(u32::MAX)
    }

    /// Returns true for text rather than code.
    pub(crate) fn is_prose(&self) -> bool {
        self.document.tree.format.is_some()
    }

    /// Digits of the highest line number, at least four.
    pub(crate) fn gutter(&self) -> usize {
        self.lines().to_string().len().max(4)
    }

    /// Cells before each line.
    pub(crate) fn margin(&self) -> usize {
        self.gutter() + 4
    }

    /// Bytes of a 1-based line, without its line break and without the byte order mark that a file
    /// may begin with; empty beyond the end.
    pub(crate) fn bytes(&self, line: u32) -> Range<usize> {
        let text = &self.document.tree.document.text;
        let Range { start, end } = text.lines(line.max(1), line.max(1));
        let line = &text.bytes()[start..end];
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let end = start + line.len();
        if start == 0 && line.starts_with(BYTE_ORDER_MARK) {
            return BYTE_ORDER_MARK.len()..end;
        }
        start..end
    }

    /// The bytes of a range.
    pub(crate) fn raw(&self, bytes: Range<usize>) -> &[u8] {
        let text = self.document.tree.document.text.bytes();
        text.get(bytes).unwrap_or_default()
    }

    /// A range without trailing spaces, which may not fit after a wrapped word.
    pub(crate) fn without_final_space(&self, bytes: Range<usize>) -> Range<usize> {
        let shown = self.raw(bytes.clone()).trim_ascii_end().len();
        bytes.start..bytes.start + shown
    }

    /// Cells of a range on the screen, with its marks replaced.
    pub(super) fn cells(&self, bytes: Range<usize>) -> usize {
        let marks = self.marks(bytes.clone());
        let text = String::from_utf8_lossy(self.raw(bytes.clone()));
        units(&text).fold(0, |column, (at, unit)| {
            column
                + match Self::mark_at(marks, bytes.start + at) {
                    Some(instead) => cells(instead),
                    None => Glyph::of(unit).cells(column),
                }
        })
    }

    /// The parts of a range on one line that fit into this many cells. Text that is not UTF-8 is not wrapped.
    pub(super) fn wrap(&self, bytes: Range<usize>, cells: usize) -> Vec<Range<usize>> {
        let text = self.raw(bytes.clone());
        let marks = self.marks(bytes.clone());
        // Each byte of plain text is a cell.
        let is_short = text.len() <= cells
            && marks.is_empty()
            && text.iter().all(|byte| matches!(byte, b' '..=b'~'));
        let Range { start, .. } = bytes;
        match std::str::from_utf8(text) {
            Ok(text) if !is_short => {
                let mut parts = wrap_shown(text, cells, |at| Self::mark_at(marks, start + at));
                for part in &mut parts {
                    *part = start + part.start..start + part.end;
                }
                parts
            }
            _ => vec![bytes],
        }
    }

    /// A 1-based line as text.
    pub(crate) fn line(&self, line: u32) -> Cow<'_, str> {
        self.document.tree.document.text.slice(self.bytes(line))
    }

    /// The text of a line without indentation, cut if it is long.
    pub(crate) fn note(&self, line: u32) -> String {
        self.line(line).trim().chars().take(NOTE).collect()
    }

    /// The 1-based line of a byte.
    pub(crate) fn line_of(&self, byte: usize) -> u32 {
        let line = self.starts().partition_point(|start| *start <= byte);
        u32::try_from(line).unwrap_or(u32::MAX).max(1)
    }

    /// The highlights that touch a byte range, in order.
    pub(crate) fn spans(&self, bytes: Range<usize>) -> &[Span] {
        spans_in(&self.document.spans, &bytes)
    }

    /// The marks that touch a byte range, in order.
    pub(crate) fn marks(&self, bytes: Range<usize>) -> &[HiddenRange] {
        let marks = &self.document.markup.marks;
        let first = marks.partition_point(|mark| (mark.bytes.end as usize) <= bytes.start);
        let after = marks.partition_point(|mark| (mark.bytes.start as usize) < bytes.end);
        marks.get(first..after).unwrap_or_default()
    }

    /// The table that a line is in, and its row.
    pub(super) fn table_row(&self, line: u32) -> Option<(&Table, &TableRow)> {
        let bytes = self.bytes(line);
        let tables = &self.document.markup.tables;
        let starts = |row: &TableRow| row.start <= bytes.end;
        let after = tables.partition_point(|table| table.rows.first().is_some_and(starts));
        let table = tables.get(after.checked_sub(1)?)?;
        let row = table.rows[..table.rows.partition_point(starts)].last()?;
        (bytes.start <= row.start).then_some((table, row))
    }

    /// Replacement for a byte inside a mark: its text at the first byte, empty for the others.
    /// `marks` are the marks of the line.
    pub(crate) fn mark_at(marks: &[HiddenRange], byte: usize) -> Option<&'static str> {
        let at = marks.partition_point(|mark| (mark.bytes.end as usize) <= byte);
        let mark = marks.get(at)?;
        match byte.checked_sub(mark.bytes.start as usize)? {
            0 => Some(mark.shown),
            _ => Some(""),
        }
    }

    /// The change of a line since git's HEAD.
    pub(crate) fn change(&self, line: u32) -> Option<LineChange> {
        let hunks = self.document.hunks.as_ref().ok()?;
        Hunk::at(hunks, line).map(|hunk| hunk.change)
    }

    /// The role of the highlight that contains a byte. `spans` are the highlights of its line.
    pub(crate) fn role_at(spans: &[Span], byte: usize) -> Option<HighlightRole> {
        let at = spans.partition_point(|span| (span.bytes.end as usize) <= byte);
        let span = spans.get(at)?;
        ((span.bytes.start as usize) <= byte).then_some(span.role)
    }

    /// A chunk and its parents up to the file.
    pub(crate) fn chain(&self, chunk: usize) -> Vec<usize> {
        let chunks = self.chunks();
        let own = (chunk < chunks.len()).then_some(chunk);
        // Parents precede their children; anything else would be a cycle.
        let parent = |index: &usize| chunks[*index].parent.filter(|parent| parent < index);
        std::iter::successors(own, parent).collect()
    }

    /// The lines of a declaration's header: its header leaf, else its signature, else its name.
    pub(crate) fn head(&self, chunk: &Chunk) -> (u32, u32) {
        let mut children = self.document.tree.children(chunk);
        match children.find(|child| child.role == Role::Header) {
            Some(header) => self.trimmed(header.lines),
            None if !chunk.signature.is_empty() => (
                self.line_of(chunk.signature.start),
                self.line_of(chunk.signature.end.saturating_sub(1)),
            ),
            None => (chunk.name_at.0, chunk.name_at.0),
        }
    }

    /// Returns true if these lines are blank.
    pub(crate) fn is_blank(&self, lines: Range<u32>) -> bool {
        lines
            .into_iter()
            .all(|line| self.raw(self.bytes(line)).trim_ascii().is_empty())
    }

    /// Lines without trailing blank lines.
    pub(crate) fn trimmed(&self, (first, last): (u32, u32)) -> (u32, u32) {
        let mut last = last.min(self.lines());
        while last > first && self.line(last).trim().is_empty() {
            last -= 1;
        }
        (first, last)
    }

    /// The lines of a chunk without trailing blank lines, and without closing brackets of its
    /// parent, which belong to the leaf of the last member.
    pub(crate) fn own_lines(&self, chunk: &Chunk) -> (u32, u32) {
        let (first, mut last) = self.trimmed(chunk.lines);
        let margin = self.indent(first);
        while last > first
            && around::closes(self.raw(self.bytes(last)))
            && self.indent(last) < margin
        {
            last = self.trimmed((first, last - 1)).1;
        }
        (first, last)
    }

    /// The text of a run of lines without trailing blank lines.
    pub(crate) fn text(&self, lines: (u32, u32)) -> String {
        let (first, last) = self.trimmed(lines);
        let bytes = self.bytes(first).start..self.bytes(last).end;
        let text = &self.document.tree.document.text;
        format!("{}\n", text.slice(bytes))
    }

    /// Bytes of indentation of a line.
    fn indent(&self, line: u32) -> usize {
        let text = self.raw(self.bytes(line));
        text.len() - text.trim_ascii_start().len()
    }

    /// Returns true for a leaf, and for a declaration that was split into pieces.
    pub(crate) fn is_unit(&self, chunk: usize) -> bool {
        let tree = &self.document.tree;
        self.chunks().get(chunk).is_some_and(|at| match at.role {
            Role::Header | Role::Piece => false,
            Role::Parent => tree.is_split(at),
            Role::Body | Role::Gap => true,
        })
    }

    /// Title of a folded chunk, with its indentation: its signature, else the line of its name.
    pub(crate) fn title(&self, chunk: &Chunk) -> String {
        let bytes = if chunk.signature.is_empty() {
            self.bytes(chunk.name_at.0)
        } else {
            chunk.signature.clone()
        };
        let first = self.line(self.line_of(bytes.start));
        let indent = &first[..first.len() - first.trim_start().len()];
        let longest = bytes.start.saturating_add(TITLE);
        let document = &self.document.tree.document;
        let text = document.text.slice(bytes.start..bytes.end.min(longest));
        let words: Vec<&str> = text.split_whitespace().collect();
        let line = words.join(" ");
        let line = line.trim_end_matches(['{', ':', '=', ' ']);
        // A signature of several lines is joined.
        format!("{indent}{}", line.replace("( ", "(").replace(", )", ")"))
    }
}
/// The spans, sorted and apart, that touch a byte range.
pub(super) fn spans_in<'s>(spans: &'s [Span], bytes: &Range<usize>) -> &'s [Span] {
    let first = spans.partition_point(|span| (span.bytes.end as usize) <= bytes.start);
    let after = spans.partition_point(|span| (span.bytes.start as usize) < bytes.end);
    spans.get(first..after).unwrap_or_default()
}
