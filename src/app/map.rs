//! The map of the repository, which the code pane shows while nothing is selected.
//!
//! Principal type: [`MapPane`]. Its rows are summary, titles, and rows that open.

use super::event::Effect;
use super::glyph::wrap;
use super::keymap::CodeAction;
use super::layout::Focus;
use super::navigation::RowPosition;
use super::query::ResultsContent;
use super::state::App;
use super::text::sentence;
use super::viewport::Viewport;
use crate::chunk::directory_id;
use crate::protocol::{MapRow, RepositoryMap, Request, Tickets};
use ratatui::layout::Rect;
use std::ops::Range;

/// Minimum number of lines that are shown below the summary.
const MIN_LINES: usize = 4;

/// State of the map.
#[derive(Debug, Default)]
pub(crate) struct MapPane {
    map: Option<RepositoryMap>,
    /// Error of the last request.
    pub(crate) error: Option<String>,
    pub(super) tickets: Tickets,
    /// Generation of the index at the last request.
    requested_at: Option<u64>,
    /// Index of the selected line.
    selected: usize,
    viewport: Viewport,
}

/// A line of the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MapLine<'a> {
    /// Title of a part.
    Title(&'a str),
    /// A row that opens.
    Row(&'a MapRow),
    Blank,
}

impl MapPane {
    /// The rows of the summary of the repository above the lines; none if they would leave no room.
    pub(crate) fn summary_rows(&self, area: Rect) -> Vec<&str> {
        let summary = self.map.as_ref().map_or("", |map| &map.summary);
        let rows = wrap(summary, usize::from(area.width.saturating_sub(2)));
        if summary.is_empty() || rows.len() + MIN_LINES > area.height.into() {
            return Vec::new();
        }
        rows.into_iter().map(|row| &summary[row]).collect()
    }

    /// Returns true if there is a map, or the reason why there is none.
    pub(crate) fn is_known(&self) -> bool {
        self.map.is_some() || self.error.is_some()
    }

    /// All lines below the summary.
    pub(crate) fn lines(&self) -> Vec<MapLine<'_>> {
        let mut lines = Vec::new();
        for part in self.map.iter().flat_map(|map| &map.parts) {
            lines.extend([MapLine::Blank, MapLine::Title(&part.title)]);
            lines.extend(part.rows.iter().map(MapLine::Row));
        }
        lines
    }

    /// The lines in view of a pane of this height.
    pub(crate) fn visible(&self, height: usize) -> Range<usize> {
        let mut viewport = self.viewport;
        viewport.resize(height);
        viewport.reveal(self.selected, self.lines().len());
        viewport.range(self.lines().len())
    }

    /// Index of the selected line.
    pub(crate) fn selected(&self) -> usize {
        self.selected
    }

    /// Selects the nearest row that opens, `by` lines on.
    pub(super) fn go(&mut self, by: isize) {
        let lines = self.lines();
        let is_row = |at: &usize| matches!(lines.get(*at), Some(MapLine::Row(_)));
        let last = lines.len().saturating_sub(1);
        let target = self.selected.saturating_add_signed(by).min(last);
        let found = if by < 0 {
            (0..=target)
                .rev()
                .find(is_row)
                .or_else(|| (0..=last).find(is_row))
        } else {
            (target..=last)
                .find(is_row)
                .or_else(|| (0..=last).rev().find(is_row))
        };
        self.selected = found.unwrap_or(0);
    }

    /// Forgets a request, which is cancelled when a query covers the map.
    fn forget_pending(&mut self) {
        if self.tickets.are_open() {
            self.tickets.revoke();
            self.requested_at = None;
        }
    }

    fn set(&mut self, map: Result<RepositoryMap, String>) {
        self.tickets.revoke();
        match map {
            Ok(map) => {
                (self.map, self.error) = (Some(map), None);
                self.go(0);
            }
            Err(why) => self.error = Some(why),
        }
    }
}

impl App {
    /// Returns true while the code pane shows the map: without a query and a selected row.
    pub(crate) fn shows_map(&self) -> bool {
        self.prompt.is_empty()
            && self.search.content == ResultsContent::Browse
            && self.code.path().is_none()
    }

    /// Returns to the map.
    pub(super) fn show_map(&mut self) {
        self.push_history();
        self.navigation.destination = None;
        self.map.requested_at = None;
        self.prompt.replace("", self.prompt.mode());
        self.search.content = ResultsContent::Browse;
        self.send_query(false);
        self.results.deselect();
        self.code.clear();
        self.screen.focus_on(Focus::Code);
        self.lay_out();
    }

    /// Selects a row of the map, by its row in the pane.
    pub(super) fn click_map(&mut self, y: usize) {
        let area = self.screen.layout.area(Focus::Code);
        let above = self.map.summary_rows(area).len();
        let Some(y) = y.checked_sub(above) else {
            return;
        };
        let range = self
            .map
            .visible(usize::from(area.height).saturating_sub(above));
        let lines = self.map.lines();
        if let Some(MapLine::Row(_)) = range.clone().nth(y).and_then(|at| lines.get(at)) {
            self.map.selected = range.start + y;
        }
    }

    /// Requests the map while it is shown and the index is complete; again when the index has changed, unless it takes
    /// long.
    pub(super) fn request_map(&mut self) {
        if !self.shows_map() {
            return self.map.forget_pending();
        }
        let at = Some(self.index.generation);
        let is_slow = self.map.map.as_ref().is_some_and(|map| map.is_slow);
        let is_known = self.map.requested_at == at || is_slow && self.map.requested_at.is_some();
        if self.index.is_settled() && !self.map.tickets.are_open() && !is_known {
            self.map.requested_at = at;
            let ticket = self.map.tickets.supersede();
            self.effects.push(Effect::Send(ticket, Request::Map));
        }
    }

    pub(super) fn mapped(&mut self, map: Result<RepositoryMap, String>) {
        self.map.set(map.map_err(|why| sentence(&why)));
    }

    /// Moves in the map. Returns false for other actions.
    pub(super) fn move_in_map(&mut self, action: CodeAction) -> bool {
        let height = self.screen.layout.area(Focus::Code).height;
        let page = isize::try_from(height).unwrap_or(1);
        let by = match action {
            CodeAction::Down => 1,
            CodeAction::Up => -1,
            CodeAction::HalfDown => page / 2,
            CodeAction::HalfUp => -page / 2,
            CodeAction::PageDown => page,
            CodeAction::PageUp => -page,
            CodeAction::First => isize::MIN,
            CodeAction::Last => isize::MAX,
            _ => return false,
        };
        self.map.go(by);
        true
    }

    /// Opens the selected row of the map.
    pub(super) fn open_map_row(&mut self) {
        let lines = self.map.lines();
        let Some(MapLine::Row(row)) = lines.get(self.map.selected) else {
            return self.screen.say("Nothing is selected");
        };
        let (path, line) = (row.path.clone(), row.line);
        match line {
            Some(line) => self.visit_file(path, Some((line, 1))),
            None => {
                self.visit(RowPosition {
                    id: directory_id(&path),
                    ..RowPosition::file(path)
                });
                self.focus_results();
            }
        }
    }
}
