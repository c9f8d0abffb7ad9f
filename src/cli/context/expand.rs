//! A chunk's surroundings as they are written.

use super::{Expansion, Subject};
use crate::chunk::ChunkTree;
use crate::context::around::{
    self, Near, Reach, automatic, enclosing, file_header, members, near, parents, rebuilt,
    siblings, signature_line, skeleton,
};
use crate::context::{Relation, Relations, callees, callers, imports};
use crate::corpus::Cancel;
use serde::Serialize;
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
    /// Headers of what it lies in, outermost first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) parent_context: Option<Vec<Passage>>,
    /// Signatures of what is beside it, or in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) siblings_context: Option<Vec<Passage>>,
    /// What its file opens with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) context_header: Option<Vec<Passage>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) imports_context: Option<RelationsObject>,
    /// What is right before it, and right behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) neighbours_context: Option<Vec<Passage>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) callers_context: Option<RelationsObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) callees_context: Option<RelationsObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) file_context: Option<Passage>,
    /// Every signature of what it lies in, and no body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) skeleton_context: Option<Passage>,
}

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
    let mut object = plain(subject, &tree);
    if wishes.is_empty() {
        let found = automatic(&tree, subject.chunk);
        let listed = |of: fn(&ChunkTree, &[usize]) -> Vec<Passage>, chunks: &[usize]| {
            (!chunks.is_empty()).then(|| of(&tree, chunks))
        };
        object.parent_context = listed(whole, &found.parents);
        object.siblings_context = listed(signatures, &found.siblings);
        object.context_header = listed(whole, &found.header);
    }
    for wish in wishes {
        add(subject, &tree, *wish, &mut object)?;
    }
    object.fresh = subject.fresh;
    Ok(object)
}

fn plain(subject: &Subject, tree: &ChunkTree) -> ContextObject {
    let chunk = tree.chunks.get(subject.chunk);
    ContextObject {
        root: subject.project.root().path().to_string_lossy().into_owned(),
        chunk: passage(tree, subject.chunk, |_| {
            String::from_utf8_lossy(&rebuilt(tree, subject.chunk)).into_owned()
        }),
        names: chunk.map_or_else(Vec::new, |chunk| chunk.names.clone()),
        language: chunk.and_then(|chunk| tree.language_of(chunk)),
        changed: subject.changed,
        fresh: None,
        parent_context: None,
        siblings_context: None,
        context_header: None,
        imports_context: None,
        neighbours_context: None,
        callers_context: None,
        callees_context: None,
        file_context: None,
        skeleton_context: None,
    }
}

fn add(
    subject: &mut Subject,
    tree: &ChunkTree,
    wish: Expansion,
    object: &mut ContextObject,
) -> anyhow::Result<()> {
    let chunk = subject.chunk;
    match wish {
        Expansion::Parent => object.parent_context = Some(whole(tree, &parents(tree, chunk))),
        Expansion::Siblings => {
            let beside = match members(tree, chunk) {
                members if members.is_empty() => siblings(tree, chunk),
                members => members,
            };
            object.siblings_context = Some(signatures(tree, &beside));
        }
        Expansion::Header => object.context_header = Some(whole(tree, &file_header(tree, chunk))),
        Expansion::Neighbours(reach) => {
            object.neighbours_context = Some(neighbours(tree, chunk, reach));
        }
        Expansion::File => object.file_context = Some(passage_of(tree, 0)),
        Expansion::Skeleton => {
            let around = enclosing(tree, chunk);
            let shown = passage(tree, around, |tree| skeleton(tree, around).text(tree));
            object.skeleton_context = Some(shown);
        }
        Expansion::Imports => object.imports_context = Some(relations(subject, tree, imports)?),
        Expansion::Callers => object.callers_context = Some(relations(subject, tree, callers)?),
        Expansion::Callees => object.callees_context = Some(relations(subject, tree, callees)?),
    }
    Ok(())
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

/// One of the questions that the index answers.
type Question = fn(
    &crate::index::Snapshot,
    &mut crate::context::Sources,
    &ChunkTree,
    usize,
    usize,
    &Cancel,
) -> Result<Relations, crate::index::IndexError>;

fn relations(
    subject: &mut Subject,
    tree: &ChunkTree,
    ask: Question,
) -> anyhow::Result<RelationsObject> {
    let snapshot = subject.snapshot()?;
    let chunk = around::subject(tree, subject.chunk);
    let sources = &mut subject.sources;
    let cancel = Cancel::new();
    let Relations {
        found,
        total,
        unresolved,
    } = ask(&snapshot, sources, tree, chunk, MOST_RELATIONS, &cancel)?;
    let found = found.into_iter().map(|it| relation(subject, it)).collect();
    Ok(RelationsObject {
        total,
        found,
        unresolved,
    })
}

fn relation(subject: &mut Subject, relation: Relation) -> RelationObject {
    let (line, column) = relation.at;
    // A document that went away meanwhile has no line to show.
    let text = subject
        .sources
        .tree(&relation.path, &Cancel::new())
        .map_or_else(
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
