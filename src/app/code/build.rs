//! Building of the rows, and the cursor in them. Methods of [`Code`].
//!
//! Contract: after a rebuild the cursor is on the same line, at the same height of the pane.

use super::find::MARGIN;
use super::model::{Code, CodeContent};
use super::page::Page;
use super::rows::{Row, foldable, rows};
use crate::answers::CurrentChunk;
use crate::app::glyph::wrap;
use crate::chunk::{Chunk, Kind};
use crate::search::match_position;

/// Number of bytes of a hit that are searched for the query. Only a whole file is longer.
const SEARCHED_BYTES: usize = 32 << 10;

impl Code {
    /// Finds the match in the hit. None before its document is read, and without a match.
    pub(super) fn find_match(&mut self) {
        self.matched = None;
        let (Some((page, chunk)), Some(subject)) = (self.hit(), &self.subject) else {
            return;
        };
        self.matched = match (subject.goal, chunk.kind) {
            // A location in a whole file is typed by hand, perhaps beyond its end.
            (Some((line, column)), Kind::File) => Some((line.min(chunk.lines.1), column)),
            (goal, _) => CurrentChunk::from(chunk)
                .match_of_hit(&subject.hit, goal, || self.search_in(page, chunk)),
        };
    }

    /// Searches a chunk for the query.
    fn search_in(&self, page: &Page, chunk: &Chunk) -> Option<(u32, u32)> {
        let longest = chunk.bytes.start.saturating_add(SEARCHED_BYTES);
        let bytes = chunk.bytes.start..chunk.text_end.min(longest);
        let text = &page.document.tree.document.text;
        let first = (chunk.lines.0, text.column_at(bytes.start));
        match_position(&text.slice(bytes), first, &self.query)
    }

    /// Rebuilds the rows. The cursor stays on its line, and the line at its height.
    pub(super) fn rebuild(&mut self) {
        let line = self.cursor_line().unwrap_or(self.home().0);
        self.rebuild_at(line);
    }

    /// Rebuilds the rows with the cursor on a line, without moving it on the screen.
    pub(super) fn rebuild_at(&mut self, line: u32) {
        let offset = self.viewport.offset(self.cursor);
        self.build();
        self.put_cursor(line);
        self.viewport.place(self.cursor, offset);
    }

    pub(super) fn build(&mut self) {
        let mut rows = match &self.content {
            CodeContent::Page(page, leaf) => {
                rows(page, *leaf, &self.levels, &self.zoom, self.size.1)
            }
            CodeContent::Deleted(text, first) => {
                let lines = u32::try_from(text.lines().count()).unwrap_or(u32::MAX);
                (*first..first.saturating_add(lines.max(1)))
                    .map(|line| Row::Old(line, line))
                    .collect()
            }
            _ => Vec::new(),
        };
        if let Some(page) = self.page().filter(|page| self.wraps(page)).cloned() {
            rows = self.wraps.wrapped(&page, rows, self.cells(&page));
        }
        self.rows = self.with_old(rows);
        self.summarize();
        let above = self.summary.len();
        self.viewport.resize(self.size.1.saturating_sub(above));
    }

    /// Puts the summary of a file above its text, in at most a third of the pane and followed by an
    /// empty row; for a directory the summary fills the pane.
    fn summarize(&mut self) {
        self.summary.clear();
        let Some(subject) = &self.subject else {
            return;
        };
        let text = subject.summary();
        if text.is_empty() {
            return;
        }
        let (cells, height) = self.size;
        let is_directory = subject.hit.record.is_directory();
        let room = if is_directory {
            height
        } else {
            (height / 3).saturating_sub(1)
        };
        let lines = wrap(text, cells.saturating_sub(1)).into_iter();
        let rows = lines.map(|line| text[line].trim_end().to_owned());
        self.summary = shortened(rows.collect(), room);
        if !is_directory && !self.summary.is_empty() {
            self.summary.push(String::new());
        }
    }

    /// Distance of the cursor from the top of the pane.
    pub(crate) fn cursor_y(&self) -> usize {
        self.summary.len() + self.viewport.offset(self.cursor)
    }

    /// Line of the cursor. A fold counts as the line of its name.
    pub(crate) fn cursor_line(&self) -> Option<u32> {
        let row = self.rows.get(self.cursor)?;
        self.line_of(row)
    }

