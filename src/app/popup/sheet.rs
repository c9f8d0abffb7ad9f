//! A page to read: rows of words, made anew from the model when that moves on.

use super::{Reply, scrolls};
use crate::app::keymap::Action;
use crate::app::status::Part;
use crate::app::viewport::Viewport;
use crossterm::event::{KeyCode, KeyEvent};

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
    rows: Vec<Vec<Part>>,
    viewport: Viewport,
}

impl Sheet {
    pub(crate) fn new(subject: Subject, height: usize) -> Self {
        Self {
            subject,
            title: String::new(),
            rows: Vec::new(),
            viewport: Viewport::new(height),
        }
    }

    pub(crate) fn subject(&self) -> Subject {
        self.subject
    }

    pub(crate) fn title(&self) -> &str {
        &self.title
    }

    /// What it says now; the place that was scrolled to stays.
    pub(crate) fn say(&mut self, title: String, rows: Vec<Vec<Part>>) {
        self.title = title;
        self.rows = rows;
        self.scroll(0);
    }

    /// The rows in view.
    pub(crate) fn visible(&self) -> &[Vec<Part>] {
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

    /// What a letter asks for on this page alone: the one that opens a page closes it too.
    fn own(&self, letter: char) -> Option<Reply> {
        match (self.subject, letter) {
            (Subject::Why, 'w') | (Subject::Index, 'I') => Some(Reply::Close),
            (Subject::Index, 'r') => Some(Reply::Perform(Action::Reindex)),
            (Subject::Index, 'c') => Some(Reply::Perform(Action::CancelIndexing)),
            (Subject::Index, 'R') => Some(Reply::Perform(Action::Rebuild)),
            _ => None,
        }
    }

    pub(super) fn key(&mut self, event: &KeyEvent) -> Reply {
        if let KeyCode::Char(letter) = event.code
            && let Some(reply) = self.own(letter)
        {
            return reply;
        }
        let step = match event.code {
            KeyCode::Char('j') => Some(1),
            KeyCode::Char('k') => Some(-1),
            _ => scrolls(event, self.viewport.page()),
        };
        match (step, event.code) {
            (Some(step), _) => self.scroll(step),
            (None, KeyCode::Enter | KeyCode::Char('q')) => return Reply::Close,
            (None, _) => return Reply::NotMine,
        }
        Reply::Taken
    }
}
