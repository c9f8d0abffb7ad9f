//! Names near one that does not exist, for people who mistyped it.

use strsim::levenshtein;

/// At most this many are offered.
const OFFERED: usize = 3;

/// `; did you mean a or b?`, or nothing where nothing is near.
pub fn hint<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    match near(typed, names).as_slice() {
        [] => String::new(),
        near => format!("; did you mean {}?", near.join(" or ")),
    }
}

/// The names that a mistyped one may stand for, the nearest first: those that hold all of what was
/// typed, then those that differ in at most a third of their letters.
fn near<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
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
    found.truncate(OFFERED);
    found.into_iter().map(|(.., name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(typed: &str, names: &[&str], expected: &str) {
        assert_eq!(hint(typed, names.iter().copied()), expected, "{typed}");
    }

    #[test]
    fn the_nearest_names_are_offered() {
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
