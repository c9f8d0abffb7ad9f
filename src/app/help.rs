//! The help: the live keymap as lines, searched by typing.

use super::keymap::{Context, KEYMAP};
use super::viewport::Viewport;
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
    entries: Vec<Entry>,
    viewport: Viewport,
}

impl Help {
    pub(crate) fn new(height: usize) -> Self {
        let mut help = Self {
            viewport: Viewport::new(height),
            ..Self::default()
        };
        help.find();
        help
    }

    pub(crate) fn search(&self) -> &str {
        &self.search
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

    pub(crate) fn set_height(&mut self, height: usize) {
        self.viewport.resize(height);
        self.scroll(0);
    }

    pub(crate) fn scroll(&mut self, lines: isize) {
        self.viewport.scroll(lines, self.entries.len());
    }

    /// Takes a key; false when it is not one of the help's own.
    pub(crate) fn key(&mut self, event: &KeyEvent) -> bool {
        let page = isize::try_from(self.viewport.height()).unwrap_or(isize::MAX);
        match event.code {
            KeyCode::Down => self.scroll(1),
            KeyCode::Up => self.scroll(-1),
            KeyCode::PageDown => self.scroll(page),
            KeyCode::PageUp => self.scroll(-page),
            KeyCode::Home => self.scroll(isize::MIN),
            KeyCode::End => self.scroll(isize::MAX),
            KeyCode::Backspace => {
                self.search.pop();
                self.find();
            }
            KeyCode::Char(c) if (event.modifiers - KeyModifiers::SHIFT).is_empty() => {
                self.search.push(c);
                self.find();
            }
            _ => return false,
        }
        true
    }

    fn find(&mut self) {
        let wanted = self.search.to_lowercase();
        self.entries.clear();
        self.viewport = Viewport::new(self.viewport.height());
        for context in Context::ALL {
            let mut heading = Some(Entry::Heading(context.title()));
            for binding in KEYMAP.iter().filter(|binding| binding.context == context) {
                let keys: Vec<String> = binding.chords.iter().map(ToString::to_string).collect();
                let keys = keys.join("  ");
                let found = [keys.as_str(), binding.help, context.title()]
                    .iter()
                    .any(|text| text.to_lowercase().contains(&wanted));
                if found {
                    self.entries.extend(heading.take());
                    self.entries.push(Entry::Keys(keys, binding.help));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_binding_is_explained() {
        let help = Help::new(10);
        let keys = help
            .entries
            .iter()
            .filter(|entry| matches!(entry, Entry::Keys(..)))
            .count();
        assert_eq!(keys, KEYMAP.len());
    }

    #[test]
    fn typing_searches_and_keeps_the_headings_of_what_it_finds() {
        let mut help = Help::new(10);
        for c in "zoom out".chars() {
            help.key(&KeyEvent::from(KeyCode::Char(c)));
        }
        assert_eq!(help.entries.len(), 2);
        assert_eq!(help.entries[0], Entry::Heading("In the code"));
    }
}
