//! Cells outside the panes that act when they are clicked.
//!
//! Principal type: [`ClickTarget`]. The view returns the targets of a frame, because only it knows where they are.

use super::keymap::Action;
use super::state::App;
use crate::search::{Filter, Query};
use ratatui::layout::{Position, Rect};

/// Cells, and what a click on them does.
#[derive(Clone, PartialEq, Debug)]
pub struct ClickTarget {
    area: Rect,
    action: ClickAction,
}

/// Effect of a click.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ClickAction {
    /// Perform an action.
    Perform(Action),
    /// Remove a filter from the query.
    Remove(Filter),
}

impl ClickTarget {
    pub(crate) fn new(area: Rect, action: ClickAction) -> Self {
        Self { area, action }
    }

    /// Returns true if a cell, given by column and row, is part of it.
    pub fn contains(&self, x: u16, y: u16) -> bool {
        self.area.contains(Position { x, y })
    }
}

impl App {
    pub(super) fn clicked(&mut self, target: ClickTarget) {
        self.screen.notice = None;
        self.screen.cancel_keys();
        self.session.touched = true;
        match target.action {
            ClickAction::Perform(action) => self.perform(action),
            ClickAction::Remove(filter) => {
                let text = Query::without_filter(self.prompt.text(), &filter);
                if text == self.prompt.text() {
                    return;
                }
                self.prompt.replace(&text, self.prompt.mode());
                self.screen.say(format!("Removed {}", filter.written()));
                self.search();
            }
        }
    }
}
