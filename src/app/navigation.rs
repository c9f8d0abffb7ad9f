//! Positions (query, row, zoom level and line) and movements between them: back and forward, to a file, to the last position
//! of a session.
//!
//! Principal types: [`Position`] and [`Navigation`]. [`App::go_to()`] shows a position. Contract: at most one navigation
//! is pending, and only [`App::arrive()`] completes it.

use super::code::DocumentState;
use super::index_status::Activity;
use super::layout::Focus;
use super::query::ResultsContent;
use super::results::ResultsView;
use super::state::App;
use crate::chunk::{ChunkId, Kind, file_id};
use crate::context::RelationKind;
use crate::corpus::SourcePath;
use crate::protocol::Walk;
use crate::search::{Mode, Query};
use crate::session::{Bookmark, Change, HistoryEntry, LastPosition, Session};

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
            filter: self.filter.text().to_owned(),
            row: selected.map(|node| RowPosition {
                id: node.key,
                path: node.path.clone(),
                zoom: self.code.level(),
                line: self.code.cursor_line(),
                column: self.code.cursor_position().map_or(1, |(_, column)| column),
                goal: None,
            }),
            focus: match self.screen.focus {
                focus if focus.is_code() => Focus::Code,
                focus => focus,
            },
        }
    }

    /// Goes to the destination if its document and row have arrived.
    pub(super) fn arrive(&mut self) {
        if let Some(NavigationTarget::Bookmark(bookmark)) = &self.navigation.destination {
            let page = match self.documents.peek(&bookmark.path) {
                Some(DocumentState::Read(page)) if page.has_chunks() => Ok(page.clone()),
                Some(DocumentState::Failed(why)) => Err(why.clone()),
                // Chunks are known once the document is chunked.
                _ => return,
            };
            let bookmark = bookmark.clone();
            self.navigation.destination = None;
            self.finish_visit(bookmark, page);
        }
        if let Some(NavigationTarget::Row(row)) = self.navigation.destination.take() {
            let row = self.placed(row);
            if !self.reach(&row) {
                self.navigation.destination = Some(NavigationTarget::Row(row));
            }
        }
    }

    /// Returns a row with the path that the list of files has: a saved one does not know its repository.
    fn placed(&self, row: RowPosition) -> RowPosition {
        let listing = self.results.listing();
        let listed = listing.and_then(|listing| listing.get(listing.position(&row.path)?));
        let Some(path) = listed.cloned() else {
            return row;
        };
        let id = match row.id {
            id if id == file_id(&row.path) => file_id(&path),
            id => id,
        };
        RowPosition { id, path, ..row }
    }

    /// Goes to a row and its code. Returns true once both are shown, or if the row does not exist.
    fn reach(&mut self, row: &RowPosition) -> bool {
        // The current rows may belong to the previous query.
        if self.search.is_running() {
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
        if let Some(line) = row.line
            && is_there
        {
            self.code.go_to_line(line);
            self.code.go_to_column(row.column);
        }
        is_there
    }

    /// Adds the current position to the history.
    pub(super) fn push_history(&mut self) {
        let here = self.current_position();
        self.navigation.push(here);
    }

    /// Adds the current position to the history if the user looked at its results.
    pub(super) fn push_if_visited(&mut self) {
        if self.navigation.is_visited {
            self.push_history();
        }
    }

    /// Notes that the user looked at the results, and cancels pending navigation. A query without results is
    /// not a position to return to.
    pub(super) fn mark_visited(&mut self) {
        self.navigation.destination = None;
        self.results.pin_selection();
        self.navigation.is_visited |= self.results.selected().is_some();
    }

    /// Goes back or forward in the history.
    pub(super) fn go(&mut self, back: bool) {
        let here = self.current_position();
        match self.navigation.step(back, here) {
            Some(position) => self.go_to(position),
            None if back => self.screen.say("No earlier position"),
            None => self.screen.say("No later position"),
        }
    }

    /// Shows a position: runs its query, then selects its row.
    pub(crate) fn go_to(&mut self, position: Position) {
        self.show_position(position);
        self.follow_typing();
    }

    fn show_position(&mut self, position: Position) {
        let search = &self.search;
        let is_current = (&search.content, search.only) == (&position.content, position.only);
        self.prompt.replace(&position.text, position.mode);
        self.search.content = position.content;
        self.search.only = position.only;
        self.navigation.is_visited = true;
        if is_current && !self.search.is_running() {
            self.search.text = position.text;
        } else {
            self.send_query(false);
            if position.focus.is_code() {
                self.move_focus(position.focus);
            } else {
                self.leave_prompt();
            }
        }
        self.filter_results(&position.filter);
        self.navigation.destination = position.row.map(NavigationTarget::Row);
    }

    /// Returns from a query about a row that found nothing, with a notice.
    pub(super) fn leave_empty_target(&mut self) {
        let mut message = match &self.search.content {
            ResultsContent::Related(RelationKind::Callers(_), target) if target.is_file() => {
                let name = &target.name;
                format!("{name} is not imported; its declarations may have references")
            }
            ResultsContent::Walked(walk @ (Walk::Tests | Walk::Impact), _) => {
                let nothing = match walk {
                    Walk::Tests => "No",
                    _ => "Nothing is",
                };
                let what = self.describe_query();
                format!("{nothing} {what}; calls that are only possible are not followed")
            }
            _ => format!("No {}", self.describe_query()),
        };
        message += match self.index.stage {
            Activity::UpToDate => "",
            Activity::Following => " so far; another smriti-tui process updates the index",
            _ => " so far; indexing is not complete",
        };
        self.leave_target();
        // Keys that wait are about the list.
        self.search.waiting.clear();
        self.screen.say(message);
    }

    /// Returns true if the code is that of the only result of a query about a row, to which the query led at once.
    pub(super) fn shows_one_target(&self) -> bool {
        self.search.content.has_target()
            && self.results.hits().len() == 1
            && !self.filter.is_active()
    }

    /// Returns from a query about a row to the previous query. Returns false for other queries.
    pub(super) fn leave_target(&mut self) -> bool {
        if !self.search.content.has_target() {
            return false;
        }
        match self.navigation.back.pop() {
            Some(position) => self.go_to(position),
            None => self.search(),
        }
        true
    }

    /// Shows a whole file in the repository's tree; with a 1-based line and column, its code there.
    pub(super) fn visit_file(&mut self, path: SourcePath, goal: Option<(u32, u32)>) {
        self.visit(RowPosition {
            goal,
            ..RowPosition::file(path)
        });
        if goal.is_some() {
            self.focus_code();
        }
    }

    /// Shows a row of the repository's tree.
    pub(super) fn visit(&mut self, row: RowPosition) {
        self.push_history();
        self.go_to(Position {
            content: ResultsContent::Browse,
            text: String::new(),
            mode: self.prompt.mode(),
            only: None,
            filter: String::new(),
            row: Some(row),
            focus: self.screen.focus,
        });
    }

    /// Applies the saved session, and restores the last position unless the user did something already.
    pub(super) fn restore_session(&mut self, session: Session) {
        if let Some(position) = self.session.load(session, &self.options) {
            self.restore_position(position);
        }
    }

    /// Restores a position. Typing replaces its query.
    fn restore_position(&mut self, position: LastPosition) {
        let (text, mode) = (position.query.text, parse_mode(&position.query.mode));
        let content = if text.trim().is_empty() {
            ResultsContent::Browse
        } else {
            ResultsContent::Query(Query::parse(&text, mode))
        };
        let focus = self.screen.focus;
        let mut views = ResultsView::ALL.into_iter();
        let view = views.find(|view| view.name() == position.view);
        self.results.view = view.unwrap_or_default();
        self.browsing.hidden_results.view = self.results.view;
        let row = position.chunk.zip(position.path);
        self.show_position(Position {
            content,
            text,
            mode,
            only: None,
            filter: String::new(),
            row: row.map(|(id, path)| RowPosition {
                id: ChunkId(id),
                path,
                zoom: position.zoom,
                line: position.line,
                column: 1,
                goal: None,
            }),
            focus,
        });
        self.navigation.is_visited = false;
        self.move_focus(focus);
        self.prompt.is_selected = !self.prompt.is_empty();
    }

    /// Saves the current position, and keeps the query if its results were used.
    pub(super) fn save_position(&mut self) {
        if !self.session.touched {
            return;
        }
        if self.navigation.is_visited {
            self.add_to_history();
        }
        let position = match &self.search.content {
            ResultsContent::Browse => self.last_position("", self.prompt.mode()),
            ResultsContent::Query(query) => self.last_position(&query.text, query.mode),
            // Their subject may no longer exist at the next start, so the previous position is kept.
            ResultsContent::Similar(_)
            | ResultsContent::Related(..)
            | ResultsContent::Walked(..) => return,
        };
        self.effects.extend(self.session.save_position(position));
    }

    /// The current position as the session keeps it.
    pub(super) fn last_position(&self, text: &str, mode: Mode) -> LastPosition {
        let selected = self.results.selected();
        LastPosition {
            query: history_entry(text, mode),
            chunk: selected.map(|node| node.id.0),
            path: selected.map(|node| node.path.clone()),
            view: self.results.view.name().to_owned(),
            zoom: self.code.level(),
            line: self.code.cursor_line(),
        }
    }

    /// Keeps the query in the search history, because the user used its results. A query without results is
    /// not kept.
    pub(super) fn add_to_history(&mut self) {
        let ResultsContent::Query(query) = &self.search.content else {
            return;
        };
        // A repetition has results already.
        let is_answered = !self.search.is_running() || self.search.is_repetition;
        let has_hits = self.browsing.shows_answer && !self.results.hits().is_empty();
        let entry = history_entry(query.text.trim(), query.mode);
        let is_last = self.session.stored.history.last() == Some(&entry);
        if has_hits && is_answered && !is_last && self.error().is_none() {
            self.apply_change(Change::Searched(entry));
        }
    }

    /// Runs a query of the history again.
    pub(super) fn rerun_query(&mut self, entry: &HistoryEntry) {
        self.push_if_visited();
        self.prompt.replace(&entry.text, parse_mode(&entry.mode));
        self.enter_prompt();
        self.search();
    }
}

