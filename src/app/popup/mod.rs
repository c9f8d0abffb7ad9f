//! What lies over the panes while it is needed, and takes the keys: the help, a list to choose from,
//! a page to read, a name to type.

mod help;
mod picker;
mod ranking;
mod sheet;

pub(crate) use help::{Entry, Help};
pub(crate) use picker::{Choice, Item, Picker};
pub(crate) use sheet::{Cell, Row, Sheet, SheetKind, wrapped};

use crate::app::Line;
use crate::app::keymap::{Action, Context, Key, Step};
use crate::export::Format;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The popup that is shown.
#[derive(Clone, Debug)]
pub(crate) enum Popup {
    Help(Help),
    Pick(Box<Picker>),
    Sheet(Sheet),
    Name(Naming),
}

/// What a popup made of a key.
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
            Self::Help(_) => "keys",
            Self::Pick(picker) => picker.title(),
            Self::Sheet(sheet) => sheet.title(),
            Self::Name(_) => "write to",
        }
    }

    pub(crate) fn set_height(&mut self, height: usize) {
        match self {
            Self::Help(help) => help.set_height(height),
            Self::Pick(picker) => picker.set_height(height),
            Self::Sheet(sheet) => sheet.set_height(height),
            Self::Name(_) => {}
        }
    }

    /// Moves what is in view.
    pub(crate) fn scroll(&mut self, rows: isize) {
        match self {
            Self::Help(help) => help.scroll(rows),
            Self::Pick(picker) => picker.scroll(rows),
            Self::Sheet(sheet) => sheet.scroll(rows),
            Self::Name(_) => {}
        }
    }

    /// The mouse was pressed on a row of it.
    pub(crate) fn click(&mut self, row: usize) -> Handled {
        match self {
            Self::Pick(picker) => picker.click(row),
            Self::Help(_) | Self::Sheet(_) | Self::Name(_) => Handled::Taken,
        }
    }

    /// Text was pasted; false where nothing can be typed.
    pub(crate) fn paste(&mut self, text: &str) -> bool {
        match self {
            Self::Pick(picker) => picker.paste(text),
            Self::Name(naming) => naming.type_in(text),
            Self::Help(_) | Self::Sheet(_) => return false,
        }
        true
    }

    /// Whose keys hold in it.
    pub(crate) fn context(&self) -> Context {
        match self {
            Self::Help(_) | Self::Pick(_) | Self::Name(_) => Context::List,
            Self::Sheet(_) => Context::Page,
        }
    }

    /// Does what was asked for with its keys.
    pub(crate) fn act(&mut self, action: Action) -> Handled {
        let reply = match self {
            Self::Help(help) => help.act(action),
            Self::Pick(picker) => picker.act(action),
            Self::Sheet(sheet) => sheet.act(action),
            Self::Name(naming) => naming.act(action),
        };
        match (reply, action) {
            (Handled::NotMine, Action::Climb) => Handled::Close,
            (reply, _) => reply,
        }
    }

    /// Takes a key, and what it asks for here.
    pub(crate) fn key(&mut self, event: &KeyEvent, asked: Option<Action>) -> Handled {
        let reply = match (&mut *self, event.code, asked) {
            (Self::Help(help), KeyCode::Char(c), _) if types(event) => help.type_in(c),
            (it @ (Self::Pick(_) | Self::Name(_)), KeyCode::Char(c), _) if types(event) => {
                it.paste(c.encode_utf8(&mut [0; 4]));
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

/// How far an action moves in what has so many rows in view; none for other actions.
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

/// The name while it is typed.
#[derive(Clone, Debug)]
pub(crate) struct Naming {
    format: Format,
    line: Line,
}

impl Naming {
    pub(crate) fn new(format: Format) -> Self {
        let mut line = Line::default();
        line.insert(&format.file_name());
        Self { format, line }
    }

    pub(crate) fn line(&self) -> &Line {
        &self.line
    }

    pub(super) fn type_in(&mut self, text: &str) {
        self.line.insert(text);
    }

    pub(super) fn act(&mut self, action: Action) -> Handled {
        match action {
            Action::Choose => return self.named(),
            Action::Prompt(editing) => {
                self.line.edit(editing);
            }
            _ => return Handled::NotMine,
        }
        Handled::Taken
    }

    /// Nothing is written without a name.
    fn named(&self) -> Handled {
        match self.line.text().trim() {
            "" => Handled::Taken,
            name => Handled::Chosen(Choice::Export(self.format, Some(name.to_owned()))),
        }
    }
}
