//! A chunk's context as it is written: in full by `context`, as text by `search --json`.

use super::{Expansion, NOT_INDEXED};
use crate::chunk::{ChunkTree, Kind, qualified_name};
use crate::context::around::{
    self, Near, Reach, automatic, enclosing, file_header, members, near, parents, siblings,
    signature_line, skeleton,
};
use crate::context::{Connection, Relation, Sources};
use crate::corpus::Cancel;
use crate::index::Snapshot;
use anyhow::Context;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

/// Maximum number of callers, callees or imports that are listed; all are counted.
const MOST_RELATIONS: usize = 50;

/// One part of a chunk's context.
#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::cli) enum Around {
    Passage(Passage),
    Passages(Vec<Passage>),
    Near {
        before: Option<Passage>,
        after: Option<Passage>,
    },
    Relations(RelationsObject),
}

/// The parts of a chunk's context by field name.
pub(in crate::cli) type Surroundings = BTreeMap<&'static str, Around>;

/// The headers of the declarations around it, outermost first.
pub(super) const PARENT: &str = "parent_context";
/// The signatures of its siblings or members.
pub(super) const SIBLINGS: &str = "siblings_context";
/// The header of its file.
pub(super) const HEADER: &str = "context_header";
/// The lines before and after it.
pub(super) const NEIGHBORS: &str = "neighbors_context";
pub(super) const IMPORTS: &str = "imports_context";
pub(super) const CALLERS: &str = "callers_context";
pub(super) const CALLEES: &str = "callees_context";
pub(super) const FILE: &str = "file_context";
/// Every signature of the declaration around it, without bodies.
pub(super) const SKELETON: &str = "skeleton_context";

/// The fields with their titles, the most useful first.
pub(in crate::cli) const ORDER: [(&str, &str); 9] = [
    ("parent", PARENT),
    ("header", HEADER),
    ("neighbors", NEIGHBORS),
    ("siblings", SIBLINGS),
    ("imports", IMPORTS),
    ("callers", CALLERS),
    ("callees", CALLEES),
    ("skeleton", SKELETON),
    ("file", FILE),
];

/// A part of a document.
#[derive(Serialize)]
pub(in crate::cli) struct Passage {
    /// Of the chunk; null for lines that are no chunk.
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
#[derive(Serialize)]
pub(in crate::cli) struct RelationsObject {
    /// The number of all; fewer may be listed.
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

/// The sources of a chunk's context. The snapshot is needed for [`Expansion::needs_index`] alone.
pub(in crate::cli) struct Expander<'a> {
    pub(in crate::cli) sources: &'a mut Sources,
    pub(in crate::cli) snapshot: Option<&'a Snapshot>,
}

impl Expander<'_> {
    /// The requested parts of a chunk's context.
    pub(in crate::cli) fn expand(
        &mut self,
        tree: &ChunkTree,
        chunk: usize,
        wishes: &[Expansion],
    ) -> anyhow::Result<Surroundings> {
        let mut around = Surroundings::new();
        for wish in wishes {
            self.add(&mut around, tree, chunk, *wish)?;
        }
        Ok(around)
    }

    fn add(
        &mut self,
        around: &mut Surroundings,
        tree: &ChunkTree,
        chunk: usize,
        wish: Expansion,
    ) -> anyhow::Result<()> {
        let (name, found) = match wish {
            Expansion::None => return Ok(()),
            Expansion::Auto => {
                let found = automatic(tree, chunk);
                let listed = [
                    (PARENT, whole(tree, &found.parents)),
                    (SIBLINGS, signatures(tree, &found.siblings)),
                    (HEADER, whole(tree, &found.header)),
                ];
                let listed = listed.into_iter().filter(|(_, found)| !found.is_empty());
                around.extend(listed.map(|(name, found)| (name, Around::Passages(found))));
                return Ok(());
            }
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
            Expansion::Neighbors(reach) => (NEIGHBORS, neighbors(tree, chunk, reach)),
            Expansion::File => (FILE, Around::Passage(passage_of(tree, 0))),
            Expansion::Skeleton => {
                let around = enclosing(tree, chunk);
                let shown = passage(tree, around, |tree| skeleton(tree, around).text(tree));
                (SKELETON, Around::Passage(shown))
            }
            Expansion::Imports => (IMPORTS, self.relations(tree, chunk, Connection::Imports)?),
            Expansion::Callers => (CALLERS, self.relations(tree, chunk, Connection::Callers)?),
            Expansion::Callees => (CALLEES, self.relations(tree, chunk, Connection::Callees)?),
        };
        around.insert(name, found);
        Ok(())
    }

