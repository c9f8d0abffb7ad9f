//! Output of a chunk's context: in full by `context`, as text by `search --json`.
//!
//! Principal types: [`Expander`], which reads, and [`Around`], a part of the context. Contract: relations
//! need a snapshot; everything else needs only the file.

use super::target::PARTS;
use super::{Expansion, NOT_INDEXED};
use crate::chunk::{ChunkTree, Kind, qualified_name};
use crate::context::around::{
    self, NearbyText, automatic, enclosing, file_header, members_or_siblings, neighbors, parents,
    signature_line, skeleton,
};
use crate::context::{Relation, RelationKind, Sources};
use crate::corpus::Cancel;
use crate::index::Snapshot;
use anyhow::Context;
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

/// Maximum number of callers, callees or imports that are listed; all are counted.
const MAX_RELATIONS: usize = 50;

/// One part of a chunk's context.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(in crate::cli) enum Around {
    Passage(Passage),
    Passages(Vec<Passage>),
    /// Their texts are signatures.
    Signatures(Vec<Passage>),
    Near {
        before: Option<Passage>,
        after: Option<Passage>,
    },
    Relations(RelationsObject),
}

/// The same chunks in the reply to a search.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(in crate::cli) enum Brief<'a> {
    Text(String),
    File { full_code: &'a str },
    Near { before: &'a str, after: &'a str },
    Relations(&'a [RelationObject]),
}

impl Brief<'_> {
    /// The text that counts in a token budget.
    pub(in crate::cli) fn text(&self) -> serde_json::Result<String> {
        match self {
            Self::Text(text) => Ok(text.clone()),
            other => serde_json::to_string(other),
        }
    }
}

/// The parts of a chunk's context by field name.
pub(in crate::cli) type Surroundings = BTreeMap<&'static str, Around>;

/// A part of a document.
#[derive(Serialize, JsonSchema, Default)]
pub(in crate::cli) struct Passage {
    /// Id of the chunk; null for lines that are no chunk.
    pub(super) id: Option<String>,
    pub(in crate::cli) path: String,
    pub(super) kind: Option<&'static str>,
    pub(super) name: String,
    pub(in crate::cli) qualified_name: String,
    /// The kind of its parent.
    #[serde(skip)]
    owner: Option<Kind>,
    pub(in crate::cli) start_line: u32,
    pub(in crate::cli) end_line: u32,
    pub(super) text: String,
}

/// The relations of a chunk, the most certain first.
#[derive(Serialize, JsonSchema)]
pub(in crate::cli) struct RelationsObject {
    /// The number of all; fewer may be listed.
    pub(super) total: usize,
    pub(super) found: Vec<RelationObject>,
    /// Names that nothing in the repository has.
    pub(super) unresolved: Vec<String>,
}

/// The chunk at the other end; its text is the line with the name.
#[derive(Serialize, JsonSchema)]
pub(in crate::cli) struct RelationObject {
    #[serde(flatten)]
    pub(super) chunk: Passage,
    /// The name that connects them.
    symbol: String,
    pub(super) line: u32,
    column: u32,
    /// certain, likely or possible
    pub(super) certainty: &'static str,
}

/// The sources of a chunk's context. The snapshot is needed for references alone.
pub(in crate::cli) struct Expander<'a> {
    pub(in crate::cli) sources: &'a mut Sources,
    pub(in crate::cli) cancel: &'a Cancel,
    pub(in crate::cli) snapshot: Option<&'a Snapshot>,
    /// The requested 1-based line of the chunk.
    pub(in crate::cli) line: Option<u32>,
}

