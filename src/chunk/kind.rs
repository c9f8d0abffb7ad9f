//! The names of kinds.

use super::Kind;

impl Kind {
    /// Returns true for declarations of a type. An `impl` only adds to one.
    pub fn is_type(self) -> bool {
        matches!(
            self,
            Self::Class | Self::Struct | Self::Enum | Self::Interface | Self::Trait | Self::Type
        )
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
