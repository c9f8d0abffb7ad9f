//! Offering an export of what is marked, and saying what came of it.

use super::marks::mark_of;
use super::popup::{Choice, Item};
use super::{App, Effect, Question, Tone};
use crate::export::{Exported, Format, Mark};

/// Where an export goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Destination {
    /// The clipboard.
    Clipboard,
    /// A new file of this name, seen from the working directory.
    File(String),
}

impl App {
    /// Offers the formats of an export; what is chosen goes on in [`App::export`].
    pub(super) fn offer_export(&mut self) {
        let places = self.to_export().len();
        if places == 0 {
            let says = "nothing to export: mark rows, or ask something";
            return self.notify(Tone::Warning, says);
        }
        let what = match (self.kept.marks.len(), places) {
            (0, 1) => "the hit".to_owned(),
            (0, hits) => format!("{hits} hits"),
            (marked, _) => format!("{marked} marked"),
        };
        let item = |text: String, choice| Item {
            text,
            note: what.clone(),
            choice,
        };
        let copied = Format::ALL.into_iter().map(|format| {
            let choice = Choice::Export(format, Destination::Clipboard);
            item(format!("copy {}", format.name()), choice)
        });
        let written = Format::ALL.into_iter().map(|format| {
            let text = format!("write {}: {}", format.file_name(), format.name());
            item(text, Choice::Name(format))
        });
        self.pick("export", copied.chain(written).collect());
    }

    /// Has what is marked, else the whole answer, written.
    pub(super) fn export(&mut self, format: Format, to: Destination, effects: &mut Vec<Effect>) {
        effects.push(Effect::Export {
            format,
            to,
            asked: match self.kept.marks.is_empty() {
                true => self.asked_words(),
                // They may be from many questions.
                false => format!("marked in {}", self.options.root_name),
            },
            marks: self.to_export(),
        });
        self.notify(Tone::Plain, "exporting …");
    }

    /// An export is done.
    pub(super) fn exported(
        &mut self,
        outcome: Result<Exported, String>,
        effects: &mut Vec<Effect>,
    ) {
        match outcome {
            Ok(Exported::Text(text, places)) => {
                self.notify(Tone::Good, format!("copied {}", count(places)));
                effects.push(Effect::Copy(text));
            }
            Ok(Exported::File(file, places)) => {
                self.notify(Tone::Good, format!("wrote {} to {file}", count(places)));
            }
            Err(why) => self.notify(Tone::Error, why),
        }
    }

    fn to_export(&self) -> Vec<Mark> {
        match self.kept.marks.is_empty() {
            true => self.trees.results.hits().iter().map(mark_of).collect(),
            false => self.kept.marks.all().to_vec(),
        }
    }

    /// What the rows answer, in words.
    pub(crate) fn asked_words(&self) -> String {
        match &self.inquiry.question {
            Question::Browse => self.options.root_name.clone(),
            Question::Query(query) => query.text.clone(),
            Question::Like(target) => format!("like {}", target.name),
            Question::Touching(target) if target.is_file() => {
                format!("who imports {}", target.name)
            }
            Question::Touching(target) => format!("who touches {}", target.name),
        }
    }
}

fn count(places: usize) -> String {
    match places {
        1 => "1 place".to_owned(),
        places => format!("{places} places"),
    }
}