impl Expander<'_> {
    /// The requested parts of a chunk's context.
    pub(in crate::cli) fn expand(
        &mut self,
        tree: &ChunkTree,
        chunk: usize,
        expansions: &[Expansion],
    ) -> anyhow::Result<Surroundings> {
        let mut around = Surroundings::new();
        for expansion in expansions {
            let part = match *expansion {
                Expansion::None => continue,
                Expansion::Auto => {
                    let found = automatic(tree, chunk);
                    let parts = [
                        (Expansion::Parent, whole(tree, &found.parents)),
                        (Expansion::Siblings, signatures(tree, &found.siblings)),
                        (Expansion::Header, whole(tree, &found.header)),
                    ];
                    let parts = parts.into_iter().filter(|(_, part)| !part.is_empty());
                    around.extend(parts.map(|(expansion, part)| (field(expansion), part)));
                    continue;
                }
                Expansion::Parent => whole(tree, &parents(tree, chunk)),
                Expansion::Siblings => signatures(tree, &members_or_siblings(tree, chunk)),
                Expansion::Header => whole(tree, &file_header(tree, chunk)),
                Expansion::Neighbors(reach) => {
                    let NearbyText { before, after } = neighbors(tree, chunk, reach);
                    let [before, after] = [before, after]
                        .map(|side| (!side.is_empty()).then(|| Passage::of_bytes(tree, side)));
                    Around::Near { before, after }
                }
                Expansion::File => Around::Passage(Passage::of_chunk(tree, 0)),
                Expansion::Skeleton => {
                    let around = enclosing(tree, chunk);
                    let text = skeleton(tree, around).text(tree);
                    Around::Passage(Passage::with_text(tree, around, text))
                }
                Expansion::References(kind) => self.relations(tree, chunk, kind)?,
            };
            around.insert(field(*expansion), part);
        }
        Ok(around)
    }

    fn relations(
        &mut self,
        tree: &ChunkTree,
        chunk: usize,
        mut kind: RelationKind,
    ) -> anyhow::Result<Around> {
        let snapshot = self.snapshot.context(NOT_INDEXED)?;
        let chunk = around::target(tree, chunk);
        if let RelationKind::Callers(line) = &mut kind {
            *line = self.line;
        }
        let (sources, cancel) = (&mut *self.sources, self.cancel);
        let relations = kind.find(snapshot, sources, tree, chunk, MAX_RELATIONS, cancel)?;
        let found = relations.found.into_iter();
        Ok(Around::Relations(RelationsObject {
            total: relations.total,
            found: found.map(|it| self.relation(it)).collect(),
            unresolved: relations.unresolved,
        }))
    }

    fn relation(&mut self, relation: Relation) -> RelationObject {
        let (line, column) = relation.at;
        // A document that is gone by now has no line to show.
        let tree = self.sources.tree(&relation.path, self.cancel).ok();
        let text = tree.map_or_else(String::new, |tree| {
            let text = &tree.document.text;
            text.slice(text.lines(line, line)).trim().to_owned()
        });
        RelationObject {
            chunk: Passage {
                id: Some(relation.id.to_string()),
                path: relation.path.to_string(),
                kind: Some(relation.kind.name()),
                qualified_name: qualified_name(&relation.names, relation.kind),
                owner: None,
                name: (relation.names.into_iter().skip(1).next_back()).unwrap_or_default(),
                start_line: relation.lines.0,
                end_line: relation.lines.1,
                text,
            },
            symbol: relation.name,
            line,
            column,
            certainty: relation.certainty.name(),
        }
    }
}

/// The JSON field of a part.
fn field(expansion: Expansion) -> &'static str {
    let is_same = |part: Expansion| match (part, expansion) {
        (Expansion::Neighbors(_), Expansion::Neighbors(_)) => true,
        (part, expansion) => part == expansion,
    };
    let part = PARTS.iter().find(|(part, ..)| is_same(*part));
    part.map_or("", |(_, _, field)| field)
}

impl Around {
    fn is_empty(&self) -> bool {
        matches!(self, Self::Passages(all) | Self::Signatures(all) if all.is_empty())
    }

