//! Outline of a document: its declarations and sections, for browsing without a query.
//!
//! Principal types: [`DocumentOutline`] and [`Member`]. Invariant: a member follows the one that encloses it.
//! The lister sends them to the tree pane.

use super::hit::Hit;
use crate::chunk::{Chunk, ChunkId, ChunkTree, Kind, Role};
use std::sync::Arc;

/// A declaration or a section of a document.
#[derive(Clone, PartialEq, Debug)]
pub struct Member {
    /// Id of its chunk.
    pub id: ChunkId,
    /// Kind of the chunk.
    pub kind: Kind,
    /// 1-based line of its name.
    pub line: u32,
    /// Index of the enclosing member, an earlier one in [`DocumentOutline::members`]; none at the top level.
    pub parent: Option<usize>,
    /// The chunk to show: the member itself, or the header of one that has members.
    pub hit: Arc<Hit>,
    /// Its name; for a run of definitions, their first names.
    pub name: String,
}

/// Members of a document in document order; parents precede their members.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DocumentOutline {
    /// Declarations, sections, and runs of definitions; no imports, and nothing that is not indexed.
    pub members: Vec<Member>,
}

impl DocumentOutline {
    /// Creates the outline of a chunked document.
    pub fn of(tree: &ChunkTree) -> Self {
        let mut members: Vec<Member> = Vec::new();
        // The member of each chunk: the chunk itself, or the innermost member around it.
        let mut around: Vec<Option<usize>> = Vec::with_capacity(tree.chunks.len());
        for (index, chunk) in tree.chunks.iter().enumerate() {
            let mut innermost = chunk.parent.and_then(|parent| *around.get(parent)?);
            if is_member(tree, index, chunk)
                && let Some(member) = member(tree, index, chunk, innermost)
            {
                innermost = Some(members.len());
                members.push(member);
            }
            around.push(innermost);
        }
        Self { members }
    }
}

fn member(tree: &ChunkTree, index: usize, chunk: &Chunk, parent: Option<usize>) -> Option<Member> {
    // A declaration with members is shown by its header, so that the members can be listed below it.
    let mut shown = index;
    if chunk.kind != Kind::Section
        && let Some(&first) = chunk.children.first()
        && tree.chunks.get(first)?.role == Role::Header
    {
        shown = first;
    }
    Some(Member {
        id: chunk.id,
        kind: chunk.kind,
        line: chunk.name_at.0,
        parent,
        name: named(chunk),
        hit: Arc::new(Hit::of_chunk(tree, shown)?),
    })
}

/// Returns true if a chunk has its own line in the outline.
fn is_member(tree: &ChunkTree, index: usize, chunk: &Chunk) -> bool {
    let is_part = chunk.role == Role::Piece || tree.is_header(index);
    match chunk.kind {
        _ if chunk.silent || chunk.parent.is_none() => false,
        Kind::Section => tree.declares(index),
        Kind::Items => !is_part && (!chunk.name.is_empty() || !chunk.definitions.is_empty()),
        _ => tree.declares(index) && !chunk.name.is_empty(),
    }
}

/// Returns the name of a member, or the first names of a run of definitions.
fn named(chunk: &Chunk) -> String {
    const SHOWN: usize = 4;
    if chunk.kind != Kind::Items {
        return chunk.name.clone();
    }
    let mut names = Vec::new();
    if !chunk.name.is_empty() {
        names.push(chunk.name.as_str());
    }
    for definition in &chunk.definitions {
        names.push(&definition.name);
    }
    let more = if names.len() > SHOWN { ", …" } else { "" };
    let shown = names.get(..SHOWN).unwrap_or(&names);
    format!("{}{more}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::Limits;
    use crate::corpus::{Document, SourcePath, Text};

    fn outline(path: &str, text: &str) -> (ChunkTree, DocumentOutline) {
        let document = Document::new(SourcePath::new(path), Text::decode(text.into()));
        let tree = ChunkTree::of(document, &Limits::default());
        let outline = DocumentOutline::of(&tree);
        (tree, outline)
    }

    /// Checks the members as indented lines of kind, name and line number.
    fn check(path: &str, text: &str, expected: &[&str]) {
        let (_, outline) = outline(path, text);
        let mut depths: Vec<usize> = Vec::new();
        let mut shown = Vec::new();
        for member in &outline.members {
            let depth = member.parent.map_or(0, |parent| depths[parent] + 1);
            depths.push(depth);
            let (kind, name) = (member.kind.name(), &member.name);
            shown.push(format!(
                "{}{kind} {name} {}",
                "  ".repeat(depth),
                member.line
            ));
        }
        assert_eq!(shown, expected, "{path}");
    }

    const CODE: &str = "use std::fmt;\n\nconst A: u8 = 1;\nconst B: u8 = 2;\n\nstruct Merger;\n\nimpl Merger {\n    fn new() -> Self {\n        Merger\n    }\n\n    fn write(&self) {\n        todo()\n    }\n}\n";

    #[test]
    fn members_are_nested_in_their_parents() {
        check(
            "a.rs",
            CODE,
            &[
                "items A, B 3",
                "struct Merger 6",
                "impl Merger 8",
                "  method new 9",
                "  method write 13",
            ],
        );
        check(
            "a.md",
            "# Guide\n\nText.\n\n## Install\n\nMore.\n",
            &["section Guide 1", "  section Install 5"],
        );
        check("notes.txt", "nothing declared\n", &[]);
    }

    #[test]
    fn a_long_function_is_one_member() {
        let body: String = (0..400).map(|n| format!("    call({n});\n")).collect();
        check(
            "a.rs",
            &format!("fn long() {{\n{body}}}\n"),
            &["function long 1"],
        );
    }

    #[test]
    fn a_declaration_with_members_is_shown_by_its_header() {
        let (tree, outline) = outline("a.rs", CODE);
        for member in &outline.members {
            let shown = tree
                .chunks
                .iter()
                .find(|chunk| chunk.id == member.hit.record.id);
            let shown = shown.expect("a chunk of the tree");
            let is_header = shown.role == Role::Header;
            assert_eq!(
                is_header,
                member.name == "Merger" && member.kind == Kind::Impl
            );
            assert_eq!(is_header, shown.id != member.id);
        }
    }
}
