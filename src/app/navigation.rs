//! Going back and forward: where one was, as a question, a row, how wide the code was and its line.

use super::{App, Effect, Focus, Question, Tone};
use crate::chunk::{ChunkId, Kind};
use crate::corpus::SourcePath;
use crate::search::Mode;

/// Places kept in either direction.
const KEPT: usize = 100;

/// Where one was.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Place {
    pub(crate) question: Question,
    /// What the prompt said.
    pub(crate) text: String,
    pub(crate) mode: Mode,
    /// The only kind that was wanted.
    pub(crate) only: Option<Kind>,
    /// The row that was selected, and the document or directory that it is or is in.
    pub(crate) selected: Option<(ChunkId, SourcePath)>,
    /// The level that the code was zoomed to, 0 for the hit.
    pub(crate) zoom: usize,
    /// The 1-based line that was read, or is to be read first; none where the row says it.
    pub(crate) line: Option<u32>,
}

/// What is done with the question that one went to, when its answer is there. Another question has
/// none of it.
#[derive(Debug)]
pub(super) struct Restoring {
    /// The row to be selected.
    row: (ChunkId, SourcePath),
    /// How wide its code is to be shown when that is there, and from which line.
    zoom: usize,
    line: Option<u32>,
}

/// Places on both sides of the one that is shown, the nearest last.
#[derive(Debug, Default)]
pub(super) struct History {
    back: Vec<Place>,
    forward: Vec<Place>,
}

impl History {
    fn push(&mut self, place: Place) {
        self.forward.clear();
        push(&mut self.back, place);
    }
}

fn push(places: &mut Vec<Place>, place: Place) {
    if places.last() == Some(&place) {
        return;
    }
    if places.len() == KEPT {
        places.remove(0);
    }
    places.push(place);
}

impl App {
    /// Where one is.
    pub(crate) fn here(&self) -> Place {
        let selected = self.trees.results.selected();
        Place {
            question: self.inquiry.question.clone(),
            text: self.inquiry.asking.text.clone(),
            mode: match &self.inquiry.question {
                Question::Query(query) => query.mode,
                _ => self.inquiry.prompt.mode(),
            },
            only: self.inquiry.only,
            selected: selected.map(|node| (node.id, node.path.clone())),
            zoom: self.reading.code.zoomed(),
            line: self.reading.code.line_read(),
        }
    }

    /// Somebody looks around in what is shown: it is a place to come back to, and nothing takes
    /// them elsewhere any more.
    pub(super) fn mark_visited(&mut self) {
        self.navigation.is_visited = true;
        self.trees.results.hold();
        self.cancel_navigation();
    }

    /// Goes nowhere that one set out for.
    pub(super) fn cancel_navigation(&mut self) {
        self.navigation.pending_visit = None;
        self.navigation.restoring = None;
    }

    /// Selects the row that the question is to be shown from.
    pub(super) fn seek_row(&mut self) {
        if let Some(restoring) = &self.navigation.restoring {
            let (id, path) = restoring.row.clone();
            self.trees.results.seek(id, path);
        }
    }

    /// Shows the question that was just asked from the row of another place.
    pub(super) fn show_from(&mut self, place: Place) {
        self.navigation.restoring = place.selected.map(|row| Restoring {
            row,
            zoom: place.zoom,
            line: place.line,
        });
    }

    /// Keeps the place that is about to be left, for going back.
    pub(super) fn push_history(&mut self) {
        self.navigation.is_visited = false;
        let here = self.here();
        self.navigation.history.push(here);
    }

    /// The same when somebody looked around there: what was only typed through is no place.
    pub(super) fn push_if_visited(&mut self) {
        if self.navigation.is_visited {
            self.push_history();
        }
    }

    pub(super) fn go_back(&mut self, effects: &mut Vec<Effect>) {
        match self.navigation.history.back.pop() {
            Some(place) => {
                let here = self.here();
                push(&mut self.navigation.history.forward, here);
                self.go_to(place, effects);
            }
            None => self.notify(Tone::Plain, "this is where it began"),
        }
    }

    pub(super) fn go_forward(&mut self, effects: &mut Vec<Effect>) {
        match self.navigation.history.forward.pop() {
            Some(place) => {
                let here = self.here();
                push(&mut self.navigation.history.back, here);
                self.go_to(place, effects);
            }
            None => self.notify(Tone::Plain, "there is nothing further on"),
        }
    }

