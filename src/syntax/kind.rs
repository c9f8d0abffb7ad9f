//! Kinds of declarations and of other parts of documents.
//!
//! Principal type: [`Kind`]. Every query of a grammar, `kind:` filter and JSON object uses these names.

use serde::{Deserialize, Serialize};

named! {
    /// Kind of a chunk: a closed list. [`Kind::name`] is its name in queries of grammars, `kind:` filters and
    /// JSON.
    #[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
    #[expect(missing_docs, reason = "the names are the kinds")]
    pub enum Kind {
        File = "file",
        Module = "module",
        Class = "class",
        Struct = "struct",
        Enum = "enum",
        Interface = "interface",
        Trait = "trait",
        Impl = "impl",
        Type = "type",
        Function = "function",
        Method = "method",
        Constructor = "constructor",
        Accessor = "accessor",
        Macro = "macro",
        /// A run of constants, variables, fields, statements; its names are indexed as definitions.
        Items = "items",
        Imports = "imports",
        /// A heading of a document with its section (a parent), or the text of one (a leaf).
        Section = "section",
        /// A fenced block of code in a document.
        Code = "code",
        /// A window of lines in a file that is not parsed.
        #[default]
        Lines = "lines",
        /// All documents; only for a summary.
        Repository = "repository",
    }
}

impl Kind {
    /// Returns true for declarations of a type. An `impl` only adds to one.
    pub fn is_type(self) -> bool {
        matches!(
            self,
            Self::Class | Self::Struct | Self::Enum | Self::Interface | Self::Trait | Self::Type
        )
    }

    /// Returns true for declarations of code: functions, methods, constructors, accessors and macros.
    pub fn has_code(self) -> bool {
        use Kind::{Accessor, Constructor, Function, Macro, Method};
        matches!(self, Function | Method | Constructor | Accessor | Macro)
    }

    /// Returns true if functions in it are methods.
    pub fn has_methods(self) -> bool {
        self.is_type() || self == Self::Impl
    }

    /// Returns true if it opens a scope with members.
    pub fn has_members(self) -> bool {
        self.has_methods() || self == Self::Module
    }

    /// The kind with a name, or with a common short form (`fn`, `def`, `mod`, `const`).
    pub fn named(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        let name = match name.as_str() {
            "fn" | "func" | "def" => "function",
            "mod" | "namespace" | "package" => "module",
            "protocol" => "interface",
            "alias" | "typedef" => "type",
            "const" | "constant" | "variable" | "field" => "items",
            "import" | "use" => "imports",
            "heading" | "doc" => "section",
            "dir" | "directory" | "folder" => "module",
            "repo" | "project" => "repository",
            other => other,
        };
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_found_by_its_name() {
        for kind in Kind::ALL {
            assert_eq!(Kind::named(kind.name()), Some(kind));
        }
        assert_eq!(Kind::named("fn"), Some(Kind::Function));
        assert_eq!(Kind::named("nothing"), None);
    }
}
