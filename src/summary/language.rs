//! What languages and formats are called in sentences.

/// Names that are not their lower-case names with a capital letter.
const NAMES: &[(&str, &str)] = &[
    ("cmake", "CMake"),
    ("cpp", "C++"),
    ("csharp", "C#"),
    ("css", "CSS"),
    ("docx", "Word"),
    ("graphql", "GraphQL"),
    ("hcl", "HCL"),
    ("html", "HTML"),
    ("javascript", "JavaScript"),
    ("json", "JSON"),
    ("ocaml", "OCaml"),
    ("ocaml_interface", "OCaml interface"),
    ("pdf", "PDF"),
    ("php", "PHP"),
    ("protobuf", "Protocol Buffers"),
    ("sql", "SQL"),
    ("toml", "TOML"),
    ("tsx", "TSX"),
    ("typescript", "TypeScript"),
    ("yaml", "YAML"),
];
/// Formats of data, of builds and of documents: no share of a repository's code.
const NO_CODE: &[&str] = &[
    "json",
    "yaml",
    "toml",
    "markdown",
    "docx",
    "pdf",
    "cmake",
    "make",
    "dockerfile",
    "",
];

/// `C++` of `cpp`; empty for an empty name.
pub(super) fn name(language: &str) -> String {
    if let Some((_, name)) = NAMES.iter().find(|(name, _)| *name == language) {
        return (*name).to_owned();
    }
    let mut letters = language.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Whether a language is one that programs are written in.
pub(super) fn is_code(language: &str) -> bool {
    !NO_CODE.contains(&language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_called_by_their_names() {
        let check = |language, expected: &str| assert_eq!(name(language), expected);
        check("rust", "Rust");
        check("cpp", "C++");
        check("typescript", "TypeScript");
        check("", "");
        assert!(is_code("rust"));
        assert!(!is_code("yaml"));
    }
}
