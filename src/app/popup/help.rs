//! The help: the live keymap as lines, searched by typing.

use super::{Handled, rows};
use crate::app::Line;
use crate::app::keymap::{ACTIONS, Action, Context, Keymap};
use crate::app::viewport::Viewport;

/// A line of the help.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// Where the keys below mean something.
    Heading(&'static str),
    /// Keys and what they do.
    Keys(String, &'static str),
}

/// The help while it is shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct Help {
    line: Line,
    /// The letter that asks for the help outside the prompt.
    opened_by: Option<char>,
    /// Every line there is, each with the heading it belongs to.
    lines: Vec<(&'static str, String, &'static str)>,
    entries: Vec<Entry>,
    viewport: Viewport,
}

impl Help {
    pub(crate) fn new(keymap: &Keymap, height: usize) -> Self {
        let mut help = Self {
            lines: lines(keymap),
            opened_by: keymap.letter_of(Action::Help),
            viewport: Viewport::new(height),
            ..Self::default()
        };
        help.find();
        help
    }

    pub(crate) fn search(&self) -> &str {
        self.line.text()
    }

    /// The keys of every line there is, found or not.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(|(_, keys, _)| keys.as_str())
    }

    /// The lines in the viewport.
    pub(crate) fn visible(&self) -> &[Entry] {
        &self.entries[self.viewport.range(self.entries.len())]
    }

    /// Whether there are lines above and below the viewport.
    pub(crate) fn more(&self) -> (bool, bool) {
        let range = self.viewport.range(self.entries.len());
        (range.start > 0, range.end < self.entries.len())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(super) fn set_height(&mut self, height: usize) {
        self.viewport.resize(height);
        self.scroll(0);
    }

    pub(super) fn scroll(&mut self, lines: isize) {
        self.viewport.scroll(lines, self.entries.len());
    }

    /// A letter was typed; the first one may be the key that opened it.
    pub(super) fn type_in(&mut self, letter: char) -> Handled {
        if self.search().is_empty() && self.opened_by == Some(letter) {
            return Handled::Close;
        }
        if self.line.insert(letter.encode_utf8(&mut [0; 4])) {
            self.find();
        }
        Handled::Taken
    }

    pub(super) fn act(&mut self, action: Action) -> Handled {
        if let Some(step) = rows(action, self.viewport.height()) {
            self.scroll(step);
            return Handled::Taken;
        }
        match action {
            Action::Choose | Action::Help => return Handled::Close,
            Action::Prompt(editing) => {
                if self.line.edit(editing) {
                    self.find();
                }
            }
            _ => return Handled::NotMine,
        }
        Handled::Taken
    }

    fn find(&mut self) {
        let wanted = self.line.text().to_lowercase();
        self.entries.clear();
        self.viewport = Viewport::new(self.viewport.height());
        let mut heading = None;
        for (title, keys, means) in &self.lines {
            let found = [keys.as_str(), means, title]
                .iter()
                .any(|text| text.to_lowercase().contains(&wanted));
            if !found {
                continue;
            }
            if heading.replace(*title) != Some(*title) {
                self.entries.push(Entry::Heading(title));
            }
            self.entries.push(Entry::Keys(keys.clone(), means));
        }
    }
}

/// What stands on the screen without words.
const SIGNS: [(&str, &str); 6] = [
    ("k3  v1", "third by its words, first by meaning"),
    ("●  ○", "a hit, and what stands beside hits"),
    ("✓  ◆", "marked for export, and with a bookmark"),
    ("×2", "the same text stands in so many places"),
    ("↑ 2 new", "better hits that came above, out of view"),
    (
        "≤ 40",
        "no more than so many: only their text says how many",
    ),
];

/// A line for every action that has keys in a place, place by place; then what signs mean.
fn lines(keymap: &Keymap) -> Vec<(&'static str, String, &'static str)> {
    let mut lines = Vec::new();
    for context in Context::ALL {
        for row in ACTIONS.iter() {
            let keys = keymap.keys_in(context, row.action);
            if !keys.is_empty() {
                lines.push((context.title(), keys.join("  "), row.help));
            }
        }
    }
    lines.extend(SIGNS.map(|(sign, means)| ("Signs", sign.to_owned(), means)));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Preset;

    fn help() -> Help {
        Help::new(&Keymap::new(&Preset::Default.rows()).unwrap(), 10)
    }

    #[test]
    fn every_action_is_explained() {
        let help = help();
        for row in ACTIONS.iter() {
            let mut entries = help.entries.iter();
            assert!(
                entries.any(|entry| matches!(entry, Entry::Keys(_, means) if *means == row.help)),
                "{}",
                row.name
            );
        }
    }

    #[test]
    fn typing_searches_and_keeps_the_headings_of_what_it_finds() {
        let mut help = help();
        for c in "zoom out".chars() {
            help.type_in(c);
        }
        assert_eq!(help.entries.len(), 2);
        assert_eq!(help.entries[0], Entry::Heading("In the code"));
    }

    #[test]
    fn signs_are_explained() {
        let mut help = help();
        for c in "by its words".chars() {
            help.type_in(c);
        }
        let [Entry::Heading("Signs"), Entry::Keys(sign, _)] = &help.entries[..] else {
            panic!("{:?}", help.entries);
        };
        assert_eq!(sign, "k3  v1");
    }
}
