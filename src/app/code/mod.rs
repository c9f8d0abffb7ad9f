//! The code pane: the selected hit in its document as it is now, as narrowly or as widely as
//! wished, with a cursor line.

mod look;
mod page;
mod place;
mod rows;
mod wrap;

pub(crate) use page::Page;
pub(crate) use rows::Row;

use super::documents::Opening;
use super::viewport::Viewport;
use crate::chunk::ChunkId;
use crate::context::Anchor;
use crate::corpus::SourcePath;
use crate::search::{Hit, Query, lit_words, matched_at};
use rows::{Width, foldable};
use std::sync::Arc;

/// What the pane has to show.
#[derive(Clone, Debug, Default)]
pub(crate) enum Showing {
    /// No hit is selected.
    #[default]
    Nothing,
    /// The document was asked for and is not there yet.
    Opening,
    /// It cannot be shown; a sentence for people.
    Failed(String),
    /// A directory: what it is about.
    Directory,
    /// The document, and where the hit is in it; none when it changed since it was indexed.
    Page(Arc<Page>, Option<usize>),
}

/// The hit that is looked at, as the index knows it.
#[derive(Clone, Debug)]
struct Subject {
    path: SourcePath,
    id: ChunkId,
    hash: u64,
    /// From the file down.
    names: Vec<String>,
    lines: (u32, u32),
    name_at: (u32, u32),
    /// The node that is selected: the hit itself or what it is in.
    node: ChunkId,
    /// What the selected file or directory is about; empty for everything else.
    summary: String,
    /// There is no document: it is a directory.
    is_directory: bool,
}

impl Subject {
    fn new(hit: &Hit, node: ChunkId) -> Self {
        let record = &hit.record;
        Self {
            path: record.path.clone(),
            id: record.id,
            hash: record.hash,
            names: record.names.clone(),
            lines: record.lines,
            name_at: record.name_at,
            node,
            summary: summary_of(hit, node).to_owned(),
            is_directory: record.is_directory(),
        }
    }
}

/// What a node is about: a hit that is a summary, or the file around a hit.
fn summary_of(hit: &Hit, node: ChunkId) -> &str {
    let around = || hit.ancestors.iter().find(|above| above.id == node);
    match hit.record.id == node {
        true => &hit.record.summary,
        false => around().map_or("", |above| &above.summary),
    }
}

/// The model of the pane.
#[derive(Debug, Default)]
pub(crate) struct Code {
    subject: Option<Subject>,
    query: Query,
    /// Words that light up.
    lit: Vec<String>,
    showing: Showing,
    width: Width,
    /// Where the query stands in the hit: 1-based line and column.
    matched: Option<(u32, u32)>,
    rows: Vec<Row>,
    /// Rows above the viewport, which say what the whole is about.
    summary: Vec<String>,
    cursor: usize,
    viewport: Viewport,
    /// Cells of a row, rows of the pane.
    size: (usize, usize),
}

impl Code {
    pub(crate) fn showing(&self) -> &Showing {
        &self.showing
    }

    pub(crate) fn path(&self) -> Option<&SourcePath> {
        self.subject.as_ref().map(|subject| &subject.path)
    }

    /// Names from the file down, without the file.
    pub(crate) fn names(&self) -> &[String] {
        match &self.subject {
            Some(subject) => subject.names.get(1..).unwrap_or_default(),
            None => &[],
        }
    }

    pub(crate) fn lit(&self) -> &[String] {
        &self.lit
    }

    /// Whether the hit is not where the index says, nor anywhere else in its document.
    pub(crate) fn is_changed(&self) -> bool {
        matches!(self.showing, Showing::Page(_, None))
    }

    /// Lines of the hit, to mark them when more is shown.
    pub(crate) fn hit_lines(&self) -> Option<(u32, u32)> {
        match &self.showing {
            Showing::Page(page, Some(leaf)) => Some(page.trimmed(page.chunks()[*leaf].lines)),
            _ => None,
        }
    }

    /// The page that the hit begins on; none where there are no pages.
    pub(crate) fn page_number(&self) -> Option<u32> {
        match &self.showing {
            Showing::Page(page, Some(leaf)) => {
                Some(page.chunks()[*leaf].page).filter(|page| *page > 0)
            }
            _ => None,
        }
    }

    /// The rows above all others, which say what the whole is about.
    pub(crate) fn summary(&self) -> &[String] {
        &self.summary
    }

