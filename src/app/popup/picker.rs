//! A list to choose from: what is typed is matched fuzzily against every item, the best first.
//!
//! Matching is nucleo's (an affine-gap alignment as in fzf, with bonuses at word starts); equal
//! scores keep the order in which the items were given.

use super::{Reply, scrolls};
use crate::app::export::{Destination, Form};
use crate::app::keymap::{Action, Editing};
use crate::app::line::Line;
use crate::app::viewport::Viewport;
use crate::corpus::SourcePath;
use crate::session::Asked;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

/// What choosing an item does.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Choice {
    Action(Action),
    /// The theme of this name.
    Theme(String),
    Export(Form, Destination),
    /// Show this file.
    File(SourcePath),
    /// Ask this again.
    Query(Asked),
    /// Go to the bookmark of this chunk.
    Bookmark(u64),
}

/// One of the list.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Item {
    /// What is matched and read.
    pub(crate) text: String,
    /// What stands at the end of the row.
    pub(crate) note: String,
    pub(crate) choice: Choice,
}

/// An item that matches.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Found {
    item: usize,
    score: u32,
    /// Indices of the text's characters that match, ascending.
    lit: Vec<u32>,
}

/// The list with what is typed.
#[derive(Clone, Debug)]
pub(crate) struct Picker {
    title: &'static str,
    line: Line,
    items: Vec<Item>,
    found: Vec<Found>,
    selected: usize,
    viewport: Viewport,
}

impl Picker {
    pub(crate) fn new(title: &'static str, items: Vec<Item>, height: usize) -> Self {
        let mut picker = Self {
            title,
            line: Line::default(),
            items,
            found: Vec::new(),
            selected: 0,
            viewport: Viewport::default(),
        };
        picker.set_height(height);
        picker.find();
        picker
    }

    pub(crate) fn title(&self) -> &'static str {
        self.title
    }

    /// Whether choosing is seen in the panes, which are not to be covered then.
    pub(crate) fn is_of_themes(&self) -> bool {
        let first = self.items.first().map(|item| &item.choice);
        matches!(first, Some(Choice::Theme(_)))
    }

    pub(crate) fn line(&self) -> &Line {
        &self.line
    }

    /// Items that match, and all there are.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.found.len(), self.items.len())
    }

    /// The items in view: each with the characters that match, and whether it is selected.
    pub(crate) fn visible(&self) -> impl Iterator<Item = (&Item, &[u32], bool)> {
        self.viewport.range(self.found.len()).filter_map(|row| {
            let found = self.found.get(row)?;
            let item = self.items.get(found.item)?;
            Some((item, found.lit.as_slice(), row == self.selected))
        })
    }

    pub(crate) fn selected(&self) -> Option<&Item> {
        self.items.get(self.found.get(self.selected)?.item)
    }

    /// Selects an item, counted from 0 in the order given, before anything is typed.
    pub(crate) fn select(&mut self, item: usize) {
        let found = self.found.iter().position(|found| found.item == item);
        self.selected = found.unwrap_or(self.selected);
        self.reveal();
    }

    /// `height` holds the line that is typed in, too.
    pub(super) fn set_height(&mut self, height: usize) {
        self.viewport.resize(height.saturating_sub(1));
        self.reveal();
    }

    pub(super) fn scroll(&mut self, rows: isize) {
        self.viewport.scroll(rows, self.found.len());
    }

    pub(super) fn click(&mut self, row: usize) -> Reply {
        let row = row.checked_sub(1);
        match row.and_then(|row| self.viewport.row_at(row, self.found.len())) {
            Some(row) if row == self.selected => self.chosen(),
            Some(row) => {
                self.selected = row;
                Reply::Taken
            }
            None => Reply::Taken,
        }
    }

    pub(super) fn paste(&mut self, text: &str) {
        if self.line.insert(text) {
            self.find();
        }
    }

    pub(super) fn key(&mut self, event: &KeyEvent) -> Reply {
        let step = match (event.code, event.modifiers) {
            (KeyCode::Char('n'), KeyModifiers::CONTROL) => Some(1),
            (KeyCode::Char('p'), KeyModifiers::CONTROL) => Some(-1),
            // Within the line that is typed.
            (KeyCode::Home | KeyCode::End, _) => None,
            _ => scrolls(event, self.viewport.page()),
        };
        if let Some(step) = step {
            let last = self.found.len().saturating_sub(1);
            self.selected = self.selected.saturating_add_signed(step).min(last);
            self.reveal();
            return Reply::Taken;
        }
        if event.code == KeyCode::Enter {
            return self.chosen();
        }
        match typed(event) {
            Some(Typed::Char(c)) => self.paste(c.encode_utf8(&mut [0; 4])),
            Some(Typed::Edit(editing)) => {
                if self.line.edit(editing) {
                    self.find();
                }
            }
            None => return Reply::NotMine,
        }
        Reply::Taken
    }

    fn chosen(&self) -> Reply {
        match self.selected() {
            Some(item) => Reply::Chosen(item.choice.clone()),
            None => Reply::Taken,
        }
    }

    fn find(&mut self) {
        let pattern = Pattern::parse(self.line.text(), CaseMatching::Smart, Normalization::Smart);
        let mut matcher = Matcher::new(Config::DEFAULT.match_paths());
        let mut buffer = Vec::new();
        self.found.clear();
        for (item, Item { text, .. }) in self.items.iter().enumerate() {
            let mut lit = Vec::new();
            let text = Utf32Str::new(text, &mut buffer);
            if let Some(score) = pattern.indices(text, &mut matcher, &mut lit) {
                lit.sort_unstable();
                lit.dedup();
                self.found.push(Found { item, score, lit });
            }
        }
        self.found
            .sort_by_key(|found| (std::cmp::Reverse(found.score), found.item));
        self.selected = 0;
        self.reveal();
    }

    fn reveal(&mut self) {
        self.viewport.reveal(self.selected, self.found.len());
    }
}

