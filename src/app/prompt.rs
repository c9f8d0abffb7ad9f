//! The prompt: a line of text, a mode, and the parsed query.
//!
//! Principal types: [`Prompt`] and [`InputLine`], which popups use too. Invariant: the parsed query is that
//! of the text and the mode, unless the text is read as text.

use super::glyph::units;
use super::keymap::Editing;
use super::text::grouped;
use crate::corpus::without_escapes;
use crate::search::{Mode, Query};
use std::ops::Range;

/// Text and cursor of the prompt.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prompt {
    line: InputLine,
    /// The chosen mode. A filter of the text may choose another one for its query.
    mode: Mode,
    /// The parsed text.
    pub(crate) query: Query,
    /// True if the text is selected: typing replaces it, and any other key deselects it.
    pub(crate) is_selected: bool,
}

impl Prompt {
    pub(crate) fn text(&self) -> &str {
        self.line.text()
    }

    /// The text in one line, as many bytes long.
    pub(crate) fn one_line(&self) -> String {
        one_line(self.text())
    }

    /// Text before the cursor.
    pub(crate) fn before_cursor(&self) -> &str {
        self.line.before_cursor()
    }

    pub(crate) fn mode(&self) -> Mode {
        self.mode
    }

    /// A count in words. With a phrase or a pattern it is an upper bound, because the text itself
    /// is not counted.
    pub(crate) fn counted_words(&self, count: usize) -> String {
        if self.query.reads_text() && count > 0 {
            return format!("≤ {}", grouped(count));
        }
        grouped(count)
    }

    /// Returns true if there is no query.
    pub(crate) fn is_empty(&self) -> bool {
        self.text().trim().is_empty()
    }

    /// Inserts text at the cursor. Returns true if the text changed.
    pub(crate) fn insert(&mut self, typed: &str) -> bool {
        if std::mem::take(&mut self.is_selected) {
            self.line = InputLine::default();
        }
        let changed = self.line.insert_lines(typed);
        self.reparse(changed)
    }

    /// Returns true if no more text is taken.
    pub(super) fn is_full(&self) -> bool {
        self.text().len() + MAX_CHARACTER > MAX_BYTES
    }

    /// Replaces a byte range; the cursor moves to the end of the new text.
    pub(super) fn put(&mut self, bytes: Range<usize>, text: &str) {
        let changed = self.line.put(bytes, text);
        self.reparse(changed);
    }

    /// Replaces text and mode; the cursor moves to the end.
    pub(crate) fn replace(&mut self, text: &str, mode: Mode) {
        self.line = InputLine::default();
        self.line.insert_lines(text);
        self.mode = mode;
        self.reparse(true);
    }

    /// Moves the cursor or deletes text. Returns true if the text changed.
    pub(crate) fn edit(&mut self, editing: Editing) -> bool {
        if self.is_selected && matches!(editing, Editing::Backspace | Editing::Delete) {
            self.line = InputLine::default();
            return self.reparse(true);
        }
        let changed = self.line.edit(editing);
        self.reparse(changed)
    }

    /// Changes the mode. Returns false if it is the same.
    pub(crate) fn set_mode(&mut self, mode: Mode) -> bool {
        let changed = std::mem::replace(&mut self.mode, mode) != mode;
        self.reparse(changed)
    }

    /// Reads everything as text, until text or mode changes. Returns true if it was read differently.
    pub(super) fn read_as_text(&mut self) -> bool {
        if self.is_empty() {
            return false;
        }
        let read = Query::as_text(self.text());
        let changed = read != self.query;
        self.query = read;
        changed
    }

    fn reparse(&mut self, changed: bool) -> bool {
        self.is_selected = false;
        if !changed {
            return false;
        }
        if self.is_empty() {
            self.query = Query::default();
            self.query.mode = self.mode;
        } else {
            self.query = Query::parse(self.text(), self.mode);
            self.query.is_typing &= self.line.cursor == self.line.text.len();
        }
        true
    }
}

