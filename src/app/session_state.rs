//! State kept between runs: search history, marks, bookmarks, last position.
//!
//! Principal type: [`SessionState`]. Invariant: each change is applied here and sent to the recorder; the app
//! never writes the session as a whole.

use super::code::Page;
use super::event::Effect;
use super::settings::AppSettings;
use crate::chunk::ChunkId;
use crate::session::{Change, LastPosition, Mark, Session};

/// The session, and its last saved position.
#[derive(Debug, Default)]
pub(crate) struct SessionState {
    pub(super) stored: Session,
    /// True once the saved session is part of `stored`.
    is_loaded: bool,
    /// The last position that was saved.
    saved_position: LastPosition,
    /// True after the first action, so that the last position is not restored.
    pub(super) touched: bool,
}

impl SessionState {
    /// Stores the saved session, with the changes made before it was loaded. Returns the position to restore: the
    /// last one, unless the user did something already. An explorer that picks has its own marks and position.
    pub(super) fn load(&mut self, session: Session, options: &AppSettings) -> Option<LastPosition> {
        let early = std::mem::replace(&mut self.stored, session);
        if options.picks {
            self.stored.marks.clear();
        }
        self.stored.hides_calls |= early.hides_calls;
        self.is_loaded = true;
        let history = early.history.into_iter().map(Change::Searched);
        let marks = early.marks.into_iter().map(Change::MarkAdded);
        let bookmarks = early.bookmarks.into_iter().map(Change::BookmarkAdded);
        for change in history.chain(marks).chain(bookmarks) {
            self.stored.apply(&change);
        }
        if self.touched || options.fresh || options.picks {
            return None;
        }
        let position = self.stored.position.clone()?;
        self.saved_position.clone_from(&position);
        Some(position)
    }

    /// Notice for an empty list: `none`, unless earlier runs may have left something.
    pub(super) fn notice_of_none(&self, none: &'static str) -> &'static str {
        if self.is_loaded {
            none
        } else {
            "The saved session is not loaded"
        }
    }

    /// Applies a change. Returns the effect that saves it.
    pub(super) fn apply(&mut self, change: Change) -> Effect {
        self.stored.apply(&change);
        Effect::SaveSession(change)
    }

    /// Returns the effect that saves a position, unless it is the saved one.
    pub(super) fn save_position(&mut self, position: LastPosition) -> Option<Effect> {
        if position == self.saved_position {
            return None;
        }
        self.saved_position.clone_from(&position);
        Some(Effect::SaveSession(Change::Moved(position)))
    }

    /// Locations marked for export, also in earlier runs.
    pub(crate) fn marks(&self) -> &[Mark] {
        &self.stored.marks
    }

    pub(crate) fn is_marked(&self, id: ChunkId) -> bool {
        self.stored.marks.iter().any(|mark| mark.chunk == id.0)
    }

    /// Returns true if a chunk has a bookmark.
    pub(crate) fn is_bookmarked(&self, chunk: ChunkId) -> bool {
        self.stored.is_bookmarked(chunk.0)
    }

    /// Lines of the names of bookmarked chunks in a document.
    pub(crate) fn bookmarked_lines(&self, page: &Page) -> Vec<u32> {
        let path = page.document.tree.path();
        let mut here = Vec::new();
        for bookmark in &self.stored.bookmarks {
            if bookmark.path == *path {
                here.push(bookmark.chunk);
            }
        }
        if here.is_empty() {
            return Vec::new();
        }
        let chunks = page.chunks().iter();
        let marked = chunks.filter(|chunk| here.contains(&chunk.id.0));
        marked.map(|chunk| chunk.name_at.0).collect()
    }
}
