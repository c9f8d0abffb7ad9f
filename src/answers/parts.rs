//! The context of a chunk, part by part.
//!
//! Principal types: [`Expander`], which reads, and [`Around`], a part of the context. Contract: relations
//! need a snapshot; everything else needs only the file.

use super::expansion::Expansion;
use super::graph::CallTree;
use super::missing::NOT_INDEXED;
use super::passage::Passage;
use super::relations::{RelationObject, RelationsObject};
use crate::chunk::{ChunkTree, Symbol};
use crate::context::around::{
    self, NearbyText, automatic, enclosing, file_header, members_or_siblings, neighbors, parents,
    signature_line, skeleton,
};
use crate::context::{Codebase, Declaration, Direction, Relation, RelationKind, Sources};
use crate::corpus::Cancel;
use crate::index::Snapshot;
use anyhow::{Context, Result};
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use std::collections::BTreeMap;

/// Usual maximum number of callers, callees or imports that are listed; all are counted.
pub(crate) const MAX_RELATIONS: usize = 50;

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

/// The sources of a chunk's context. The snapshot is needed for references alone.
pub(crate) struct Expander<'a> {
    pub(crate) sources: &'a mut Sources,
    pub(crate) cancel: &'a Cancel,
    pub(crate) snapshot: Option<&'a Snapshot>,
    /// The requested name of the chunk.
    pub(crate) symbol: Option<Symbol>,
    /// Maximum number of references of each kind.
    pub(crate) max_relations: usize,
}

impl<'a> Expander<'a> {
    /// For whole chunks, with the usual number of references.
    pub(crate) fn new(
        sources: &'a mut Sources,
        snapshot: Option<&'a Snapshot>,
        cancel: &'a Cancel,
    ) -> Self {
        Self {
            sources,
            cancel,
            snapshot,
            symbol: None,
            max_relations: MAX_RELATIONS,
        }
    }

    /// The requested parts of a chunk's context.
    pub(crate) fn expand(
        &mut self,
        tree: &ChunkTree,
        chunk: usize,
        expansions: &[Expansion],
    ) -> Result<Surroundings> {
        let mut around = Surroundings::new();
        for expansion in expansions {
            let part = match expansion {
                Expansion::None => continue,
                Expansion::Auto => {
                    let found = automatic(tree, chunk);
                    let parts = [
                        (Expansion::Parent, declarations(tree, &found.parents)),
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
                Expansion::Parent => declarations(tree, &parents(tree, chunk)),
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
                Expansion::CallTree(direction, depth) => {
                    self.call_tree(tree, chunk, *direction, *depth)?
                }
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
    ) -> Result<Around> {
        let snapshot = self.snapshot.context(NOT_INDEXED)?;
        let chunk = around::target(tree, chunk);
        if let RelationKind::Callers(symbol) = &mut kind {
            symbol.clone_from(&self.symbol);
        }
        let (sources, cancel) = (&mut *self.sources, self.cancel);
        let relations = kind.find(snapshot, sources, tree, chunk, self.max_relations, cancel)?;
        let found = relations.found.into_iter();
        Ok(Around::Relations(RelationsObject {
            of: relations.of,
            is_cut: false,
            total: relations.total,
            found: found.map(|relation| self.relation(relation)).collect(),
            unresolved: relations.unresolved,
            unread: relations.unread,
        }))
    }

    fn call_tree(
        &mut self,
        tree: &ChunkTree,
        chunk: usize,
        direction: Direction,
        depth: usize,
    ) -> Result<Around> {
        let snapshot = self.snapshot.context(NOT_INDEXED)?;
        let Some(of) = Declaration::of(tree, chunk, self.symbol.as_ref()) else {
            return Ok(Around::Relations(RelationsObject::default()));
        };
        let mut codebase = Codebase::new(snapshot, self.sources, self.cancel);
        let mut calls = CallTree::new(&mut codebase, direction);
        Ok(Around::Relations(calls.build(&of, depth)?))
    }

    fn relation(&mut self, relation: Relation) -> RelationObject {
        let tree = self.sources.tree(&relation.path, self.cancel).ok();
        RelationObject::new(relation, tree.as_deref())
    }
}

impl Around {
    fn is_empty(&self) -> bool {
        matches!(self, Self::Passages(all) | Self::Signatures(all) if all.is_empty())
    }
}

/// The texts of the headers of declarations, each with the id of the declaration.
fn declarations(tree: &ChunkTree, headers: &[usize]) -> Around {
    let texts = headers.iter().map(|header| {
        let shown = Passage::of_chunk(tree, *header);
        Passage {
            start_line: shown.start_line,
            end_line: shown.end_line,
            bytes: shown.bytes,
            ..Passage::with_text(tree, around::subject(tree, *header), shown.text)
        }
    });
    Around::Passages(texts.collect())
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
