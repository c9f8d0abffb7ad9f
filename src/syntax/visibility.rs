//! Visibility of declarations outside their file, by the rules of each language.
//!
//! [`is_public()`] reads only name and signature. It decides `in:api`.

use super::Language;

/// Returns true if a declaration with this name and signature is public. `is_member` is true for a member of
/// a type.
pub fn is_public(language: Language, name: &str, signature: &str, is_member: bool) -> bool {
    let has = |marks: &[&str]| {
        let mut words = signature.split(|it: char| !it.is_alphanumeric() && !"_(".contains(it));
        words.any(|word| marks.contains(&word))
    };
    match language.name() {
        "rust" | "zig" => has(&["pub"]),
        "java" | "csharp" => has(&["public"]),
        "swift" => has(&["public", "open"]),
        "kotlin" | "scala" | "php" => !has(&["private", "protected", "internal"]),
        "c" | "cpp" => !has(&["static"]),
        "javascript" | "typescript" | "tsx" => match is_member {
            true => !has(&["private", "protected"]) && !name.starts_with('#'),
            false => has(&["export"]),
        },
        "elixir" => !has(&["defp", "defmacrop"]),
        "go" => name.starts_with(char::is_uppercase),
        // Targets, rules and blocks.
        "cmake" | "css" | "dockerfile" | "hcl" | "html" | "make" | "nix" => false,
        _ => !name.starts_with('_') || name.ends_with("__"),
    }
}
