//! A chunk by a location or an id, and its context.
//!
//! Principal types: [`Subject`], and [`ContextObject`] with its context.

use super::expansion::Expansion;
use super::missing::NotFound;
use super::parts::Surroundings;
use super::passage::Passage;
use crate::chunk::{ChunkId, ChunkTree, Symbol};
use crate::context::around::subject;
use crate::context::{Sources, anchor};
use crate::corpus::{Cancel, Root, SourcePath, head};
use crate::index::{ROOT, Record, Snapshot};
use crate::summary;
use anyhow::{Context, Result, bail};
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;

/// A chunk and its context. Names and meanings are stable.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ContextObject {
    /// The root of the repository.
    pub(crate) root: String,
    /// The commit of the working tree.
    commit: Option<String>,
    #[serde(flatten)]
    pub(crate) chunk: Passage,
    /// Names from the file down, its own last.
    names: Vec<String>,
    language: Option<&'static str>,
    /// The first sentence of its docs, or the summary that a server wrote of it; null without any.
    summary: Option<String>,
    /// The model that wrote the summary; null if it is from the docs.
    summary_by: Option<String>,
    /// True if its text is not what was indexed.
    pub(crate) changed: bool,
    /// True if the index is up to date with the working tree; null if the index was not used.
    pub(crate) fresh: Option<bool>,
    /// The requested names that it defines; empty if the chunk itself is requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) symbols: Vec<SymbolObject>,
    /// The requested parts of its context.
    #[serde(flatten)]
    pub(crate) around: Surroundings,
}

/// A name that a chunk defines: a field, a constant, a prototype.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SymbolObject {
    pub(crate) qualified_name: String,
    pub(crate) line: u32,
}

/// A chunk of the working tree, by a location or by its id.
pub(crate) struct Subject {
    pub(crate) tree: Arc<ChunkTree>,
    pub(crate) chunk: usize,
    /// The requested name of it.
    pub(crate) symbol: Option<Symbol>,
    /// The lines that are shown in place of the chunk.
    range: Option<(u32, u32)>,
    /// True if its text differs from the index.
    changed: bool,
}

impl Subject {
    /// Finds the leaf on a line of a file, at a column in bytes if there is one.
    ///
    /// # Errors
    /// [`NotFound`] if the file has no such line.
    pub(crate) fn on_line(
        sources: &mut Sources,
        path: &SourcePath,
        (line, column): (u32, Option<u32>),
        cancel: &Cancel,
    ) -> Result<Self> {
        let tree = sources.tree(path, cancel)?;
        let Some(mut chunk) = tree.leaf_at_line(line) else {
            let lines = tree.chunks.first().map_or(0, |file| file.lines.1);
            bail!(NotFound(format!(
                "{path} has no line {line}; its last line is {lines}"
            )));
        };
        let mut symbol = Symbol::OnLine(line);
        if let Some(column) = column {
            let bytes = tree.document.text.lines(line, line);
            let at = (bytes.start + column as usize).min(bytes.end);
            let before = at.saturating_sub(1);
            let name = Symbol::Named(tree.name_around(before));
            if let Some((index, _)) = tree.leaves().find(|(_, leaf)| leaf.bytes.contains(&before)) {
                chunk = index;
            }
            if !name.select(&tree, &tree.chunks[chunk]).is_empty() {
                symbol = name;
            }
        }
        Ok(Self {
            tree,
            chunk,
            symbol: Some(symbol),
            range: None,
            changed: false,
        })
    }

    /// Widens the leaf to the innermost chunk around all lines up to the last one, if there is one; these are shown.
    pub(crate) fn up_to(mut self, first: u32, last: Option<u32>) -> Self {
        let Some(last) = last else {
            return self;
        };
        let end = self.tree.chunks.first().map_or(0, |file| file.lines.1);
        let last = last.min(end);
        while let Some(chunk) = self.tree.chunks.get(self.chunk)
            && chunk.lines.1 < last
            && let Some(parent) = chunk.parent
        {
            self.chunk = parent;
        }
        self.range = Some((first, last));
        self.symbol = None;
        self
    }

