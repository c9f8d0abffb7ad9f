//! The name of a file that is to be written, typed over the one that is offered.

use super::Reply;
use super::picker::Choice;
use crate::app::export::Destination;
use crate::app::keymap::Action;
use crate::app::line::Line;
use crate::export::Format;

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

    pub(super) fn act(&mut self, action: Action) -> Reply {
        match action {
            Action::Choose => return self.named(),
            Action::Prompt(editing) => {
                self.line.edit(editing);
            }
            _ => return Reply::NotMine,
        }
        Reply::Taken
    }

    /// Nothing is written without a name.
    fn named(&self) -> Reply {
        match self.line.text().trim() {
            "" => Reply::Taken,
            name => Reply::Chosen(Choice::Export(
                self.format,
                Destination::File(name.to_owned()),
            )),
        }
    }
}
