//! A chunk's surroundings as they are written.

use super::{Expansion, Subject};
use crate::chunk::ChunkTree;
use crate::context::around::{
    self, Near, Reach, automatic, enclosing, file_header, members, near, parents, rebuilt,
    siblings, signature_line, skeleton,
};
use crate::context::{Connection, Relation};
use crate::corpus::Cancel;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::Range;

/// More callers, callees or imports are counted, not listed.
const MOST_RELATIONS: usize = 50;

/// Names and meanings are stable. What was not asked for is not there.
#[derive(Serialize)]
pub(super) struct ContextObject {
    pub(super) root: String,
    #[serde(flatten)]
    pub(super) chunk: Passage,
    pub(super) names: Vec<String>,
    pub(super) language: Option<&'static str>,
    /// Its text is not what was indexed.
    pub(super) changed: bool,
    /// Whether the index held the working tree; null where it was not asked.
    pub(super) fresh: Option<bool>,
    /// What was asked for, by its name.
    #[serde(flatten)]
    pub(super) around: BTreeMap<&'static str, Around>,
}

/// What is around a chunk in one way.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Around {
    Passage(Passage),
    Passages(Vec<Passage>),
    Relations(RelationsObject),
}

/// The headers of what it lies in, outermost first.
pub(super) const PARENT: &str = "parent_context";
/// The signatures of what is beside it, or in it.
pub(super) const SIBLINGS: &str = "siblings_context";
/// What its file opens with.
pub(super) const HEADER: &str = "context_header";
/// What is right before it, and right behind it.
pub(super) const NEIGHBOURS: &str = "neighbours_context";
pub(super) const IMPORTS: &str = "imports_context";
pub(super) const CALLERS: &str = "callers_context";
pub(super) const CALLEES: &str = "callees_context";
pub(super) const FILE: &str = "file_context";
/// Every signature of what it lies in, and no body.
pub(super) const SKELETON: &str = "skeleton_context";

/// A part of a document.
#[derive(Serialize)]
pub(super) struct Passage {
    /// Of the chunk; null where it is none.
    pub(super) id: Option<String>,
    pub(super) path: String,
    pub(super) kind: Option<&'static str>,
    pub(super) name: String,
    pub(super) start_line: u32,
    pub(super) end_line: u32,
    pub(super) text: String,
}

/// What it is connected with, the most certain first.
#[derive(Serialize)]
pub(super) struct RelationsObject {
    /// How many there are; fewer may be listed.
    pub(super) total: usize,
    pub(super) found: Vec<RelationObject>,
    /// Names that nothing in the repository has.
    pub(super) unresolved: Vec<String>,
}

/// The chunk at the other end; its text is the line with the name.
#[derive(Serialize)]
pub(super) struct RelationObject {
    #[serde(flatten)]
    pub(super) chunk: Passage,
    /// The name that connects them.
    pub(super) symbol: String,
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) certainty: &'static str,
}

/// Looks around a chunk; without wishes, at what belongs to it.
pub(super) fn expand(subject: &mut Subject, wishes: &[Expansion]) -> anyhow::Result<ContextObject> {
    let tree = subject.tree.clone();
    let mut around = BTreeMap::new();
    if wishes.is_empty() {
        let found = automatic(&tree, subject.chunk);
        let listed = [
            (PARENT, whole(&tree, &found.parents)),
            (SIBLINGS, signatures(&tree, &found.siblings)),
            (HEADER, whole(&tree, &found.header)),
        ];
        let listed = listed.into_iter().filter(|(_, found)| !found.is_empty());
        around.extend(listed.map(|(name, found)| (name, Around::Passages(found))));
    }
    for wish in wishes {
        let (name, found) = look(subject, &tree, *wish)?;
        around.insert(name, found);
    }
    let chunk = tree.chunks.get(subject.chunk);
    Ok(ContextObject {
        root: subject.project.root().path().to_string_lossy().into_owned(),
        chunk: passage(&tree, subject.chunk, |_| {
            String::from_utf8_lossy(&rebuilt(&tree, subject.chunk)).into_owned()
        }),
        names: chunk.map_or_else(Vec::new, |chunk| chunk.names.clone()),
        language: chunk.and_then(|chunk| tree.language_of(chunk)),
        changed: subject.changed,
        fresh: subject.fresh,
        around,
    })
}

