//! State of the index page besides the state of the index.

use super::page::{contents, graph_row, skipped, stages};
use crate::app::event::Effect;
use crate::app::index_status::{Activity, IndexStatus};
use crate::app::keymap::Action;
use crate::app::popup::{Cell, PageRow, labeled, wrapped};
use crate::app::settings::IndexSettings;
use crate::app::status::{Item, Tone};
use crate::protocol::{Inspection, Request, Tickets};
use std::sync::Arc;

/// Data of the index page besides the state of the index.
#[derive(Debug, Default)]
pub(crate) struct IndexPanel {
    pub(in crate::app) tickets: Tickets,
    /// State of the index at the last inspection: its stage, its generation unless indexing, and
    /// whether a graph was being built.
    inspected_stage: Option<(Activity, Option<u64>, bool)>,
    inspection: Option<Result<Arc<Inspection>, String>>,
    /// Rows about skipped files.
    skipped: Vec<PageRow>,
    /// True after the first press of the key to rebuild; the second one confirms.
    confirming: bool,
    /// True if indexing was stopped; the next key to stop quits.
    pub(in crate::app) stopped: bool,
}

impl IndexPanel {
    /// Starts showing the page. The last inspection is shown until the new one arrives.
    pub(in crate::app) fn open(&mut self) {
        self.confirming = false;
        self.inspected_stage = None;
    }

    /// The request for an inspection whenever a stage ended, not at every commit: an inspection walks the
    /// repository. Only one is pending.
    pub(in crate::app) fn request(&mut self, index: &IndexStatus) -> Option<Effect> {
        // During indexing, files without an entry are not skipped.
        let reads = !index.is_indexing();
        let generation = reads.then_some(index.generation);
        let now = (index.stage.clone(), generation, index.graph.is_some());
        // Changed files are indexed in a moment.
        if index.stage == Activity::Changed
            || self.tickets.are_open()
            || self.inspected_stage.as_ref() == Some(&now)
        {
            return None;
        }
        self.inspected_stage = Some(now);
        let ticket = self.tickets.issue();
        Some(Effect::Send(ticket, Request::Inspect { reads }))
    }

    pub(in crate::app) fn set_inspection(&mut self, inspection: Result<Arc<Inspection>, String>) {
        self.tickets.revoke();
        self.skipped = match &inspection {
            Ok(inspection) => skipped(&inspection.skipped),
            Err(_) => Vec::new(),
        };
        self.inspection = Some(inspection);
    }

    /// Asks to confirm a rebuild. Returns true if it is confirmed.
    pub(in crate::app) fn confirm_rebuild(&mut self) -> bool {
        self.confirming = !self.confirming;
        !self.confirming
    }

    /// The page's title and rows, at most `width` cells wide unless they have columns. `key_of` names keys.
    pub(in crate::app) fn page(
        &self,
        index: &IndexStatus,
        settings: &IndexSettings,
        state: Vec<Item>,
        key_of: impl Fn(Action) -> String,
        width: usize,
    ) -> (String, Vec<PageRow>) {
        let actions = [Action::Reindex, Action::CancelIndexing, Action::Rebuild];
        let [rescan, stop, rebuild] = actions.map(key_of);
        let mut summary: PageRow = Vec::new();
        for part in state {
            if !summary.is_empty() {
                summary.push(Cell::text(Tone::Faint, " · "));
            }
            summary.push(Cell::Text(part));
        }
        let mut rows = vec![summary];
        if self.confirming {
            let message = format!("Press {rebuild} again to delete the index and index every file");
            rows.push(vec![Cell::text(Tone::Warning, message)]);
        }
        let keys = format!("{rescan} rescan · {stop} stop · {rebuild} delete and rebuild");
        rows.push(vec![Cell::text(Tone::Faint, keys)]);
        rows.push(Vec::new());
        rows.extend(stages(index));
        rows.extend(index.graph.as_deref().map(graph_row));
        rows.push(Vec::new());
        let inspection = match &self.inspection {
            Some(Ok(inspection)) => Some(&**inspection),
            _ => None,
        };
        rows.extend(contents(index, settings, inspection));
        rows.push(match &self.inspection {
            None => vec![Cell::text(Tone::Faint, "Loading …")],
            Some(Err(why)) => labeled("error", Tone::Error, why.clone()),
            Some(Ok(_)) => Vec::new(),
        });
        let mut page = Vec::new();
        for row in rows {
            page.extend(wrapped(row, width));
        }
        if inspection.is_some() {
            page.extend(self.skipped.iter().cloned());
        }
        ("index".to_owned(), page)
    }
}
