//! The code pane: the selected hit in its document as it is now, as narrowly or as widely as
//! wished, with a cursor line.

mod build;
mod find;
mod look;
mod page;
mod place;
mod rows;
mod subject;
#[cfg(test)]
mod tests;
mod wrap;

pub(crate) use page::Page;
pub(crate) use rows::Row;
pub(crate) use wrap::wrap;

use super::documents::Opening;
use super::viewport::Viewport;
use crate::chunk::{ChunkId, Kind};
use crate::context::Anchor;
use crate::corpus::SourcePath;
use crate::search::{Hit, Pattern, Query, lit_words};
use rows::{Level, Width};
use std::sync::Arc;
use subject::Subject;
use wrap::Wraps;

/// Content of the code pane.
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

/// The model of the pane.
#[derive(Debug, Default)]
pub(crate) struct Code {
    subject: Option<Subject>,
    query: Query,
    /// Words that light up.
    lit: Vec<String>,
    showing: Showing,
    /// Zoom levels.
    levels: Vec<Level>,
    width: Width,
    find: find::Find,
    /// 1-based line and column of the match in the hit.
    matched: Option<(u32, u32)>,
    rows: Vec<Row>,
    /// Rows above the viewport, which say what the whole is about.
    summary: Vec<String>,
    cursor: usize,
    viewport: Viewport,
    /// Wrapping of long lines was toggled, in code and in prose.
    toggled_wraps: [bool; 2],
    wraps: Wraps,
    /// Cells that are out of view to the left.
    shift: usize,
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

    /// Patterns whose matches light up.
    pub(crate) fn lit_patterns(&self) -> &[Pattern] {
        &self.query.patterns
    }

    /// Returns true if the hit is neither at its indexed location nor anywhere else in the
    /// document.
    pub(crate) fn is_changed(&self) -> bool {
        matches!(&self.showing, Showing::Page(page, None) if page.is_cut())
    }

    /// Lines of the hit, to mark them when more is shown.
    pub(crate) fn hit_lines(&self) -> Option<(u32, u32)> {
        match &self.showing {
            Showing::Page(page, Some(leaf)) => {
                let chunk = page.chunks().get(*leaf)?;
                Some(page.own_lines(chunk))
            }
            _ => None,
        }
    }

    /// The page that the hit begins on; none where there are no pages.
    pub(crate) fn page_number(&self) -> Option<u32> {
        match &self.showing {
            Showing::Page(page, Some(leaf)) => {
                let chunk = page.chunks().get(*leaf)?;
                Some(chunk.page).filter(|page| *page > 0)
            }
            _ => None,
        }
    }

    /// The rows above all others, which say what the whole is about.
    pub(crate) fn summary(&self) -> &[String] {
        &self.summary
    }

