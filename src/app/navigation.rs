//! Going back and forward: where one was, as a question, a row, how wide the code was and its line.

use super::documents::Opening;
use super::{App, Focus, Question, Tone};
use crate::chunk::{ChunkId, Kind};
use crate::corpus::SourcePath;
use crate::search::Mode;
use crate::session::Bookmark;
use std::sync::Arc;

/// Places kept in either direction.
const KEPT: usize = 100;

/// A position in the history.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Place {
    pub(crate) question: Question,
    /// Text of the prompt.
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
    /// The pane that had the keys.
    pub(crate) focus: Focus,
}

impl Place {
    pub(super) fn destination(self) -> Option<Destination> {
        let (id, path) = self.selected?;
        Some(Destination::Row(RowPlace {
            id,
            path,
            zoom: self.zoom,
            line: self.line,
            goal: None,
        }))
    }
}

/// Target of a pending navigation; its document or answer may still be loading. [`App::arrive`] is
/// the only function that resolves it.
#[derive(Debug)]
pub(super) enum Destination {
    /// The chunk of a bookmark in the current document.
    Bookmark(Bookmark),
    /// A row and its code.
    Row(RowPlace),
}

/// A row, and its code as wide as this, from a line on, or at a 1-based line and column.
#[derive(Debug)]
pub(super) struct RowPlace {
    id: ChunkId,
    path: SourcePath,
    zoom: usize,
    line: Option<u32>,
    pub(super) goal: Option<(u32, u32)>,
}

/// Places on both sides of the one that is shown, the nearest last.
#[derive(Debug, Default)]
pub(super) struct History {
    back: Vec<Place>,
    forward: Vec<Place>,
}

/// History of positions, and the pending navigation.
#[derive(Debug, Default)]
pub(super) struct Navigation {
    pub(super) history: History,
    /// Somebody looked around in what is shown, so it is a place to come back to.
    pub(super) is_visited: bool,
    pub(super) destination: Option<Destination>,
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
    /// The current position.
    pub(crate) fn here(&self) -> Place {
        let selected = self.results.selected();
        Place {
            question: self.asking.question.clone(),
            text: self.asking.text.clone(),
            mode: match &self.asking.question {
                Question::Query(query) => query.mode,
                _ => self.prompt.mode(),
            },
            only: self.asking.only,
            selected: selected.map(|node| (node.id, node.path.clone())),
            zoom: self.code.zoomed(),
            line: self.code.cursor_line(),
            focus: self.screen.focus,
        }
    }

    /// Somebody looks around in what is shown: it is a place to come back to, and nothing takes
    /// them elsewhere any more.
    pub(super) fn mark_visited(&mut self) {
        self.navigation.is_visited = true;
        self.results.hold();
        self.cancel_navigation();
    }

    /// Goes to no row that one set out for.
    pub(super) fn cancel_navigation(&mut self) {
        self.navigation.destination = None;
    }

    /// Goes as far towards the destination as what is there by now allows.
    pub(super) fn arrive(&mut self) {
        if let Some(Destination::Bookmark(mark)) = &self.navigation.destination {
            let page = match self.documents.peek(&mark.path) {
                Some(Opening::Open(page)) if page.is_cut() => Ok(Arc::clone(page)),
                Some(Opening::Failed(why)) => Err(why.clone()),
                // Nothing is found in it before it is cut.
                _ => return,
            };
            let mark = mark.clone();
            self.navigation.destination = None;
            self.finish_visit(mark, page);
        }
        if let Some(Destination::Row(row)) = self.navigation.destination.take()
            && !self.reach(&row)
        {
            self.navigation.destination = Some(Destination::Row(row));
        }
    }

