//! Target of a reference: a declaration and the name it is used by.

use super::origin::Origin;
use crate::chunk::{Chunk, ChunkTree, Kind};
use crate::corpus::SourcePath;
use crate::index::Record;
use crate::syntax::Language;

/// A declaration, or a name that a leaf defines.
#[derive(Clone, Debug)]
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
    fn new(
        path: &SourcePath,
        language: Option<Language>,
        kind: Kind,
        name: &str,
        owner: &str,
    ) -> Self {
        Self {
            path: path.clone(),
            language,
            kind,
            name: name.to_owned(),
            owner: owner.to_owned(),
            only_calls: false,
        }
    }

    /// Returns the targets of a chunk: its own name, the names it defines, and its type's for a constructor.
    pub(super) fn of(tree: &ChunkTree, chunk: &Chunk) -> Vec<Self> {
        let language = chunk.language.or(tree.language);
        let target =
            |name: &str, owner: &str| Self::new(tree.path(), language, chunk.kind, name, owner);
        let mut targets = Vec::new();
        if !chunk.name.is_empty() {
            targets.push(target(&chunk.name, chunk.owner()));
        }
        if chunk.kind == Kind::Items {
            let defined = chunk.definitions.iter();
            targets.extend(defined.map(|it| target(&it.name, chunk.owner())));
        }
        // `Merger(…)` and `new Merger(…)` call a constructor that has another name.
        if chunk.kind == Kind::Constructor && chunk.owner() != chunk.name {
            targets.push(Self {
                only_calls: true,
                ..target(chunk.owner(), "")
            });
        }
        targets
    }

    /// Returns the target of an indexed declaration, by one of its names.
    pub(super) fn named(record: &Record, name: &str) -> Self {
        let owner = match record.names.as_slice() {
            [_, .., owner, _] => owner,
            _ => "",
        };
        let language = record.language.as_deref().and_then(Language::named);
        Self::new(&record.path, language, record.kind, name, owner)
    }

    /// Returns true if an import with this origin means the target.
    pub(super) fn is_declared_at(&self, origin: &Origin) -> bool {
        !self.is_member() && (&origin.path, &origin.name) == (&self.path, &self.name)
    }

    /// Returns true for a member, which needs a value or type before its name.
    pub(super) fn is_member(&self) -> bool {
        matches!(self.kind, Kind::Method | Kind::Constructor | Kind::Accessor)
            && !self.owner.is_empty()
    }

    /// Returns true for functions, methods, constructors and macros.
    pub(super) fn is_callable(&self) -> bool {
        is_callable(self.kind)
    }
}

/// Returns true for the kinds of functions, methods, constructors and macros.
pub(super) fn is_callable(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Function | Kind::Method | Kind::Constructor | Kind::Macro
    )
}