    /// Finds an indexed chunk in its current document.
    ///
    /// # Errors
    /// [`NotFound`] if it is gone.
    pub(crate) fn with_id(sources: &mut Sources, record: &Record, cancel: &Cancel) -> Result<Self> {
        let id = record.id;
        if record.is_directory() {
            let no_text = "which has no text of its own; `smriti-tui outline";
            match record.path.as_str() {
                ROOT => bail!("{id} is the repository, {no_text}` lists its declarations"),
                path => bail!(
                    "{id} is the directory {path}, {no_text} {path}` lists its declarations, `smriti-tui similar {id}` \
                     finds similar ones"
                ),
            }
        }
        let tree = sources
            .tree(&record.path, cancel)
            .map_err(|error| NotFound(format!("{id}: changed since it was indexed: {error}")))?;
        let Some(chunk) = anchor(&tree, id, record.hash) else {
            let (name, path) = (record.names.join(" › "), &record.path);
            bail!(NotFound(format!(
                "{id}: {name} in {path} changed since it was indexed; search for it again"
            )));
        };
        let changed = tree.chunks.get(chunk).map(|now| now.hash) != Some(record.hash);
        Ok(Self {
            tree,
            chunk,
            symbol: None,
            range: None,
            changed,
        })
    }

    /// The requested names that the chunk defines.
    fn symbols(&self) -> Vec<SymbolObject> {
        let (Some(symbol), Some(chunk)) = (&self.symbol, self.tree.chunks.get(self.chunk)) else {
            return Vec::new();
        };
        let selected = symbol.select(&self.tree, chunk).into_iter();
        let named = selected.map(|(name, line)| SymbolObject {
            qualified_name: self.tree.qualified(chunk, name),
            line,
        });
        named.collect()
    }

    /// The summary of its declaration that a server wrote, and the server's model; none without one.
    fn written_summary(&self, snapshot: &Snapshot) -> Result<Option<(String, String)>> {
        let whole = self.tree.chunks.get(subject(&self.tree, self.chunk));
        let record = match whole {
            Some(whole) => snapshot.find(whole.id)?,
            None => None,
        };
        let record = record.filter(|record| !record.written_by.is_empty());
        Ok(record.map(|record| (record.lead, record.written_by)))
    }

    /// The chunk with its context. The summaries that a server wrote are in `written`, if there are any.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub(crate) fn object(
        &self,
        root: &Root,
        written: Option<&Snapshot>,
        around: Surroundings,
        fresh: Option<bool>,
    ) -> Result<ContextObject> {
        let tree = &self.tree;
        let chunk = tree.chunks.get(self.chunk);
        let written = match written {
            Some(snapshot) => self.written_summary(snapshot)?,
            None => None,
        };
        let (summary, summary_by) = match written {
            Some((text, by)) => (text, Some(by)),
            None => (summary::symbol(tree, subject(tree, self.chunk)), None),
        };
        Ok(ContextObject {
            root: root.path().to_string_lossy().into_owned(),
            commit: head(root).commit,
            summary: Some(summary).filter(|text| !text.is_empty()),
            summary_by,
            chunk: match self.range {
                Some((first, last)) => {
                    Passage::of_bytes(tree, tree.document.text.lines(first, last))
                }
                None => Passage::of_chunk(tree, self.chunk),
            },
            names: chunk.map_or_else(Vec::new, |chunk| chunk.names.clone()),
            language: chunk.and_then(|chunk| tree.language_of(chunk)),
            changed: self.changed,
            symbols: self.symbols(),
            fresh,
            around,
        })
    }
}

/// Finds the record of an id.
///
/// # Errors
/// [`NotFound`] if no chunk has it.
pub(crate) fn record_with_id(
    snapshot: Option<&Snapshot>,
    root: &Path,
    id: ChunkId,
) -> Result<Record> {
    let record = match snapshot {
        Some(snapshot) => snapshot.find(id)?,
        None => None,
    };
    record.with_context(|| {
        NotFound(format!(
            "no chunk of {} has the id {id}; `smriti-tui search --json` and `chunks --json` print ids, \
             and `impact` takes those of deleted code, too",
            root.display()
        ))
    })
}

/// Returns true if parts of a context need the index.
pub(crate) fn need_index(expansions: &[Expansion]) -> bool {
    expansions
        .iter()
        .any(|part| matches!(part, Expansion::References(_) | Expansion::CallTree(..)))
}
