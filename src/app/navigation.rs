//! History of positions: query, row, zoom level and line.
//!
//! Principal types: [`Position`] and [`Navigation`]. Invariant: at most one navigation is pending, and only
//! [`App::arrive`] completes it.

use super::documents::DocumentState;
use super::index_status::Activity;
use super::{App, Focus, ResultsContent, Tone};
use crate::chunk::{ChunkId, Kind, file_id};
use crate::context::RelationKind;
use crate::corpus::SourcePath;
use crate::search::Mode;
use crate::session::Bookmark;

/// Positions kept in each direction.
const MAX_POSITIONS: usize = 100;

/// A position in the history.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Position {
    pub(crate) content: ResultsContent,
    /// Text of the prompt.
    pub(crate) text: String,
    pub(crate) mode: Mode,
    /// The only kind that was requested.
    pub(crate) only: Option<Kind>,
    /// The selected row.
    pub(super) row: Option<RowPosition>,
    /// The focused pane.
    pub(crate) focus: Focus,
}

/// A row, and the view of its code.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RowPosition {
    pub(super) id: ChunkId,
    /// Path of its document or directory.
    pub(super) path: SourcePath,
    /// Zoom level of the code, 0 for the hit.
    pub(super) zoom: usize,
    /// The 1-based line of the cursor. None for the line that the row selects.
    pub(super) line: Option<u32>,
    /// The 1-based line and column to show in place of the match.
    pub(super) goal: Option<(u32, u32)>,
}

impl RowPosition {
    /// A whole file in the repository's tree.
    pub(super) fn file(path: SourcePath) -> Self {
        Self {
            id: file_id(&path),
            path,
            zoom: usize::MAX,
            line: None,
            goal: None,
        }
    }
}

/// Target of a pending navigation; its document or answer may still be loading. [`App::arrive`] is
/// the only function that resolves it.
#[derive(Debug)]
pub(super) enum NavigationTarget {
    /// The chunk of a bookmark in the current document.
    Bookmark(Bookmark),
    /// A row and its code.
    Row(RowPosition),
}

/// History of positions, and the pending navigation.
#[derive(Debug, Default)]
pub(super) struct Navigation {
    /// Positions before and after the current one, the nearest last.
    back: Vec<Position>,
    forward: Vec<Position>,
    /// The user looked at the results, so that the position belongs in the history.
    pub(super) is_visited: bool,
    pub(super) destination: Option<NavigationTarget>,
}

fn push(positions: &mut Vec<Position>, position: Position) {
    if positions.last() == Some(&position) {
        return;
    }
    if positions.len() == MAX_POSITIONS {
        positions.remove(0);
    }
    positions.push(position);
}

impl App {
    /// The current position.
    pub(crate) fn current_position(&self) -> Position {
        let selected = self.results.selected();
        Position {
            content: self.search.content.clone(),
            text: self.search.text.clone(),
            mode: match &self.search.content {
                ResultsContent::Query(query) => query.mode,
                _ => self.prompt.mode(),
            },
            only: self.search.only,
            row: selected.map(|node| RowPosition {
                id: node.id,
                path: node.path.clone(),
                zoom: self.code.level(),
                line: self.code.cursor_line(),
                goal: None,
            }),
            focus: self.screen.focus,
        }
    }

    /// Goes to the destination if its document and row have arrived.
    pub(super) fn arrive(&mut self) {
        if let Some(NavigationTarget::Bookmark(mark)) = &self.navigation.destination {
            let page = match self.documents.peek(&mark.path) {
                Some(DocumentState::Read(page)) if page.has_chunks() => Ok(page.clone()),
                Some(DocumentState::Failed(why)) => Err(why.clone()),
                // Chunks are known once the document is chunked.
                _ => return,
            };
            let mark = mark.clone();
            self.navigation.destination = None;
            self.finish_visit(mark, page);
        }
        if let Some(NavigationTarget::Row(row)) = self.navigation.destination.take()
            && !self.reach(&row)
        {
            self.navigation.destination = Some(NavigationTarget::Row(row));
        }
    }

