//! Going back and forward: where one was, as a question, a row and how wide the code was.

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
}

/// Places on both sides of the one that is shown, the nearest last.
#[derive(Debug, Default)]
pub(super) struct Places {
    back: Vec<Place>,
    forward: Vec<Place>,
}

impl Places {
    fn leave(&mut self, place: Place) {
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
        let selected = self.results.selected();
        Place {
            question: self.question.clone(),
            text: self.asking.text.clone(),
            mode: match &self.question {
                Question::Query(query) => query.mode,
                _ => self.prompt.mode(),
            },
            only: self.only,
            selected: selected.map(|node| (node.id, node.path.clone())),
            zoom: self.code.zoomed(),
        }
    }

    /// Somebody looks around in what is shown: it is a place to come back to, and nothing takes
    /// them elsewhere any more.
    pub(super) fn settle(&mut self) {
        self.settled = true;
        self.stay();
    }

    /// Goes nowhere that one set out for.
    pub(super) fn stay(&mut self) {
        self.visiting = None;
    }

    /// Keeps the place that is about to be left, for going back.
    pub(super) fn leave(&mut self) {
        self.settled = false;
        let here = self.here();
        self.places.leave(here);
    }

    /// The same when somebody looked around there: what was only typed through is no place.
    pub(super) fn leave_if_settled(&mut self) {
        if self.settled {
            self.leave();
        }
    }

    pub(super) fn go_back(&mut self, effects: &mut Vec<Effect>) {
        match self.places.back.pop() {
            Some(place) => {
                let here = self.here();
                push(&mut self.places.forward, here);
                self.go_to(place, effects);
            }
            None => self.notify(Tone::Plain, "this is where it began"),
        }
    }

    pub(super) fn go_forward(&mut self, effects: &mut Vec<Effect>) {
        match self.places.forward.pop() {
            Some(place) => {
                let here = self.here();
                push(&mut self.places.back, here);
                self.go_to(place, effects);
            }
            None => self.notify(Tone::Plain, "there is nothing further on"),
        }
    }

    /// Shows a place again: asks its question, then selects its row.
    pub(crate) fn go_to(&mut self, place: Place, effects: &mut Vec<Effect>) {
        self.stay();
        let asked = (&self.question, self.only) == (&place.question, place.only);
        self.prompt.replace(&place.text, place.mode);
        self.question = place.question;
        self.only = place.only;
        self.settled = true;
        self.zooming = place.selected.as_ref().map(|(id, _)| (*id, place.zoom));
        if asked && !self.asking.pending {
            self.asking.text = place.text;
            if let Some((id, path)) = place.selected {
                self.results.seek(id, path);
            }
            return;
        }
        self.seeking = place.selected;
        self.results.let_go();
        self.put(false, effects);
        if self.focus == Focus::Prompt {
            self.focus_on(Focus::Results);
        }
    }

    /// Leaves a question about a row for the one before it; false where there is none such.
    pub(super) fn climb_out(&mut self, effects: &mut Vec<Effect>) -> bool {
        if !matches!(self.question, Question::Like(_) | Question::Touching(_)) {
            return false;
        }
        match self.places.back.pop() {
            Some(place) => self.go_to(place, effects),
            None => self.ask(false, effects),
        }
        true
    }

    /// Widens the code as it was, as soon as it is there.
    pub(super) fn zoom_again(&mut self) {
        let Some((id, level)) = self.zooming else {
            return;
        };
        if self.results.selected().is_none_or(|node| node.id != id) {
            return;
        }
        if self.code.zoom_to(level) {
            self.zooming = None;
        }
    }
}