    /// Whether a directory is shown, which has no lines to edit.
    pub(crate) fn is_directory(&self) -> bool {
        self.subject.as_ref().is_some_and(|it| it.is_directory)
    }

    pub(crate) fn matched_line(&self) -> Option<u32> {
        self.matched.map(|(line, _)| line)
    }

    /// The rows in the viewport, each with whether the cursor is on it.
    pub(crate) fn visible(&self) -> impl Iterator<Item = (Row, bool)> {
        self.viewport
            .range(self.rows.len())
            .map(|at| (self.rows[at], at == self.cursor))
    }

    /// First row in the viewport, rows in all.
    pub(crate) fn position(&self) -> (usize, usize) {
        (self.viewport.top(), self.rows.len())
    }

    pub(crate) fn set_size(&mut self, cells: usize, height: usize) {
        if std::mem::replace(&mut self.size, (cells, height)) != (cells, height) {
            self.rebuild();
        }
        self.reveal();
    }

    /// Shows a hit, or the `node` it is in, of a document in this state. Says whether the pane
    /// changed its subject.
    pub(crate) fn show(&mut self, hit: &Hit, node: ChunkId, query: &Query) -> bool {
        let record = &hit.record;
        let same = self
            .subject
            .as_ref()
            .is_some_and(|subject| subject.id == record.id && subject.node == node);
        let asked_anew = self.query != *query;
        if asked_anew {
            self.query = query.clone();
            self.lit = lit_words(query);
        }
        let is_current = same
            && self.subject.as_ref().is_some_and(|subject| {
                subject.hash == record.hash && subject.lines == record.lines
            });
        if !is_current {
            self.subject = Some(Subject::new(hit, node));
        }
        if !same {
            self.width = Width::default();
            self.showing = match record.is_directory() {
                true => Showing::Directory,
                false => Showing::Opening,
            };
            self.cursor = 0;
            self.build();
            self.viewport.place(0, 0);
        } else if asked_anew {
            // The hit stayed while the query was typed on: a cursor that waits at the match goes
            // with it, one that was moved stays where it is.
            let waits = self.cursor_line() == Some(self.home_line());
            self.find_match();
            if waits {
                self.put_cursor(self.home_line());
                self.settle();
                self.reveal();
            }
        }
        !same
    }

    pub(crate) fn clear(&mut self) {
        *self = Self {
            viewport: Viewport::new(self.viewport.height()),
            size: self.size,
            ..Self::default()
        };
    }

    /// Takes the subject's document in. A document that was read again keeps width and place.
    pub(crate) fn take(&mut self, opening: &Opening) {
        let Some(subject) = &self.subject else {
            return;
        };
        let again = matches!(self.showing, Showing::Page(..));
        match opening {
            Opening::Asked => {
                if !again {
                    self.showing = Showing::Opening;
                }
                return;
            }
            Opening::Failed(why) => {
                self.showing = Showing::Failed(why.clone());
                self.rows.clear();
                self.matched = None;
                return;
            }
            Opening::Open(page) => {
                let anchor = match page.document().anchor(subject.id, subject.hash) {
                    Anchor::Found(leaf) if leaf < page.chunks().len() => Some(leaf),
                    _ => None,
                };
                if !again {
                    self.width.level = level_of(page, anchor, subject);
                }
                self.showing = Showing::Page(Arc::clone(page), anchor);
            }
        }
        self.find_match();
        let home = self.home_line();
        let kept = self.cursor_line().filter(|_| again);
        self.build();
        self.put_cursor(kept.unwrap_or(home));
        if !again {
            self.settle();
        }
        self.reveal();
    }