    /// Returns true if a directory is shown, which has no lines to edit.
    pub(crate) fn is_directory(&self) -> bool {
        self.subject.as_ref().is_some_and(|it| it.is_directory)
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

    /// First row in the viewport, rows in all.
    pub(crate) fn position(&self) -> (usize, usize) {
        (self.viewport.top().min(self.rows.len()), self.rows.len())
    }

    pub(crate) fn set_size(&mut self, cells: usize, height: usize) {
        if std::mem::replace(&mut self.size, (cells, height)) != (cells, height) {
            self.rebuild();
        }
        self.reveal();
    }

    /// Shows a hit, or the `node` it is in; at the `goal`, a 1-based line and column, if there is one,
    /// whatever the query matches.
    pub(crate) fn show(
        &mut self,
        hit: &Hit,
        node: ChunkId,
        query: &Query,
        goal: Option<(u32, u32)>,
    ) {
        let asked_anew = self.query != *query;
        if asked_anew {
            self.query = query.clone();
            self.lit = lit_words(query);
        }
        let mut subject = Subject::new(hit, node);
        let shown = self.subject.as_ref();
        let same = shown.filter(|it| it.id == subject.id && it.node == node);
        // What was aimed at is left with the row, or with the question.
        let aimed = same.filter(|_| !asked_anew).and_then(|it| it.goal);
        subject.goal = goal.or(aimed);
        let is_current = shown == Some(&subject);
        let is_other_goal = same.is_some_and(|it| it.goal != subject.goal);
        if same.is_none() {
            return self.look_at(subject);
        }
        self.subject = Some(subject);
        // What it is about may have been looked up meanwhile.
        if !is_current {
            self.rebuild();
        }
        if asked_anew || is_other_goal {
            self.match_anew();
        }
    }

    /// Has the hit that is shown read at a place: 1-based line and column.
    pub(crate) fn aim(&mut self, goal: (u32, u32)) {
        if let Some(subject) = &mut self.subject {
            subject.goal = Some(goal);
            self.find_match();
            self.put_cursor(self.home().0);
            self.scroll_to_cursor();
        }
    }

    /// The hit stayed while what is asked changed: a cursor that waits at the match goes with it,
    /// one that was moved stays where it is.
    fn match_anew(&mut self) {
        let waits = self.cursor_line() == Some(self.home().0);
        self.find_match();
        if waits {
            self.put_cursor(self.home().0);
            self.scroll_to_cursor();
        }
    }

    /// Begins to look at something else.
    fn look_at(&mut self, subject: Subject) {
        if self.path() != Some(&subject.path) {
            self.find = find::Find::default();
        }
        self.width = Width::default();
        self.shift = 0;
        self.matched = None;
        self.levels.clear();
        self.showing = match subject.is_directory {
            true => Showing::Directory,
            false => Showing::Opening,
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

    /// Takes the subject's document in. A document that was read again keeps width and place.
    pub(crate) fn take(&mut self, opening: &Opening) {
        // What is not cut yet is shown, but where the hit is in it is not known.
        let again = matches!(&self.showing, Showing::Page(page, _) if page.is_cut());
        match opening {
            Opening::Asked => {}
            Opening::Failed(why) => {
                self.showing = Showing::Failed(why.clone());
                self.rows.clear();
                self.levels.clear();
                self.matched = None;
            }
            Opening::Open(page) => self.take_page(page, again),
        }
    }

    fn take_page(&mut self, page: &Arc<Page>, again: bool) {
        let Some(subject) = &self.subject else {
            return;
        };
        let anchor = match page.document().anchor(subject.id, subject.hash) {
            Anchor::Found(leaf) if leaf < page.chunks().len() => Some(leaf),
            _ => None,
        };
        self.levels = match anchor {
            Some(leaf) => rows::levels(page, leaf),
            None => Vec::new(),
        };
        // Who moved already while the text was not cut stays there.
        let is_first = matches!(self.showing, Showing::Opening | Showing::Failed(_));
        let waits = is_first || self.cursor_line() == Some(self.home().0);
        let kept = self.cursor_line().filter(|_| again || !waits);
        let before = self.hit_lines();
        if !again {
            self.width.level = subject.level(page, &self.levels);
            // Imports are read with the head of their file.
            let hit = anchor.and_then(|leaf| page.chunks().get(leaf));
            self.width.parent = hit.is_some_and(|hit| hit.kind == Kind::Imports);
        }
        self.showing = Showing::Page(Arc::clone(page), anchor);
        self.find_match();
        let home = self.home().0;
        self.build();
        match kept {
            // A line of the hit, or below it, moves with the hit.
            Some(line) => self.put_cursor(match (before, self.hit_lines()) {
                (Some((was, _)), Some((is, _))) if line >= was => (line - was).saturating_add(is),
                _ => line,
            }),
            None => {
                self.put_cursor(home);
                self.scroll_to_cursor();
            }
        }
        self.reveal();
    }

    /// Name of the zoom level for the title. None for the hit alone.
    pub(crate) fn width_name(&self) -> Option<&'static str> {
        match (self.level(), self.levels.get(self.level())) {
            (0, _) => None,
            (_, Some(level)) => Some(level.name()),
            (_, None) => Some(Level::File.name()),
        }
    }

    /// The level zoomed to, 0 for the hit.
    fn level(&self) -> usize {
        self.width.level.min(self.level_count() - 1)
    }

    /// Levels there are: the hit, what it is in, the file. At least one.
    fn level_count(&self) -> usize {
        match &self.showing {
            Showing::Page(_, Some(_)) => self.levels.len().max(1),
            Showing::Page(_, None) => 2,
            _ => 1,
        }
    }
}
