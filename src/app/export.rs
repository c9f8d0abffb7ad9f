//! Marks, kept until they are removed, and exports of marks or results. Methods of [`App`].
//!
//! Contract: marks and results are never mixed in an export.

use super::keymap::Step;
use super::popup::{ExportSource, ItemAction, ListItem};
use super::{App, Effect, ResultsContent, RowKind, Tone, TreeNode, counted, sentence};
use crate::chunk::ChunkId;
use crate::context::RelationKind;
use crate::export::{ExportFormat, Exported};
use crate::protocol::{ExportRequest, Request};
use crate::search::Hit;
use crate::session::{Change, Mark};

impl App {
    /// Offers the formats of an export.
    pub(super) fn offer_export(&mut self) {
        let (marked, results) = (self.marks().len(), self.results.hits().len());
        let mut sources = vec![
            (ExportSource::Marks, marked, format!("{marked} marked")),
            (
                ExportSource::Results,
                results,
                counted(results, "result", "results"),
            ),
        ];
        sources.retain(|(_, number, _)| *number > 0);
        let (mut copied, mut written) = (Vec::new(), Vec::new());
        for format in ExportFormat::ALL {
            let copy = format!("Copy {}", format.name());
            let write = format!("Write {}: {}", format.file_name(), format.name());
            for (source, _, what) in &sources {
                let choice = ItemAction::Export(format, *source, None);
                copied.push(ListItem::new(&copy, what, choice));
                let choice = ItemAction::Name(format, *source);
                written.push(ListItem::new(&write, what, choice));
            }
        }
        copied.append(&mut written);
        let if_empty = "Nothing to export: mark rows or search first";
        self.pick("export", copied, if_empty);
    }

    /// Exports the marks, or all results.
    pub(super) fn export(
        &mut self,
        format: ExportFormat,
        source: ExportSource,
        file: Option<String>,
    ) {
        let (marks, query) = match source {
            // They may be from many queries.
            ExportSource::Marks => {
                let query = format!("marked in {}", self.options.root_name);
                (self.marks().to_vec(), query)
            }
            ExportSource::Results => {
                let mark = |hit: &Hit| self.mark_of(&TreeNode::hit(hit, 0), hit);
                let marks = self.results.hits().iter().map(mark).collect();
                (marks, self.describe_query())
            }
        };
        let request = ExportRequest {
            marks,
            format,
            query,
            file,
        };
        let ticket = self.exports.issue();
        let request = Request::Export(request);
        self.effects.push(Effect::Send(ticket, request));
        self.screen.notify(Tone::Plain, "Exporting …");
    }

    /// An export is done.
    pub(super) fn exported(&mut self, outcome: Result<Exported, String>) {
        match outcome {
            Ok(Exported::Text(text, number)) => {
                let message = format!("Copied {}", counted(number, "location", "locations"));
                self.screen.notify(Tone::Good, message);
                self.effects.push(Effect::Copy(text));
            }
            Ok(Exported::File(file, number)) => {
                let count = counted(number, "location", "locations");
                self.screen
                    .notify(Tone::Good, format!("Wrote {count} to {file}"));
            }
            Err(why) => self.screen.notify(Tone::Error, sentence(&why)),
        }
    }

    /// Description of the query for the export.
    pub(crate) fn describe_query(&self) -> String {
        match &self.search.content {
            ResultsContent::Browse => self.options.root_name.clone(),
            ResultsContent::Query(query) => query.text.clone(),
            ResultsContent::Similar(target) => format!("code similar to {}", target.name),
            ResultsContent::Related(kind, target) => {
                let what = match kind {
                    RelationKind::Callers(_) if target.is_file() => "files that import",
                    RelationKind::Callers(_) => "references to",
                    RelationKind::Callees => "calls of",
                    RelationKind::Definitions(_) => "definitions used by",
                    RelationKind::Imports => "imports of",
                    RelationKind::Owner => "type of",
                    RelationKind::Siblings => "siblings of",
                };
                format!("{what} {}", target.name)
            }
        }
    }

    /// Locations marked for export, also in earlier runs.
    pub(crate) fn marks(&self) -> &[Mark] {
        &self.session.stored.marks
    }

    pub(crate) fn is_marked(&self, id: ChunkId) -> bool {
        self.marks().iter().any(|mark| mark.chunk == id.0)
    }

    /// Toggles the mark of the selected row, and goes to the next one.
    pub(super) fn mark(&mut self) {
        let (Some(node), Some(hit)) = (self.results.selected(), self.results.selected_hit()) else {
            return self
                .screen
                .notify(Tone::Warning, "Nothing to mark: no row is selected");
        };
        let change = match self.is_marked(node.id) {
            true => Change::MarkRemoved(node.id.0),
            false => Change::MarkAdded(self.mark_of(node, hit)),
        };
        self.apply_change(change);
        self.step(Step::Next);
    }

    /// Removes all marks.
    pub(super) fn clear_marks(&mut self) {
        let marked: Vec<u64> = self.marks().iter().map(|mark| mark.chunk).collect();
        let count = counted(marked.len(), "mark", "marks");
        self.screen.notify(Tone::Plain, format!("Removed {count}"));
        for chunk in marked {
            self.apply_change(Change::MarkRemoved(chunk));
        }
    }

    /// A row with the hit that it shows, as a mark.
    fn mark_of(&self, node: &TreeNode, hit: &Hit) -> Mark {
        let checked = self.checked_hit(hit);
        let checked = checked.filter(|checked| checked.id == node.id);
        Mark {
            path: node.path.clone(),
            chunk: node.id.0,
            hash: checked.map_or_else(|| node.hash(hit), |checked| checked.hash),
            line: node.line_of_name(hit),
            at: checked.and_then(|checked| checked.at),
            kind: node.kind.name().to_owned(),
            names: node.names(hit).into_iter().skip(1).collect(),
            is_directory: node.what == RowKind::Directory,
        }
    }
}
