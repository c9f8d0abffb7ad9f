//! Movements of the cursor and the viewport, and the amount of code around the hit. Methods of [`Code`].
//!
//! [`Code::perform()`] is the entry for every [`CodeAction`].

use super::cursor::WordStep;
use super::model::Code;
use super::page::Page;
use super::rows::{Row, foldable};
use crate::app::glyph::TAB;
use crate::app::keymap::CodeAction;
use crate::chunk::Role;
use crate::context::around;

/// Lines that `+` adds on each side.
const NEIGHBOR_LINES: u32 = 10;
/// Cells of a horizontal scroll step, a multiple of tab stops.
const STEP: usize = 8;
/// Bytes of a line that are measured for each cell of the pane, so that a minified line is not read
/// to its end.
const MAX_BYTES_PER_CELL: usize = 8;

impl Code {
    /// Scrolls; the cursor stays in view.
    pub(crate) fn scroll(&mut self, rows: isize) {
        self.viewport.scroll(rows, self.rows.len());
        self.go(self.viewport.nearest(self.cursor));
    }

    /// Scrolls by half a page, down or up.
    pub(crate) fn scroll_half(&mut self, direction: isize) {
        let half = isize::try_from(self.viewport.half_page()).unwrap_or(isize::MAX);
        self.scroll(direction.saturating_mul(half));
    }

    /// Puts the cursor on a cell of the pane. Returns true for the row of a fold.
    pub(crate) fn put_at(&mut self, x: usize, y: usize) -> bool {
        let row = y.checked_sub(self.summary.len());
        let Some(row) = row.and_then(|y| self.viewport.row_at(y, self.rows.len())) else {
            return false;
        };
        self.cursor = row;
        let margin = self.page().map_or(0, Page::margin);
        self.click_cell(x.saturating_sub(margin));
        matches!(self.rows[row], Row::Fold(..) | Row::Parent(_))
    }

    /// Puts the cursor on a cell of the pane; opens a fold there.
    pub(crate) fn click(&mut self, x: usize, y: usize) {
        if self.put_at(x, y) {
            self.open_fold();
        }
    }

