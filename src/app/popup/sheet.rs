//! A page to read: rows of words, made anew from the model when that moves on.

use super::{Reply, Row, rows};
use crate::app::keymap::Action;
use crate::app::viewport::Viewport;
use crate::app::{IndexStatus, Page};
use crate::chunk::ChunkId;
use crate::search::Answer;
use std::sync::Arc;

/// What a page is about, so that it can be made anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Subject {
    /// Why the selected hit stands where it stands.
    Why,
    /// The index: what runs, what it holds, what was left out.
    Index,
}

/// The page.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    subject: Subject,
    title: String,
    rows: Vec<Row>,
    /// What it was written from; none before it was.
    basis: Option<Basis>,
    viewport: Viewport,
}

/// What a page is written from: as long as that is the same, the page says what is so.
#[derive(Clone, Debug)]
pub(crate) enum Basis {
    /// A hit of an answer, by its id, and which chunk of which document is shown for it.
    Why(Arc<Answer>, ChunkId, Option<(Arc<Page>, usize)>),
    /// The state of the index, how many looks at it came back, and whether the page asks whether
    /// everything is to be made anew; and the cells of a row.
    Index(Box<IndexStatus>, u64, bool, u16),
}

impl Basis {
    /// Answers and documents are compared by where they are: they are many times as long as a page.
    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Why(answer, id, shown), Self::Why(other_answer, other_id, other_shown)) => {
                let is_shown = match (shown, other_shown) {
                    (Some((page, at)), Some((other, other_at))) => {
                        Arc::ptr_eq(page, other) && at == other_at
                    }
                    (None, None) => true,
                    _ => false,
                };
                Arc::ptr_eq(answer, other_answer) && id == other_id && is_shown
            }
            (
                Self::Index(status, looks, asks, width),
                Self::Index(other, other_looks, other_asks, other_width),
            ) => (looks, asks, width) == (other_looks, other_asks, other_width) && status == other,
            _ => false,
        }
    }
}

impl Sheet {
    pub(crate) fn new(subject: Subject, height: usize) -> Self {
        Self {
            subject,
            title: String::new(),
            rows: Vec::new(),
            basis: None,
            viewport: Viewport::new(height),
        }
    }

    pub(crate) fn subject(&self) -> Subject {
        self.subject
    }

    pub(crate) fn title(&self) -> &str {
        &self.title
    }

    /// Whether it was written from this.
    pub(crate) fn is_of(&self, basis: &Basis) -> bool {
        self.basis.as_ref().is_some_and(|known| known.is(basis))
    }

    /// What it says now; the place that was scrolled to stays.
    pub(crate) fn say(&mut self, basis: Basis, title: String, rows: Vec<Row>) {
        self.basis = Some(basis);
        self.title = title;
        self.rows = rows;
        self.scroll(0);
    }

    /// The rows in view.
    pub(crate) fn visible(&self) -> &[Row] {
        &self.rows[self.viewport.range(self.rows.len())]
    }

    /// Whether there are rows above and below those in view.
    pub(crate) fn more(&self) -> (bool, bool) {
        let range = self.viewport.range(self.rows.len());
        (range.start > 0, range.end < self.rows.len())
    }

    pub(super) fn set_height(&mut self, height: usize) {
        self.viewport.resize(height);
        self.scroll(0);
    }

    pub(super) fn scroll(&mut self, rows: isize) {
        self.viewport.scroll(rows, self.rows.len());
    }

    /// What opens a page closes it too; the page about the index acts on the index.
    pub(super) fn act(&mut self, action: Action) -> Reply {
        if let Some(step) = rows(action, self.viewport.page()) {
            self.scroll(step);
            return Reply::Taken;
        }
        match (self.subject, action) {
            (Subject::Why, Action::Why) | (Subject::Index, Action::Index) => Reply::Close,
            (Subject::Index, Action::Reindex | Action::CancelIndexing | Action::Rebuild) => {
                Reply::Perform(action)
            }
            _ => Reply::NotMine,
        }
    }
}
