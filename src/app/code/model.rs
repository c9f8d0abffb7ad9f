//! The model of the code pane.
//!
//! Principal types: [`Code`], and [`ZoomSubject`], the row that it shows as indexed, which is complete before its document
//! is read. Movements, folds and the search in the file are methods in files of their own.

use super::old::Old;
use super::page::{DocumentState, Page};
use super::rows::{OUTLINE, Row, Zoom, ZoomLevel, former_levels, levels};
use super::wrap::LineWraps;
use crate::app::text::unnumbered;
use crate::app::viewport::Viewport;
use crate::chunk::{Chunk, ChunkId, Kind, Role};
use crate::corpus::SourcePath;
use crate::search::{Hit, Pattern, Query, highlighted_words};
use std::sync::Arc;

/// A match, name or character in a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineSpan {
    /// 1-based line.
    pub(super) line: u32,
    /// First byte in the line.
    pub(super) from: usize,
    /// Byte after the last one.
    pub(super) to: usize,
}

/// Content of the code pane.
#[derive(Clone, Debug, Default)]
pub(crate) enum CodeContent {
    /// No hit is selected.
    #[default]
    Nothing,
    /// The document was requested.
    Opening,
    /// An error; a sentence for people.
    Failed(String),
    /// A directory: its summary.
    Directory,
    /// A deleted declaration: its text, and the 1-based line at which it was.
    Deleted(Arc<str>, u32),
    /// The document, and the index of the hit's chunk. None if the hit changed since it was
    /// indexed.
    Page(Page, Option<usize>),
}

/// A search in the open file.
#[derive(Clone, Debug, Default)]
pub(super) struct Find {
    pub(super) pattern: Option<Pattern>,
    /// The name that `pattern` matches; empty for a text that was typed.
    pub(super) name: String,
    /// 1-based position of the last match among the matching lines, and their number.
    pub(super) count: (usize, usize),
    pub(super) origin: FindOrigin,
}

/// The state before typing began; the cursor returns there when the search is canceled.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FindOrigin {
    pub(super) level: usize,
    pub(super) line: u32,
    pub(super) span: Option<LineSpan>,
}

/// The model of the pane.
#[derive(Debug, Default)]
pub(crate) struct Code {
    pub(super) subject: Option<ZoomSubject>,
    pub(crate) query: Query,
    /// Highlighted words of the query, in lower case, or the name that connects a related chunk.
    pub(crate) highlighted: Vec<String>,
    pub(crate) content: CodeContent,
    /// Zoom levels.
    pub(super) levels: Vec<ZoomLevel>,
    pub(super) zoom: Zoom,
    pub(super) find: Find,
    /// 1-based line and column of the match in the hit.
    pub(super) matched: Option<(u32, u32)>,
    /// The match, name or character under the cursor. The line is scrolled to it.
    pub(super) span: Option<LineSpan>,
    /// The old text of the shown file.
    pub(super) old: Old,
    pub(super) rows: Vec<Row>,
    /// The rows of the summary, above the others.
    pub(crate) summary: Vec<String>,
    pub(super) cursor: usize,
    /// Cell of the row at which the cursor was put; the cursor of a shorter row is at its end.
    pub(super) column: usize,
    pub(super) viewport: Viewport,
    /// True if line wrap was toggled, in code and in prose.
    pub(super) toggled_wraps: [bool; 2],
    pub(super) wraps: LineWraps,
    /// Cells of all lines scrolled out of view to the left.
    pub(super) shift: usize,
    /// Cells of a row, rows of the pane.
    pub(super) size: (usize, usize),
}

impl Code {
    /// The document that is shown.
    pub(in crate::app) fn page(&self) -> Option<&Page> {
        match &self.content {
            CodeContent::Page(page, _) => Some(page),
            _ => None,
        }
    }

    /// The document that is shown, and the index of the hit's chunk.
    pub(super) fn leaf(&self) -> Option<(&Page, usize)> {
        match &self.content {
            CodeContent::Page(page, leaf) => Some((page, (*leaf)?)),
            _ => None,
        }
    }

    /// The document that is shown, and the hit's chunk.
    pub(super) fn hit(&self) -> Option<(&Page, &Chunk)> {
        let (page, leaf) = self.leaf()?;
        Some((page, page.chunks().get(leaf)?))
    }

    pub(crate) fn path(&self) -> Option<&SourcePath> {
        Some(&self.subject.as_ref()?.hit.record.path)
    }

    /// Names from the file down, without the file; a piece has the name of its whole.
    pub(crate) fn names(&self) -> Vec<String> {
        let Some(subject) = &self.subject else {
            return Vec::new();
        };
        let names = subject.hit.names();
        let names = names.iter().skip(1).map(|name| unnumbered(name).to_owned());
        names.collect()
    }

    /// Returns true if the hit is neither at its indexed location nor anywhere else in the
    /// document.
    pub(crate) fn is_changed(&self) -> bool {
        matches!(&self.content, CodeContent::Page(page, None) if page.has_chunks())
    }

