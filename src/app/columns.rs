//! Callers and callees beside the code, each in the row of the line that calls. Methods of [`App`].
//!
//! Principal types: [`Columns`] and [`Column`]. Contract: the columns follow the declaration under the cursor of the
//! code; a worker looks its calls up, and a reply about another declaration is stale.

use super::code::Code;
use super::event::Effect;
use super::keymap::{Action, Step};
use super::layout::{Focus, THREE_COLUMNS};
use super::results::TreeNode;
use super::state::App;
use super::text::sentence;
use crate::chunk::ChunkId;
use crate::context::Direction;
use crate::protocol::{CallStep, NamedTarget, Request, Tickets};
use crate::session::Change;
use crate::syntax::Language;

/// The columns, and the declaration that they are about.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    pub(super) tickets: Tickets,
    about: Option<NamedTarget>,
    /// True if files may have changed since the calls were requested.
    is_outdated: bool,
    /// Callers, then callees, by [`Direction`].
    columns: [Column; 2],
}

/// Calls in one direction.
#[derive(Debug, Default)]
pub(crate) struct Column {
    /// The calls, each with the line of code next to which it is shown. None while they are searched for.
    calls: Option<Result<Vec<(u32, TreeNode)>, String>>,
    selected: usize,
}

impl Column {
    /// The calls; none while they are searched for.
    pub(crate) fn calls(&self) -> Option<&[(u32, TreeNode)]> {
        Some(self.calls.as_ref()?.as_deref().unwrap_or_default())
    }

    fn selected_call(&self) -> Option<&(u32, TreeNode)> {
        self.calls()?.get(self.selected)
    }

    /// The reason why there are none.
    pub(crate) fn error(&self) -> Option<&str> {
        self.calls.as_ref()?.as_ref().err().map(String::as_str)
    }

    /// The calls in view beside the code: their distance from the top, and true for the selected one. A caller is
    /// beside the name, also if that is out of view.
    pub(crate) fn visible(
        &self,
        code: &Code,
        focus: Focus,
        height: usize,
    ) -> Vec<(usize, &TreeNode, bool)> {
        let calls = self.calls().unwrap_or_default();
        let heights = code.heights();
        let mut wanted = Vec::new();
        for (at, (line, _)) in calls.iter().enumerate() {
            let y = heights.get(line).copied();
            wanted.extend(
                y.or((focus == Focus::Callers).then_some(0))
                    .map(|y| (y, at)),
            );
        }
        let chosen = wanted.iter().position(|(_, at)| *at == self.selected);
        let first = chosen.unwrap_or_default().saturating_sub(height / 2);
        let first = first.min(wanted.len().saturating_sub(height));
        wanted.truncate(first + height);
        wanted.drain(..first);
        place(&mut wanted, height);
        let rows = wanted.into_iter();
        rows.map(|(y, at)| (y, &calls[at].1, at == self.selected))
            .collect()
    }
}

/// Moves rows, sorted by their distance from the top, so that no two are equal and all are in view.
fn place(rows: &mut [(usize, usize)], height: usize) {
    let mut next = 0;
    for (y, _) in rows.iter_mut() {
        *y = (*y).max(next);
        next = *y + 1;
    }
    let mut end = height;
    for (y, _) in rows.iter_mut().rev() {
        *y = (*y).min(end.saturating_sub(1));
        end = *y;
    }
}

impl Columns {
    /// The column of a pane.
    pub(crate) fn column(&self, focus: Focus) -> &Column {
        &self.columns[usize::from(focus == Focus::Callees)]
    }

    fn column_mut(&mut self, focus: Focus) -> &mut Column {
        &mut self.columns[usize::from(focus == Focus::Callees)]
    }

    /// Name of the declaration; none if there is none at the cursor.
    pub(crate) fn subject(&self) -> Option<&str> {
        Some(&self.about.as_ref()?.0.name)
    }

    /// Numbers of the selected calls.
    pub(super) fn selected(&self) -> [usize; 2] {
        self.columns.each_ref().map(|column| column.selected)
    }

    /// Selects a call.
    pub(super) fn select(&mut self, focus: Focus, key: ChunkId) {
        let column = self.column_mut(focus);
        let mut calls = column.calls().unwrap_or_default().iter();
        if let Some(at) = calls.position(|(_, call)| call.key == key) {
            column.selected = at;
        }
    }

    /// Looks the calls up again, because files may have changed. Those that are known stay until then.
    pub(super) fn invalidate(&mut self) {
        self.is_outdated = true;
        self.tickets.revoke();
    }

