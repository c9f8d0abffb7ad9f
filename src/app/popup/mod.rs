//! What lies over the panes while it is needed, and takes the keys: the help, a list to choose from,
//! a page to read.

mod help;
mod picker;
mod ranking;
mod sheet;

pub(crate) use help::{Entry, Help};
pub(crate) use picker::{Choice, Item, Picker};
pub(crate) use sheet::{Basis, Sheet, Subject};

use crate::app::keymap::Action;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The popup that is shown.
#[derive(Clone, Debug)]
pub(crate) enum Popup {
    Help(Help),
    Pick(Picker),
    Sheet(Sheet),
}

/// What a popup made of a key.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Reply {
    /// It was the popup's own.
    Taken,
    /// It is for whoever is asked next.
    NotMine,
    /// The popup stays, and this is done.
    Perform(Action),
    /// The popup goes away.
    Close,
    /// The popup goes away, and this was chosen.
    Chosen(Choice),
}

impl Popup {
    pub(crate) fn title(&self) -> &str {
        match self {
            Self::Help(_) => "keys",
            Self::Pick(picker) => picker.title(),
            Self::Sheet(sheet) => sheet.title(),
        }
    }

    pub(crate) fn set_height(&mut self, height: usize) {
        match self {
            Self::Help(help) => help.set_height(height),
            Self::Pick(picker) => picker.set_height(height),
            Self::Sheet(sheet) => sheet.set_height(height),
        }
    }

    /// Moves what is in view.
    pub(crate) fn scroll(&mut self, rows: isize) {
        match self {
            Self::Help(help) => help.scroll(rows),
            Self::Pick(picker) => picker.scroll(rows),
            Self::Sheet(sheet) => sheet.scroll(rows),
        }
    }

    /// The mouse was pressed on a row of it.
    pub(crate) fn click(&mut self, row: usize) -> Reply {
        match self {
            Self::Pick(picker) => picker.click(row),
            Self::Help(_) | Self::Sheet(_) => Reply::Taken,
        }
    }

    /// Text was pasted; false where nothing can be typed.
    pub(crate) fn paste(&mut self, text: &str) -> bool {
        match self {
            Self::Pick(picker) => picker.paste(text),
            Self::Help(_) | Self::Sheet(_) => return false,
        }
        true
    }

    pub(crate) fn key(&mut self, event: &KeyEvent) -> Reply {
        let reply = match self {
            Self::Help(help) => help.key(event),
            Self::Pick(picker) => picker.key(event),
            Self::Sheet(sheet) => sheet.key(event),
        };
        match (reply, event.code) {
            (Reply::NotMine, KeyCode::Esc) => Reply::Close,
            // Without Ctrl, keys are for what lies on top alone.
            (Reply::NotMine, _) if !event.modifiers.contains(KeyModifiers::CONTROL) => Reply::Taken,
            (reply, _) => reply,
        }
    }
}

/// How far a key scrolls in what has so many rows in view; none for other keys.
fn scrolls(event: &KeyEvent, height: usize) -> Option<isize> {
    let page = isize::try_from(height).unwrap_or(isize::MAX);
    match event.code {
        KeyCode::Down => Some(1),
        KeyCode::Up => Some(-1),
        KeyCode::PageDown => Some(page),
        KeyCode::PageUp => Some(-page),
        KeyCode::Home => Some(isize::MIN),
        KeyCode::End => Some(isize::MAX),
        _ => None,
    }
}
