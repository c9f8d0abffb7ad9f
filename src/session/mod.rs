//! The user's own state of one repository: what was asked, what was marked, where one was last.
//!
//! Principal types: [`Session`] and [`SessionFile`]. Invariant: it is one small file among the
//! user's state, never in the cache; it is replaced whole or not at all; and what another process
//! wrote meanwhile stays, because changes are written and never a whole of one's own.

mod file;

pub use file::{Loaded, SessionError, SessionFile};

use crate::corpus::SourcePath;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// Questions kept.
pub const MOST_ASKED: usize = 500;
/// Bookmarks kept.
pub const MOST_BOOKMARKS: usize = 1_000;

/// What is remembered of one repository.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Session {
    /// Questions, each once, the last one last.
    pub history: Vec<Asked>,
    /// In the order in which they were set.
    pub bookmarks: Vec<Bookmark>,
    /// Where one was last.
    pub place: Option<LastPlace>,
}

/// A question.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Asked {
    /// As typed.
    pub text: String,
    /// The name of its mode.
    pub mode: String,
}

/// A chunk to come back to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bookmark {
    /// The document.
    pub path: SourcePath,
    /// Its chunk.
    pub chunk: u64,
    /// Names from the file down.
    pub names: Vec<String>,
    /// 1-based line of its name.
    pub line: u32,
    /// The hash of its text; 0 where that is not known, as of a whole.
    pub hash: u64,
    /// The hash of its text without its name; 0 where that is not known, and of a file.
    #[serde(default)]
    pub body: u64,
    /// What reminds of it: its first line.
    pub note: String,
}

/// Where one was.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct LastPlace {
    /// What the prompt said.
    pub asked: Asked,
    /// The row that was selected.
    pub chunk: Option<u64>,
    /// The document or directory of that row.
    pub path: Option<SourcePath>,
    /// The name of the view of the results.
    pub view: String,
    /// The level that the code was zoomed to, 0 for the hit.
    pub zoom: usize,
    /// The 1-based line of the code that was read.
    pub line: Option<u32>,
}

/// A change, to be made to whatever the session is by then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Something was asked.
    Asked(Asked),
    /// What was asked with this text was only the beginning of a question.
    Unasked(String),
    /// A chunk was marked, or its mark is to say something else now.
    Marked(Bookmark),
    /// The chunks of these marks are elsewhere or others by now: what each was, and is. A mark that is
    /// not as it was is left alone: somebody else saw the same and changed it.
    Remarked(Vec<(Bookmark, Bookmark)>),
    /// The mark of a chunk was taken away.
    Unmarked(u64),
    /// Somebody is somewhere else.
    Moved(LastPlace),
}

impl Session {
    /// Makes a change. The oldest questions and bookmarks give way to new ones where there are too
    /// many.
    pub fn apply(&mut self, change: &Change) {
        match change {
            Change::Asked(asked) => {
                self.history.retain(|kept| kept.text != asked.text);
                self.history.push(asked.clone());
                keep_last(&mut self.history, MOST_ASKED);
            }
            Change::Unasked(text) => self.history.retain(|kept| kept.text != *text),
            Change::Marked(mark) => {
                let mut kept = self.bookmarks.iter_mut();
                match kept.find(|kept| kept.chunk == mark.chunk) {
                    Some(kept) => kept.clone_from(mark),
                    None => self.bookmarks.push(mark.clone()),
                }
                keep_last(&mut self.bookmarks, MOST_BOOKMARKS);
            }
            Change::Remarked(moved) => self.remark(moved),
            Change::Unmarked(chunk) => self.bookmarks.retain(|kept| kept.chunk != *chunk),
            Change::Moved(place) => self.place = Some(place.clone()),
        }
    }

    /// All at once: a chunk may take the id that another has given up.
    fn remark(&mut self, moved: &[(Bookmark, Bookmark)]) {
        for kept in &mut self.bookmarks {
            if let Some((_, now)) = moved.iter().find(|(was, _)| was == kept) {
                kept.clone_from(now);
            }
        }
        let mut seen = HashSet::new();
        self.bookmarks.retain(|kept| seen.insert(kept.chunk));
    }

    /// Whether a chunk has a mark.
    pub fn is_marked(&self, chunk: u64) -> bool {
        self.bookmarks.iter().any(|kept| kept.chunk == chunk)
    }
}

fn keep_last<T>(list: &mut Vec<T>, most: usize) {
    let over = list.len().saturating_sub(most);
    list.drain(..over);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn asked(text: &str) -> Change {
        Change::Asked(Asked {
            text: text.to_owned(),
            mode: "hybrid".to_owned(),
        })
    }

    fn check(questions: &[&str], expected: &[&str]) {
        let mut session = Session::default();
        for question in questions {
            session.apply(&asked(question));
        }
        let kept: Vec<&str> = session.history.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(kept, expected);
    }

    #[test]
    fn a_question_is_kept_once_and_the_last_comes_last() {
        check(&["a", "b", "a"], &["b", "a"]);
        check(&["a", "a"], &["a"]);
        check(&[], &[]);
    }

    #[test]
    fn the_oldest_give_way() {
        let mut session = Session::default();
        for number in 0..=MOST_ASKED {
            session.apply(&asked(&number.to_string()));
        }
        assert_eq!(session.history.len(), MOST_ASKED);
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
    fn a_chunk_has_one_mark() {
        let mut session = Session::default();
        session.apply(&Change::Marked(mark(1, "old")));
        session.apply(&Change::Marked(mark(2, "other")));
        session.apply(&Change::Marked(mark(1, "new")));
        assert_eq!(session.bookmarks, [mark(1, "new"), mark(2, "other")]);
        session.apply(&Change::Unmarked(1));
        assert!(!session.is_marked(1) && session.is_marked(2));
    }

    #[test]
    fn a_mark_of_an_earlier_version_is_kept() {
        let mut value = serde_json::to_value(mark(1, "note")).unwrap();
        let body = value.as_object_mut().and_then(|it| it.remove("body"));
        assert!(body.is_some());
        let kept: Bookmark = serde_json::from_value(value).unwrap();
        assert_eq!(kept, mark(1, "note"));
    }

    #[test]
    fn marks_that_moved_move_at_once_and_stay_in_their_order() {
        let mut session = Session::default();
        for chunk in [1, 2, 3] {
            session.apply(&Change::Marked(mark(chunk, "")));
        }
        // One more above takes the id of the first, which takes that of the second.
        let moved = Change::Remarked(vec![
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
        fn a_change_made_twice_is_made_once(changes in prop::collection::vec((0u8..5, 0u64..4), 0..12)) {
            let mut session = Session::default();
            for (sort, number) in changes {
                let change = match sort {
                    0 => asked(&number.to_string()),
                    1 => Change::Marked(mark(number, "")),
                    2 => Change::Unmarked(number),
                    3 => Change::Unasked(number.to_string()),
                    _ => Change::Moved(LastPlace { chunk: Some(number), ..LastPlace::default() }),
                };
                session.apply(&change);
                let once = session.clone();
                session.apply(&change);
                prop_assert_eq!(once, session.clone());
            }
        }
    }
}