    /// The request for the calls of a declaration, unless they are those of the columns.
    fn follow(&mut self, declaration: Option<NamedTarget>) -> Option<Effect> {
        let is_outdated = std::mem::take(&mut self.is_outdated);
        if self.about == declaration && !is_outdated {
            return None;
        }
        let ticket = self.tickets.supersede();
        if self.about != declaration {
            self.columns = Default::default();
        }
        self.about = declaration;
        let request = self.about.clone()?;
        Some(Effect::Send(ticket, Request::Calls(request)))
    }
}

impl App {
    /// Returns true if callers and callees belong beside the code: it is code, and they are not turned off.
    pub(super) fn wants_columns(&self) -> bool {
        let language = self.code.path().and_then(|path| Language::of(path, ""));
        let is_code = language.is_some_and(|language| !language.is_prose());
        is_code && !self.session.stored.hides_calls && !self.code.is_deleted()
    }

    /// Returns true if callers and callees are beside the code.
    pub(super) fn has_columns(&self) -> bool {
        !self.screen.layout.area(Focus::Callers).is_empty()
    }

    /// Shows or hides callers and callees beside the code, also in later runs.
    pub(super) fn toggle_columns(&mut self) {
        let hides = !self.session.stored.hides_calls;
        self.apply_change(Change::CallsHidden(hides));
        let width = self.screen.layout.screen.width;
        let shown = if hides { "hidden" } else { "shown" };
        let mut message = format!("Callers and callees beside the code: {shown}");
        if !hides && width < THREE_COLUMNS {
            message += &format!(" from {THREE_COLUMNS} columns on");
        }
        self.screen.say(message);
    }

    /// Requests the calls of the declaration under the cursor, if there are columns for them.
    pub(super) fn request_columns(&mut self) {
        if self.screen.columns != self.wants_columns() {
            self.lay_out();
        }
        if self.has_columns() {
            let declaration = self.code.declaration_at_cursor();
            let request = self.columns.follow(declaration);
            self.effects.extend(request);
        }
    }

    pub(super) fn called(
        &mut self,
        direction: Direction,
        calls: Result<Vec<(u32, CallStep)>, String>,
    ) {
        let rows = calls.map(|calls| {
            let calls = calls.iter();
            let rows = calls.map(|(line, step)| (*line, TreeNode::call(step)));
            rows.collect()
        });
        let column = &mut self.columns.columns[direction as usize];
        column.calls = Some(rows.map_err(|why| sentence(&why)));
    }

    /// Moves in the focused column, goes to the selected call, or returns to the code.
    pub(super) fn step_in_column(&mut self, step: Step) {
        let (focus, height) = (self.screen.focus, self.code.page_height());
        match (step, step.rows(height)) {
            (Step::Open | Step::Toggle, _) => self.visit_call(),
            (Step::Close, _) => self.focus_code(),
            (_, None) => {
                let key = self.key_of(Action::Edit);
                self.screen.say(format!("{key} goes to the call"));
            }
            (_, Some(rows)) => {
                let column = self.columns.column_mut(focus);
                let last = column.calls().unwrap_or_default().len().saturating_sub(1);
                column.selected = column.selected.saturating_add_signed(rows).min(last);
                if let Some((line, _)) = column.selected_call() {
                    self.code.scroll_to_line(*line);
                }
            }
        }
    }

    /// Goes to the call that is selected in the focused column.
    pub(super) fn visit_call(&mut self) {
        let column = self.columns.column(self.screen.focus);
        let Some((_, node)) = column.selected_call() else {
            return self.screen.say("No call is selected");
        };
        let at = node.call.as_ref().map(|call| call.relation.at);
        self.visit_file(node.path.clone(), at);
    }

    /// Goes to the call in a row of a column, if there is one.
    pub(super) fn click_call(&mut self, focus: Focus, y: usize) {
        let height = self.screen.layout.area(focus).height.into();
        let column = self.columns.column(focus);
        let mut rows = column.visible(&self.code, focus, height).into_iter();
        let clicked = rows.find(|(at, ..)| *at == y).map(|(_, call, _)| call.key);
        if let Some(clicked) = clicked {
            self.columns.select(focus, clicked);
            self.visit_call();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn placed_rows_are_apart_in_view_and_where_they_want_if_there_is_room(
            wanted in prop::collection::vec(0usize..30, 0..20), more in 0usize..20,
        ) {
            let mut wanted = wanted;
            wanted.sort_unstable();
            let height = wanted.len().max(1) + more;
            let mut rows: Vec<(usize, usize)> = wanted.iter().map(|y| (*y, 0)).collect();
            place(&mut rows, height);
            prop_assert!(rows.is_sorted_by(|one, other| one.0 < other.0));
            prop_assert!(rows.iter().all(|(y, _)| *y < height));
            let is_apart = wanted.is_sorted_by(|one, other| one < other);
            if is_apart && wanted.last().is_none_or(|last| *last < height) {
                prop_assert!(rows.iter().map(|(y, _)| *y).eq(wanted));
            }
        }
    }
}
