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
        match event.code {
            KeyCode::Up | KeyCode::Down => Self::sent(event.code, event.modifiers),
            code => Self::sent(code, event.modifiers - KeyModifiers::SHIFT),
        }
    }

    /// The key that a terminal means. What Ctrl makes of a letter is one of 32 bytes: capitals are
    /// lost, some keys have a byte of their own, and the last four are sent as digits.
    fn sent(code: KeyCode, modifiers: KeyModifiers) -> Self {
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

    /// A key as a keymap writes it; none where there is no such key.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut modifiers = KeyModifiers::NONE;
        let mut rest = text;
        loop {
            let (more, after) = match rest {
                "shift-up" | "shift-down" => (KeyModifiers::SHIFT, 6),
                _ if rest.len() > 5 && rest.starts_with("ctrl-") => (KeyModifiers::CONTROL, 5),
                _ if rest.len() > 4 && rest.starts_with("alt-") => (KeyModifiers::ALT, 4),
                _ => break,
            };
            modifiers |= more;
            rest = &rest[after..];
        }
        Some(Self::sent(code(rest)?, modifiers))
    }

    /// The key as a keymap writes it, or as it is shown.
    fn text(self, is_shown: bool) -> String {
        let [control, alt, shift, function] = match is_shown {
            true => ["Ctrl-", "Alt-", "Shift-", "F"],
            false => ["ctrl-", "alt-", "shift-", "f"],
        };
        let has_control = self.modifiers.contains(KeyModifiers::CONTROL);
        let has_alt = self.modifiers.contains(KeyModifiers::ALT);
        let named = NAMES.iter().find(|(.., code)| *code == self.code);
        let key = match (named, self.code) {
            (Some((_, shown, _)), _) if is_shown => (*shown).to_owned(),
            (Some((name, ..)), _) => (*name).to_owned(),
            (None, KeyCode::Char(c)) if is_shown && has_control => c.to_ascii_uppercase().into(),
            (None, KeyCode::Char(c)) => c.into(),
            (None, KeyCode::F(number)) => format!("{function}{number}"),
            (None, other) => format!("{other:?}"),
        };
        let control = if has_control { control } else { "" };
        let alt = if has_alt { alt } else { "" };
        let has_shift = self.modifiers.contains(KeyModifiers::SHIFT);
        let shift = if has_shift { shift } else { "" };
        format!("{control}{alt}{shift}{key}")
    }

    pub(super) fn is_escape(self) -> bool {
        self.code == KeyCode::Esc
    }

    /// The event of its press.
    #[cfg(test)]
    pub(crate) fn event(self) -> KeyEvent {
        KeyEvent::new(self.code, self.modifiers)
    }

    /// The character that it types.
    pub(super) fn letter(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if self.is_printable() => Some(c),
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

impl fmt::Display for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text(true))
    }
}

/// The keys that have a name.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|(name, ..)| *name)
}

/// Keys one after the other as a keymap writes them: `ctrl-x ctrl-s`.
pub(super) fn written(keys: &[Key]) -> String {
    let words: Vec<String> = keys.iter().map(|key| key.text(false)).collect();
    words.join(" ")
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
        check("shift-up", "Shift-↑");
        check("-", "-");
        check("ctrl--", "Ctrl--");
        check("G", "G");
    }

    #[test]
    fn what_a_terminal_cannot_tell_apart_is_one_key() {
        check("ctrl-A", "Ctrl-A");
        check("ctrl-i", "Tab");
        check("ctrl-m", "Enter");
        check("ctrl-[", "Esc");
        check("ctrl-/", "Ctrl-_");
        let sent = KeyEvent::new(KeyCode::Char('7'), KeyModifiers::CONTROL);
        assert_eq!(Some(Key::pressed(&sent)), Key::parse("ctrl-/"));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mut names: Vec<String> = NAMES.iter().map(|(name, ..)| (*name).to_owned()).collect();
        names.extend((1..=24).map(|number| format!("f{number}")));
        names.extend(('!'..='~').map(String::from));
        for prefix in ["", "alt-", "ctrl-alt-"] {
            for name in &names {
                let text = format!("{prefix}{name}");
                let key = Key::parse(&text).expect(&text);
                assert_eq!(key.text(false), text);
            }
        }
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
