//! Nodes of the tree, and their names.
//!
//! Principal types: [`Chunk`] and [`ChunkId`].

use crate::corpus::content_hash;
use crate::syntax::{Kind, Language};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;

/// Id of a chunk: xxh3-64 of path, names, kind, role and ordinal among equals in the parent. It survives
/// edits elsewhere in the file; [`Chunk::hash`] changes with the text.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ChunkId(pub u64);

impl ChunkId {
    /// Returns the id among several repositories, for the id in the one at a place, and back; the same for a lone one.
    pub fn among(self, place: &str) -> Self {
        match place {
            "" => self,
            place => Self(self.0 ^ content_hash(place.as_bytes())),
        }
    }
}

impl fmt::Display for ChunkId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:016x}", self.0)
    }
}

impl fmt::Debug for ChunkId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{self}")
    }
}

named! {
    /// Role of a chunk in the tree.
    #[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
    pub enum Role {
        /// An inner node: a file, a declaration with members, a heading, or the parent of pieces.
        Parent = "parent",
        /// The leaf from a parent's start to its first member: attributes, docs, signature, fields.
        Header = "header",
        /// A leaf that is a whole declaration, import block, paragraph pack or window.
        #[default]
        Body = "body",
        /// The leaf between two members, if it has information.
        Gap = "gap",
        /// A part of an over-long leaf.
        Piece = "piece",
    }
}

named! {
    /// Class of a chunk's boundaries.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
    pub enum Boundary {
        /// A module, a type, an `impl`, a block of imports or exports, or the first slice of one.
        Structural = "structural",
        /// Everything else: code, items, prose and all further slices.
        Content = "content",
    }
}

/// A name that a leaf defines other than its own: a constant, variable or field of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Definition {
    /// The name.
    pub name: String,
    /// 1-based line of the name.
    pub line: u32,
}

/// A named function, method or type within a leaf: a local function, a handler, a method of an object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NestedSymbol {
    /// Its kind.
    pub kind: Kind,
    /// The name.
    pub name: String,
    /// 1-based line of the name.
    pub line: u32,
    /// 1-based first and last line, inclusive.
    pub lines: (u32, u32),
}

/// One node of the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// Id.
    pub id: ChunkId,
    /// Kind. A header has the kind of its parent, a piece the kind of its whole.
    pub kind: Kind,
    /// Role in the tree.
    pub role: Role,
    /// Class of its boundaries.
    pub boundary: Boundary,
    /// The grammar's name for its node; empty without a node, or with nodes of several kinds.
    pub node_type: &'static str,
    /// Its own name (`write`, `impl IndexMerger`→`IndexMerger`, `write#2`); empty if it has none.
    pub name: String,
    /// Qualified name, from the file down: `["merger.rs", "IndexMerger", "write"]`.
    pub names: Vec<String>,
    /// Levels of the named headings above it, outermost first: one for each of `names` after the file's.
    /// Empty for code.
    pub heading_levels: Vec<u8>,
    /// The 1-based page on which it begins; 0 in a document without pages.
    pub page: u32,
    /// Byte range in the document's text, which the leaves tile.
    pub bytes: Range<usize>,
    /// End of its own text in `bytes`: blank lines and closing brackets of enclosing scopes follow.
    pub text_end: usize,
    /// 1-based first and last line of its own text, inclusive.
    pub lines: (u32, u32),
    /// 1-based first and last line of its declaration, with docs and attributes, without what is around several ones.
    pub declared_lines: (u32, u32),
    /// First and last lines of the items in it that have several lines, from their names on.
    pub long_items: Vec<(u32, u32)>,
    /// Location of the name: 1-based line and column (characters). The first line of an unnamed chunk.
    pub name_at: (u32, u32),
    /// Byte range of its doc comments; empty if there are none.
    pub docs: Range<usize>,
    /// Byte range of its signature, without docs and body; empty if there is none.
    pub signature: Range<usize>,
    /// Names of the types it inherits, extends or implements, without generic arguments.
    pub bases: Vec<String>,
    /// Names it defines other than its own.
    pub definitions: Vec<Definition>,
    /// Declarations within a leaf, which are no chunks.
    pub nested: Vec<NestedSymbol>,
    /// Language of its text; a code block in a document has its own.
    pub language: Option<Language>,
    /// xxh3-64 of its own text.
    pub hash: u64,
    /// Index of its parent in [`ChunkTree::chunks`](super::tree::ChunkTree::chunks); none for the file.
    pub parent: Option<usize>,
    /// Indices of its children, in order; empty for a leaf.
    pub children: Vec<usize>,
    /// True if it has only white space, brackets, a license, comments, badges or encoded data: not indexed.
    pub silent: bool,
}

impl Chunk {
    /// Returns true for a leaf, the unit of retrieval.
    pub fn is_leaf(&self) -> bool {
        self.role != Role::Parent
    }

    /// Byte range of its own text.
    pub fn text_bytes(&self) -> Range<usize> {
        self.bytes.start..self.text_end
    }

    /// Returns true for what pytest collects by names: functions `test…`, and types `Test…` or with a base `…TestCase`.
    pub fn is_collected(&self) -> bool {
        if !self.kind.is_type() {
            return self.name.starts_with("test");
        }
        self.name.starts_with("Test") || self.bases.iter().any(|base| base.ends_with("TestCase"))
    }

    /// Name of the enclosing declaration; for a header its own name. Empty at the top level of a file.
    pub fn owner(&self) -> &str {
        let mut names = self.names.iter().skip(1).rev();
        if self.role != Role::Header && !self.name.is_empty() {
            names.next();
        }
        names.next().map_or("", String::as_str)
    }

    /// The headings above it with their levels: `H1: Guide > H2: Install`. Empty for code and without
    /// headings.
    pub fn heading_context(&self) -> String {
        heading_context(&self.names, &self.heading_levels, self.role)
    }
}

/// The name of a piece's whole: `write` for `write#2`.
pub fn whole_name(name: &str, role: Role) -> &str {
    match name.rsplit_once('#') {
        Some((whole, _)) if role == Role::Piece => whole,
        _ => name,
    }
}

/// The qualified name: `Cache.insert`, or `Guide > Install` for a heading. Empty for a file.
pub fn qualified_name(names: &[String], kind: Kind) -> String {
    let separator = if kind == Kind::Section { " > " } else { "." };
    names.get(1..).unwrap_or_default().join(separator)
}

/// The headings above a chunk with these names, levels and role: `H1: Guide > H2: Install`.
pub fn heading_context(names: &[String], levels: &[u8], role: Role) -> String {
    let mut headings = Vec::new();
    for ((index, name), level) in names.iter().enumerate().skip(1).zip(levels) {
        // The piece `Install#2` replaces its section.
        let is_last = index + 1 == names.len();
        let heading = if is_last {
            whole_name(name, role)
        } else {
            name
        };
        headings.push(format!("H{level}: {heading}"));
    }
    headings.join(" > ")
}