    /// Lines of the hit, to mark them when more is shown.
    pub(crate) fn hit_lines(&self) -> Option<(u32, u32)> {
        let (page, hit) = self.hit()?;
        Some(page.own_lines(hit))
    }

    /// The page of the match, or the one on which the hit begins. None in documents without pages.
    pub(crate) fn page_number(&self) -> Option<u32> {
        let (page, hit) = self.hit()?;
        let line = self.matched_line().unwrap_or(hit.lines.0);
        let text = &page.document.tree.document.text;
        let number = text.page_at(text.lines(line, line).start);
        (number > 0).then_some(number)
    }

    /// Returns true if a directory is shown.
    pub(crate) fn is_directory(&self) -> bool {
        let subject = self.subject.as_ref();
        subject.is_some_and(|subject| subject.hit.record.is_directory())
    }

    pub(crate) fn matched_line(&self) -> Option<u32> {
        self.matched.map(|(line, _)| line)
    }

    /// The rows in the viewport, each with whether the cursor is on it.
    pub(crate) fn visible(&self) -> impl Iterator<Item = (Row, bool)> {
        let range = self.viewport.range(self.rows.len());
        let rows = self.rows.iter().enumerate().take(range.end);
        rows.skip(range.start)
            .map(|(at, row)| (*row, at == self.cursor))
    }

    /// First row in the viewport, and the number of rows.
    pub(crate) fn position(&self) -> (usize, usize) {
        (self.viewport.top().min(self.rows.len()), self.rows.len())
    }

    pub(crate) fn set_size(&mut self, cells: usize, height: usize) {
        if std::mem::replace(&mut self.size, (cells, height)) != (cells, height) {
            self.rebuild();
        }
        self.reveal();
    }

    /// Shows a hit, or the enclosing `node`; at the `goal`, a 1-based line and column, instead of
    /// the match if there is one.
    pub(crate) fn show(
        &mut self,
        hit: &Hit,
        node: ChunkId,
        query: &Query,
        goal: Option<(u32, u32)>,
    ) {
        let is_new_query = self.query != *query;
        if is_new_query {
            self.query = query.clone();
            self.highlighted = highlighted_words(query);
        }
        let mut subject = ZoomSubject {
            hit: hit.clone(),
            node,
            goal,
        };
        let before = match self.subject.take() {
            Some(before) if before.is_same_row(&subject) => before,
            before => {
                self.subject = before;
                return self.look_at(subject);
            }
        };
        // A new query drops the goal.
        if !is_new_query {
            subject.goal = goal.or(before.goal);
        }
        let has_summary = before.summary() == subject.summary();
        let is_other_goal = before.goal != subject.goal;
        self.subject = Some(subject);
        // The summary may have arrived.
        if !has_summary {
            self.rebuild();
        }
        if is_new_query || is_other_goal {
            self.update_match();
        }
    }

    /// Moves to a 1-based line and column of the hit.
    pub(crate) fn aim(&mut self, goal: (u32, u32)) {
        if let Some(subject) = &mut self.subject {
            subject.goal = Some(goal);
            self.find_match();
            self.go_home();
        }
    }

    /// Finds the match of a new query in the same hit. A cursor at the match follows it; one that
    /// the user moved stays.
    fn update_match(&mut self) {
        let is_home = self.cursor_line() == Some(self.home().0);
        self.find_match();
        if is_home {
            self.go_home();
        }
    }

    /// Brings the match of the hit into view, or its name, with the cursor on its line.
    pub(super) fn go_home(&mut self) {
        let (line, column) = self.home();
        let span = self.page().and_then(|page| {
            let text = page.line(line);
            let (from, _) = text.char_indices().nth(column.checked_sub(1)? as usize)?;
            let rest = &text[from..];
            let word = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'));
            let to = from + word.unwrap_or(rest.len()).max(1);
            Some(LineSpan { line, from, to })
        });
        self.point_at(span);
        self.put_cursor(line);
        self.scroll_to_cursor();
    }

    /// Starts with another subject.
    fn look_at(&mut self, subject: ZoomSubject) {
        let record = &subject.hit.record;
        if self.path() != Some(&record.path) {
            self.find = Find::default();
            self.old.file = None;
        }
        self.zoom = Zoom::default();
        self.shift = 0;
        self.matched = None;
        self.span = None;
        self.column = 0;
        self.levels.clear();
        self.content = match &subject.hit.deleted {
            Some(text) => CodeContent::Deleted(Arc::clone(text), record.lines.0),
            None if record.is_directory() => CodeContent::Directory,
            None => CodeContent::Opening,
        };
        self.subject = Some(subject);
        self.cursor = 0;
        self.build();
        self.viewport.place(0, 0);
    }

    pub(crate) fn clear(&mut self) {
        *self = Self {
            viewport: Viewport::new(self.viewport.height()),
            size: self.size,
            toggled_wraps: self.toggled_wraps,
            ..Self::default()
        };
    }

