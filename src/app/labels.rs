//! Labels on the names of the code, or on the rows of a list: typing one goes there. Methods of [`App`].
//!
//! Principal type: [`Labels`]. Contract: a label keeps the identity of its name or row, so that it leads there even
//! if a reply changes the pane before it is typed.

use super::layout::Focus;
use super::state::App;
use crate::chunk::ChunkId;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Letters of labels, in the order in which they are used.
const LETTERS: &[u8] = b"asdfghjklqwertyuiopzxcvbnm";

/// A labeled name or row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LabelTarget {
    /// The name at a byte of a 1-based line.
    Name(u32, usize),
    /// The row with this identity.
    Row(ChunkId),
}

/// The labels of the focused pane.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    targets: Vec<LabelTarget>,
    /// The first letter, once it was typed.
    typed: Option<char>,
}

impl Labels {
    /// Letters of the label with a number.
    fn letters(number: usize) -> [char; 2] {
        let letter = |at: usize| char::from(LETTERS[at % LETTERS.len()]);
        [letter(number / LETTERS.len()), letter(number)]
    }

    /// The targets whose labels begin with what was typed, with these labels.
    pub(crate) fn shown(&self) -> impl Iterator<Item = ([char; 2], LabelTarget)> {
        let all = self.targets.iter().enumerate();
        all.map(|(number, target)| (Self::letters(number), *target))
            .filter(|(letters, _)| self.typed.is_none_or(|typed| letters[0] == typed))
    }

    /// The label of a row.
    pub(crate) fn of_row(&self, key: ChunkId) -> Option<String> {
        let found = self
            .shown()
            .find(|(_, target)| *target == LabelTarget::Row(key));
        found.map(|(letters, _)| letters.iter().collect())
    }
}

impl App {
    /// Labels the names or rows in view of the focused pane.
    pub(super) fn show_labels(&mut self) {
        let focus = self.screen.focus;
        let mut targets: Vec<LabelTarget> = match focus {
            Focus::Prompt | Focus::Results => {
                let rows = self.results.visible();
                rows.map(|(node, _)| LabelTarget::Row(node.key)).collect()
            }
            Focus::Code => {
                let names = self.code.visible_names().into_iter();
                names
                    .map(|(line, from)| LabelTarget::Name(line, from))
                    .collect()
            }
            Focus::Callers | Focus::Callees => {
                let height = self.screen.layout.area(focus).height.into();
                let rows = self
                    .columns
                    .column(focus)
                    .visible(&self.code, focus, height);
                rows.iter()
                    .map(|(_, node, _)| LabelTarget::Row(node.key))
                    .collect()
            }
        };
        targets.truncate(LETTERS.len() * LETTERS.len());
        if targets.is_empty() {
            return self.screen.say("Nothing to jump to here");
        }
        self.screen.labels = Some(Labels {
            targets,
            typed: None,
        });
        self.screen.say("Type a label; Esc cancels");
    }

    /// Handles a key while labels are shown: a letter of one, or any other, which hides them. Returns false if there
    /// are none.
    pub(super) fn key_in_labels(&mut self, key: &KeyEvent) -> bool {
        let Some(mut labels) = self.screen.labels.take() else {
            return false;
        };
        let KeyCode::Char(letter) = key.code else {
            return true;
        };
        // Labels have plain letters only: Ctrl-C hides them.
        if key
            .modifiers
            .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT)
        {
            return true;
        }
        let at = usize::from(labels.typed.is_some());
        let found = labels.shown().find(|(letters, _)| letters[at] == letter);
        match found {
            Some((_, target)) if at == 1 => self.go_to_label(target),
            Some(_) => {
                labels.typed = Some(letter);
                self.screen.labels = Some(labels);
            }
            None => self
                .screen
                .say(format!("No label has this letter: {letter}")),
        }
        true
    }

    fn go_to_label(&mut self, target: LabelTarget) {
        match target {
            LabelTarget::Name(line, from) => {
                self.mark_visited();
                self.code.go_to_name(line, from);
            }
            LabelTarget::Row(key) if self.screen.focus.is_beside_code() => {
                self.columns.select(self.screen.focus, key);
                self.visit_call();
            }
            LabelTarget::Row(key) => {
                self.focus_results();
                self.results.go_to_row(key);
                self.mark_visited();
            }
        }
    }
}
