//! Target of a reference: a declaration and the name it is used by.
//!
//! Principal type: [`Target`]. A chunk has several if it defines several names; each is resolved separately.

use super::origin::Origin;
use crate::chunk::{Chunk, ChunkTree, Kind};
use crate::corpus::SourcePath;
use crate::index::Record;
use crate::syntax::Language;

/// A declaration, or a name that a leaf defines.
pub(super) struct Target {
    pub(super) path: SourcePath,
    pub(super) language: Option<Language>,
    pub(super) kind: Kind,
    /// Name in references to it.
    pub(super) name: String,
    /// The enclosing type or module; empty at the top level of a file.
    pub(super) owner: String,
    /// True for a constructor that is called by the name of its type: only calls can mean it.
    pub(super) only_calls: bool,
}

impl Target {
    /// Returns the targets of a chunk: its own name, the names it defines, and its type's for a constructor.
    pub(super) fn of(tree: &ChunkTree, chunk: &Chunk) -> Vec<Self> {
        let target = |name: &str, owner: &str, only_calls| Self {
            path: tree.path().clone(),
            language: chunk.language.or(tree.language),
            kind: chunk.kind,
            name: name.to_owned(),
            owner: owner.to_owned(),
            only_calls,
        };
        let defined = chunk.definitions.iter();
        let defined = defined.filter(|_| chunk.kind == Kind::Items);
        let names = std::iter::once(&chunk.name).chain(defined.map(|it| &it.name));
        let names = names.filter(|name| !name.is_empty());
        let mut targets: Vec<Self> = names.map(|it| target(it, chunk.owner(), false)).collect();
        // `Merger(…)` and `new Merger(…)` call a constructor that has another name.
        if chunk.kind == Kind::Constructor && chunk.owner() != chunk.name {
            targets.push(target(chunk.owner(), "", true));
        }
        targets
    }

    /// Returns the target of an indexed declaration, by one of its names.
    pub(super) fn named(record: &Record, name: &str) -> Self {
        let owner = record.names.iter().skip(1).rev().nth(1);
        Self {
            path: record.path.clone(),
            language: record.language.as_deref().and_then(Language::named),
            kind: record.kind,
            name: name.to_owned(),
            owner: owner.cloned().unwrap_or_default(),
            only_calls: false,
        }
    }

    /// Returns true if a name of its document is among some origins.
    pub(super) fn is_among(&self, origins: &[Origin], name: &str) -> bool {
        let mut origins = origins.iter();
        origins.any(|origin| origin.path == self.path && origin.name == name)
    }

    /// Returns true for a member, which needs a value or type before its name.
    pub(super) fn is_member(&self) -> bool {
        matches!(self.kind, Kind::Method | Kind::Constructor | Kind::Accessor)
            && !self.owner.is_empty()
    }
}

/// Returns true for the kinds of functions, methods, constructors and macros.
pub(super) fn is_callable(kind: Kind) -> bool {
    kind.has_code() && kind != Kind::Accessor
}
