//! Target of a reference: a declaration and the name it is used by.
//!
//! Principal type: [`Target`]. A chunk has several if it defines several names; each is resolved separately.

use crate::chunk::{Chunk, ChunkTree, Kind};
use crate::corpus::SourcePath;
use crate::index::Record;
use crate::syntax::{Language, Reach};

/// A declaration, or a name that a leaf defines.
pub(super) struct Target {
    pub(super) path: SourcePath,
    pub(super) language: Option<Language>,
    pub(super) kind: Kind,
    /// Name in references to it.
    pub(super) name: String,
    /// The enclosing type or module; empty at the top level of a file.
    pub(super) owner: String,
    /// True for a method outside any type, whose owner is the file: a Zig file is a struct.
    pub(super) is_of_file: bool,
    /// True for a constructor that is called by the name of its type: only calls can mean it.
    pub(super) only_calls: bool,
}

impl Target {
    /// Returns the targets of a chunk: its own name, the names it defines, and for a constructor the name of
    /// its type. If some are on the 1-based line, returns only these.
    pub(super) fn of(tree: &ChunkTree, chunk: &Chunk, line: Option<u32>) -> Vec<Self> {
        let language = chunk.language.or(tree.language);
        let target = |name, owner| Self::new(tree.path(), language, chunk.kind, name, owner);
        let mut names = Vec::new();
        // A run has the name of its first definition, which only one of its pieces contains.
        let whole = tree.whole(chunk);
        if chunk.name_at.0 == whole.name_at.0 {
            names.push((&whole.name, whole.name_at.0));
        }
        if chunk.kind == Kind::Items {
            let definitions = chunk.definitions.iter();
            names.extend(definitions.map(|definition| (&definition.name, definition.line)));
        }
        names.retain(|(name, _)| !name.is_empty());
        if names.iter().any(|(_, at)| Some(*at) == line) {
            names.retain(|(_, at)| Some(*at) == line);
        }
        let mut targets = Vec::new();
        for (name, _) in names {
            targets.push(target(name, chunk.owner()));
        }
        // `Merger(…)` and `new Merger(…)` call a constructor, whatever its own name is.
        if chunk.kind == Kind::Constructor {
            let is_named = language.is_some_and(Language::names_constructors);
            targets.retain(|target| is_named || target.name != target.owner);
            targets.push(Self {
                only_calls: true,
                ..target(chunk.owner(), "")
            });
        }
        targets
    }

    /// Returns the target of an indexed declaration, by one of its names.
    pub(super) fn named(record: &Record, name: &str) -> Self {
        let mut names = record.names.iter().skip(1);
        let owner = names.nth_back(1).map_or("", String::as_str);
        let language = record.language.as_deref().and_then(Language::named);
        Self::new(&record.path, language, record.kind, name, owner)
    }

    fn new(
        path: &SourcePath,
        language: Option<Language>,
        kind: Kind,
        name: &str,
        owner: &str,
    ) -> Self {
        let reach = language.map_or(Reach::File, Language::reach);
        let is_of_file = kind == Kind::Method && owner.is_empty() && reach == Reach::File;
        let owner = if is_of_file { path.stem() } else { owner };
        Self {
            path: path.clone(),
            language,
            kind,
            name: name.to_owned(),
            owner: owner.to_owned(),
            is_of_file,
            only_calls: false,
        }
    }

    /// Returns true for a member that always needs a value or type before its name.
    pub(super) fn is_member(&self) -> bool {
        matches!(self.kind, Kind::Method | Kind::Constructor | Kind::Accessor)
            && !self.owner.is_empty()
            && !self.is_of_file
    }
}

/// Returns true if code in a language can use the target.
pub(super) fn is_usable_from(language: Option<Language>, target: &Target) -> bool {
    match (language, target.language) {
        (Some(one), Some(other)) => one.interoperates_with(other),
        _ => true,
    }
}

/// Returns true for the kinds of functions, methods, constructors and macros.
pub(super) fn is_callable(kind: Kind) -> bool {
    kind.has_code() && kind != Kind::Accessor
}
