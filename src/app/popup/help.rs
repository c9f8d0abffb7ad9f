//! The help: the live keymap as lines, searched by typing.

use super::{Reply, scrolls};
use crate::app::keymap::{ACTIONS, Context, Keymap};
use crate::app::viewport::Viewport;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

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
    search: String,
    /// Every line there is, each with the place it belongs to.
    lines: Vec<(Context, String, &'static str)>,
    entries: Vec<Entry>,
    viewport: Viewport,
}

impl Help {
    pub(crate) fn new(keymap: &Keymap, height: usize) -> Self {
        let mut help = Self {
            lines: lines(keymap),
            viewport: Viewport::new(height),
            ..Self::default()
        };
        help.find();
        help
    }

    pub(crate) fn search(&self) -> &str {
        &self.search
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

    pub(super) fn key(&mut self, event: &KeyEvent) -> Reply {
        if let Some(lines) = scrolls(event, self.viewport.height()) {
            self.scroll(lines);
            return Reply::Taken;
        }
        match event.code {
            KeyCode::Enter | KeyCode::F(1) => return Reply::Close,
            KeyCode::Char('?') if self.search.is_empty() => return Reply::Close,
            KeyCode::Backspace => {
                self.search.pop();
                self.find();
            }
            KeyCode::Char(c) if (event.modifiers - KeyModifiers::SHIFT).is_empty() => {
                self.search.push(c);
                self.find();
            }
            _ => return Reply::NotMine,
        }
        Reply::Taken
    }

    fn find(&mut self) {
        let wanted = self.search.to_lowercase();
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
            help.key(&KeyEvent::from(KeyCode::Char(c)));
        }
        assert_eq!(help.entries.len(), 2);
        assert_eq!(help.entries[0], Entry::Heading("In the code"));
    }
}
