//! Marks, kept until they are removed, and exports of marks or results. Methods of [`App`].
//!
//! Contract: marks and results are never mixed in an export.

use super::event::Effect;
use super::history::RowPosition;
use super::keymap::Step;
use super::popup::ExportSource;
use super::results::{RowKind, TreeNode};
use super::state::App;
use super::status::Tone;
use super::text::{counted, sentence};
use crate::chunk::ChunkId;
use crate::corpus::Location;
use crate::export::{ExportFormat, Exported};
use crate::protocol::{CheckedHit, ExportRequest, Request};
use crate::search::Hit;
use crate::session::{Change, Mark};

/// A row with the hit that it shows, as a mark. `current` is the hit as it is in the working tree.
fn mark_of(node: &TreeNode, hit: &Hit, current: Option<&CheckedHit>) -> Mark {
    let checked = current.filter(|checked| checked.id == node.id);
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

impl App {
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
                (self.session.marks().to_vec(), query)
            }
            ExportSource::Results => {
                let mut marks = Vec::new();
                for hit in self.results.shown_hits() {
                    let node = TreeNode::hit(hit, 0);
                    marks.push(mark_of(&node, hit, self.staleness.checked(hit)));
                }
                (marks, self.describe_query())
            }
        };
        let request = Request::Export(ExportRequest {
            marks,
            format,
            query,
            file,
        });
        self.effects
            .push(Effect::Send(self.exports.issue(), request));
        self.screen.say("Exporting …");
    }

    /// Copies the exported text, or reports the file that was written.
    pub(super) fn exported(&mut self, outcome: Result<Exported, String>) {
        match outcome {
            Ok(Exported::Text(text, number)) => {
                let count = counted(number, "location", "locations");
                self.screen.notify(Tone::Good, format!("Copied {count}"));
                self.effects.push(Effect::Copy(text));
            }
            Ok(Exported::File(file, number)) => {
                let count = counted(number, "location", "locations");
                let message = format!("Wrote {count} to {file}");
                self.screen.notify(Tone::Good, message);
            }
            Err(why) => self.screen.notify(Tone::Error, sentence(&why)),
        }
    }

    /// Toggles the mark of the selected row, and goes to the next one.
    pub(super) fn mark(&mut self) {
        let (Some(node), Some(hit)) = (self.results.selected(), self.results.selected_hit()) else {
            return self.screen.warn("Nothing to mark: no row is selected");
        };
        let id = node.id.0;
        if self.options.picks {
            self.picked.retain(|(chunk, _)| *chunk != id);
            if !self.session.is_marked(node.id) {
                let name = Location {
                    path: node.path.clone(),
                    line: node.line_of_name(hit),
                    column: 1,
                };
                self.picked.push((id, self.location().unwrap_or(name)));
            }
        }
        let change = if self.session.is_marked(node.id) {
            Change::MarkRemoved(node.id.0)
        } else {
            Change::MarkAdded(mark_of(node, hit, self.staleness.checked(hit)))
        };
        self.apply_change(change);
        self.step(Step::Next);
    }

    /// Goes to a marked row of the repository.
    pub(super) fn visit_mark(&mut self, chunk: u64) {
        let mut marks = self.session.marks().iter();
        if let Some(mark) = marks.find(|mark| mark.chunk == chunk).cloned() {
            self.visit(RowPosition {
                id: ChunkId(chunk),
                zoom: 0,
                line: Some(mark.line),
                ..RowPosition::file(mark.path)
            });
        }
    }

    /// The marked locations, in the order of their marks; without marks, the selected one.
    pub(super) fn chosen_locations(&self, selected: Location) -> Vec<Location> {
        if self.picked.is_empty() {
            return vec![selected];
        }
        let marked = self.picked.iter();
        marked.map(|(_, location)| location.clone()).collect()
    }

    /// Removes all marks.
    pub(super) fn clear_marks(&mut self) {
        self.picked.clear();
        let marks = self.session.marks().iter();
        let marked: Vec<u64> = marks.map(|mark| mark.chunk).collect();
        let count = counted(marked.len(), "mark", "marks");
        self.screen.say(format!("Removed {count}"));
        for chunk in marked {
            self.apply_change(Change::MarkRemoved(chunk));
        }
    }
}
