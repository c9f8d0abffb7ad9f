//! The page about the index: what runs, what it holds, what was left out and why.

mod page;

use super::keymap::Action;
use super::popup::{Cell, Row, SheetKind, wrapped};
use super::status::Tone;
use super::{App, Effect, State};
use crate::index::Inspection;
use crate::protocol::{Request, Tickets};
use page::{holds, labelled, linking, log, skipped, stages};
use std::sync::Arc;

/// Data of the index page besides the state of the index.
#[derive(Debug, Default)]
pub(super) struct IndexPanel {
    pub(super) tickets: Tickets,
    /// The stage when it was asked for, the generation where that was the stage's last, and whether a
    /// graph was being built.
    looked_at: Option<(State, Option<u64>, bool)>,
    inspection: Option<Result<Arc<Inspection>, String>>,
    /// Rows about skipped files.
    skipped: Vec<Row>,
    /// Someone asked to have everything made anew; asked again, it is done.
    confirming: bool,
    /// The indexing was stopped already; the next key that stops leaves.
    pub(super) stopped: bool,
}

impl IndexPanel {
    pub(super) fn take(&mut self, inspection: Result<Arc<Inspection>, String>) {
        self.tickets.revoke();
        self.skipped = match &inspection {
            Ok(inspection) => skipped(&inspection.skipped),
            Err(_) => Vec::new(),
        };
        self.inspection = Some(inspection);
    }
}

impl App {
    /// Shows the page.
    pub(super) fn show_index(&mut self) {
        self.panel.confirming = false;
        // What was seen last is shown until the new look comes.
        self.panel.looked_at = None;
        self.show_sheet(SheetKind::Index);
    }

    /// Has the index looked over while the page is shown, when a stage ended: each look walks the
    /// repository, and while files are indexed there are many commits. One look at a time.
    pub(super) fn look_index_over(&mut self) {
        let is_shown = self.sheet() == Some(SheetKind::Index);
        let generation = (!self.is_indexing()).then_some(self.index.generation);
        let index = &self.index;
        let now = (index.stage.clone(), generation, index.graph.is_some());
        let panel = &mut self.panel;
        // What changed is indexed in a moment.
        let is_shown = is_shown && index.stage != State::Changed;
        if !is_shown || panel.tickets.are_open() || panel.looked_at.as_ref() == Some(&now) {
            return;
        }
        panel.looked_at = Some(now);
        // What is not indexed yet is being read by the indexer just now.
        let reads = !self.is_indexing();
        let ticket = self.panel.tickets.issue();
        self.effects
            .push(Effect::Ask(ticket, Request::Inspect { reads }));
    }

    /// Has everything made anew, once it is asked for twice. The page is where it asks.
    pub(super) fn rebuild(&mut self) {
        if self.sheet() != Some(SheetKind::Index) {
            self.show_index();
        }
        match std::mem::replace(&mut self.panel.confirming, true) {
            false => {}
            true => {
                self.panel.confirming = false;
                self.notify(Tone::Plain, "rebuilding the index");
                self.effects.push(Effect::Rebuild);
            }
        }
    }

    /// Stops what runs. Where nothing does, it says so: the other key that stops would quit.
    pub(super) fn cancel_indexing(&mut self) {
        match self.is_indexing() {
            true => {
                self.panel.stopped = true;
                self.notify(
                    Tone::Warning,
                    "indexing stopped; the present index stays searchable",
                );
                self.effects.push(Effect::CancelIndexing);
            }
            false => self.notify(Tone::Plain, "nothing to stop"),
        }
    }

    /// The page's title and rows.
    pub(super) fn index_page(&self) -> (String, Vec<Row>) {
        let mut rows = Vec::new();
        let mut state = Vec::new();
        for part in self.status_line() {
            if !state.is_empty() {
                state.push(Cell::text(Tone::Faint, " · "));
            }
            state.push(Cell::Text(part));
        }
        // What went wrong says at its end what could be done; a count that moves on moves no rows.
        let width = self.screen.layout.popup().width.into();
        let state = match &self.index.stage {
            State::Failed(_) => wrapped(state, width),
            _ => vec![state],
        };
        if self.panel.confirming {
            let again = self.key_of(Action::Rebuild);
            let says = format!("{again} again deletes the index and indexes every file");
            rows.push(vec![Cell::text(Tone::Warning, says)]);
        }
        let [changes, stop, anew] = [Action::Reindex, Action::CancelIndexing, Action::Rebuild]
            .map(|action| self.key_of(action));
        let keys = format!("{changes} rescan · {stop} stop · {anew} delete and rebuild");
        rows.push(vec![Cell::text(Tone::Faint, keys)]);
        rows.push(Vec::new());
        rows.extend(stages(&self.index));
        rows.extend(self.index.graph.as_deref().map(linking));
        rows.extend(log(&self.index.log));
        rows.push(Vec::new());
        let seen = match &self.panel.inspection {
            Some(Ok(inspection)) => Some(&**inspection),
            _ => None,
        };
        rows.extend(holds(&self.index, &self.options.index, seen));
        match &self.panel.inspection {
            None => rows.push(vec![Cell::text(Tone::Faint, "loading …")]),
            Some(Err(why)) => rows.push(labelled("error", Tone::Error, why.clone())),
            Some(Ok(_)) => rows.push(Vec::new()),
        }
        let rows = rows.into_iter().flat_map(|row| wrapped(row, width));
        let mut rows: Vec<Row> = state.into_iter().chain(rows).collect();
        if seen.is_some() {
            rows.extend(self.panel.skipped.iter().cloned());
        }
        ("index".to_owned(), rows)
    }
}

#[cfg(test)]
mod tests;
