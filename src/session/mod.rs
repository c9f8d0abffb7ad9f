//! Session: a user's search history, bookmarks, marks, recent files and last location in one
//! repository.
//!
//! Principal types: [`Session`] and [`SessionFile`]. Invariant: a session is one small file in the
//! state directory, never in the cache; it is replaced atomically; and concurrent processes keep each
//! other's changes, because a process writes changes, not its own copy of the session.
//!
//! `workers::recorder` reads and writes it; `app` holds the state of the running explorer and sends each
//! [`Change`].

mod file;
mod state;

pub use file::{LoadedSession, SessionFile};
pub use state::{Bookmark, Change, HistoryEntry, LastPosition, Mark, Session};
