//! The prompt: a line of text, a mode, and the query they mean.

use super::keymap::Editing;
use super::line::Line;
use crate::search::{Mode, Query};

/// What is being typed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prompt {
    line: Line,
    query: Query,
}

impl Prompt {
    pub(crate) fn text(&self) -> &str {
        self.line.text()
    }

    /// What stands before the cursor.
    pub(crate) fn before_cursor(&self) -> &str {
        self.line.before_cursor()
    }

    pub(crate) fn mode(&self) -> Mode {
        self.query.mode
    }

    /// The text, understood.
    pub(crate) fn query(&self) -> &Query {
        &self.query
    }

    /// Whether there is nothing to ask.
    pub(crate) fn is_empty(&self) -> bool {
        self.text().trim().is_empty()
    }

    /// Types a text at the cursor. Says whether the text changed.
    pub(crate) fn insert(&mut self, typed: &str) -> bool {
        let changed = self.line.insert(typed);
        self.understood(changed)
    }

    /// Has this text instead, with the cursor at its end.
    pub(crate) fn replace(&mut self, text: &str, mode: Mode) {
        self.line = Line::default();
        self.line.insert(text);
        self.query.mode = mode;
        self.understood(true);
    }

    /// Moves or deletes. Says whether the text changed.
    pub(crate) fn edit(&mut self, editing: Editing) -> bool {
        let changed = self.line.edit(editing);
        self.understood(changed)
    }

    /// The next mode; what the text means may change with it.
    pub(crate) fn next_mode(&mut self) {
        self.query.mode = self.query.mode.next();
        self.understood(true);
    }

    fn understood(&mut self, changed: bool) -> bool {
        if changed {
            let mode = self.query.mode;
            self.query = if self.is_empty() {
                Query {
                    mode,
                    ..Query::default()
                }
            } else {
                Query::parse(self.text(), mode)
            };
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_go_round() {
        let mut prompt = Prompt::default();
        prompt.insert("merge all");
        for mode in Mode::ALL.into_iter().skip(1) {
            prompt.next_mode();
            assert_eq!(prompt.mode(), mode);
        }
        assert_eq!(prompt.query().patterns.len(), 1);
        prompt.next_mode();
        assert_eq!(prompt.query().words, "merge all");
    }
}
