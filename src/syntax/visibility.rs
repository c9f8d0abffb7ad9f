//! Visibility of declarations beyond their file, as each language marks it.

use super::Language;

/// The mark of a public declaration.
enum Mark {
    /// Its signature contains one of these words.
    With(&'static [&'static str]),
    /// Its signature contains none of these words.
    Without(&'static [&'static str]),
    /// `export` at the top of a file; none of these words in a type.
    Export(&'static [&'static str]),
    /// Its name begins with a capital.
    Capital,
    /// Its name does not begin with `_`, unless it ends with it too.
    NoUnderscore,
}

fn mark(language: Language) -> Mark {
    match language.name() {
        "rust" | "zig" => Mark::With(&["pub"]),
        "java" | "csharp" => Mark::With(&["public"]),
        "swift" => Mark::With(&["public", "open"]),
        "kotlin" | "scala" | "php" => Mark::Without(&["private", "protected", "internal"]),
        "c" | "cpp" => Mark::Without(&["static"]),
        "javascript" | "typescript" | "tsx" => Mark::Export(&["private", "protected"]),
        "elixir" => Mark::Without(&["defp", "defmacrop"]),
        "go" => Mark::Capital,
        _ => Mark::NoUnderscore,
    }
}

/// Returns true if a declaration with this name and signature is public; `is_member`: it is a
/// member of a type.
pub fn is_public(language: Language, name: &str, signature: &str, is_member: bool) -> bool {
    let has = |marks: &[&str]| {
        let mut words = signature.split(|it: char| !it.is_alphanumeric() && !"_(".contains(it));
        words.any(|word| marks.contains(&word))
    };
    match mark(language) {
        Mark::With(words) => has(words),
        Mark::Without(words) => !has(words),
        Mark::Export(words) if is_member => !has(words) && !name.starts_with('#'),
        Mark::Export(_) => has(&["export"]),
        Mark::Capital => name.starts_with(char::is_uppercase),
        Mark::NoUnderscore => !name.starts_with('_') || name.ends_with("__"),
    }
}