    /// Shows the subject's document. One that was read again keeps zoom level and cursor.
    pub(crate) fn take(&mut self, document: &DocumentState) {
        // In a document that is not chunked yet, the hit is not found.
        let again = matches!(&self.content, CodeContent::Page(page, _) if page.has_chunks());
        match document {
            DocumentState::Requested => {}
            DocumentState::Failed(why) => {
                self.content = CodeContent::Failed(why.clone());
                self.rows.clear();
                self.levels.clear();
                self.matched = None;
            }
            DocumentState::Read(page) => self.take_page(page, again),
        }
    }

    fn take_page(&mut self, page: &Page, again: bool) {
        let Some(subject) = &self.subject else {
            return;
        };
        let record = &subject.hit.record;
        let anchor = page.document.anchor(record.id, record.hash);
        let anchor = anchor.filter(|leaf| *leaf < page.chunks().len());
        self.levels = match anchor {
            Some(leaf) => levels(page, leaf),
            None => former_levels(page, record.lines),
        };
        // A cursor that was moved before the chunks were known stays.
        let is_first = matches!(self.content, CodeContent::Opening | CodeContent::Failed(_));
        let line = self.cursor_line();
        let is_home = is_first || line == Some(self.home().0);
        let before = self.hit_lines();
        if !again {
            self.zoom.level = subject.level(page, &self.levels);
            // Imports are shown with the first lines of their file.
            let hit = anchor.and_then(|leaf| page.chunks().get(leaf));
            self.zoom.parent = hit.is_some_and(|hit| hit.kind == Kind::Imports);
        }
        self.content = CodeContent::Page(page.clone(), anchor);
        self.find_match();
        self.build();
        match line {
            // A line in or below the hit moves with the hit.
            Some(line) if again || !is_home => {
                let moved = match (before, self.hit_lines()) {
                    (Some((was, _)), Some((is, _))) if line >= was => {
                        (line - was).saturating_add(is)
                    }
                    _ => line,
                };
                if let Some(span) = &mut self.span {
                    span.line = moved;
                }
                self.put_cursor(moved);
            }
            _ => self.go_home(),
        }
        self.reveal();
    }

    /// Name of the zoom level for the title. None for the hit alone.
    pub(crate) fn zoom_name(&self) -> Option<&'static str> {
        match self.level() {
            0 => None,
            level => Some(self.levels.get(level)?.name),
        }
    }

    /// The level zoomed to, 0 for the hit.
    pub(crate) fn level(&self) -> usize {
        self.zoom.level.min(self.level_count() - 1)
    }

    /// Number of levels, at least one.
    pub(super) fn level_count(&self) -> usize {
        self.levels.len().max(1)
    }
}

/// A hit, and the selected row, which is the hit or contains it.
#[derive(Debug)]
pub(super) struct ZoomSubject {
    pub(super) hit: Hit,
    /// The selected row.
    pub(super) node: ChunkId,
    /// Location to show in place of the query's match; 1-based line and column.
    pub(super) goal: Option<(u32, u32)>,
}

impl ZoomSubject {
    /// Returns true for the same row with the same hit.
    pub(super) fn is_same_row(&self, other: &Self) -> bool {
        self.hit.record.id == other.hit.record.id && self.node == other.node
    }

    /// Summary of the selected file or directory; empty for everything else.
    pub(super) fn summary(&self) -> &str {
        if self.hit.record.id == self.node {
            return &self.hit.record.summary;
        }
        let mut ancestors = self.hit.ancestors.iter();
        let selected = ancestors.find(|ancestor| ancestor.id == self.node);
        selected.map_or("", |ancestor| &ancestor.summary)
    }

    /// The chunk of the selected row.
    pub(super) fn focus(&self, page: &Page, leaf: usize) -> usize {
        let chain = page.chain(leaf).into_iter();
        let mut selected = chain.filter(|index| self.is_node(page, *index));
        selected.next().unwrap_or(leaf)
    }

    /// The level of the selected row.
    pub(super) fn level(&self, page: &Page, levels: &[ZoomLevel]) -> usize {
        let mut shown = levels.iter().map(|level| level.chunk);
        let level = shown.position(|chunk| chunk.is_some_and(|chunk| self.is_node(page, chunk)));
        if let Some(level @ 1..) = level {
            return level;
        }
        // A header is shown with the members below it.
        match levels {
            [
                ZoomLevel {
                    chunk: Some(chunk), ..
                },
                outline,
                ..,
            ] if outline.name == OUTLINE && outline.chunk.is_some() => {
                let narrowest = page.chunks().get(*chunk);
                usize::from(narrowest.is_some_and(|chunk| chunk.role == Role::Header))
            }
            _ => 0,
        }
    }

    fn is_node(&self, page: &Page, index: usize) -> bool {
        let chunk = page.chunks().get(index);
        chunk.is_some_and(|chunk| chunk.id == self.node)
    }
}