    /// Goes to a row and its code; says whether that is all there, or never will be.
    fn reach(&mut self, row: &RowPlace) -> bool {
        // The rows of the question before may have it too.
        if self.is_asking() {
            return false;
        }
        if !self.results.go_to(row.id, &row.path) {
            return self.results.answer().is_some();
        }
        self.show_selection();
        if let Some(goal) = row.goal {
            self.code.aim(goal);
        }
        let is_there = self.code.zoom_to(row.zoom);
        if let Some(line) = row.line.filter(|_| is_there) {
            self.code.go_to_line(line);
        }
        is_there
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

    /// Goes back to where one was, or forward again.
    pub(super) fn go(&mut self, back: bool) {
        let here = self.here();
        let History {
            back: before,
            forward,
        } = &mut self.navigation.history;
        let (from, to, nowhere) = match back {
            true => (before, forward, "no earlier position"),
            false => (forward, before, "no later position"),
        };
        match from.pop() {
            Some(place) => {
                push(to, here);
                self.go_to(place);
            }
            None => self.notify(Tone::Plain, nowhere),
        }
    }

    /// Shows a place again: asks its question, then selects its row.
    pub(crate) fn go_to(&mut self, place: Place) {
        let asked = (&self.asking.question, self.asking.only) == (&place.question, place.only);
        self.prompt.replace(&place.text, place.mode);
        self.asking.question = place.question.clone();
        self.asking.only = place.only;
        self.navigation.is_visited = true;
        let (text, focus) = (place.text.clone(), place.focus);
        self.navigation.destination = place.destination();
        if asked && !self.is_asking() {
            self.asking.text = text;
            return;
        }
        self.send(false);
        match (focus, self.screen.focus) {
            (Focus::Code, _) => self.focus_on(Focus::Code),
            (_, Focus::Prompt) => self.focus_on(Focus::Results),
            _ => {}
        }
    }

    /// Leaves a question about a row for the one before it; false where there is none such.
    pub(super) fn climb_out(&mut self) -> bool {
        if !self.is_about_a_row() {
            return false;
        }
        match self.navigation.history.back.pop() {
            Some(place) => self.go_to(place),
            None => self.ask(false),
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::Destination;
    use crate::app::fixture::{app, drive, press, run_until_idle};
    use crate::app::{App, Effect, Event};
    use crate::protocol::{Reply, Request, Search};
    /// An app in which somebody goes back to a method, shown as its whole file, while nobody
    /// answers; what it asks for.
    fn going_back() -> (App, Vec<Effect>) {
        let mut app = app(120, 30);
        drive(&mut app, "merged<down><tab><tab>zzjjjj");
        assert!(app.code.zoomed() > 0, "zoomed");
        let line = app.code.cursor_line();
        drive(&mut app, "<esc>");
        assert_eq!(app.code.cursor_line(), line);
        drive(&mut app, "<esc>xyz");
        app.go(true);
        let effects = std::mem::take(&mut app.effects);
        (app, effects)
    }

    #[test]
    fn going_back_selects_the_row_and_zooms() {
        let (mut app, effects) = going_back();
        let Some(Destination::Row(row)) = &app.navigation.destination else {
            panic!("one is on the way");
        };
        let line = row.line;
        assert!(line.is_some());
        run_until_idle(&mut app, effects);
        assert_eq!(app.prompt.text(), "merged");
        assert!(app.code.zoomed() > 0);
        assert_eq!(app.code.cursor_line(), line);
        assert!(app.navigation.destination.is_none(), "one is there");
    }

    #[test]
    fn another_question_is_not_shown_from_the_row_of_the_one_before() {
        let (mut app, effects) = going_back();
        drop(effects);
        drive(&mut app, "<esc>q");
        assert!(app.navigation.destination.is_none());
        assert_eq!(app.code.zoomed(), 0);
        let best = app.results.hits()[0].record.id;
        assert_eq!(app.results.selected().map(|node| node.id), Some(best));
    }

    #[test]
    fn who_moves_before_the_code_is_there_does_not_find_it_zoomed_later() {
        let (mut app, effects) = going_back();
        app.documents.clear();
        let searched = |effects: Vec<Effect>, app: &mut App| {
            for effect in effects {
                if let Effect::Ask(
                    ticket,
                    Request::Search(Search {
                        query, like: None, ..
                    }),
                ) = effect
                {
                    let answer = crate::app::fixture::answer(&query, crate::app::fixture::hits());
                    app.update(Event::Reply(ticket, Reply::Answered(Ok(answer))));
                }
            }
        };
        searched(effects, &mut app);
        assert!(app.navigation.destination.is_some(), "its code is awaited");
        press(&mut app, "jk");
        assert!(app.navigation.destination.is_none());
    }
}