    pub(super) fn line_of(&self, row: &Row) -> Option<u32> {
        match (row, &self.content) {
            (Row::Line(line) | Row::Part(line, _) | Row::Cells(line, _) | Row::Old(_, line), _) => {
                Some(*line)
            }
            (Row::Fold(chunk, _) | Row::Parent(chunk), CodeContent::Page(page, _)) => {
                Some(page.chunks().get(*chunk)?.name_at.0)
            }
            _ => None,
        }
    }

    /// Puts the cursor on the row of a line, or on the last one before it. In the wrapped line of the
    /// match it is the row of the match.
    pub(super) fn put_cursor(&mut self, line: u32) {
        let byte = self.span_on(line).map_or(0, |span| span.from);
        let at = self.rows.iter().rposition(|row| {
            row.starts_by(byte) && self.begins_at(row).is_some_and(|at| at <= line)
        });
        self.cursor = at.unwrap_or(0);
        self.settle();
    }

    /// First line of a row.
    fn begins_at(&self, row: &Row) -> Option<u32> {
        match (row, &self.content) {
            (Row::Fold(chunk, _), CodeContent::Page(page, _)) => {
                Some(page.own_lines(page.chunks().get(*chunk)?).0)
            }
            // The line itself follows or precedes.
            (Row::Old(..), CodeContent::Page(..)) => None,
            _ => self.line_of(row),
        }
    }

    /// Scrolls a new document to its start if the cursor and some lines below it are in view then, and keeps lines
    /// above a hit inside a larger chunk.
    pub(super) fn scroll_to_cursor(&mut self) {
        let height = self.viewport.height();
        let above = if self.level() == 0 && self.cursor + MARGIN < height {
            self.cursor
        } else {
            height / 3
        };
        self.viewport.place(self.cursor, above);
        self.reveal();
    }

    pub(super) fn go(&mut self, row: usize) {
        self.cursor = row.min(self.rows.len().saturating_sub(1));
        self.settle();
    }

    pub(super) fn reveal(&mut self) {
        self.viewport.reveal(self.cursor, self.rows.len());
    }

    /// Zooms to a level, or the last one. Returns false while the document is loading.
    pub(crate) fn zoom_to(&mut self, level: usize) -> bool {
        match &self.content {
            CodeContent::Page(page, _) if !page.has_chunks() => false,
            CodeContent::Page(..) => {
                if level != self.level() {
                    self.zoom.level = level;
                    self.rebuild();
                    self.reveal();
                }
                true
            }
            CodeContent::Directory | CodeContent::Deleted(..) | CodeContent::Failed(_) => true,
            CodeContent::Nothing | CodeContent::Opening => false,
        }
    }

    /// Scrolls to a line that is not in view, without the cursor.
    pub(crate) fn scroll_to_line(&mut self, line: u32) {
        let row = self
            .rows
            .iter()
            .position(|row| self.line_of(row) == Some(line));
        if let Some(row) = row
            && !self.heights().contains_key(&line)
        {
            self.viewport.place(row, self.viewport.half_page());
        }
    }

    /// Rows of a page.
    pub(crate) fn page_height(&self) -> usize {
        self.viewport.page()
    }

    /// Puts the cursor on a 1-based line and opens the folds around it.
    pub(crate) fn go_to_line(&mut self, line: u32) {
        self.put_cursor(line);
        if self.cursor_line() != Some(line) {
            self.unfold(line);
            self.put_cursor(line);
        }
        self.scroll_to_cursor();
    }

    fn unfold(&mut self, line: u32) {
        let chunks = self.page().map_or(&[][..], |page| page.chunks());
        let mut around = Vec::new();
        for chunk in chunks {
            if foldable(chunk) && (chunk.lines.0..=chunk.lines.1).contains(&line) {
                around.push((chunk.id, false));
            }
        }
        self.zoom.folds.extend(around);
        self.rebuild();
    }
}

/// The first rows of a text; an ellipsis if it is longer.
fn shortened(mut rows: Vec<String>, room: usize) -> Vec<String> {
    let is_cut = rows.len() > room;
    rows.truncate(room);
    if let Some(last) = rows.last_mut()
        && is_cut
    {
        let kept = last.trim_end_matches(['.', ',', ';', ':', '(', ' ', '…']);
        last.truncate(kept.len());
        last.push('…');
    }
    rows
}
