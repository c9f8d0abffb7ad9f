//! Command templates of users, with the placeholders `{file}`, `{line}` and `{column}`.
//!
//! [`filled()`] fills them in. Invariant: a placeholder is filled within its word, so a file name never
//! becomes two arguments.

use super::launch::EditorLocation;
use std::ffi::OsString;

const PLACEHOLDERS: [&str; 3] = ["{file}", "{line}", "{column}"];

/// Returns true if a command has placeholders.
pub(super) fn has_placeholders(words: &[String]) -> bool {
    words
        .iter()
        .any(|word| PLACEHOLDERS.iter().any(|name| word.contains(name)))
}

/// Fills in the placeholders; returns program and arguments. Without `{file}`, the file is appended.
pub(super) fn filled(words: &[String], location: EditorLocation<'_>) -> (OsString, Vec<OsString>) {
    let mut filled = words.iter().map(|word| fill_word(word, location));
    let program = filled.next().unwrap_or_default();
    let mut arguments: Vec<OsString> = filled.collect();
    if !words.iter().any(|word| word.contains("{file}")) {
        arguments.push(location.file.to_owned());
    }
    (program, arguments)
}

/// Fills in one word, the file last, so that a `{line}` in its name is kept.
pub(super) fn fill_word(word: &str, location: EditorLocation<'_>) -> OsString {
    let located = word
        .replace("{line}", &location.line.to_string())
        .replace("{column}", &location.column.to_string());
    let mut parts = located.split("{file}");
    let mut filled = OsString::from(parts.next().unwrap_or_default());
    for part in parts {
        filled.push(location.file);
        filled.push(part);
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;

    #[test]
    fn a_placeholder_in_a_file_name_is_kept() {
        let location = EditorLocation {
            file: OsStr::new("/r/{line}.rs"),
            line: 1,
            column: 1,
        };
        assert_eq!(fill_word("{file}", location), "/r/{line}.rs");
    }
}
