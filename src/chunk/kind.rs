//! The names of kinds.

use super::Kind;

impl Kind {
    /// Every kind, in the order of the documentation.
    pub const ALL: [Self; 20] = [
        Self::File,
        Self::Module,
        Self::Class,
        Self::Struct,
        Self::Enum,
        Self::Interface,
        Self::Trait,
        Self::Impl,
        Self::Type,
        Self::Function,
        Self::Method,
        Self::Constructor,
        Self::Accessor,
        Self::Macro,
        Self::Items,
        Self::Imports,
        Self::Section,
        Self::Code,
        Self::Lines,
        Self::Repository,
    ];

    /// Returns true for declarations of a type. An `impl` only adds to one.
    pub fn is_type(self) -> bool {
        matches!(
            self,
            Self::Class | Self::Struct | Self::Enum | Self::Interface | Self::Trait | Self::Type
        )
    }

    /// The name in `kind:` filters and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Module => "module",
            Self::Class => "class",
            Self::Struct => "struct",
            Self::Enum => "enum",
            Self::Interface => "interface",
            Self::Trait => "trait",
            Self::Impl => "impl",
            Self::Type => "type",
            Self::Function => "function",
            Self::Method => "method",
            Self::Constructor => "constructor",
            Self::Accessor => "accessor",
            Self::Macro => "macro",
            Self::Items => "items",
            Self::Imports => "imports",
            Self::Section => "section",
            Self::Code => "code",
            Self::Lines => "lines",
            Self::Repository => "repository",
        }
    }

    /// The kind of a name, or of a short form people type (`fn`, `def`, `mod`, `const`).
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