    /// Shows a place again: asks its question, then selects its row.
    pub(crate) fn go_to(&mut self, place: Place, effects: &mut Vec<Effect>) {
        self.cancel_navigation();
        let asked = (&self.inquiry.question, self.inquiry.only) == (&place.question, place.only);
        self.inquiry.prompt.replace(&place.text, place.mode);
        self.inquiry.question = place.question;
        self.inquiry.only = place.only;
        self.navigation.is_visited = true;
        let (zoom, line) = (place.zoom, place.line);
        let row = place.selected;
        self.navigation.restoring = row.map(|row| Restoring { row, zoom, line });
        if asked && !self.is_asking() {
            self.inquiry.asking.text = place.text;
            return self.seek_row();
        }
        self.send(false, effects);
        if self.screen.focus == Focus::Prompt {
            self.focus_on(Focus::Results);
        }
    }

    /// Leaves a question about a row for the one before it; false where there is none such.
    pub(super) fn climb_out(&mut self, effects: &mut Vec<Effect>) -> bool {
        if !self.is_about_a_row() {
            return false;
        }
        match self.navigation.history.back.pop() {
            Some(place) => self.go_to(place, effects),
            None => self.ask(false, effects),
        }
        true
    }

    /// Shows the code as widely as it was, or from a line, as soon as it is there.
    pub(super) fn restore_zoom(&mut self) {
        let Some(Restoring {
            row, zoom, line, ..
        }) = &self.navigation.restoring
        else {
            return;
        };
        // The rows of the question before may have it too.
        if self.is_asking() {
            return;
        }
        let selected = self.trees.results.selected();
        if selected.is_some_and(|node| node.id == row.0) && self.reading.code.zoom_to(*zoom) {
            if let Some(line) = line {
                self.reading.code.go_to_line(*line);
            }
            self.navigation.restoring = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::app::fixture::{app, drive, press, run_until_idle};
    use crate::app::{App, Effect, Event};

    /// An app in which somebody goes back to a method, shown as its whole file, while nobody
    /// answers; what it asks for.
    fn going_back() -> (App, Vec<Effect>) {
        let mut app = app(120, 30);
        drive(&mut app, "merged<down><tab><tab>zzjjjj");
        assert!(app.code().zoomed() > 0, "zoomed");
        let line = app.code().line_read();
        drive(&mut app, "<esc>");
        assert_eq!(app.code().line_read(), line);
        drive(&mut app, "<esc>xyz");
        let mut effects = Vec::new();
        app.go_back(&mut effects);
        (app, effects)
    }

    #[test]
    fn going_back_selects_the_row_and_zooms() {
        let (mut app, effects) = going_back();
        let line = app.navigation.restoring.as_ref().and_then(|it| it.line);
        assert!(line.is_some());
        run_until_idle(&mut app, effects);
        assert_eq!(app.prompt().text(), "merged");
        assert!(app.code().zoomed() > 0);
        assert_eq!(app.code().line_read(), line);
        assert!(app.navigation.restoring.is_none(), "one is there");
    }

    #[test]
    fn another_question_is_not_shown_from_the_row_of_the_one_before() {
        let (mut app, effects) = going_back();
        drop(effects);
        drive(&mut app, "<esc>q");
        assert!(app.navigation.restoring.is_none());
        assert_eq!(app.code().zoomed(), 0);
        let best = app.results().hits()[0].record.id;
        assert_eq!(app.results().selected().map(|node| node.id), Some(best));
    }

    #[test]
    fn who_moves_before_the_code_is_there_does_not_find_it_zoomed_later() {
        let (mut app, effects) = going_back();
        app.reading.documents.clear();
        let searched = |effects: Vec<Effect>, app: &mut App| {
            for effect in effects {
                if let Effect::Search { ticket, query, .. } = effect {
                    let answer = crate::app::fixture::answer(&query, crate::app::fixture::hits());
                    app.update(Event::Answered {
                        ticket,
                        answer: Ok(answer),
                    });
                }
            }
        };
        searched(effects, &mut app);
        assert!(app.navigation.restoring.is_some(), "its code is awaited");
        press(&mut app, "jk");
        assert!(app.navigation.restoring.is_none());
    }
}
