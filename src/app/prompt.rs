//! The prompt: a line of text, a mode, and the query they mean.

use super::keymap::Editing;
use super::line::Line;
use crate::search::{Mode, Query};
use std::ops::Range;

/// What is being typed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prompt {
    line: Line,
    query: Query,
    /// What stands there is from before, and gives way to what is typed.
    is_selected: bool,
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
        if std::mem::take(&mut self.is_selected) {
            self.line = Line::default();
        }
        let changed = self.line.insert(typed);
        self.understood(changed)
    }

    /// Puts a text in the place of these bytes, with the cursor behind it.
    pub(super) fn put(&mut self, bytes: Range<usize>, text: &str) {
        let changed = self.line.put(bytes, text);
        self.understood(changed);
    }

    /// What is typed next takes the place of what stands there, unless another key is pressed
    /// first.
    pub(super) fn select_all(&mut self) {
        self.is_selected = !self.is_empty();
    }

    /// Keeps what stands there.
    pub(super) fn deselect(&mut self) {
        self.is_selected = false;
    }

    pub(crate) fn is_selected(&self) -> bool {
        self.is_selected
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
        if self.is_selected && matches!(editing, Editing::Backspace | Editing::Delete) {
            self.line = Line::default();
            return self.understood(true);
        }
        let changed = self.line.edit(editing);
        self.understood(changed)
    }

    /// The next mode; what the text means may change with it.
    pub(crate) fn next_mode(&mut self) {
        self.query.mode = self.query.mode.next();
        self.understood(true);
    }

    fn understood(&mut self, changed: bool) -> bool {
        self.is_selected = false;
        if changed {
            let mode = self.query.mode;
            self.query = if self.is_empty() {
                Query {
                    mode,
                    ..Query::default()
                }
            } else {
                let mut query = Query::parse(self.text(), mode);
                query.is_typing &= self.line.is_at_end();
                query
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
