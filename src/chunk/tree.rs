//! Types of the chunk tree.
//!
//! Principal types: [`ChunkTree`], [`Chunk`] and [`ChunkId`]. Invariant: leaves tile the document in order,
//! and parents precede their children.

use super::assemble::assemble;
use super::part::{Draft, Label};
use super::source::Source;
use super::{Format, code, document, lines, size};
use crate::corpus::file_class::FileClass;
use crate::corpus::{Document, SourcePath};
use crate::syntax::{self, Binding, Export, Import, Kind, Language, Reference};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;
use std::time::{Duration, Instant};

/// Id of a chunk: xxh3-64 of path, names, kind, role and ordinal among equals in the parent. It survives
/// edits elsewhere in the file; [`Chunk::hash`] changes with the text.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ChunkId(pub u64);

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
    /// Language of its text; a code block in a document has its own.
    pub language: Option<Language>,
    /// xxh3-64 of its own text.
    pub hash: u64,
    /// Index of its parent in [`ChunkTree::chunks`]; none for the file.
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

    /// Name of the enclosing declaration; for a header its own name. Empty at the top level of a file.
    pub fn owner(&self) -> &str {
        let own = usize::from(self.role != Role::Header && !self.name.is_empty());
        let above = self
            .names
            .get(1..self.names.len() - own.min(self.names.len()));
        above.and_then(<[String]>::last).map_or("", String::as_str)
    }

    /// The headings above it with their levels: `H1: Guide > H2: Install`. Empty for code and without
    /// headings.
    pub fn heading_context(&self) -> String {
        heading_context(&self.names, &self.heading_levels, self.role)
    }
}

/// The name of a piece's whole: `write` for `write#2`.
pub fn whole_name(name: &str, role: Role) -> &str {
    let whole = name.rsplit_once('#').filter(|_| role == Role::Piece);
    whole.map_or(name, |(whole, _)| whole)
}

/// The qualified name: `Cache.insert`, or `Guide > Install` for a heading. Empty for a file.
pub fn qualified_name(names: &[String], kind: Kind) -> String {
    let separator = if kind == Kind::Section { " > " } else { "." };
    names.get(1..).unwrap_or_default().join(separator)
}

/// The headings above a chunk with these names, levels and role: `H1: Guide > H2: Install`.
pub fn heading_context(names: &[String], levels: &[u8], role: Role) -> String {
    let headings = names.iter().skip(1).zip(1..).zip(levels);
    let headings = headings.map(|((name, index), level)| {
        // The piece `Install#2` replaces its section.
        let name = match index + 1 == names.len() {
            true => whole_name(name, role),
            false => name,
        };
        format!("H{level}: {name}")
    });
    headings.collect::<Vec<_>>().join(" > ")
}

/// Maximum sizes in bytes, and the time limit. A leaf of prose also has at most 800 characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// A longer leaf becomes the parent of its pieces.
    pub leaf: usize,
    /// A longer file is parsed up to this size, or to its language's own limit, and the rest is cut by lines.
    pub parse: usize,
    /// Time limit for a file; one that takes longer is cut by lines.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            leaf: 2_000,
            parse: 2_000_000,
            time: syntax::TIME_LIMIT,
        }
    }
}

/// A document and its chunks in document order, parents before their children. Index 0 is the file. An empty
/// document has one empty leaf, which is not indexed.
#[derive(Clone, Debug, Default)]
pub struct ChunkTree {
    /// The document that was cut.
    pub document: Document,
    /// Its language, if it is in the table.
    pub language: Option<Language>,
    /// The format by which it was cut; none for code and windows of lines.
    pub format: Option<Format>,
    /// All nodes.
    pub chunks: Vec<Chunk>,
    /// Imports of the document at any depth, in order.
    pub imports: Vec<Import>,
    /// Names that it exports separately from their declarations.
    pub exports: Vec<Export>,
    /// References to names, in order.
    pub references: Vec<Reference>,
    /// Parameters and local variables.
    pub bindings: Vec<Binding>,
    /// 1-based line from which a text is cut by lines, because it is too long or takes too long to parse.
    pub unparsed_from: Option<u32>,
    /// True if cutting took longer than the time limit.
    pub timed_out: bool,
}

