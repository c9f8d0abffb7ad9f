//! What was marked, to be exported: kept across questions until it is taken off again.

use super::results::{Node, What};
use super::{App, Tone};
use crate::chunk::{ChunkId, Kind};
use crate::corpus::SourcePath;
use crate::search::Hit;

/// A chunk, a file or a directory that was marked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The file or directory that it is, or that it is in.
    pub path: SourcePath,
    /// Its chunk; a directory's own.
    pub id: ChunkId,
    /// Its content hash, in case it has another id now; 0 where it is not known.
    pub hash: u64,
    /// 1-based line of its name when it was marked.
    pub line: u32,
    /// What it was, as in `kind:` filters.
    pub kind: &'static str,
    /// Its names then, from the file down, without the file.
    pub names: Vec<String>,
    /// There is no text of it.
    pub is_directory: bool,
}

impl Mark {
    /// A hit as a mark.
    pub(super) fn of_hit(hit: &Hit) -> Self {
        let record = &hit.record;
        Self {
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
    fn of_node(node: &Node, hit: &Hit) -> Self {
        match hit.record.id == node.id {
            true => Self::of_hit(hit),
            false => Self {
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
            (Some(node), Some(hit)) => self.kept.marks.toggle(Mark::of_node(node, hit)),
            _ => self.notify(Tone::Warning, "nothing to mark: no row is selected"),
        }
    }
}