enum Typed {
    Char(char),
    Edit(Editing),
}

/// The keys that every line of text knows.
fn typed(event: &KeyEvent) -> Option<Typed> {
    let modifiers = event.modifiers - KeyModifiers::SHIFT;
    let editing = match (event.code, modifiers) {
        (KeyCode::Char(c), KeyModifiers::NONE) => return Some(Typed::Char(c)),
        (KeyCode::Left, KeyModifiers::NONE) => Editing::Left,
        (KeyCode::Right, KeyModifiers::NONE) => Editing::Right,
        (KeyCode::Home, _) | (KeyCode::Char('a'), KeyModifiers::CONTROL) => Editing::Start,
        (KeyCode::End, _) | (KeyCode::Char('e'), KeyModifiers::CONTROL) => Editing::End,
        (KeyCode::Backspace, KeyModifiers::NONE) => Editing::Backspace,
        (KeyCode::Delete, _) => Editing::Delete,
        (KeyCode::Char('w'), KeyModifiers::CONTROL) => Editing::DeleteWordLeft,
        (KeyCode::Char('u'), KeyModifiers::CONTROL) => Editing::DeleteToStart,
        (KeyCode::Char('k'), KeyModifiers::CONTROL) => Editing::DeleteToEnd,
        _ => return None,
    };
    Some(Typed::Edit(editing))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picker(texts: &[&str]) -> Picker {
        let item = |text: &&str| Item {
            text: (*text).to_owned(),
            note: String::new(),
            choice: Choice::Action(Action::Quit),
        };
        Picker::new("files", texts.iter().map(item).collect(), 5)
    }

    fn check(texts: &[&str], typed: &str, expected: &[&str]) {
        let mut picker = picker(texts);
        picker.paste(typed);
        let found: Vec<&str> = picker
            .visible()
            .map(|(item, ..)| item.text.as_str())
            .collect();
        assert_eq!(found, expected, "{typed}");
    }

    #[test]
    fn the_best_match_comes_first_and_the_rest_goes() {
        let texts = ["src/app/mod.rs", "src/app/popup/mod.rs", "src/ui/pen.rs"];
        check(&texts, "", &texts);
        check(&texts, "popup", &["src/app/popup/mod.rs"]);
        check(&texts, "pen", &["src/ui/pen.rs"]);
        check(&texts, "zzz", &[]);
    }

    #[test]
    fn matching_characters_are_counted_in_characters() {
        let mut picker = picker(&["größe_messen"]);
        picker.paste("messen");
        let lit: Vec<u32> = picker
            .visible()
            .flat_map(|(_, lit, _)| lit.to_vec())
            .collect();
        assert_eq!(lit, [6, 7, 8, 9, 10, 11]);
    }

    #[test]
    fn the_selection_stays_in_view_and_within_the_list() {
        let mut picker = picker(&["a", "b", "c", "d", "e", "f"]);
        for _ in 0..9 {
            picker.key(&KeyEvent::from(KeyCode::Down));
        }
        assert_eq!(picker.selected().map(|item| item.text.as_str()), Some("f"));
        assert!(picker.visible().any(|(.., selected)| selected));
        picker.paste("zzz");
        assert_eq!(picker.key(&KeyEvent::from(KeyCode::Enter)), Reply::Taken);
    }
}
