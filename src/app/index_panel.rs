//! The index page: stages, contents, settings and skipped files.
//!
//! Principal type: [`IndexPanel`]. Contract: at most one inspection is pending, and only while the page is
//! shown; rebuilding needs a confirmation.

mod page;

use super::keymap::Action;
use super::popup::{Cell, PageRow, PageSubject, labeled, wrapped};
use super::status::Tone;
use super::{Activity, App, Effect};
use crate::protocol::{Inspection, Request, Tickets};
use page::{contents, graph_row, skipped, stages};
use std::sync::Arc;

/// Data of the index page besides the state of the index.
#[derive(Debug, Default)]
pub(super) struct IndexPanel {
    pub(super) tickets: Tickets,
    /// State of the index at the last inspection: its stage, its generation unless indexing, and
    /// whether a graph was being built.
    inspected_stage: Option<(Activity, Option<u64>, bool)>,
    inspection: Option<Result<Arc<Inspection>, String>>,
    /// Rows about skipped files.
    skipped: Vec<PageRow>,
    /// True after the first press of the key to rebuild; the second one confirms.
    confirming: bool,
    /// True if indexing was stopped; the next key to stop quits.
    pub(super) stopped: bool,
}

impl IndexPanel {
    pub(super) fn set_inspection(&mut self, inspection: Result<Arc<Inspection>, String>) {
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
        // The last inspection is shown until the new one arrives.
        self.panel.inspected_stage = None;
        self.show_page(PageSubject::Index);
    }

    /// Requests an inspection while the page is shown, whenever a stage ended, not at every commit: an
    /// inspection walks the repository. Only one is pending.
    pub(super) fn request_inspection(&mut self) {
        let is_shown = self.page_subject() == Some(PageSubject::Index);
        let generation = (!self.is_indexing()).then_some(self.index.generation);
        let index = &self.index;
        let now = (index.stage.clone(), generation, index.graph.is_some());
        let panel = &mut self.panel;
        // Changed files are indexed in a moment.
        let is_shown = is_shown && index.stage != Activity::Changed;
        if !is_shown || panel.tickets.are_open() || panel.inspected_stage.as_ref() == Some(&now) {
            return;
        }
        panel.inspected_stage = Some(now);
        // During indexing, files without an entry are not skipped.
        let reads = !self.is_indexing();
        let ticket = self.panel.tickets.issue();
        self.effects
            .push(Effect::Send(ticket, Request::Inspect { reads }));
    }

    /// Rebuilds the index, after a confirmation on the index page.
    pub(super) fn rebuild(&mut self) {
        if self.page_subject() != Some(PageSubject::Index) {
            self.show_index();
        }
        self.panel.confirming = !self.panel.confirming;
        if !self.panel.confirming {
            self.screen.notify(Tone::Plain, "Rebuilding the index …");
            self.effects.push(Effect::Rebuild);
        }
    }

    /// Stops indexing, or shows that nothing runs.
    pub(super) fn cancel_indexing(&mut self) {
        if !self.is_indexing() {
            return self.screen.notify(Tone::Plain, "Nothing to stop");
        }
        self.panel.stopped = true;
        let message = "Indexing stopped; the current index stays searchable";
        self.screen.notify(Tone::Warning, message);
        self.effects.push(Effect::CancelIndexing);
    }

    /// The page's title and rows.
    pub(super) fn index_page(&self) -> (String, Vec<PageRow>) {
        let state = self.status_line().into_iter();
        let state = state.flat_map(|part| [Cell::text(Tone::Faint, " · "), Cell::Text(part)]);
        let mut rows: Vec<PageRow> = vec![state.skip(1).collect()];
        if self.panel.confirming {
            let again = self.key_of(Action::Rebuild);
            let message = format!("Press {again} again to delete the index and index every file");
            rows.push(vec![Cell::text(Tone::Warning, message)]);
        }
        let [changes, stop, rebuild] = [Action::Reindex, Action::CancelIndexing, Action::Rebuild]
            .map(|action| self.key_of(action));
        let keys = format!("{changes} rescan · {stop} stop · {rebuild} delete and rebuild");
        rows.push(vec![Cell::text(Tone::Faint, keys)]);
        rows.push(Vec::new());
        rows.extend(stages(&self.index));
        rows.extend(self.index.graph.as_deref().map(graph_row));
        rows.push(Vec::new());
        let seen = match &self.panel.inspection {
            Some(Ok(inspection)) => Some(&**inspection),
            _ => None,
        };
        rows.extend(contents(&self.index, &self.options.index, seen));
        match &self.panel.inspection {
            None => rows.push(vec![Cell::text(Tone::Faint, "Loading …")]),
            Some(Err(why)) => rows.push(labeled("error", Tone::Error, why.clone())),
            Some(Ok(_)) => rows.push(Vec::new()),
        }
        let width = self.screen.layout.popup().width.into();
        let rows = rows.into_iter().flat_map(|row| wrapped(row, width));
        let mut rows: Vec<PageRow> = rows.collect();
        if seen.is_some() {
            rows.extend(self.panel.skipped.iter().cloned());
        }
        ("index".to_owned(), rows)
    }
}

#[cfg(test)]
mod tests;
