//! Target of a reference search: a declaration by its name.

use super::modules::module_of;
use super::origin::Origin;
use crate::chunk::{Chunk, ChunkTree, Kind, Role};
use crate::corpus::SourcePath;
use crate::index::Record;
use crate::syntax::Language;

/// A declaration, or a name that a leaf defines.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) path: SourcePath,
    pub(super) language: Option<Language>,
    pub(super) kind: Kind,
    /// Name.
    pub(super) name: String,
    /// Name of the owner; empty at the top of a file.
    pub(super) owner: String,
    /// The last part of its document's module.
    pub(super) module: String,
    /// Only calls of the name are meant: it is a constructor called by its type's name.
    pub(super) only_calls: bool,
}

impl Target {
    /// Every way in which a declaration, or what a leaf defines, is called.
    pub(super) fn of(tree: &ChunkTree, chunk: &Chunk) -> Vec<Self> {
        let target = |name: &str, owner: &str, kind: Kind| Self {
            path: tree.path().clone(),
            language: chunk.language.or(tree.language),
            kind,
            name: name.to_owned(),
            owner: owner.to_owned(),
            module: module_of(tree.path()).pop().unwrap_or_default(),
            only_calls: false,
        };
        let mut targets = Vec::new();
        if !chunk.name.is_empty() {
            targets.push(target(&chunk.name, chunk.owner(), chunk.kind));
        }
        if matches!(chunk.kind, Kind::Items) {
            let defined = chunk.definitions.iter();
            targets.extend(defined.map(|it| target(&it.name, chunk.owner(), chunk.kind)));
        }
        // `Merger(…)` and `new Merger(…)` call a constructor that has another name.
        if chunk.kind == Kind::Constructor && chunk.owner() != chunk.name {
            targets.push(Self {
                only_calls: true,
                ..target(chunk.owner(), "", Kind::Constructor)
            });
        }
        targets
    }

    /// A declaration of the index, by one of its names.
    pub(super) fn named(record: &Record, name: &str) -> Self {
        let owner = record.names.len().checked_sub(2).filter(|at| *at > 0);
        let owner = owner.and_then(|at| record.names.get(at));
        let language = record.language.as_deref().and_then(Language::named);
        Self {
            path: record.path.clone(),
            language,
            kind: record.kind,
            name: name.to_owned(),
            owner: owner.cloned().unwrap_or_default(),
            module: module_of(&record.path).pop().unwrap_or_default(),
            only_calls: false,
        }
    }

    /// Returns true if an import that leads there means it.
    pub(super) fn is_declared_at(&self, origin: &Origin) -> bool {
        !self.is_member() && (&origin.path, &origin.name) == (&self.path, &self.name)
    }

    /// Returns true if it is accessed through a value or type.
    pub(super) fn is_member(&self) -> bool {
        matches!(self.kind, Kind::Method | Kind::Constructor | Kind::Accessor)
            && !self.owner.is_empty()
    }

    /// Returns true if it can be called.
    pub(super) fn is_callable(&self) -> bool {
        is_callable(self.kind)
    }
}

/// Returns true if declarations of a kind can be called.
pub(super) fn is_callable(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Function | Kind::Method | Kind::Constructor | Kind::Macro
    )
}

/// The declaration that a chunk belongs to: of a header or a piece, what that is a part of.
pub(super) fn whole<'t>(tree: &'t ChunkTree, mut chunk: &'t Chunk) -> &'t Chunk {
    while matches!(chunk.role, Role::Header | Role::Piece) {
        match chunk.parent.and_then(|parent| tree.chunks.get(parent)) {
            Some(parent) => chunk = parent,
            None => break,
        }
    }
    chunk
}