/// A text in one line: as many bytes, with spaces for line breaks.
pub(super) fn one_line(text: &str) -> String {
    text.replace('\n', " ")
}

/// Maximum length of a text in bytes. Enough for an issue with its logs, and short enough to parse after every key.
pub(super) const MAX_BYTES: usize = 65_536;
/// Maximum length of a character in bytes.
const MAX_CHARACTER: usize = 4;

/// An editable text with a cursor, shown as one line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct InputLine {
    text: String,
    /// Byte offset at a character boundary.
    cursor: usize,
}

impl InputLine {
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Text before the cursor.
    pub(crate) fn before_cursor(&self) -> &str {
        &self.text[..self.cursor]
    }

    /// Inserts text at the cursor. Line breaks and tabs become spaces; other control characters and escape sequences are dropped.
    /// Returns true if the text changed.
    pub(crate) fn insert(&mut self, typed: &str) -> bool {
        self.insert_lines(&typed.replace("\r\n", " ").replace(['\n', '\r'], " "))
    }

    /// The same, but keeps line breaks, which say what is the title of a text.
    fn insert_lines(&mut self, typed: &str) -> bool {
        let room = MAX_BYTES.saturating_sub(self.text.len());
        let mut clean = String::new();
        for c in without_escapes(typed).replace("\r\n", "\n").chars() {
            let kept = match c {
                '\n' | '\r' => '\n',
                '\t' => ' ',
                c if c.is_control() => continue,
                c => c,
            };
            if clean.len() + kept.len_utf8() > room {
                break;
            }
            clean.push(kept);
        }
        self.text.insert_str(self.cursor, &clean);
        self.cursor += clean.len();
        !clean.is_empty()
    }

    /// Replaces a byte range; the cursor moves to the end of the new text. Returns true if the text changed.
    pub(super) fn put(&mut self, bytes: Range<usize>, text: &str) -> bool {
        if self.text.get(bytes.clone()).is_none() {
            return false;
        }
        let rest = self.text.split_off(bytes.end);
        self.text.truncate(bytes.start);
        self.cursor = self.text.len();
        let changed = self.insert(text);
        self.text.push_str(&rest);
        changed
    }

    /// Moves the cursor or deletes text. Returns true if the text changed.
    pub(crate) fn edit(&mut self, editing: Editing) -> bool {
        let end = self.text.len();
        if editing == Editing::Clear {
            let changed = end > 0;
            *self = Self::default();
            return changed;
        }
        use Editing as E;
        let (target, deletes) = match editing {
            E::Left | E::Backspace => (self.left(), editing == E::Backspace),
            E::Right | E::Delete => (self.right(), editing == E::Delete),
            E::WordLeft | E::DeleteWordLeft => (self.word_left(), editing == E::DeleteWordLeft),
            E::WordRight | E::DeleteWordRight => (self.word_right(), editing == E::DeleteWordRight),
            E::Start | E::DeleteToStart | E::Clear => (0, editing != E::Start),
            E::End | E::DeleteToEnd => (end, editing == E::DeleteToEnd),
        };
        let range = self.cursor.min(target)..self.cursor.max(target);
        if !deletes {
            self.cursor = target;
            return false;
        }
        self.cursor = range.start;
        let changed = !range.is_empty();
        self.text.replace_range(range, "");
        changed
    }

    /// Byte offset one grapheme cluster to the left.
    fn left(&self) -> usize {
        units(self.before_cursor())
            .next_back()
            .map_or(0, |(at, _)| at)
    }

    /// Byte offset one grapheme cluster to the right.
    fn right(&self) -> usize {
        let next = units(&self.text[self.cursor..]).next();
        self.cursor + next.map_or(0, |(_, unit)| unit.len())
    }

    fn word_left(&self) -> usize {
        let before = self.before_cursor();
        let word_end = before
            .trim_end_matches(|c: char| !c.is_alphanumeric())
            .len();
        before[..word_end]
            .trim_end_matches(char::is_alphanumeric)
            .len()
    }

