//! Suggestions for mistyped names.
//!
//! [`did_you_mean()`] ends the messages about unknown keys, actions, themes and commands.

use strsim::levenshtein;

/// Maximum number of suggestions.
const MAX_SUGGESTIONS: usize = 3;

/// Returns `; did you mean a or b?`, or an empty string if no name is similar.
pub fn did_you_mean<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    match similar_names(typed, names).as_slice() {
        [] => String::new(),
        near => format!("; did you mean {}?", near.join(" or ")),
    }
}

/// Similar names, best first: names that contain the typed text, then names within an edit distance
/// of a third of its length.
fn similar_names<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let most = typed.chars().count().div_ceil(3);
    let mut found: Vec<(bool, usize, &str)> = names
        .into_iter()
        .filter_map(|name| {
            let away = levenshtein(typed, name);
            let is_part = typed.len() > 2 && name.contains(typed);
            (away <= most || is_part).then_some((!is_part, away, name))
        })
        .collect();
    found.sort();
    found.truncate(MAX_SUGGESTIONS);
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
        check("next-rwo", &names, "; did you mean next-row or next-hit?");
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
        check("zoom", &names, "");
        check("", &names, "");
    }
}