    /// The part in the form of `search --json`.
    pub(in crate::cli) fn brief(&self, field: &str) -> Brief<'_> {
        match self {
            Self::Passage(it) if field == "file_context" => Brief::File {
                full_code: &it.text,
            },
            Self::Passage(it) => Brief::Text(it.text.clone()),
            Self::Signatures(all) => Brief::Text(listing(all)),
            Self::Passages(all) => {
                let texts: Vec<&str> = all.iter().map(|it| it.text.as_str()).collect();
                Brief::Text(texts.join("\n"))
            }
            Self::Near { before, after } => Brief::Near {
                before: before.as_ref().map_or("", |side| &side.text),
                after: after.as_ref().map_or("", |side| &side.text),
            },
            Self::Relations(relations) => Brief::Relations(&relations.found),
        }
    }
}

/// `Class methods:`, then a line for each: `  - Cache.insert: def insert(self, key)`.
fn listing(passages: &[Passage]) -> String {
    let owner = passages.first().and_then(|first| first.owner);
    let title = match owner {
        Some(kind) if kind.is_type() || kind == Kind::Impl => format!("{} methods", kind.name()),
        Some(kind) => format!("{} declarations", kind.name()),
        None => "declarations".to_owned(),
    };
    let mut text = title.get(..1).unwrap_or_default().to_uppercase();
    text.push_str(title.get(1..).unwrap_or_default());
    text.push(':');
    for it in passages {
        // A signature of Python ends with a colon. Writing to a string does not fail.
        let signature = it.text.trim_end_matches(':');
        let _ = write!(text, "\n  - {}: {signature}", it.qualified_name);
    }
    text
}

/// The texts of chunks.
fn whole(tree: &ChunkTree, chunks: &[usize]) -> Around {
    let texts = chunks.iter().map(|at| Passage::of_chunk(tree, *at));
    Around::Passages(texts.collect())
}

/// The signatures of chunks, each on one line.
fn signatures(tree: &ChunkTree, chunks: &[usize]) -> Around {
    let line = |at: &usize| {
        let signature = tree.chunks.get(*at).map(|it| signature_line(tree, it));
        Passage::with_text(tree, *at, signature.unwrap_or_default())
    };
    Around::Signatures(chunks.iter().map(line).collect())
}

impl Passage {
    /// A chunk with `text` in place of its own.
    pub(super) fn with_text(tree: &ChunkTree, chunk: usize, text: String) -> Self {
        let path = tree.path().to_string();
        let Some(at) = tree.chunks.get(chunk) else {
            return Self::default();
        };
        Self {
            id: Some(at.id.to_string()),
            path,
            kind: Some(at.kind.name()),
            name: at.name.clone(),
            qualified_name: qualified_name(&at.names, at.kind),
            owner: tree.parent(at).map(|it| it.kind),
            start_line: at.lines.0,
            end_line: at.lines.1,
            text,
        }
    }

    fn of_chunk(tree: &ChunkTree, chunk: usize) -> Self {
        let text = tree.chunks.get(chunk).map(|it| tree.text(it).into_owned());
        Self::with_text(tree, chunk, text.unwrap_or_default())
    }

    /// A part of the text that is not a chunk.
    pub(super) fn of_bytes(tree: &ChunkTree, bytes: Range<usize>) -> Self {
        let text = &tree.document.text;
        Self {
            path: tree.path().to_string(),
            start_line: text.line_at(bytes.start),
            end_line: text.line_at(bytes.end.saturating_sub(1)),
            text: text.slice(bytes).into_owned(),
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::Limits;
    use crate::corpus::{Document, SourcePath, Text};

    #[test]
    fn every_chunk_of_a_context_begins_a_line() {
        let text = "namespace a {\n    namespace b {\n        void f() { g(); }\n    }\n}\n";
        let document = Document::new(SourcePath::new("a.hpp"), Text::from(text));
        let tree = ChunkTree::of(document, &Limits::default());
        let leaf = tree.leaf_at_line(3).unwrap();
        let around = whole(&tree, &parents(&tree, leaf));
        let found = around.brief("parent_context").text().unwrap();
        assert_eq!(found, "namespace a {\n    namespace b {");
    }
}
