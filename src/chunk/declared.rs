//! Relation of a chunk to the declaration it belongs to, as methods of [`ChunkTree`].

use super::node::{Chunk, Role};
use super::tree::ChunkTree;
use crate::syntax::{Kind, Language, LanguageRow};

impl ChunkTree {
    /// The row of its language.
    pub fn row(&self) -> &'static LanguageRow {
        Language::row_of(self.language)
    }

    /// The parent of a chunk; none for the file.
    pub fn parent(&self, chunk: &Chunk) -> Option<&Chunk> {
        chunk.parent.and_then(|parent| self.chunks.get(parent))
    }

    /// The chunks directly inside a chunk.
    pub fn children<'t>(&'t self, chunk: &Chunk) -> impl Iterator<Item = &'t Chunk> {
        let children = chunk.children.iter();
        children.filter_map(|child| self.chunks.get(*child))
    }

    /// The chunks around a chunk, its parent first.
    pub fn ancestors<'t>(&'t self, chunk: &Chunk) -> impl Iterator<Item = &'t Chunk> {
        std::iter::successors(self.parent(chunk), |above| self.parent(above))
    }

    /// The declaration that a chunk belongs to: the parent for a header or a piece.
    pub fn whole<'t>(&'t self, mut chunk: &'t Chunk) -> &'t Chunk {
        while matches!(chunk.role, Role::Header | Role::Piece)
            && let Some(parent) = self.parent(chunk)
        {
            chunk = parent;
        }
        chunk
    }

    /// Returns true for a header, whole or in pieces: its text represents the parent.
    pub fn is_header(&self, chunk: usize) -> bool {
        let Some(at) = self.chunks.get(chunk) else {
            return false;
        };
        match at.role {
            Role::Header => true,
            Role::Piece => self.parent(at).is_some_and(|whole| !self.is_split(whole)),
            // The header of a section is split like any leaf.
            Role::Parent => self.parent(at).is_some_and(|parent| {
                self.is_split(at)
                    && parent.children.first() == Some(&chunk)
                    && (at.kind, &at.names) == (parent.kind, &parent.names)
            }),
            Role::Body | Role::Gap => false,
        }
    }

    /// Returns true for an over-long leaf that was split into pieces. A declaration whose header was split has
    /// members after the pieces.
    pub fn is_split(&self, chunk: &Chunk) -> bool {
        let last = chunk.children.last();
        let last = last.and_then(|last| self.chunks.get(*last));
        last.is_some_and(|last| last.role == Role::Piece)
    }

    /// Returns true for a whole declaration, or a section with its heading.
    pub fn declares(&self, chunk: usize) -> bool {
        let Some(at) = self.chunks.get(chunk) else {
            return false;
        };
        match at.kind {
            Kind::File | Kind::Items | Kind::Imports | Kind::Code | Kind::Lines => false,
            Kind::Section => at.role == Role::Parent && !self.is_split(at),
            _ => matches!(at.role, Role::Parent | Role::Body) && !self.is_header(chunk),
        }
    }
}
