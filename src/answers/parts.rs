//! The context of a chunk, part by part.
//!
//! Principal types: [`Expander`], which reads, and [`Around`], a part of the context. Contract: relations
//! need a snapshot; everything else needs only the file.

use super::expansion::Expansion;
use super::missing::NOT_INDEXED;
use crate::chunk::{ChunkTree, Kind, Symbol, qualified_name};
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
use std::ops::Range;

/// Maximum number of callers, callees or imports that are listed; all are counted.
const MAX_RELATIONS: usize = 50;

/// One part of a chunk's context.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Around {
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

/// The parts of a chunk's context by field name.
pub(crate) type Surroundings = BTreeMap<&'static str, Around>;

/// A part of a document.
#[derive(Serialize, JsonSchema, Default)]
pub(crate) struct Passage {
    /// Id of the chunk; null for lines that are no chunk.
    pub(crate) id: Option<String>,
    pub(crate) path: String,
    pub(crate) kind: Option<&'static str>,
    pub(crate) name: String,
    pub(crate) qualified_name: String,
    /// The kind of its parent.
    #[serde(skip)]
    pub(crate) owner: Option<Kind>,
    pub(crate) start_line: u32,
    pub(crate) end_line: u32,
    pub(crate) text: String,
}

/// The relations of a chunk, the most certain first.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RelationsObject {
    /// Qualified names that they are relations of, if not of the chunk itself: fields, constants, prototypes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) of: Vec<String>,
    /// The number of all; fewer may be listed.
    pub(crate) total: usize,
    pub(crate) found: Vec<RelationObject>,
    /// Names that nothing in the repository has.
    pub(crate) unresolved: Vec<String>,
    /// For callers, files that mention the name in code that is not read for references, by format.
    pub(crate) unread: Vec<String>,
}

/// The chunk at the other end; its text is the line with the name.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RelationObject {
    #[serde(flatten)]
    pub(crate) chunk: Passage,
    /// The name that connects them.
    symbol: String,
    pub(crate) line: u32,
    column: u32,
    /// certain, likely or possible
    pub(crate) certainty: &'static str,
}

/// The sources of a chunk's context. The snapshot is needed for references alone.
pub(crate) struct Expander<'a> {
    pub(crate) sources: &'a mut Sources,
    pub(crate) cancel: &'a Cancel,
    pub(crate) snapshot: Option<&'a Snapshot>,
    /// The requested name of the chunk.
    pub(crate) symbol: Option<Symbol>,
}

impl Expander<'_> {
    /// The requested parts of a chunk's context.
    pub(crate) fn expand(
        &mut self,
        tree: &ChunkTree,
        chunk: usize,
        expansions: &[Expansion],
    ) -> anyhow::Result<Surroundings> {
        let mut around = Surroundings::new();
        for expansion in expansions {
            let part = match expansion {
                Expansion::None => continue,
                Expansion::Auto => {
                    let found = automatic(tree, chunk);
                    let parts = [
                        (Expansion::Parent, whole(tree, &found.parents)),
                        (Expansion::Siblings, signatures(tree, &found.siblings)),
                        (Expansion::Header, whole(tree, &found.header)),
                    ];
                    for (expansion, part) in parts {
                        if !part.is_empty() {
                            around.insert(expansion.field(), part);
                        }
                    }
                    continue;
                }
                Expansion::Parent => whole(tree, &parents(tree, chunk)),
                Expansion::Siblings => signatures(tree, &members_or_siblings(tree, chunk)),
                Expansion::Header => whole(tree, &file_header(tree, chunk)),
                Expansion::Neighbors(reach) => {
                    let NearbyText { before, after } = neighbors(tree, chunk, *reach);
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
                Expansion::References(kind) => self.relations(tree, chunk, kind.clone())?,
            };
            around.insert(expansion.field(), part);
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
        if let RelationKind::Callers(symbol) = &mut kind {
            symbol.clone_from(&self.symbol);
        }
        let (sources, cancel) = (&mut *self.sources, self.cancel);
        let relations = kind.find(snapshot, sources, tree, chunk, MAX_RELATIONS, cancel)?;
        let found = relations.found.into_iter();
        Ok(Around::Relations(RelationsObject {
            of: relations.of,
            total: relations.total,
            found: found.map(|relation| self.relation(relation)).collect(),
            unresolved: relations.unresolved,
            unread: relations.unread,
        }))
    }

    fn relation(&mut self, relation: Relation) -> RelationObject {
        let tree = self.sources.tree(&relation.path, self.cancel).ok();
        RelationObject::new(relation, tree.as_deref())
    }
}

impl RelationObject {
    /// A relation; its text is read from a tree of its document, if there still is one.
    pub(super) fn new(relation: Relation, tree: Option<&ChunkTree>) -> Self {
        let (line, column) = relation.at;
        let text = tree.map_or_else(String::new, |tree| {
            let text = &tree.document.text;
            text.slice(text.lines(line, line)).trim().to_owned()
        });
        Self {
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

impl Around {
    fn is_empty(&self) -> bool {
        matches!(self, Self::Passages(all) | Self::Signatures(all) if all.is_empty())
    }
}

/// The texts of chunks.
fn whole(tree: &ChunkTree, chunks: &[usize]) -> Around {
    let texts = chunks.iter().map(|at| Passage::of_chunk(tree, *at));
    Around::Passages(texts.collect())
}

/// The signatures of chunks, each on one line.
fn signatures(tree: &ChunkTree, chunks: &[usize]) -> Around {
    let mut passages = Vec::new();
    for at in chunks {
        let signature = tree
            .chunks
            .get(*at)
            .map(|chunk| signature_line(tree, chunk));
        passages.push(Passage::with_text(tree, *at, signature.unwrap_or_default()));
    }
    Around::Signatures(passages)
}

impl Passage {
    /// A chunk with `text` in place of its own.
    pub(crate) fn with_text(tree: &ChunkTree, chunk: usize, text: String) -> Self {
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
            owner: tree.parent(at).map(|parent| parent.kind),
            start_line: at.lines.0,
            end_line: at.lines.1,
            text,
        }
    }

    fn of_chunk(tree: &ChunkTree, chunk: usize) -> Self {
        let text = tree
            .chunks
            .get(chunk)
            .map(|chunk| tree.text(chunk).into_owned());
        Self::with_text(tree, chunk, text.unwrap_or_default())
    }

    /// A part of the text that is not a chunk.
    pub(crate) fn of_bytes(tree: &ChunkTree, bytes: Range<usize>) -> Self {
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
        let Around::Passages(found) = whole(&tree, &parents(&tree, leaf)) else {
            panic!("parents are passages");
        };
        let texts: Vec<&str> = found.iter().map(|parent| &*parent.text).collect();
        assert_eq!(texts, ["namespace a {", "    namespace b {"]);
    }
}
