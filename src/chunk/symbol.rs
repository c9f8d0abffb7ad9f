//! One of the names that a chunk declares or defines.
//!
//! Principal type: [`Symbol`].

use super::node::{Chunk, Definition, NestedSymbol, Role};
use super::tree::ChunkTree;
use crate::syntax::Kind;
use std::ops::Range;

/// A name that a chunk declares or defines, out of several.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Symbol {
    /// The names on a 1-based line.
    OnLine(u32),
    /// A name as written.
    Named(String),
    /// The name at a position. It may be a reference.
    At(NamePosition),
}

/// A name in a document.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NamePosition {
    /// The name.
    pub name: String,
    /// 1-based line.
    pub line: u32,
    /// 1-based column of its start, in characters.
    pub column: u32,
}

impl NamePosition {
    /// The bytes of the name; none if another text is there now.
    pub fn bytes(&self, tree: &ChunkTree) -> Option<Range<usize>> {
        let text = &tree.document.text;
        let column = text.byte_column((self.line, self.column));
        let mut start = text.lines(self.line, self.line).start + column.checked_sub(1)? as usize;
        if self.line == 1 && text.bytes().starts_with("\u{feff}".as_bytes()) {
            start += '\u{feff}'.len_utf8();
        }
        let end = start + self.name.len();
        (text.bytes().get(start..end)? == self.name.as_bytes()).then_some(start..end)
    }
}

impl Symbol {
    /// Returns the definitions of a chunk that are meant, with their lines; none if the chunk itself is meant, or
    /// if it defines no such name.
    pub fn select<'t>(&self, tree: &'t ChunkTree, chunk: &'t Chunk) -> Vec<(&'t str, u32)> {
        let own = tree.whole(chunk);
        let is_own = match self {
            Self::OnLine(line) => own.name_at.0 == *line,
            Self::Named(name) => own.name == *name,
            Self::At(at) => own.name == at.name && own.name_at == (at.line, at.column),
        };
        if is_own && chunk.kind != Kind::Items {
            return Vec::new();
        }
        let mut names = tree.names_defined(chunk);
        names.extend(
            tree.nested(chunk)
                .map(|nested| (&*nested.name, nested.line)),
        );
        names.retain(|(name, line)| match self {
            Self::OnLine(requested) => line == requested,
            Self::Named(requested) => name == requested,
            Self::At(at) => (*name, *line) == (at.name.as_str(), at.line),
        });
        names
    }
}

impl ChunkTree {
    /// The names that a chunk defines other than its own and those of its members: constants, fields, prototypes.
    /// A header or a piece may contain them.
    fn definitions<'t>(&'t self, chunk: &'t Chunk) -> Vec<&'t Definition> {
        let mut found: Vec<&Definition> = chunk.definitions.iter().collect();
        for child in self.children(chunk) {
            let is_header = (child.kind, &child.names) == (chunk.kind, &chunk.names);
            if is_header || child.role == Role::Piece {
                found.extend(self.definitions(child));
            }
        }
        found
    }

    /// The names that a chunk defines, with their lines. A run has the name of its first definition, which only one
    /// of its pieces contains.
    pub fn names_defined<'t>(&'t self, chunk: &'t Chunk) -> Vec<(&'t str, u32)> {
        let own = self.whole(chunk);
        let is_first = chunk.kind == Kind::Items && chunk.name_at.0 == own.name_at.0;
        let first = is_first.then_some((own.name.as_str(), own.name_at.0));
        let others = self.definitions(chunk).into_iter();
        let others = others.map(|other| (other.name.as_str(), other.line));
        let names = first.into_iter().chain(others);
        names.filter(|(name, _)| !name.is_empty()).collect()
    }

    /// The declarations within a chunk's leaves that are no chunks. A header or a piece may contain them.
    pub fn nested<'t>(&'t self, chunk: &'t Chunk) -> impl Iterator<Item = &'t NestedSymbol> {
        let parts = self.children(chunk);
        let parts = parts.filter(|part| matches!(part.role, Role::Header | Role::Piece));
        std::iter::once(chunk)
            .chain(parts)
            .flat_map(|part| &part.nested)
    }

    /// The kind of a name that a chunk defines on a line: that of a function if it is only declared there, in a
    /// language with prototypes; else items.
    pub fn kind_of_name(&self, chunk: &Chunk, name: &str, line: u32) -> Kind {
        if !self.language.is_some_and(|language| language.needs_body) {
            return Kind::Items;
        }
        // Of a file with one line only the part in the chunk.
        let bytes = self.document.text.lines(line, line);
        let bytes = bytes.start.max(chunk.bytes.start)..bytes.end.min(chunk.bytes.end);
        let text = self.document.text.slice(bytes);
        let is_prototype = text.match_indices(name).any(|(at, _)| {
            let is_word = text[..at].ends_with(|end: char| end.is_alphanumeric() || end == '_');
            !is_word && text[at + name.len()..].trim_start().starts_with('(')
        });
        if !is_prototype {
            return Kind::Items;
        }
        match self.scope_of_definitions(chunk) {
            Some(scope) if scope.name == name => Kind::Constructor,
            Some(scope) if scope.kind.has_methods() => Kind::Method,
            _ => Kind::Function,
        }
    }

    /// The qualified name of a definition of a chunk: `Crate.weight`, `load.retry` within a function `load`.
    pub fn qualified(&self, chunk: &Chunk, name: &str) -> String {
        let is_nested = self.nested(chunk).any(|nested| nested.name == name);
        let scope = if is_nested && chunk.kind != Kind::Items {
            Some(self.whole(chunk))
        } else {
            self.scope_of_definitions(chunk)
        };
        let scope = scope
            .and_then(|scope| scope.names.get(1..))
            .unwrap_or_default();
        let names = scope.iter().map(String::as_str).chain([name]);
        names.collect::<Vec<_>>().join(".")
    }

    /// The name around a byte of the text; empty if there is none.
    pub fn name_around(&self, at: usize) -> String {
        let line = self.document.text.line_at(at);
        let bytes = self.document.text.lines(line, line);
        let is_apart = |letter: char| !letter.is_alphanumeric() && letter != '_';
        let before = self.document.text.slice(bytes.start..at);
        let after = self.document.text.slice(at..bytes.end);
        let start = before.rsplit(is_apart).next().unwrap_or_default();
        let end = after.split(is_apart).next().unwrap_or_default();
        format!("{start}{end}")
    }

    /// The type, `impl` or module that encloses the definitions of a chunk: for a type, itself.
    pub fn scope_of_definitions<'t>(&'t self, chunk: &'t Chunk) -> Option<&'t Chunk> {
        let whole = self.whole(chunk);
        let mut around = std::iter::once(whole).chain(self.ancestors(whole));
        around.find(|around| around.kind.has_members())
    }
}
