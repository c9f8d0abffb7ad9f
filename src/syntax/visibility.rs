//! Visibility of declarations outside their file, by the rules of each language.
//!
//! [`is_public()`] reads only name and signature. It decides `in:api`.

use super::Language;

/// Mark of a public declaration.
enum PublicMark {
    /// Its signature contains one of these words.
    With(&'static [&'static str]),
    /// Its signature contains none of these words.
    Without(&'static [&'static str]),
    /// `export` at the top level of a file; none of these words in a type.
    Export(&'static [&'static str]),
    /// Its name begins with a capital letter.
    Capital,
    /// Its name does not begin with `_`, unless it ends with it too.
    NoUnderscore,
    /// No mark: targets, rules and blocks are not public declarations.
    Nothing,
}

fn mark(language: Language) -> PublicMark {
    match language.name() {
        "rust" | "zig" => PublicMark::With(&["pub"]),
        "java" | "csharp" => PublicMark::With(&["public"]),
        "swift" => PublicMark::With(&["public", "open"]),
        "kotlin" | "scala" | "php" => PublicMark::Without(&["private", "protected", "internal"]),
        "c" | "cpp" => PublicMark::Without(&["static"]),
        "javascript" | "typescript" | "tsx" => PublicMark::Export(&["private", "protected"]),
        "elixir" => PublicMark::Without(&["defp", "defmacrop"]),
        "go" => PublicMark::Capital,
        "cmake" | "css" | "dockerfile" | "hcl" | "html" | "make" | "nix" => PublicMark::Nothing,
        _ => PublicMark::NoUnderscore,
    }
}

/// Returns true if a declaration with this name and signature is public. `is_member` is true for a member of
/// a type.
pub fn is_public(language: Language, name: &str, signature: &str, is_member: bool) -> bool {
    let has = |marks: &[&str]| {
        let mut words = signature.split(|it: char| !it.is_alphanumeric() && !"_(".contains(it));
        words.any(|word| marks.contains(&word))
    };
    match mark(language) {
        PublicMark::With(words) => has(words),
        PublicMark::Without(words) => !has(words),
        PublicMark::Export(words) if is_member => !has(words) && !name.starts_with('#'),
        PublicMark::Export(_) => has(&["export"]),
        PublicMark::Capital => name.starts_with(char::is_uppercase),
        PublicMark::NoUnderscore => !name.starts_with('_') || name.ends_with("__"),
        PublicMark::Nothing => false,
    }
}
