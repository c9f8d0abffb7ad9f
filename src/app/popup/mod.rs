//! Popups, which cover the panes and take the keys: help, lists, pages, and name prompts.

mod help;
mod picker;
mod ranking;
mod sheet;

pub(crate) use help::help;
pub(crate) use picker::{Choice, Item, Picker};
pub(crate) use sheet::{Cell, Row, Sheet, SheetKind, wrapped};

use crate::app::keymap::{Action, Context, Key, Step};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The popup that is shown.
#[derive(Clone, Debug)]
pub(crate) enum Popup {
    Pick(Box<Picker>),
    Sheet(Sheet),
}

/// Result of a key in a popup.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Handled {
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
            Self::Pick(picker) => picker.title(),
            Self::Sheet(sheet) => sheet.title(),
        }
    }

    /// Rows of all its content.
    pub(crate) fn rows(&self) -> usize {
        match self {
            Self::Pick(picker) => picker.rows(),
            Self::Sheet(sheet) => sheet.rows(),
        }
    }

    pub(crate) fn set_height(&mut self, height: usize) {
        match self {
            Self::Pick(picker) => picker.set_height(height),
            Self::Sheet(sheet) => sheet.set_height(height),
        }
    }

    /// Moves what is in view.
    pub(crate) fn scroll(&mut self, rows: isize) {
        match self {
            Self::Pick(picker) => picker.scroll(rows),
            Self::Sheet(sheet) => sheet.scroll(rows),
        }
    }

    /// The mouse was pressed on a row of it.
    pub(crate) fn click(&mut self, row: usize) -> Handled {
        match self {
            Self::Pick(picker) => picker.click(row),
            Self::Sheet(_) => Handled::Taken,
        }
    }

    /// Text was pasted; false where nothing can be.
    pub(crate) fn paste(&mut self, text: &str) -> bool {
        match self {
            Self::Pick(picker) => picker.paste(text),
            Self::Sheet(_) => return false,
        }
        true
    }

    /// Whose keys hold in it.
    pub(crate) fn context(&self) -> Context {
        match self {
            Self::Sheet(sheet) if sheet.kind() != SheetKind::Keys => Context::Page,
            Self::Sheet(_) | Self::Pick(_) => Context::List,
        }
    }

    /// Does what was asked for with its keys.
    pub(crate) fn act(&mut self, action: Action) -> Handled {
        let reply = match self {
            Self::Pick(picker) => picker.act(action),
            Self::Sheet(sheet) => sheet.act(action),
        };
        match (reply, action) {
            (Handled::NotMine, Action::Climb) => Handled::Close,
            (reply, _) => reply,
        }
    }

    /// Takes a key, and what it asks for here.
    pub(crate) fn key(&mut self, event: &KeyEvent, asked: Option<Action>) -> Handled {
        let types = types(event) && self.context() == Context::List;
        let reply = match (&mut *self, event.code, asked) {
            (Self::Sheet(sheet), KeyCode::Char(c), _) if types => sheet.type_in(c),
            (Self::Pick(picker), KeyCode::Char(c), _) if types => {
                picker.paste(c.encode_utf8(&mut [0; 4]));
                Handled::Taken
            }
            (_, _, Some(action)) => self.act(action),
            (_, _, None) => Handled::NotMine,
        };
        match (reply, event.code) {
            // Whatever the keymap says: there is a way out.
            (Handled::NotMine, KeyCode::Esc) => Handled::Close,
            // Without Ctrl, keys are for what lies on top alone.
            (Handled::NotMine, _) if !event.modifiers.contains(KeyModifiers::CONTROL) => {
                Handled::Taken
            }
            (reply, _) => reply,
        }
    }
}

fn types(event: &KeyEvent) -> bool {
    Key::pressed(event).is_printable()
}

/// Number of rows an action moves in a list with this height. None for other actions.
fn rows(action: Action, height: usize) -> Option<isize> {
    let page = isize::try_from(height).unwrap_or(isize::MAX);
    let Action::Results(step) = action else {
        return None;
    };
    match step {
        Step::Next => Some(1),
        Step::Previous => Some(-1),
        Step::PageDown => Some(page),
        Step::PageUp => Some(-page),
        Step::First => Some(isize::MIN),
        Step::Last => Some(isize::MAX),
        _ => None,
    }
}
