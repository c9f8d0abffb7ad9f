//! Suggestions for mistyped names.
//!
//! [`nearest_names()`] corrects filters; [`did_you_mean()`] ends the messages about unknown keys, actions, themes
//! and commands.

use strsim::damerau_levenshtein;

/// Maximum number of suggestions.
const MAX_SUGGESTIONS: usize = 3;

/// Returns `; did you mean a or b?`, or an empty string if no name is similar.
pub fn did_you_mean<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let mut near = nearest_names(typed, names);
    near.truncate(MAX_SUGGESTIONS);
    match near.as_slice() {
        [] => String::new(),
        near => format!("; did you mean {}?", near.join(" or ")),
    }
}

/// Returns similar names, best first: names that contain the typed text, then names within two edits, and
/// within two edits per five letters.
pub fn nearest_names<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found = Vec::new();
    for name in names {
        let edits = damerau_levenshtein(typed, name);
        let is_near = edits <= 2 && 5 * edits <= 2 * typed.len().max(name.len());
        let is_part = typed.len() > 2 && name.contains(typed);
        if is_near || is_part {
            found.push((!is_part, edits, name.len().abs_diff(typed.len()), name));
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(.., name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(typed: &str, names: &[&str], expected: &str) {
        assert_eq!(
            did_you_mean(typed, names.iter().copied()),
            expected,
            "{typed}"
        );
    }

    #[test]
    fn similar_names_are_suggested_best_first() {
        let names = ["next-row", "next-hit", "next-page", "fold", "quit"];
        check("next-rwo", &names, "; did you mean next-row?");
        check("nxt-row", &names, "; did you mean next-row?");
        check("fodl", &names, "; did you mean fold?");
        check(
            "next",
            &names,
            "; did you mean next-hit or next-row or next-page?",
        );
        check(
            "ext",
            &["exit", "next-row"],
            "; did you mean next-row or exit?",
        );
        check("pyhton", &["python", "typst"], "; did you mean python?");
        check("zoom", &names, "");
        check("", &names, "");
    }
}
