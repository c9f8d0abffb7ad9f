//! Names near one that does not exist, for people who mistyped it.

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
            let away = distance(typed, name);
            let is_part = typed.len() > 2 && name.contains(typed);
            (away <= most || is_part).then_some((!is_part, away, name))
        })
        .collect();
    found.sort();
    found.truncate(OFFERED);
    found.into_iter().map(|(.., name)| name).collect()
}

/// Letters to add, take away or change (Levenshtein 1966; row by row as Wagner and Fischer 1974).
/// What is longer than any name is not looked at to its end.
fn distance(one: &str, other: &str) -> usize {
    const LONGEST: usize = 64;
    let other: Vec<char> = other.chars().take(LONGEST).collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.chars().take(LONGEST).enumerate() {
        let mut diagonal = at;
        let mut left = at + 1;
        for (cell, expected) in row.iter_mut().skip(1).zip(&other) {
            let changed = diagonal + usize::from(letter != *expected);
            diagonal = *cell;
            left = changed.min(diagonal + 1).min(left + 1);
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = at + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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

    #[test]
    fn letters_are_counted() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("größe", "grosse"), 3);
    }

    proptest! {
        #[test]
        fn the_distance_is_a_metric(one in "[ab]{0,6}", other in "[ab]{0,6}", third in "[ab]{0,6}") {
            prop_assert_eq!(distance(&one, &other), distance(&other, &one));
            prop_assert_eq!(distance(&one, &other) == 0, one == other);
            prop_assert!(distance(&one, &third) <= distance(&one, &other) + distance(&other, &third));
        }
    }
}
