//! State of one repository, and its changes.
//!
//! Principal types: [`Session`] and [`Change`]. Invariant: no list grows beyond its maximum.

use crate::corpus::SourcePath;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::sync::Arc;

/// Maximum number of queries in the history.
const MAX_HISTORY: usize = 500;
/// Maximum number of bookmarks, and of marks.
const MAX_BOOKMARKS: usize = 1_000;
/// Maximum number of recent files.
const MAX_RECENT: usize = 200;

/// State of one repository.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Session {
    /// Distinct queries, the latest one last.
    pub history: Vec<HistoryEntry>,
    /// Bookmarks in the order of creation.
    pub bookmarks: Vec<Bookmark>,
    /// Locations marked for export, in the order of marking.
    pub marks: Vec<Mark>,
    /// Files opened in an editor or by name, the latest one last.
    pub recent: Vec<SourcePath>,
    /// Last location.
    pub position: Option<LastPosition>,
    /// True if callers and callees are not shown beside the code.
    pub hides_calls: bool,
}

/// A chunk, file or directory marked for export.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mark {
    /// The file or directory, or the file that contains the chunk.
    pub path: SourcePath,
    /// Id of the chunk or directory.
    pub chunk: u64,
    /// Content hash that finds the chunk if its id changed; 0 if unknown.
    pub hash: u64,
    /// 1-based line of its name.
    pub line: u32,
    /// The match in the text with this hash, if any: the number of lines above it, and its 1-based column.
    #[serde(default)]
    pub at: Option<(u32, u32)>,
    /// Kind, as in `kind:` filters.
    pub kind: String,
    /// Qualified name in the file, outermost scope first.
    pub names: Vec<String>,
    /// True for a directory, which has no text.
    pub is_directory: bool,
    /// The text of deleted code, at git's HEAD or a base.
    #[serde(skip)]
    pub deleted: Option<Arc<str>>,
}

/// A query of the history.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HistoryEntry {
    /// As typed.
    pub text: String,
    /// Name of its mode.
    pub mode: String,
}

/// A bookmarked chunk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bookmark {
    /// Path of the document.
    pub path: SourcePath,
    /// Id of the chunk.
    pub chunk: u64,
    /// Names of the enclosing scopes and of the chunk, from the file down.
    pub names: Vec<String>,
    /// 1-based line of the chunk's name.
    pub line: u32,
    /// Hash of the text; 0 if unknown, as for a parent chunk.
    pub hash: u64,
    /// Hash of the text without the name; 0 if unknown, and for a file.
    #[serde(default)]
    pub body: u64,
    /// Text of the line of its name, which identifies it to the user.
    pub note: String,
}

/// Last location of the user.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct LastPosition {
    /// Query in the prompt.
    pub query: HistoryEntry,
    /// Id of the selected chunk.
    pub chunk: Option<u64>,
    /// Document or directory of the selected row.
    pub path: Option<SourcePath>,
    /// Name of the results view.
    pub view: String,
    /// Zoom level of the code, 0 for the match.
    pub zoom: usize,
    /// 1-based line of the code that was on screen.
    pub line: Option<u32>,
}

/// A change that is applied to the current contents of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// A query was run.
    Searched(HistoryEntry),
    /// A bookmark was added or edited.
    BookmarkAdded(Bookmark),
    /// Bookmarked chunks moved or changed: each bookmark before and after. A bookmark that another process
    /// has updated already is skipped.
    BookmarksMoved(Vec<(Bookmark, Bookmark)>),
    /// The bookmark of a chunk was removed.
    BookmarkRemoved(u64),
    /// A location was marked for export.
    MarkAdded(Mark),
    /// The mark of a chunk was removed.
    MarkRemoved(u64),
    /// A file was opened.
    Opened(SourcePath),
    /// The user's location changed.
    Moved(LastPosition),
    /// Callers and callees were hidden beside the code, or shown again.
    CallsHidden(bool),
}

impl Session {
    /// Applies a change. Beyond the maximum, the oldest queries and bookmarks are dropped.
    pub fn apply(&mut self, change: &Change) {
        match change {
            Change::Searched(entry) => {
                self.history.retain(|kept| kept.text != entry.text);
                push(&mut self.history, entry, MAX_HISTORY);
            }
            Change::BookmarkAdded(mark) => {
                let chunk = mark.chunk;
                match self.bookmarks.iter_mut().find(|kept| kept.chunk == chunk) {
                    Some(kept) => kept.clone_from(mark),
                    None => push(&mut self.bookmarks, mark, MAX_BOOKMARKS),
                }
            }
            Change::BookmarksMoved(moved) => self.move_bookmarks(moved),
            Change::BookmarkRemoved(chunk) => self.bookmarks.retain(|kept| kept.chunk != *chunk),
            Change::MarkAdded(mark) => {
                self.marks.retain(|kept| kept.chunk != mark.chunk);
                push(&mut self.marks, mark, MAX_BOOKMARKS);
            }
            Change::MarkRemoved(chunk) => self.marks.retain(|kept| kept.chunk != *chunk),
            Change::Opened(path) => {
                self.recent.retain(|kept| kept != path);
                push(&mut self.recent, path, MAX_RECENT);
            }
            Change::Moved(position) => self.position = Some(position.clone()),
            Change::CallsHidden(hides) => self.hides_calls = *hides,
        }
    }

