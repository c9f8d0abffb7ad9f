//! Keys and how people write them.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::fmt;

/// One key, or a character's key and another one after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Chord {
    pub(super) prefix: Option<char>,
    pub(super) code: KeyCode,
    pub(super) modifiers: KeyModifiers,
}

impl Chord {
    /// Whether a key that was pressed, after the first key of a chord if there was one, is this.
    pub(super) fn is(&self, prefix: Option<char>, event: &KeyEvent) -> bool {
        // A capital letter says Shift by itself, and some terminals say it twice.
        let modifiers = event.modifiers - KeyModifiers::SHIFT;
        self.prefix == prefix && self.code == event.code && self.modifiers == modifiers
    }
}

pub(super) const fn key(code: KeyCode) -> Chord {
    Chord {
        prefix: None,
        code,
        modifiers: KeyModifiers::NONE,
    }
}

pub(super) const fn char(char: char) -> Chord {
    key(KeyCode::Char(char))
}

pub(super) const fn ctrl(code: KeyCode) -> Chord {
    Chord {
        modifiers: KeyModifiers::CONTROL,
        ..key(code)
    }
}

pub(super) const fn alt(code: KeyCode) -> Chord {
    Chord {
        modifiers: KeyModifiers::ALT,
        ..key(code)
    }
}

pub(super) const fn twice(char: char) -> Chord {
    Chord {
        prefix: Some(char),
        ..key(KeyCode::Char(char))
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(prefix) = self.prefix {
            write!(out, "{prefix}")?;
        }
        if self.modifiers.contains(KeyModifiers::CONTROL) {
            out.write_str("Ctrl-")?;
        }
        if self.modifiers.contains(KeyModifiers::ALT) {
            out.write_str("Alt-")?;
        }
        match self.code {
            KeyCode::Char(' ') => out.write_str("Space"),
            KeyCode::Char(c) if self.modifiers.contains(KeyModifiers::CONTROL) => {
                write!(out, "{}", c.to_ascii_uppercase())
            }
            KeyCode::Char(c) => write!(out, "{c}"),
            KeyCode::Left => out.write_str("←"),
            KeyCode::Right => out.write_str("→"),
            KeyCode::Up => out.write_str("↑"),
            KeyCode::Down => out.write_str("↓"),
            KeyCode::BackTab => out.write_str("Shift-Tab"),
            KeyCode::PageUp => out.write_str("PgUp"),
            KeyCode::PageDown => out.write_str("PgDn"),
            KeyCode::F(number) => write!(out, "F{number}"),
            other => write!(out, "{other:?}"),
        }
    }
}
