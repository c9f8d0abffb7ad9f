//! The declarations of a file.
//!
//! Principal types: [`FileObject`] and [`OutlineNode`].

use crate::chunk::{Chunk, ChunkTree, Kind};
use crate::context::around::signature_line;
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;

/// A file and its declarations.
#[derive(Serialize, JsonSchema)]
pub(crate) struct FileObject {
    pub(crate) path: String,
    pub(crate) language: Option<&'static str>,
    pub(crate) line_count: u32,
    /// The first line that was not parsed, of a file that is too long or takes too long; else null.
    pub(crate) unparsed_from: Option<u32>,
    /// First and last of the lines that the grammar could not parse, of at most 100 errors: a declaration in them may
    /// be missing.
    pub(crate) unparsed: Vec<(u32, u32)>,
    pub(crate) children: Vec<OutlineNode>,
}

/// A declaration, a section, or a name that a run of items or a header defines.
#[derive(Serialize, JsonSchema)]
pub(crate) struct OutlineNode {
    /// Id of the chunk; names of one run have it in common.
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    pub(crate) name: String,
    /// On one line; null without a signature.
    pub(crate) signature: Option<String>,
    pub(crate) start_line: u32,
    pub(crate) end_line: u32,
    pub(crate) children: Vec<OutlineNode>,
}

impl FileObject {
    pub(crate) fn of(tree: &ChunkTree) -> Self {
        let whole = tree.chunks.first();
        Self {
            path: tree.path().to_string(),
            language: whole.and_then(|file| tree.language_of(file)),
            line_count: whole.map_or(0, |file| file.lines.1),
            unparsed_from: tree.unparsed_from,
            unparsed: tree.unparsed_lines(),
            children: whole.map_or_else(Vec::new, |file| nodes(tree, file)),
        }
    }
}

/// Declarations directly inside a chunk. Nesting of scopes is bounded, so the recursion is too.
fn nodes(tree: &ChunkTree, parent: &Chunk) -> Vec<OutlineNode> {
    let mut nodes = Vec::new();
    for index in &parent.children {
        let Some(chunk) = tree.chunks.get(*index) else {
            continue;
        };
        if !tree.declares(*index) {
            nodes.extend(names(tree, chunk));
            continue;
        }
        let is_whole = chunk.children.is_empty() || tree.is_split(chunk);
        let mut declaration = node(chunk, &chunk.name, chunk.declared_lines);
        if !chunk.signature.is_empty() {
            declaration.signature = Some(signature_line(tree, chunk));
        }
        declaration.children = if is_whole {
            names(tree, chunk)
        } else {
            self::nodes(tree, chunk)
        };
        nodes.push(declaration);
    }
    nodes
}

/// Names defined by a leaf or its pieces.
fn names(tree: &ChunkTree, chunk: &Chunk) -> Vec<OutlineNode> {
    let parts = || std::iter::once(chunk).chain(tree.children(chunk));
    // The lines of an item, from its name on.
    let lines = |line: u32| {
        let mut items = parts().flat_map(|leaf| &leaf.long_items);
        let item = items.find(|(first, _)| *first == line);
        item.copied().unwrap_or((line, line))
    };
    let line = chunk.name_at.0;
    let own = (chunk.kind == Kind::Items && !chunk.name.is_empty()).then(|| OutlineNode {
        kind: tree.kind_of_name(chunk, &chunk.name, line).name(),
        ..node(chunk, &chunk.name, lines(line))
    });
    let defined = parts().flat_map(|leaf| {
        let definitions = leaf.definitions.iter();
        definitions.map(move |definition| OutlineNode {
            kind: tree
                .kind_of_name(leaf, &definition.name, definition.line)
                .name(),
            ..node(leaf, &definition.name, lines(definition.line))
        })
    });
    let mut nodes: Vec<OutlineNode> = own.into_iter().chain(defined).collect();
    nodes.extend(tree.nested(chunk).map(|nested| OutlineNode {
        kind: nested.kind.name(),
        ..node(chunk, &nested.name, nested.lines)
    }));
    nodes.sort_by_key(|node| node.start_line);
    nodes
}

fn node(chunk: &Chunk, name: &str, lines: (u32, u32)) -> OutlineNode {
    OutlineNode {
        id: chunk.id.to_string(),
        kind: chunk.kind.name(),
        name: name.to_owned(),
        signature: None,
        start_line: lines.0,
        end_line: lines.1,
        children: Vec::new(),
    }
}
