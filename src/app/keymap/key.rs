//! Keys and their notation: `Ctrl-A` on the screen, `ctrl-a` in a keymap.
//!
//! Principal type: [`Key`]. Invariant: events that terminals cannot tell apart are the same key, so a binding
//! works in each of them.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::fmt;

/// A key with its modifiers. A capital letter implies Shift.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    code: KeyCode,
    modifiers: KeyModifiers,
}

/// Named keys, with their names in a keymap and on the screen.
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
    /// The key of an event. Some terminals send Shift with a capital letter, others do not.
    pub(crate) fn from_event(event: &KeyEvent) -> Self {
        match event.code {
            KeyCode::Up | KeyCode::Down | KeyCode::Left | KeyCode::Right => {
                Self::normalized(event.code, event.modifiers)
            }
            code => Self::normalized(code, event.modifiers - KeyModifiers::SHIFT),
        }
    }

    /// Normalizes a key. Ctrl with a letter is one of 32 bytes: capitals are lost, some keys have a
    /// byte of their own, and the last four are sent as digits.
    fn normalized(code: KeyCode, modifiers: KeyModifiers) -> Self {
        let (code, modifiers) = match code {
            KeyCode::Char(c) if modifiers == KeyModifiers::CONTROL => {
                match c.to_ascii_lowercase() {
                    'i' => (KeyCode::Tab, KeyModifiers::NONE),
                    'm' => (KeyCode::Enter, KeyModifiers::NONE),
                    '[' => (KeyCode::Esc, KeyModifiers::NONE),
                    '4' => (KeyCode::Char('\\'), modifiers),
                    '5' => (KeyCode::Char(']'), modifiers),
                    '6' => (KeyCode::Char('^'), modifiers),
                    '7' | '/' => (KeyCode::Char('_'), modifiers),
                    c => (KeyCode::Char(c), modifiers),
                }
            }
            code => (code, modifiers),
        };
        Self { code, modifiers }
    }

    /// Parses a key of a keymap.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut modifiers = KeyModifiers::NONE;
        let mut rest = text;
        loop {
            let (more, after) = match rest {
                "shift-up" | "shift-down" | "shift-left" | "shift-right" => {
                    (KeyModifiers::SHIFT, 6)
                }
                _ if rest.len() > 5 && rest.starts_with("ctrl-") => (KeyModifiers::CONTROL, 5),
                _ if rest.len() > 4 && rest.starts_with("alt-") => (KeyModifiers::ALT, 4),
                _ => break,
            };
            modifiers |= more;
            rest = &rest[after..];
        }
        Some(Self::normalized(code(rest)?, modifiers))
    }

    /// The key as a keymap has it.
    fn notation(self) -> String {
        let named = NAMES.iter().find(|(.., code)| *code == self.code);
        let key = match (named, self.code) {
            (Some((name, ..)), _) => (*name).to_owned(),
            (None, KeyCode::Char(c)) => c.into(),
            (None, KeyCode::F(number)) => format!("f{number}"),
            (None, other) => format!("{other:?}"),
        };
        self.with_modifiers(["ctrl-", "alt-", "shift-"], &key)
    }

    fn with_modifiers(self, names: [&str; 3], key: &str) -> String {
        use KeyModifiers as Modifier;
        let modifiers = [Modifier::CONTROL, Modifier::ALT, Modifier::SHIFT];
        let mut text = String::new();
        for (modifier, name) in modifiers.into_iter().zip(names) {
            if self.modifiers.contains(modifier) {
                text += name;
            }
        }
        text + key
    }

    pub(super) fn is_escape(self) -> bool {
        self.code == KeyCode::Esc
    }

    /// The event of pressing it.
    #[cfg(test)]
    pub(crate) fn event(self) -> KeyEvent {
        KeyEvent::new(self.code, self.modifiers)
    }

    /// The digit that the key types.
    pub(crate) fn digit(self) -> Option<usize> {
        match self.code {
            KeyCode::Char(c) if self.modifiers.is_empty() => Some(c.to_digit(10)? as usize),
            _ => None,
        }
    }

    /// Returns true if the key types a character.
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

/// The key as the screen shows it.
impl fmt::Display for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = NAMES.iter().find(|(.., code)| *code == self.code);
        let key = match (named, self.code) {
            (Some((_, shown, _)), _) => (*shown).to_owned(),
            (None, KeyCode::Char(c)) if self.modifiers.contains(KeyModifiers::CONTROL) => {
                c.to_ascii_uppercase().into()
            }
            (None, KeyCode::Char(c)) => c.into(),
            (None, KeyCode::F(number)) => format!("F{number}"),
            (None, other) => format!("{other:?}"),
        };
        out.write_str(&self.with_modifiers(["Ctrl-", "Alt-", "Shift-"], &key))
    }
}

/// Names of keys.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|(name, ..)| *name)
}

/// A key sequence in a keymap: `ctrl-x ctrl-s`.
pub(super) fn written(keys: &[Key]) -> String {
    let words: Vec<String> = keys.iter().map(|key| key.notation()).collect();
    words.join(" ")
}

/// A key sequence on the screen: `[[`, but `Ctrl-X Ctrl-S`.
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
        check("shift-up", "Shift-↑");
        check("-", "-");
        check("ctrl--", "Ctrl--");
        check("G", "G");
    }

    #[test]
    fn keys_with_the_same_bytes_are_equal() {
        check("ctrl-A", "Ctrl-A");
        check("ctrl-i", "Tab");
        check("ctrl-m", "Enter");
        check("ctrl-[", "Esc");
        check("ctrl-/", "Ctrl-_");
        let sent = KeyEvent::new(KeyCode::Char('7'), KeyModifiers::CONTROL);
        assert_eq!(Some(Key::from_event(&sent)), Key::parse("ctrl-/"));
    }

    #[test]
    fn every_key_parses_from_its_notation() {
        let mut names: Vec<String> = NAMES.iter().map(|(name, ..)| (*name).to_owned()).collect();
        names.extend((1..=24).map(|number| format!("f{number}")));
        names.extend(('!'..='~').map(String::from));
        for prefix in ["", "alt-", "ctrl-alt-"] {
            for name in &names {
                let text = format!("{prefix}{name}");
                let key = Key::parse(&text).expect(&text);
                assert_eq!(key.notation(), text);
            }
        }
    }

    #[test]
    fn invalid_keys_do_not_parse() {
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