fn look(
    subject: &mut Subject,
    tree: &ChunkTree,
    wish: Expansion,
) -> anyhow::Result<(&'static str, Around)> {
    let chunk = subject.chunk;
    Ok(match wish {
        Expansion::Parent => (PARENT, Around::Passages(whole(tree, &parents(tree, chunk)))),
        Expansion::Siblings => {
            let beside = match members(tree, chunk) {
                members if members.is_empty() => siblings(tree, chunk),
                members => members,
            };
            (SIBLINGS, Around::Passages(signatures(tree, &beside)))
        }
        Expansion::Header => {
            let header = whole(tree, &file_header(tree, chunk));
            (HEADER, Around::Passages(header))
        }
        Expansion::Neighbours(reach) => {
            let found = neighbours(tree, chunk, reach);
            (NEIGHBOURS, Around::Passages(found))
        }
        Expansion::File => (FILE, Around::Passage(passage_of(tree, 0))),
        Expansion::Skeleton => {
            let around = enclosing(tree, chunk);
            let shown = passage(tree, around, |tree| skeleton(tree, around).text(tree));
            (SKELETON, Around::Passage(shown))
        }
        Expansion::Imports => (IMPORTS, relations(subject, tree, Connection::Imports)?),
        Expansion::Callers => (CALLERS, relations(subject, tree, Connection::Callers)?),
        Expansion::Callees => (CALLEES, relations(subject, tree, Connection::Callees)?),
    })
}

/// The texts of chunks.
fn whole(tree: &ChunkTree, chunks: &[usize]) -> Vec<Passage> {
    chunks.iter().map(|at| passage_of(tree, *at)).collect()
}

/// A line for each.
fn signatures(tree: &ChunkTree, chunks: &[usize]) -> Vec<Passage> {
    let line = |at: &usize| {
        passage(tree, *at, |tree| {
            let chunk = tree.chunks.get(*at);
            chunk.map_or_else(String::new, |chunk| signature_line(tree, chunk))
        })
    };
    chunks.iter().map(line).collect()
}

fn passage_of(tree: &ChunkTree, chunk: usize) -> Passage {
    passage(tree, chunk, |tree| {
        let chunk = tree.chunks.get(chunk);
        chunk.map_or_else(String::new, |chunk| tree.text(chunk).into_owned())
    })
}

fn passage(tree: &ChunkTree, at: usize, text: impl FnOnce(&ChunkTree) -> String) -> Passage {
    let chunk = tree.chunks.get(at);
    let lines = chunk.map_or((0, 0), |chunk| chunk.lines);
    Passage {
        id: chunk.map(|chunk| chunk.id.to_string()),
        path: tree.path().to_string(),
        kind: chunk.map(|chunk| chunk.kind.name()),
        name: chunk.map_or_else(String::new, |chunk| chunk.name.clone()),
        start_line: lines.0,
        end_line: lines.1,
        text: text(tree),
    }
}

fn neighbours(tree: &ChunkTree, chunk: usize, reach: Reach) -> Vec<Passage> {
    let Near { before, after } = near(tree, chunk, reach);
    let sides = [before, after].into_iter().filter(|side| !side.is_empty());
    sides.map(|side| stretch(tree, side)).collect()
}

/// A part of the text that is no chunk.
fn stretch(tree: &ChunkTree, bytes: Range<usize>) -> Passage {
    let line = |at: usize| tree.document.text.line_at(at);
    Passage {
        id: None,
        path: tree.path().to_string(),
        kind: None,
        name: String::new(),
        start_line: line(bytes.start),
        end_line: line(bytes.end.saturating_sub(1)),
        text: tree.document.text.slice(bytes).into_owned(),
    }
}

fn relations(subject: &mut Subject, tree: &ChunkTree, asked: Connection) -> anyhow::Result<Around> {
    let snapshot = subject.snapshot()?;
    let chunk = around::subject(tree, subject.chunk);
    let sources = &mut subject.sources;
    let go = Cancel::new();
    let relations = asked.find(&snapshot, sources, tree, chunk, MOST_RELATIONS, &go)?;
    let found = relations.found.into_iter();
    Ok(Around::Relations(RelationsObject {
        total: relations.total,
        found: found.map(|it| relation(subject, it)).collect(),
        unresolved: relations.unresolved,
    }))
}

fn relation(subject: &mut Subject, relation: Relation) -> RelationObject {
    let (line, column) = relation.at;
    // A document that went away meanwhile has no line to show.
    let tree = subject.sources.tree(&relation.path, &Cancel::new());
    let text = tree.map_or_else(
        |_| String::new(),
        |tree| {
            let text = tree.document.text.slice(0..tree.document.text.len());
            let at = usize::try_from(line.saturating_sub(1)).unwrap_or(usize::MAX);
            text.lines().nth(at).unwrap_or_default().trim().to_owned()
        },
    );
    RelationObject {
        chunk: Passage {
            id: Some(relation.id.to_string()),
            path: relation.path.to_string(),
            kind: Some(relation.kind.name()),
            name: relation
                .names
                .into_iter()
                .skip(1)
                .next_back()
                .unwrap_or_default(),
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
