//! Keys and how people write them: `Ctrl-A` on the screen, `ctrl-a` in a keymap.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::fmt;

/// One key with what is held down beside it. A capital letter says Shift by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    code: KeyCode,
    modifiers: KeyModifiers,
}

/// Keys that have a name, as it is written in a keymap and on the screen.
const NAMES: [(&str, &str, KeyCode); 17] = [
    ("space", "Space", KeyCode::Char(' ')),
    ("tab", "Tab", KeyCode::Tab),
    ("shift-tab", "Shift-Tab", KeyCode::BackTab),
    ("enter", "Enter", KeyCode::Enter),
    ("esc", "Esc", KeyCode::Esc),
    ("backspace", "Backspace", KeyCode::Backspace),
    ("delete", "Delete", KeyCode::Delete),
    ("insert", "Insert", KeyCode::Insert),
    ("left", "←", KeyCode::Left),
    ("right", "→", KeyCode::Right),
    ("up", "↑", KeyCode::Up),
    ("down", "↓", KeyCode::Down),
    ("home", "Home", KeyCode::Home),
    ("end", "End", KeyCode::End),
    ("pageup", "PgUp", KeyCode::PageUp),
    ("pagedown", "PgDn", KeyCode::PageDown),
    ("null", "Null", KeyCode::Null),
];

impl Key {
    /// The key that was pressed. Some terminals say Shift beside a capital letter, others do not.
    pub(crate) fn pressed(event: &KeyEvent) -> Self {
        Self {
            code: event.code,
            modifiers: event.modifiers - KeyModifiers::SHIFT,
        }
    }

    /// A key as a keymap writes it; none where there is no such key.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut modifiers = KeyModifiers::NONE;
        let mut rest = text;
        loop {
            let (more, after) = match rest {
                _ if rest.len() > 5 && rest.starts_with("ctrl-") => (KeyModifiers::CONTROL, 5),
                _ if rest.len() > 4 && rest.starts_with("alt-") => (KeyModifiers::ALT, 4),
                _ => break,
            };
            modifiers |= more;
            rest = &rest[after..];
        }
        let code = code(rest)?;
        Some(Self { code, modifiers })
    }

    /// The event of its press.
    #[cfg(test)]
    pub(crate) fn event(self) -> KeyEvent {
        KeyEvent::new(self.code, self.modifiers)
    }

    /// Whether it types a character.
    pub(crate) fn is_printable(self) -> bool {
        matches!(self.code, KeyCode::Char(_)) && self.modifiers.is_empty()
    }
}

fn code(text: &str) -> Option<KeyCode> {
    if let Some((.., code)) = NAMES.iter().find(|(name, ..)| *name == text) {
        return Some(*code);
    }
    let mut chars = text.chars();
    match (chars.next()?, chars.as_str()) {
        (c, "") if !c.is_whitespace() && !c.is_control() => Some(KeyCode::Char(c)),
        ('f', digits) => {
            let number = digits
                .parse()
                .ok()
                .filter(|number| (1..=24).contains(number));
            number.map(KeyCode::F)
        }
        _ => None,
    }
}

impl fmt::Display for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has_control = self.modifiers.contains(KeyModifiers::CONTROL);
        if has_control {
            out.write_str("Ctrl-")?;
        }
        if self.modifiers.contains(KeyModifiers::ALT) {
            out.write_str("Alt-")?;
        }
        if let Some((_, shown, _)) = NAMES.iter().find(|(.., code)| *code == self.code) {
            return out.write_str(shown);
        }
        match self.code {
            KeyCode::Char(c) if has_control => write!(out, "{}", c.to_ascii_uppercase()),
            KeyCode::Char(c) => write!(out, "{c}"),
            KeyCode::F(number) => write!(out, "F{number}"),
            other => write!(out, "{other:?}"),
        }
    }
}

/// Keys one after the other as people write them: `[[`, but `Ctrl-X Ctrl-S`.
pub(crate) fn shown(keys: &[Key]) -> String {
    let words: Vec<String> = keys.iter().map(ToString::to_string).collect();
    let apart = words.iter().any(|word| word.chars().count() > 1);
    words.join(if apart { " " } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(written: &str, shown: &str) {
        let key = Key::parse(written);
        assert_eq!(key.map(|key| key.to_string()).as_deref(), Some(shown));
    }

    #[test]
    fn keys_are_shown_as_people_write_them() {
        check("ctrl-a", "Ctrl-A");
        check("alt-m", "Alt-m");
        check("ctrl-alt-f", "Ctrl-Alt-F");
        check("alt-backspace", "Alt-Backspace");
        check("shift-tab", "Shift-Tab");
        check("space", "Space");
        check("f12", "F12");
        check("-", "-");
        check("ctrl--", "Ctrl--");
        check("G", "G");
    }

    #[test]
    fn what_is_no_key_is_none() {
        for text in ["", "ctrl-", "hyper-a", "f0", "f25", "gg", " "] {
            assert_eq!(Key::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn sequences_are_written_together_where_that_can_be_read() {
        let keys = |text: &str| -> Vec<Key> { text.split(' ').filter_map(Key::parse).collect() };
        assert_eq!(shown(&keys("[ [")), "[[");
        assert_eq!(shown(&keys("ctrl-x s")), "Ctrl-X s");
    }
}