impl ChunkTree {
    /// Cuts a document by its declarations or headings, or else by lines.
    pub fn of(document: Document, limits: &Limits) -> Self {
        let deadline = Instant::now() + limits.time;
        let source = Source::new(&document.text);
        let language = Language::of(&document.path, source.text());
        let code = language.filter(|language| !language.is_prose() && source.len() > 0);
        let parsable = code.map_or("", |it| {
            syntax::parsed_prefix(source.text(), it, limits.parse)
        });
        let mut outline = code.and_then(|language| syntax::outline(parsable, language, deadline));
        if let Some(outline) = &mut outline
            && FileClass::of(&document.path, &[]) == FileClass::Generated
        {
            outline.flatten_objects();
        }
        let parsed = match &mut outline {
            Some(outline) if parsable.len() < source.len() => {
                source.line_start(outline.drop_last())
            }
            _ => source.len(),
        };
        let declared = outline
            .as_ref()
            .and_then(|outline| code::parts(&source, outline, parsed));
        let is_cut = declared.is_some() && parsed < source.len();
        let unparsed_from = is_cut.then(|| document.text.line_at(parsed));
        let written = Format::of(&document, language, source.text())
            .filter(|_| (1..=limits.parse).contains(&source.len()))
            .and_then(|format| {
                let parts = document::parts(&source, format, limits.leaf)?;
                Some((format, parts))
            });
        let (format, mut parts) = match (declared, written) {
            (Some(parts), _) => (None, parts),
            (None, Some((format, parts))) => (Some(format), parts),
            (None, None) => (None, lines::parts(&source, 0, limits.leaf)),
        };
        if is_cut {
            parts.extend(lines::parts(&source, parsed, limits.leaf));
        }
        size::fit(&mut parts, &source, limits.leaf);
        let file = Draft {
            parts,
            ..Draft::leaf(Kind::File, Role::Parent, Label::Parents, 0..source.len())
        };
        let chunks = assemble(&document, &source, language, file);
        let timed_out = Instant::now() > deadline;
        let outline = outline.unwrap_or_default();
        Self {
            document,
            language,
            format,
            chunks,
            imports: outline.imports,
            exports: outline.exports,
            references: outline.references,
            bindings: outline.bindings,
            unparsed_from: unparsed_from.or(timed_out.then_some(1)),
            timed_out,
        }
    }

    /// The name of a chunk's language; without a grammar, the name of the document's format.
    pub fn language_of(&self, chunk: &Chunk) -> Option<&'static str> {
        let format = || self.format.filter(|_| chunk.kind != Kind::Code);
        match chunk.language {
            Some(language) => Some(language.name()),
            None => format().map(Format::name),
        }
    }

    /// Imports of a chunk.
    pub fn imports_of(&self, chunk: &Chunk) -> &[Import] {
        within(&self.imports, &chunk.bytes, |import| import.at)
    }

    /// References to names in a chunk.
    pub fn references_of(&self, chunk: &Chunk) -> &[Reference] {
        self.references_in(&chunk.bytes)
    }

    /// References to names in a range of bytes.
    pub fn references_in(&self, bytes: &Range<usize>) -> &[Reference] {
        within(&self.references, bytes, |it| it.bytes.start as usize)
    }

    /// Path of the document.
    pub fn path(&self) -> &SourcePath {
        &self.document.path
    }

    /// The leaves, in order, with their indices.
    pub fn leaves(&self) -> impl Iterator<Item = (usize, &Chunk)> {
        self.chunks
            .iter()
            .enumerate()
            .filter(|(_, chunk)| chunk.is_leaf())
    }

    /// The chunk's own text, with U+FFFD for invalid UTF-8.
    pub fn text(&self, chunk: &Chunk) -> std::borrow::Cow<'_, str> {
        self.document.text.slice(chunk.text_bytes())
    }

    /// The text of a reference's name or qualifier; empty for an empty range.
    pub fn word(&self, bytes: &Range<u32>) -> std::borrow::Cow<'_, str> {
        let bytes = bytes.start as usize..bytes.end as usize;
        self.document.text.slice(bytes)
    }

    /// The leaf that contains a byte.
    pub fn leaf_at(&self, at: usize) -> Option<&Chunk> {
        let after = self.chunks.partition_point(|chunk| chunk.bytes.start <= at);
        let leaf = self.chunks.get(after.checked_sub(1)?)?;
        (leaf.is_leaf() && leaf.bytes.contains(&at)).then_some(leaf)
    }

    /// The 1-based line and column (characters) of a byte.
    pub fn position(&self, at: usize) -> (u32, u32) {
        let text = &self.document.text;
        (text.line_at(at), text.column_at(at))
    }

    /// The leaf on a 1-based line; the last one if there are several.
    pub fn leaf_at_line(&self, line: u32) -> Option<usize> {
        // A parent begins where its first child does, so the last chunk to begin is a leaf.
        let after = self.chunks.partition_point(|chunk| chunk.lines.0 <= line);
        let index = after.checked_sub(1)?;
        let is_leaf = self.chunks.get(index)?.is_leaf();
        let last = self.chunks.first()?.lines.1;
        (is_leaf && line <= last).then_some(index)
    }
}

/// The items, in the order of the text, that begin in a range.
fn within<'t, T>(items: &'t [T], bytes: &Range<usize>, at: impl Fn(&T) -> usize) -> &'t [T] {
    let before = |end: usize| items.partition_point(|item| at(item) < end);
    items
        .get(before(bytes.start)..before(bytes.end))
        .unwrap_or_default()
}