    /// Goes to a row and its code. Returns true once both are shown, or if the row does not exist.
    fn reach(&mut self, row: &RowPosition) -> bool {
        // The current rows may belong to the previous query.
        if self.is_searching() {
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

    /// Adds the current position to the history.
    pub(super) fn push_history(&mut self) {
        self.navigation.is_visited = false;
        let here = self.current_position();
        self.navigation.forward.clear();
        push(&mut self.navigation.back, here);
    }

    /// Adds the current position to the history if the user looked at its results.
    pub(super) fn push_if_visited(&mut self) {
        if self.navigation.is_visited {
            self.push_history();
        }
    }

    /// Goes back or forward in the history.
    pub(super) fn go(&mut self, back: bool) {
        let here = self.current_position();
        let navigation = &mut self.navigation;
        let (before, forward) = (&mut navigation.back, &mut navigation.forward);
        let (from, to, nowhere) = match back {
            true => (before, forward, "No earlier position"),
            false => (forward, before, "No later position"),
        };
        match from.pop() {
            Some(position) => {
                push(to, here);
                self.go_to(position);
            }
            None => self.screen.notify(Tone::Plain, nowhere),
        }
    }

    /// Shows a position: runs its query, then selects its row.
    pub(crate) fn go_to(&mut self, position: Position) {
        let is_current =
            (&self.search.content, self.search.only) == (&position.content, position.only);
        self.prompt.replace(&position.text, position.mode);
        self.search.content = position.content;
        self.search.only = position.only;
        self.navigation.is_visited = true;
        if is_current && !self.is_searching() {
            self.search.text = position.text;
        } else {
            self.send_query(false);
            if position.focus.is_code() {
                self.focus_code();
            } else if self.screen.focus.is_prompt() {
                self.focus_results();
            }
        }
        self.navigation.destination = position.row.map(NavigationTarget::Row);
    }

    /// Returns from a query about a row that found nothing, with a notice.
    pub(super) fn leave_empty_target(&mut self) {
        let mut message = match self.content() {
            ResultsContent::Related(RelationKind::Callers(_), target) if target.is_file() => {
                let name = &target.name;
                format!("{name} is not imported; its declarations may have references")
            }
            _ => format!("No {}", self.describe_query()),
        };
        if self.index.stage != Activity::UpToDate {
            message += " so far; indexing is not complete";
        }
        self.leave_target();
        self.screen.notify(Tone::Plain, message);
    }

    /// Returns from a query about a row to the previous query. Returns false for other queries.
    pub(super) fn leave_target(&mut self) -> bool {
        if !self.has_target() {
            return false;
        }
        match self.navigation.back.pop() {
            Some(position) => self.go_to(position),
            None => self.search(),
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::NavigationTarget;
    use crate::app::fixture::{app, drive, press, run_until_idle};
    use crate::app::{App, Effect, Event};
    use crate::protocol::{Reply, Request, Search};
    /// An app that goes back to a method, shown with its whole file, before any reply; and its
    /// effects.
    fn going_back() -> (App, Vec<Effect>) {
        let mut app = app(120, 30);
        drive(&mut app, "merged<down><tab><tab>zzjjjj");
        assert!(app.code.level() > 0, "zoomed");
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
        let Some(NavigationTarget::Row(row)) = &app.navigation.destination else {
            panic!("a navigation is pending");
        };
        let line = row.line;
        assert!(line.is_some());
        run_until_idle(&mut app, effects);
        assert_eq!(app.prompt.text(), "merged");
        assert!(app.code.level() > 0);
        assert_eq!(app.code.cursor_line(), line);
        assert!(app.navigation.destination.is_none(), "one is there");
    }

    #[test]
    fn a_new_query_does_not_keep_the_row_of_the_previous_one() {
        let (mut app, effects) = going_back();
        drop(effects);
        drive(&mut app, "<esc>q");
        assert!(app.navigation.destination.is_none());
        assert_eq!(app.code.level(), 0);
        let best = app.results.hits()[0].record.id;
        assert_eq!(app.results.selected().map(|node| node.id), Some(best));
    }

    #[test]
    fn a_move_before_the_code_arrives_cancels_the_pending_zoom() {
        let (mut app, effects) = going_back();
        app.documents.clear();
        let searched = |effects: Vec<Effect>, app: &mut App| {
            for effect in effects {
                if let Effect::Send(
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
