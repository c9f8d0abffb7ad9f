//! Offering an export of what is marked, and saying what came of it.

use super::keymap::Action;
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

/// Exports that were asked for and not answered. They are answered in that order, so those that were
/// stopped come first.
#[derive(Debug, Default)]
pub(super) struct Exports {
    unanswered: usize,
    stopped: usize,
}

impl Exports {
    fn ask(&mut self) {
        self.unanswered += 1;
    }

    /// Stops all; whether one goes on that was not stopped before.
    fn stop(&mut self) -> bool {
        let goes_on = self.stopped < self.unanswered;
        self.stopped = self.unanswered;
        goes_on
    }

    fn answered(&mut self) {
        self.unanswered = self.unanswered.saturating_sub(1);
        self.stopped = self.stopped.saturating_sub(1);
    }
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
        self.kept.exports.ask();
        let stop = self.key_of(Action::StopOrQuit);
        self.notify(Tone::Plain, format!("exporting …  {stop} stops it"));
    }

    /// Stops what is being exported, if anything is.
    pub(super) fn stop_export(&mut self, effects: &mut Vec<Effect>) -> bool {
        let goes_on = self.kept.exports.stop();
        if goes_on {
            self.notify(Tone::Warning, "stopping the export …");
            effects.push(Effect::CancelExport);
        }
        goes_on
    }

    /// An export is done.
    pub(super) fn exported(
        &mut self,
        outcome: Result<Exported, String>,
        effects: &mut Vec<Effect>,
    ) {
        self.kept.exports.answered();
        match outcome {
            Ok(Exported::Text(text, places)) => {
                self.notify(Tone::Good, format!("copied {}", count(places)));
                effects.push(Effect::Copy(text));
            }
            Ok(Exported::File(file, places)) => {
                self.notify(Tone::Good, format!("wrote {} to {file}", count(places)));
            }
            Ok(Exported::Stopped) => {
                self.notify(Tone::Warning, "export stopped; nothing was written");
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Event;
    use crate::app::fixture::{self, drive};

    fn copy(app: &mut App) {
        app.export(Format::Paths, Destination::Clipboard, &mut Vec::new());
    }

    fn is_stopped(app: &mut App) -> bool {
        drive(app, "<c-c>") == [Effect::CancelExport]
    }

    #[test]
    fn the_key_that_stops_stops_an_export() {
        let mut app = fixture::app(120, 24);
        drive(&mut app, "merge<tab>");
        copy(&mut app);
        assert!(is_stopped(&mut app));
        app.update(Event::Exported(Ok(Exported::Stopped)));
        let notice = app.notice().map(|it| it.text.clone());
        let says = "export stopped; nothing was written";
        assert_eq!(notice.as_deref(), Some(says));
        assert!(!is_stopped(&mut app), "nothing is being exported");
        copy(&mut app);
        app.update(Event::Exported(Ok(Exported::Text("a".into(), 1))));
        assert!(!is_stopped(&mut app), "it is done");
    }

    #[test]
    fn what_is_asked_for_after_a_stop_can_be_stopped_too() {
        let mut app = fixture::app(120, 24);
        drive(&mut app, "merge<tab>");
        copy(&mut app);
        assert!(is_stopped(&mut app));
        copy(&mut app);
        app.update(Event::Exported(Ok(Exported::Stopped)));
        assert!(is_stopped(&mut app));
        assert!(!is_stopped(&mut app), "all were stopped");
    }
}
