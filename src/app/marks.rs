//! What was marked, to be exported: kept across questions until it is taken off again.

use super::results::{Node, What};
use super::{App, Tone};
use crate::chunk::{ChunkId, Kind};
use crate::export::Mark;
use crate::search::Hit;

/// A hit as a mark.
pub(super) fn mark_of(hit: &Hit) -> Mark {
    let record = &hit.record;
    Mark {
        path: record.path.clone(),
        id: record.id,
        hash: record.hash,
        line: record.name_at.0,
        kind: record.kind.name(),
        names: record.names.get(1..).unwrap_or_default().to_vec(),
        is_directory: record.is_directory(),
    }
}

/// A row as a mark. `hit` is what shows it.
fn mark_of_row(node: &Node, hit: &Hit) -> Mark {
    match hit.record.id == node.id {
        true => mark_of(hit),
        false => Mark {
            path: node.path.clone(),
            id: node.id,
            hash: 0,
            line: node.line,
            kind: node.kind.name(),
            names: names(node, hit),
            is_directory: node.what == What::Directory,
        },
    }
}

/// The names of what holds a hit, or stands beside one, as far as the hit knows them.
fn names(node: &Node, hit: &Hit) -> Vec<String> {
    if node.what != What::Declaration {
        return Vec::new();
    }
    let holders = hit.ancestors.iter().filter(|it| it.kind != Kind::File);
    let mut names = Vec::new();
    for holder in holders {
        names.push(holder.name.clone());
        if holder.id == node.id {
            return names;
        }
    }
    vec![node.name.clone()]
}

/// The marks, in the order in which they were made.
#[derive(Debug, Default)]
pub(crate) struct Marks(Vec<Mark>);

impl Marks {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn holds(&self, id: ChunkId) -> bool {
        self.0.iter().any(|mark| mark.id == id)
    }

    pub(super) fn all(&self) -> &[Mark] {
        &self.0
    }

    /// Makes a mark, or takes it off.
    fn toggle(&mut self, mark: Mark) {
        let before = self.0.len();
        self.0.retain(|known| known.id != mark.id);
        if self.0.len() == before {
            self.0.push(mark);
        }
    }
}

impl App {
    pub(crate) fn marks(&self) -> &Marks {
        &self.kept.marks
    }

    /// Marks the selected row, or takes its mark off.
    pub(super) fn mark(&mut self) {
        match (
            self.trees.results.selected(),
            self.trees.results.selected_hit(),
        ) {
            (Some(node), Some(hit)) => {
                self.kept.marks.toggle(mark_of_row(node, hit));
                self.trees.results.hold();
            }
            _ => self.notify(Tone::Warning, "nothing to mark: no row is selected"),
        }
    }
}