/// A query as the history keeps it.
pub(super) fn history_entry(text: &str, mode: Mode) -> HistoryEntry {
    HistoryEntry {
        text: text.to_owned(),
        mode: mode.name().to_owned(),
    }
}

/// Parses a mode; unknown names of other versions become the default.
fn parse_mode(name: &str) -> Mode {
    Mode::named(name).unwrap_or_default()
}

/// Positions kept in each direction.
const MAX_POSITIONS: usize = 100;

/// A position in the history.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Position {
    pub(crate) content: ResultsContent,
    /// Text of the prompt.
    pub(crate) text: String,
    pub(crate) mode: Mode,
    /// Filter of the list.
    pub(crate) filter: String,
    /// The only kind that was requested.
    pub(crate) only: Option<Kind>,
    /// The selected row.
    pub(crate) row: Option<RowPosition>,
    /// The focused pane.
    pub(crate) focus: Focus,
}

/// A row, and the view of its code.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RowPosition {
    pub(super) id: ChunkId,
    /// Path of its document or directory.
    pub(super) path: SourcePath,
    /// Zoom level of the code, 0 for the hit.
    pub(super) zoom: usize,
    /// The 1-based line of the cursor. None for the line that the row selects.
    pub(super) line: Option<u32>,
    /// The 1-based column of the cursor in that line.
    pub(super) column: u32,
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
            column: 1,
            goal: None,
        }
    }

    /// The line at which the cursor will be.
    pub(super) fn target_line(&self) -> Option<u32> {
        self.line.or(self.goal.map(|(line, _)| line))
    }
}

/// Target of a pending navigation; its document or answer may still be loading.
#[derive(Debug)]
pub(crate) enum NavigationTarget {
    /// The chunk of a bookmark in the current document.
    Bookmark(Bookmark),
    /// A row and its code.
    Row(RowPosition),
}

/// History of positions, and the pending navigation.
#[derive(Debug, Default)]
pub(crate) struct Navigation {
    /// Positions before and after the current one, the nearest last.
    pub(super) back: Vec<Position>,
    forward: Vec<Position>,
    /// The user looked at the results, so that the position belongs in the history.
    pub(super) is_visited: bool,
    pub(super) destination: Option<NavigationTarget>,
}

impl Navigation {
    /// Adds the current position; the positions after it are forgotten.
    pub(super) fn push(&mut self, here: Position) {
        self.is_visited = false;
        self.forward.clear();
        push(&mut self.back, here);
    }

    /// Moves back or forward from the current position.
    pub(super) fn step(&mut self, back: bool, here: Position) -> Option<Position> {
        let (from, to) = if back {
            (&mut self.back, &mut self.forward)
        } else {
            (&mut self.forward, &mut self.back)
        };
        let position = from.pop()?;
        push(to, here);
        Some(position)
    }
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