    /// How wide the view is, in a word for the title; none for the hit alone.
    pub(crate) fn width_name(&self) -> Option<&'static str> {
        match self.levels() {
            _ if self.level() == 0 => None,
            levels if self.level() + 1 == levels => Some("file"),
            _ => Some("outline"),
        }
    }

    /// The level zoomed to, 0 for the hit.
    fn level(&self) -> usize {
        self.width.level.min(self.levels() - 1)
    }

    /// Levels there are: the hit, what it is in, the file. At least one.
    fn levels(&self) -> usize {
        match &self.showing {
            Showing::Page(page, Some(leaf)) => page.chain(*leaf).len().max(1),
            Showing::Page(_, None) => 2,
            _ => 1,
        }
    }

    fn find_match(&mut self) {
        self.matched = match &self.showing {
            Showing::Page(page, Some(leaf)) => {
                let chunk = &page.chunks()[*leaf];
                let text = page.document().tree.text(chunk);
                matched_at(&text, chunk.lines.0, &self.query)
            }
            _ => None,
        };
    }

    /// Builds the rows anew; the cursor stays on its line and that line on its height.
    fn rebuild(&mut self) {
        let line = self.cursor_line().unwrap_or_else(|| self.home_line());
        self.rebuild_at(line);
    }

    /// Builds the rows anew with the cursor on a line, at the height it is on now.
    fn rebuild_at(&mut self, line: u32) {
        let offset = self.viewport.offset(self.cursor);
        self.build();
        self.put_cursor(line);
        self.viewport.place(self.cursor, offset);
    }

    fn build(&mut self) {
        let rows = match (&self.showing, &self.subject) {
            (Showing::Page(page, Some(leaf)), _) => rows::rows(page, *leaf, &self.width),
            (Showing::Page(page, None), Some(subject)) => {
                rows::plain_rows(page, subject.lines, &self.width)
            }
            _ => Vec::new(),
        };
        self.rows = match &self.showing {
            Showing::Page(page, _) if page.is_prose() => {
                let cells = self.size.0.saturating_sub(page.margin());
                rows::wrapped(page, rows, cells)
            }
            _ => rows,
        };
        self.summarize();
        let above = self.summary.len();
        self.viewport.resize(self.size.1.saturating_sub(above));
    }

    /// What a file is about stands above its text, in a third of the pane at most, with an empty
    /// row between; a directory has the pane for itself.
    fn summarize(&mut self) {
        self.summary.clear();
        let Some(subject) = self.subject.as_ref().filter(|it| !it.summary.is_empty()) else {
            return;
        };
        let (cells, height) = self.size;
        let text = &subject.summary;
        let rows = wrap::wrap(text, cells.saturating_sub(1)).into_iter();
        let rows = rows.map(|row| text[row].trim_end().to_owned());
        if subject.is_directory {
            self.summary.extend(rows.take(height));
            return;
        }
        let room = height / 3;
        self.summary.extend(rows.take(room.saturating_sub(1)));
        self.summary
            .resize(room.min(self.summary.len() + 1), String::new());
    }

    /// The line the cursor is on; for a row that is no line, the line of what it stands for.
    fn cursor_line(&self) -> Option<u32> {
        let row = self.rows.get(self.cursor)?;
        self.line_of(row)
    }

    fn line_of(&self, row: &Row) -> Option<u32> {
        match (row, &self.showing) {
            (Row::Line(line) | Row::Part { line, .. }, _) => Some(*line),
            (Row::Fold { chunk, .. } | Row::Parent { chunk }, Showing::Page(page, _)) => {
                Some(page.chunks().get(*chunk)?.name_at.0)
            }
            _ => None,
        }
    }

    /// Puts the cursor on the row of a line, or on the last one before it.
    fn put_cursor(&mut self, line: u32) {
        let at = self
            .rows
            .iter()
            .rposition(|row| starts(row) && self.line_of(row).is_some_and(|at| at <= line));
        self.cursor = at.unwrap_or(0);
    }

    /// What was just opened is shown from its start if the cursor is in view then, and a hit
    /// inside something larger with lines above it.
    fn settle(&mut self) {
        let height = self.viewport.height();
        let above = match self.level() == 0 && self.cursor < height {
            true => self.cursor,
            false => height / 3,
        };
        self.viewport.place(self.cursor, above);
    }

    fn go(&mut self, row: usize) {
        self.cursor = row.min(self.rows.len().saturating_sub(1));
    }

    fn reveal(&mut self) {
        self.viewport.reveal(self.cursor, self.rows.len());
    }
}

/// Whether a row is the first of its line.
fn starts(row: &Row) -> bool {
    !matches!(row, Row::Part { bytes: (from, _), .. } if *from > 0)
}

/// The level of the node that is selected, seen from the hit.
fn level_of(page: &Page, anchor: Option<usize>, subject: &Subject) -> usize {
    let chain = anchor.map(|leaf| page.chain(leaf)).unwrap_or_default();
    chain
        .iter()
        .position(|index| page.chunks()[*index].id == subject.node)
        .unwrap_or(0)
}

#[cfg(test)]
mod tests;