    fn relations(
        &mut self,
        tree: &ChunkTree,
        chunk: usize,
        wanted: Connection,
    ) -> anyhow::Result<Around> {
        let snapshot = self.snapshot.context(NOT_INDEXED)?;
        let chunk = around::subject(tree, chunk);
        let go = Cancel::new();
        let relations = wanted.find(snapshot, self.sources, tree, chunk, MOST_RELATIONS, &go)?;
        let found = relations.found.into_iter();
        Ok(Around::Relations(RelationsObject {
            total: relations.total,
            found: found.map(|it| relation(self.sources, it)).collect(),
            unresolved: relations.unresolved,
        }))
    }
}

impl Around {
    /// The part as `search --json` has it: text, a list of relations, or an object of texts.
    pub(in crate::cli) fn brief(&self, field: &str) -> Value {
        match self {
            Self::Passage(it) if field == FILE => json!({ "full_code": it.text }),
            Self::Passage(it) => json!(it.text),
            Self::Passages(all) if field == SIBLINGS => json!(listing(all)),
            Self::Passages(all) => {
                let texts: Vec<&str> = all.iter().map(|it| it.text.as_str()).collect();
                json!(texts.concat())
            }
            Self::Near { before, after } => {
                let text = |side: &Option<Passage>| side.as_ref().map(|it| it.text.clone());
                json!({
                    "before": text(before).unwrap_or_default(),
                    "after": text(after).unwrap_or_default(),
                })
            }
            Self::Relations(relations) => json!(relations.found),
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

pub(super) fn passage(
    tree: &ChunkTree,
    at: usize,
    text: impl FnOnce(&ChunkTree) -> String,
) -> Passage {
    let chunk = tree.chunks.get(at);
    let lines = chunk.map_or((0, 0), |chunk| chunk.lines);
    Passage {
        id: chunk.map(|chunk| chunk.id.to_string()),
        path: tree.path().to_string(),
        kind: chunk.map(|chunk| chunk.kind.name()),
        name: chunk.map_or_else(String::new, |chunk| chunk.name.clone()),
        qualified_name: chunk.map_or_else(String::new, |it| qualified_name(&it.names, it.kind)),
        owner: chunk.and_then(|chunk| Some(tree.chunks.get(chunk.parent?)?.kind)),
        start_line: lines.0,
        end_line: lines.1,
        text: text(tree),
    }
}

fn neighbors(tree: &ChunkTree, chunk: usize, reach: Reach) -> Around {
    let Near { before, after } = near(tree, chunk, reach);
    let side = |side: Range<usize>| (!side.is_empty()).then(|| stretch(tree, side));
    Around::Near {
        before: side(before),
        after: side(after),
    }
}

/// A part of the text that is no chunk.
pub(super) fn stretch(tree: &ChunkTree, bytes: Range<usize>) -> Passage {
    let line = |at: usize| tree.document.text.line_at(at);
    Passage {
        id: None,
        path: tree.path().to_string(),
        kind: None,
        name: String::new(),
        qualified_name: String::new(),
        owner: None,
        start_line: line(bytes.start),
        end_line: line(bytes.end.saturating_sub(1)),
        text: tree.document.text.slice(bytes).into_owned(),
    }
}

fn relation(sources: &mut Sources, relation: Relation) -> RelationObject {
    let (line, column) = relation.at;
    // A document that went away meanwhile has no line to show.
    let tree = sources.tree(&relation.path, &Cancel::new());
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
            qualified_name: qualified_name(&relation.names, relation.kind),
            owner: None,
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