    /// Updates bookmarks all at once, because a chunk may take the former id of another.
    fn move_bookmarks(&mut self, moved: &[(Bookmark, Bookmark)]) {
        for kept in &mut self.bookmarks {
            if let Some((_, now)) = moved.iter().find(|(was, _)| was == kept) {
                kept.clone_from(now);
            }
        }
        let mut seen = HashSet::new();
        self.bookmarks.retain(|kept| seen.insert(kept.chunk));
    }

    /// Returns true if a chunk is bookmarked.
    pub fn is_bookmarked(&self, chunk: u64) -> bool {
        self.bookmarks.iter().any(|kept| kept.chunk == chunk)
    }
}

/// Adds an item; beyond the maximum, the oldest items are dropped.
fn push<T: Clone>(list: &mut Vec<T>, item: &T, maximum: usize) {
    list.push(item.clone());
    let over = list.len().saturating_sub(maximum);
    list.drain(..over);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn searched(text: &str) -> Change {
        Change::Searched(HistoryEntry {
            text: text.to_owned(),
            mode: "hybrid".to_owned(),
        })
    }

    fn check(queries: &[&str], expected: &[&str]) {
        let mut session = Session::default();
        for query in queries {
            session.apply(&searched(query));
        }
        let kept: Vec<&str> = session.history.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(kept, expected);
    }

    #[test]
    fn a_query_is_kept_once_in_order_of_last_use() {
        check(&["a", "b", "a"], &["b", "a"]);
        check(&["a", "a"], &["a"]);
        check(&[], &[]);
    }

    #[test]
    fn the_oldest_queries_are_dropped() {
        let mut session = Session::default();
        for number in 0..=MAX_HISTORY {
            session.apply(&searched(&number.to_string()));
        }
        assert_eq!(session.history.len(), MAX_HISTORY);
        assert_eq!(session.history[0].text, "1");
    }

    fn mark(chunk: u64, note: &str) -> Bookmark {
        Bookmark {
            path: SourcePath::new("src/a.rs"),
            chunk,
            names: vec!["a.rs".into(), "f".into()],
            line: 3,
            hash: 7,
            body: 0,
            note: note.into(),
        }
    }

    #[test]
    fn a_chunk_has_one_bookmark() {
        let mut session = Session::default();
        session.apply(&Change::BookmarkAdded(mark(1, "old")));
        session.apply(&Change::BookmarkAdded(mark(2, "other")));
        session.apply(&Change::BookmarkAdded(mark(1, "new")));
        assert_eq!(session.bookmarks, [mark(1, "new"), mark(2, "other")]);
        session.apply(&Change::BookmarkRemoved(1));
        assert!(!session.is_bookmarked(1) && session.is_bookmarked(2));
    }

    #[test]
    fn a_bookmark_without_a_body_hash_is_read() {
        let mut value = serde_json::to_value(mark(1, "note")).unwrap();
        let body = value.as_object_mut().and_then(|it| it.remove("body"));
        assert!(body.is_some());
        let kept: Bookmark = serde_json::from_value(value).unwrap();
        assert_eq!(kept, mark(1, "note"));
    }

    #[test]
    fn moved_bookmarks_are_updated_at_once_and_keep_their_order() {
        let mut session = Session::default();
        for chunk in [1, 2, 3] {
            session.apply(&Change::BookmarkAdded(mark(chunk, "")));
        }
        // An inserted chunk takes the id of the first chunk, which takes the id of the second.
        let moved = Change::BookmarksMoved(vec![
            (mark(1, ""), mark(2, "was 1")),
            (mark(2, ""), mark(4, "was 2")),
        ]);
        let expected = [mark(2, "was 1"), mark(4, "was 2"), mark(3, "")];
        for _ in 0..2 {
            session.apply(&moved);
            assert_eq!(session.bookmarks, expected, "once or twice");
        }
    }

    proptest! {
        #[test]
        fn applying_a_change_twice_equals_applying_it_once(changes in prop::collection::vec((0u8..5, 0u64..4), 0..12)) {
            let mut session = Session::default();
            for (sort, number) in changes {
                let change = match sort {
                    0 => searched(&number.to_string()),
                    1 => Change::BookmarkAdded(mark(number, "")),
                    2 => Change::BookmarkRemoved(number),
                    _ => Change::Moved(LastPosition { chunk: Some(number), ..LastPosition::default() }),
                };
                session.apply(&change);
                let once = session.clone();
                session.apply(&change);
                prop_assert_eq!(once, session.clone());
            }
        }
    }
}
