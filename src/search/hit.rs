//! Hits: the results of a search.
//!
//! Principal type: [`Hit`]. It owns its data, so panes, commands and tools keep it without a snapshot.

use super::explanation::Explanation;
use crate::chunk::{ChunkId, ChunkTree, Kind, Role, Symbol, whole_name};
use crate::corpus::SourcePath;
use crate::index::Record;
use std::borrow::Cow;
use std::sync::Arc;

/// A parent of a hit in the results tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ancestor {
    /// Id of its chunk.
    pub id: ChunkId,
    /// Kind of the chunk.
    pub kind: Kind,
    /// Name of the chunk.
    pub name: String,
    /// 1-based line of its name.
    pub line: u32,
    /// Summary of a file; empty for other kinds.
    pub summary: String,
    /// The summary in one line.
    pub lead: String,
    /// The model that wrote the summary; empty if no server did.
    pub written_by: String,
}

impl Ancestor {
    pub(super) fn of(parent: Record) -> Self {
        Self {
            lead: parent.line().to_owned(),
            id: parent.id,
            kind: parent.kind,
            name: parent.name,
            line: parent.name_at.0,
            summary: parent.summary,
            written_by: parent.written_by,
        }
    }
}

/// A result: a leaf, its parents, and its explanation.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Hit {
    /// The leaf.
    pub record: Record,
    /// The declaration in pieces that it stands for; the leaf is its best piece.
    pub whole: Option<Record>,
    /// Parents from the file down, without the leaf.
    pub ancestors: Vec<Ancestor>,
    /// Explanation of the rank.
    pub explanation: Explanation,
    /// Other locations of the same text: path and first line.
    pub locations: Vec<(SourcePath, u32)>,
    /// Text at git's HEAD of a chunk that the working tree no longer has.
    pub deleted: Option<Arc<str>>,
}

impl Hit {
    /// Creates a hit outside of a search, without score and explanation. None if the tree has no such
    /// chunk.
    pub fn of_chunk(tree: &ChunkTree, chunk: usize) -> Option<Self> {
        let at = tree.chunks.get(chunk)?;
        let mut ancestors = Vec::new();
        for above in tree.ancestors(at) {
            ancestors.push(Ancestor::of(Record::of(tree, above, None)));
        }
        ancestors.reverse();
        Some(Self {
            ancestors,
            ..Self::of_record(Record::of(tree, at, None))
        })
    }

    /// Creates a hit for a file that is not in the index.
    pub fn of_file(path: &SourcePath) -> Self {
        Self::of_record(Record::of_file(path))
    }

    /// Creates a hit for a directory that is not in the index.
    pub fn of_directory(path: &SourcePath) -> Self {
        Self::of_record(Record::of_directory(path))
    }

    /// Returns the hit of the declaration in pieces that it stands for, or itself.
    pub fn of_whole(&self) -> Cow<'_, Self> {
        let Some(whole) = &self.whole else {
            return Cow::Borrowed(self);
        };
        let mut hit = Self {
            record: whole.clone(),
            whole: None,
            ..self.clone()
        };
        hit.ancestors.pop();
        Cow::Owned(hit)
    }

    /// Returns the parents that enclose it. A run of declarations that was split is named after its first, so
    /// it encloses only a piece that declares nothing. The best piece of a declaration stands for it.
    pub fn scopes(&self) -> impl DoubleEndedIterator<Item = &Ancestor> {
        let is_run = self.record.kind == Kind::Items && !self.record.definitions.is_empty();
        let enclosing = self.ancestors.len() - usize::from(self.whole.is_some());
        self.ancestors[..enclosing]
            .iter()
            .filter(move |parent| !is_run || parent.kind != Kind::Items)
    }

    /// The summary of a file or a directory, or the one that a server wrote of a declaration, with the server's
    /// model; that is empty for a summary from the documents. A header or a piece has that of its declaration.
    pub fn summary(&self) -> Option<(&str, &str)> {
        let record = &self.record;
        let is_part = matches!(record.role, Role::Header | Role::Piece);
        if record.is_summary() {
            return Some((&record.summary, &record.written_by));
        }
        let (lead, by) = match self.ancestors.last() {
            Some(whole) if is_part && record.written_by.is_empty() => {
                if !whole.summary.is_empty() {
                    return None;
                }
                (&whole.lead, &whole.written_by)
            }
            _ => (&record.lead, &record.written_by),
        };
        (!by.is_empty()).then_some((lead.as_str(), by.as_str()))
    }

    /// Returns the names from the file down; the last is the one by which it was found.
    pub fn names(&self) -> Vec<String> {
        let mut names = self.record.names.clone();
        if let Some(found_as) = &self.explanation.found_as {
            let is_run = matches!(self.record.kind, Kind::Items | Kind::Imports);
            if let Some(last) = names.last_mut() {
                *last = whole_name(last, self.record.role).to_owned();
            }
            if is_run && !self.record.name.is_empty() {
                names.pop();
            }
            names.push(found_as.clone());
        }
        names
    }

    /// Returns the name that the hit means, if its leaf defines several; none for a declaration.
    pub fn symbol(&self) -> Option<Symbol> {
        let own = whole_name(&self.record.name, self.record.role);
        let is_run = self.record.kind == Kind::Items && !own.is_empty();
        let name = self
            .explanation
            .found_as
            .as_deref()
            .or(is_run.then_some(own));
        name.map(|name| Symbol::Named(name.to_owned()))
    }

    /// Returns the score: the sum of the signals.
    pub fn score(&self) -> f32 {
        self.explanation.total()
    }

    fn of_record(record: Record) -> Self {
        Self {
            record,
            ..Self::default()
        }
    }
}
