//! The help: the live keymap as lines, searched by typing.

use super::{Reply, rows};
use crate::app::keymap::{ACTIONS, Action, Context, Keymap};
use crate::app::line::Line;
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
    /// Every line there is, each with the place it belongs to.
    lines: Vec<(Context, String, &'static str)>,
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
    pub(super) fn type_in(&mut self, letter: char) -> Reply {
        if self.search().is_empty() && self.opened_by == Some(letter) {
            return Reply::Close;
        }
        if self.line.insert(letter.encode_utf8(&mut [0; 4])) {
            self.find();
        }
        Reply::Taken
    }

    pub(super) fn act(&mut self, action: Action) -> Reply {
        if let Some(step) = rows(action, self.viewport.height()) {
            self.scroll(step);
            return Reply::Taken;
        }
        match action {
            Action::Choose | Action::Help => return Reply::Close,
            Action::Prompt(editing) => {
                if self.line.edit(editing) {
                    self.find();
                }
            }
            _ => return Reply::NotMine,
        }
        Reply::Taken
    }

    fn find(&mut self) {
        let wanted = self.line.text().to_lowercase();
        self.entries.clear();
        self.viewport = Viewport::new(self.viewport.height());
        let mut heading = None;
        for (context, keys, means) in &self.lines {
            let found = [keys.as_str(), means, context.title()]
                .iter()
                .any(|text| text.to_lowercase().contains(&wanted));
            if !found {
                continue;
            }
            if heading.replace(*context) != Some(*context) {
                self.entries.push(Entry::Heading(context.title()));
            }
            self.entries.push(Entry::Keys(keys.clone(), means));
        }
    }
}

/// A line for every action that has keys in a place, place by place.
fn lines(keymap: &Keymap) -> Vec<(Context, String, &'static str)> {
    let mut lines = Vec::new();
    for context in Context::ALL {
        for row in ACTIONS {
            let keys = keymap.keys_in(context, row.action);
            if !keys.is_empty() {
                lines.push((context, keys.join("  "), row.help));
            }
        }
    }
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
        for row in ACTIONS {
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
}
