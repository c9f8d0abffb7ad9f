//! Command templates of users, with the placeholders `{file}`, `{line}` and `{column}`.
//!
//! [`filled()`] fills them in. Invariant: a placeholder is filled within its word, so a file name never
//! becomes two arguments.

use super::EditorLocation;
use std::ffi::OsString;

const PLACEHOLDERS: [&str; 3] = ["{file}", "{line}", "{column}"];

/// Returns true if a command has placeholders.
pub(super) fn is_one(words: &[String]) -> bool {
    let mut words = words.iter();
    words.any(|word| PLACEHOLDERS.iter().any(|name| word.contains(name)))
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

/// Fills in one word in a single pass, so that a `{line}` in a file name is kept.
pub(super) fn fill_word(word: &str, location: EditorLocation<'_>) -> OsString {
    let mut filled = OsString::new();
    let mut rest = word;
    while let Some(open) = rest.find('{') {
        let (before, from_brace) = rest.split_at(open);
        filled.push(before);
        let name = PLACEHOLDERS
            .iter()
            .find(|name| from_brace.starts_with(**name));
        match name {
            Some(&"{file}") => filled.push(location.file),
            Some(&"{line}") => filled.push(location.line.to_string()),
            Some(_) => filled.push(location.column.to_string()),
            None => filled.push("{"),
        }
        rest = from_brace
            .get(name.map_or(1, |name| name.len())..)
            .unwrap_or_default();
    }
    filled.push(rest);
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