    fn word_right(&self) -> usize {
        let after = &self.text[self.cursor..];
        let word = after.trim_start_matches(|c: char| !c.is_alphanumeric());
        self.text.len() - word.trim_start_matches(char::is_alphanumeric).len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Form;
    use proptest::prelude::*;

    #[test]
    fn modes_cycle() {
        let mut prompt = Prompt::default();
        prompt.insert("merge all");
        for mode in Mode::ALL.into_iter().skip(1) {
            prompt.set_mode(prompt.mode().next());
            assert_eq!(prompt.mode(), mode);
        }
        assert_eq!(prompt.query.patterns.len(), 1);
        prompt.set_mode(prompt.mode().next());
        assert_eq!(prompt.query.words, "merge all");
    }

    /// Applies edits to a line; `|` marks the cursor.
    fn check(before: &str, edits: &[Editing], after: &str) {
        let mut line = InputLine::default();
        line.insert(&before.replace('|', ""));
        line.cursor = before.find('|').unwrap_or(before.len());
        for edit in edits {
            line.edit(*edit);
        }
        let mut shown = line.text.clone();
        shown.insert(line.cursor, '|');
        assert_eq!(shown, after);
    }

    #[test]
    fn moves_by_characters_and_words() {
        check("how are|", &[Editing::Left], "how ar|e");
        check("|how are", &[Editing::Right], "h|ow are");
        check(
            "how are|",
            &[Editing::WordLeft, Editing::WordLeft],
            "|how are",
        );
        check("|lang:rust x", &[Editing::WordRight], "lang|:rust x");
        check("how| are", &[Editing::Start, Editing::End], "how are|");
    }

    #[test]
    fn deletes_by_characters_words_and_ends() {
        check("héé|", &[Editing::Backspace], "hé|");
        check("|日本", &[Editing::Delete], "|本");
        check("path:src/a|", &[Editing::DeleteWordLeft], "path:src/|");
        check("how| are we", &[Editing::DeleteWordRight], "how| we");
        check("how| are", &[Editing::DeleteToStart], "| are");
        check("how| are", &[Editing::DeleteToEnd], "how|");
    }

    #[test]
    fn a_character_of_several_code_points_is_one() {
        check("ae\u{301}|", &[Editing::Backspace], "a|");
        check("a👩‍👧|b", &[Editing::Left], "a|👩‍👧b");
        check("a|👩‍👧b", &[Editing::Delete], "a|b");
    }

    #[test]
    fn a_paste_is_one_line() {
        let mut line = InputLine::default();
        line.insert("a\r\nb\x1b[31m\tc");
        assert_eq!(line.text(), "a b c");
    }

    #[test]
    fn the_lines_of_a_pasted_text_are_kept() {
        let mut prompt = Prompt::default();
        for breaks in ["\n", "\r", "\r\n"] {
            prompt.replace("", Mode::Hybrid);
            prompt.insert(&format!("Empty reply{breaks}It waits for \t-x"));
            assert_eq!(prompt.text(), "Empty reply\nIt waits for  -x");
            assert_eq!(prompt.query.form, Form::LongText);
        }
    }

    proptest! {
        #[test]
        fn the_cursor_stays_between_characters(text in "\\PC{0,12}", edits in prop::collection::vec(0usize..12, 0..24)) {
            const EDITS: [Editing; 12] = [
                Editing::Left, Editing::Right, Editing::WordLeft, Editing::WordRight,
                Editing::Start, Editing::End, Editing::Backspace, Editing::Delete,
                Editing::DeleteWordLeft, Editing::DeleteWordRight,
                Editing::DeleteToStart, Editing::DeleteToEnd,
            ];
            let mut line = InputLine::default();
            line.insert(&text);
            for edit in edits {
                line.edit(EDITS[edit]);
                prop_assert!(line.text.is_char_boundary(line.cursor));
            }
        }
    }
}
