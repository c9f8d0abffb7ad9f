//! The tree of a document's chunks.
//!
//! Principal type: [`ChunkTree`].

use super::document::format::Format;
use super::node::Chunk;
use crate::corpus::{Document, SourcePath};
use crate::syntax::{Binding, Export, Import, Kind, Language, ParseError, Reference};
use rustc_hash::FxBuildHasher;
use std::borrow::Cow;
use std::hash::BuildHasher;
use std::ops::Range;
use std::sync::OnceLock;

/// A document and its chunks in document order, parents before their children. Index 0 is the file. An empty
/// document has one empty leaf, which is not indexed.
#[derive(Clone, Debug, Default)]
pub struct ChunkTree {
    /// The document that was cut.
    pub document: Document,
    /// Its language, if it is in the table; of a document with cells, the language of the cells.
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
    /// Hashes of the names, each with the index of its reference, sorted; made by [`Self::references_to`].
    pub by_name: OnceLock<Vec<(u64, usize)>>,
    /// Parameters and local variables.
    pub bindings: Vec<Binding>,
    /// Scopes whose declarations are hidden from other files: anonymous namespaces of C++.
    pub local_scopes: Vec<Range<usize>>,
    /// The parts that its grammar could not parse, in order.
    pub errors: Vec<ParseError>,
    /// 1-based line from which a text is cut by lines, because it is too long or takes too long to parse.
    pub unparsed_from: Option<u32>,
    /// True if cutting took longer than the time limit.
    pub timed_out: bool,
}

impl ChunkTree {
    /// The name of a chunk's language; without a grammar, the name of the document's format.
    pub fn language_of(&self, chunk: &Chunk) -> Option<&'static str> {
        match (chunk.language, self.format) {
            (Some(language), _) => Some(language.name()),
            (None, Some(format)) if chunk.kind != Kind::Code => Some(format.name()),
            (None, _) => None,
        }
    }

    /// Returns true if the text is Markdown, also one that was converted.
    pub fn is_markdown(&self) -> bool {
        self.format.is_some_and(Format::is_markdown)
    }

    /// Imports of a chunk.
    pub fn imports_of(&self, chunk: &Chunk) -> &[Import] {
        within(&self.imports, &chunk.bytes, |import| import.at)
    }

    /// The names of the types that a chunk inherits from; in place of an alias, the imported name of the type.
    pub fn bases_of(&self, chunk: &Chunk) -> Vec<String> {
        let mut bases = chunk.bases.clone();
        for base in &mut bases {
            let mut imports = self.imports.iter();
            if let Some(import) = imports.find(|import| import.alias == *base)
                && import.name.starts_with(char::is_uppercase)
            {
                base.clone_from(&import.name);
            }
        }
        // A constant of an enum with a body of its own.
        if let Some(around) = self.parent(chunk)
            && around.kind == Kind::Enum
            && let header = self.document.text.slice(chunk.signature.clone())
            && header.starts_with(&*chunk.name)
        {
            bases.push(around.name.clone());
        }
        bases
    }

    /// References to names in a chunk.
    pub fn references_of(&self, chunk: &Chunk) -> &[Reference] {
        self.references_in(&chunk.bytes)
    }

    /// References to names in a range of bytes.
    pub fn references_in(&self, bytes: &Range<usize>) -> &[Reference] {
        within(&self.references, bytes, |reference| {
            reference.bytes.start as usize
        })
    }

    /// References to a name, in order. The first call reads all references, the next ones only those to the name.
    pub fn references_to(&self, name: &str) -> impl Iterator<Item = &Reference> {
        let hash = |name: &str| FxBuildHasher.hash_one(name);
        let by_name = self.by_name.get_or_init(|| {
            let names = self.references.iter().map(|to| hash(&self.word(&to.bytes)));
            let mut by_name: Vec<(u64, usize)> = names.zip(0..).collect();
            by_name.sort_unstable();
            by_name
        });
        let wanted = hash(name);
        let first = by_name.partition_point(|(hash, _)| *hash < wanted);
        let equal = by_name[first..]
            .iter()
            .take_while(move |(hash, _)| *hash == wanted);
        let references = equal.map(|(_, index)| &self.references[*index]);
        references.filter(move |reference| self.word(&reference.bytes) == name)
    }

    /// The 1-based first and last lines that its grammar could not parse; adjacent ones are joined.
    pub fn unparsed_lines(&self) -> Vec<(u32, u32)> {
        let text = &self.document.text;
        let mut found: Vec<(u32, u32)> = Vec::new();
        for error in &self.errors {
            let first = text.line_at(error.bytes.start);
            let last = text.line_at(error.bytes.end.saturating_sub(1).max(error.bytes.start));
            match found.last_mut() {
                Some(before) if first <= before.1 + 1 => before.1 = before.1.max(last),
                _ => found.push((first, last)),
            }
        }
        found
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
    pub fn text(&self, chunk: &Chunk) -> Cow<'_, str> {
        self.document.text.slice(chunk.text_bytes())
    }

    /// The text of a reference's name or qualifier; empty for an empty range.
    pub fn word(&self, bytes: &Range<u32>) -> Cow<'_, str> {
        let bytes = bytes.start as usize..bytes.end as usize;
        self.document.text.slice(bytes)
    }

    /// Returns true if the text has a word at a byte.
    pub fn has_at(&self, at: usize, word: &str) -> bool {
        let rest = self.document.text.bytes().get(at..);
        rest.is_some_and(|rest| rest.starts_with(word.as_bytes()))
    }

    /// The text of at most a number of bytes before one.
    pub fn before(&self, at: u32, length: u32) -> Cow<'_, str> {
        self.word(&(at.saturating_sub(length)..at))
    }

    /// The leaf that contains a byte.
    pub fn leaf_at(&self, at: usize) -> Option<&Chunk> {
        let after = self.chunks.partition_point(|chunk| chunk.bytes.start <= at);
        let leaf = self.chunks.get(after.checked_sub(1)?)?;
        (leaf.is_leaf() && leaf.bytes.contains(&at)).then_some(leaf)
    }

    /// Returns true if a 1-based line begins in a comment or in docs.
    pub fn is_comment_at(&self, line: u32) -> bool {
        let text = &self.document.text;
        let bytes = text.lines(line, line);
        let line = text.slice(bytes.clone());
        let start = bytes.start + (line.len() - line.trim_start().len());
        let is_comment = |language: Language| !language.uncommented(&line).trim().is_empty();
        self.chunks.iter().any(|chunk| chunk.docs.contains(&start))
            || self.language.is_some_and(is_comment)
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