    /// Performs an action. Returns a message if it changed nothing, unless it is a movement.
    pub(crate) fn perform(&mut self, action: CodeAction) -> Option<&'static str> {
        if self.rows.is_empty() {
            return None;
        }
        let before = self.shape();
        let page = self.viewport.page();
        let half = self.viewport.half_page();
        match action {
            CodeAction::Down => self.go(self.cursor + 1),
            CodeAction::Up => self.go(self.cursor.saturating_sub(1)),
            CodeAction::HalfDown => self.go(self.cursor + half),
            CodeAction::HalfUp => self.go(self.cursor.saturating_sub(half)),
            CodeAction::PageDown => self.go(self.cursor + page),
            CodeAction::PageUp => self.go(self.cursor.saturating_sub(page)),
            CodeAction::First => self.go(0),
            CodeAction::Last => self.go(usize::MAX),
            CodeAction::Left => self.move_column(false),
            CodeAction::Right => self.move_column(true),
            CodeAction::LineStart => self.move_to_end(false),
            CodeAction::LineEnd => self.move_to_end(true),
            CodeAction::NextName => return self.step(WordStep::Next, true),
            CodeAction::PreviousName => return self.step(WordStep::Previous, true),
            CodeAction::NextWord => return self.step(WordStep::Next, false),
            CodeAction::PreviousWord => return self.step(WordStep::Previous, false),
            CodeAction::WordEnd => return self.step(WordStep::End, false),
            CodeAction::ScrollLeft => self.shift = self.shift.saturating_sub(STEP),
            CodeAction::ScrollRight => self.shift_right(),
            CodeAction::Center => {
                self.viewport.place(self.cursor, self.viewport.half_page());
                return None;
            }
            CodeAction::Wrap => self.toggle_wrap(),
            CodeAction::ZoomOut => self.zoom((self.level() + 1).min(self.level_count() - 1)),
            CodeAction::ZoomIn => self.zoom(self.level().saturating_sub(1)),
            CodeAction::WholeFile => {
                let file = self.level_count() - 1;
                self.zoom(if self.level() == file { 0 } else { file });
            }
            CodeAction::Wider => self.widen(self.zoom.around.saturating_add(NEIGHBOR_LINES)),
            CodeAction::Narrower => self.widen(self.zoom.around.saturating_sub(NEIGHBOR_LINES)),
            CodeAction::Parent => self.toggle_parent(),
            CodeAction::Fold => self.fold(),
            CodeAction::OpenFold => self.open_fold(),
            CodeAction::CloseFold => self.close_fold(),
            CodeAction::OpenFolds => self.fold_all(false),
            CodeAction::CloseFolds => self.fold_all(true),
            CodeAction::NextMatch => return self.next_match(true),
            CodeAction::PreviousMatch => return self.next_match(false),
            CodeAction::FindName => return self.find_name(),
            CodeAction::MatchingBracket => return self.go_to_matching_bracket(),
        }
        self.reveal();
        if self.shape() == before {
            self.end_message(action)
        } else {
            None
        }
    }

    /// Moves by words or names, and brings the cursor into view. Returns a message at the end.
    fn step(&mut self, step: WordStep, names: bool) -> Option<&'static str> {
        let message = self.move_word(step, names);
        self.reveal();
        message
    }

    /// The values that change if an action shows more or less code.
    pub(super) fn shape(&self) -> (usize, usize, Option<Row>, Option<Row>) {
        let ends = (self.rows.first().copied(), self.rows.last().copied());
        (self.level(), self.rows.len(), ends.0, ends.1)
    }

    /// Message for an action that changed nothing.
    fn end_message(&self, action: CodeAction) -> Option<&'static str> {
        Some(match action {
            CodeAction::ZoomOut => "Already the whole file",
            CodeAction::ZoomIn => "Already the match itself",
            CodeAction::Wider => "No more lines",
            CodeAction::Narrower => "No surrounding lines are shown",
            CodeAction::Parent if self.level() > 0 => "The enclosing scope is already shown",
            CodeAction::Parent => "No enclosing scope in this file",
            CodeAction::OpenFold => "Nothing is folded here",
            CodeAction::Fold | CodeAction::CloseFold => "Nothing to fold here",
            _ => return None,
        })
    }

    /// Shows or hides the declaration around the hit.
    fn toggle_parent(&mut self) {
        let before = self.shape();
        self.zoom.parent = !self.zoom.parent;
        self.rebuild();
        // A toggle without a visible effect is undone, so that it does not take effect later.
        self.zoom.parent ^= self.shape() == before;
    }

    /// Returns true if the hit names a type as its owner that does not enclose it, as a Go method does, and
    /// the enclosing declaration is not shown.
    pub(crate) fn names_owner(&self) -> bool {
        let Some((page, about)) = self.about() else {
            return false;
        };
        !self.zoom.parent && !around::owner_elsewhere(&page.document.tree, about).is_empty()
    }

    fn zoom(&mut self, level: usize) {
        self.zoom.level = level;
        self.zoom.around = 0;
        self.zoom.all = None;
        self.rebuild();
    }

    fn widen(&mut self, around: u32) {
        let before = self.rows.len();
        let old = std::mem::replace(&mut self.zoom.around, around);
        self.rebuild();
        // Nothing was added: both ends of the file are shown.
        if self.rows.len() == before && around > old {
            self.zoom.around = old;
        }
    }

    fn fold_all(&mut self, folded: bool) {
        self.zoom.all = Some(folded);
        self.zoom.folds.clear();
        self.rebuild();
    }

    /// Folds or unfolds the innermost chunk at the cursor.
    fn fold(&mut self) {
        match self.rows.get(self.cursor) {
            Some(Row::Parent(_) | Row::Gap) if self.level() == 0 => self.toggle_parent(),
            Some(Row::Fold(..)) => self.open_fold(),
            _ => self.close_fold(),
        }
    }

    /// Opens the fold at the cursor.
    fn open_fold(&mut self) {
        match self.rows.get(self.cursor) {
            Some(Row::Fold(chunk, _)) => self.set_fold(*chunk, false),
            Some(Row::Parent(_)) => self.toggle_parent(),
            _ => {}
        }
    }

    /// Folds the innermost unfolded chunk at the cursor.
    fn close_fold(&mut self) {
        let (Some(page), Some(&row)) = (self.page(), self.rows.get(self.cursor)) else {
            return;
        };
        let folded = match row {
            Row::Fold(chunk, _) => Some(chunk),
            _ => None,
        };
        let Some(line) = self.line_of(&row) else {
            return;
        };
        let before = folded.unwrap_or(page.chunks().len());
        let innermost = page.chunks()[..before].iter().rposition(|chunk| {
            // A header or piece is folded with its declaration.
            let is_part = matches!(chunk.role, Role::Header | Role::Piece);
            let (first, last) = chunk.lines;
            foldable(chunk) && !is_part && first <= line && line <= last
        });
        if let Some(chunk) = innermost {
            self.set_fold(chunk, true);
        }
    }

    /// Folds or unfolds a chunk; the cursor stays with it.
    fn set_fold(&mut self, chunk: usize, folded: bool) {
        if let Some(chunk) = self.page().and_then(|page| page.chunks().get(chunk)) {
            let (id, line) = (chunk.id, chunk.name_at.0);
            self.zoom.folds.insert(id, folded);
            self.rebuild_at(line);
        }
    }

    /// Returns true if long lines are wrapped: by default in prose, not in code.
    pub(super) fn wraps(&self, page: &Page) -> bool {
        let is_prose = page.is_prose();
        is_prose != self.toggled_wraps[usize::from(is_prose)]
    }

    /// Cells by which a line is moved to the left, a multiple of tab stops: 0 where lines are wrapped. The
    /// cursor's line is scrolled further if the name under the cursor would not be in view.
    pub(crate) fn shift(&self, line: u32) -> usize {
        let Some(page) = self.page().filter(|page| !self.wraps(page)) else {
            return 0;
        };
        let Some(span) = self.span_on(line) else {
            return self.shift;
        };
        let room = self.cells(page);
        // If more text follows the match, an ellipsis takes the last cell.
        let needed = width(page, line, span.to + 1).saturating_sub(room);
        // The start of a name that is too long stays in view, after an ellipsis.
        let most = width(page, line, span.from).saturating_sub(1) / TAB * TAB;
        self.shift.max(needed.next_multiple_of(TAB)).min(most)
    }

    /// Cells by which all lines are moved to the left.
    pub(crate) fn scrolled(&self) -> usize {
        self.page()
            .filter(|page| !self.wraps(page))
            .map_or(0, |_| self.shift)
    }

    /// Cells of the pane for a line of code.
    pub(crate) fn cells(&self, page: &Page) -> usize {
        let width = if self.is_beside() {
            self.size.0 - self.size.0 / 2
        } else {
            self.size.0
        };
        width.saturating_sub(page.margin())
    }

    fn toggle_wrap(&mut self) {
        let is_prose = usize::from(self.page().is_some_and(Page::is_prose));
        self.toggled_wraps[is_prose] = !self.toggled_wraps[is_prose];
        self.shift = 0;
        self.rebuild();
    }

    /// Scrolls to the right, but not beyond the longest line in view.
    fn shift_right(&mut self) {
        let Some(page) = self.page() else {
            return;
        };
        let room = self.cells(page);
        let most = (room + self.shift + STEP) * MAX_BYTES_PER_CELL;
        let lines = self.visible().filter_map(|(row, _)| match row {
            Row::Line(line) => Some(width(page, line, most)),
            _ => None,
        });
        let longest = lines.max().unwrap_or(0);
        let furthest = longest.saturating_sub(room).next_multiple_of(STEP);
        self.shift = (self.shift + STEP).min(furthest.max(self.shift));
    }
}

/// Cells of a line, measured up to a number of bytes.
fn width(page: &Page, line: u32, most: usize) -> usize {
    let mut bytes = page.bytes(line);
    bytes.end = bytes.end.min(bytes.start.saturating_add(most));
    page.cells(bytes)
}
