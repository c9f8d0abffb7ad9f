//! Where sentences end.

/// What a full stop stands behind that ends no sentence, in lower case.
const ABBREVIATIONS: &[&str] = &[
    "e.g", "i.e", "eg", "ie", "vs", "cf", "mr", "mrs", "ms", "dr", "prof", "no", "fig", "sec",
    "approx", "incl", "excl", "resp", "al", "st", "inc", "ltd", "co", "corp", "ca", "viz", "ver",
    "vol", "pp", "ed", "eq", "dept", "est", "min", "max", "misc", "a.k.a", "aka", "w.r.t", "z.b",
    "d.h", "bzw", "u.s", "jr", "sr", "ref", "refs", "impl", "esp", "def",
];

/// The sentences of a paragraph, in order, without the white space between them.
pub(in crate::summary) fn sentences(paragraph: &str) -> impl Iterator<Item = &str> {
    let mut rest = paragraph.trim();
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = end_of_first(rest);
        let (sentence, after) = rest.split_at_checked(end)?;
        rest = after.trim_start();
        Some(sentence.trim_end())
    })
}

fn end_of_first(text: &str) -> usize {
    for (at, letter) in text.char_indices() {
        let after = at + letter.len_utf8();
        match letter {
            '。' | '！' | '？' => return after,
            '.' | '!' | '?' => {
                let rest = text.get(after..).unwrap_or_default();
                // What closes goes with the sentence: `(See above.)`.
                let closing = rest.trim_start_matches([')', ']', '"', '\'', '”', '’', '»']);
                let end = text.len() - closing.len();
                let next = closing.trim_start().chars().next();
                let is_apart = closing.starts_with(char::is_whitespace) || next.is_none();
                let before = text.get(..at).unwrap_or_default();
                if is_apart && (letter != '.' || next.is_none_or(|next| ends(before, next))) {
                    return end;
                }
            }
            _ => {}
        }
    }
    text.len()
}

/// Whether a full stop ends a sentence, by what stands before it and what comes next.
fn ends(before: &str, next: char) -> bool {
    let word = before.rsplit(char::is_whitespace).next();
    let word = word
        .unwrap_or_default()
        .trim_start_matches(['(', '[', '"', '\'']);
    let lower = word.to_lowercase();
    let is_initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    let is_short = word.chars().count() < 4;
    // The number of a list, or a version's: `1. First`.
    let is_number = !word.is_empty() && word.chars().all(|digit| digit.is_ascii_digit());
    let is_listed = is_number && before.len() == word.len();
    let is_abbreviated = ABBREVIATIONS.contains(&lower.as_str()) || is_initial || is_listed;
    match next.is_lowercase() {
        true => !is_abbreviated && !is_short && lower != "etc",
        false => !is_abbreviated,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(paragraph: &str, expected: &[&str]) {
        let found: Vec<&str> = sentences(paragraph).collect();
        assert_eq!(found, expected, "{paragraph:?}");
    }

    #[test]
    fn a_sentence_ends_at_a_stop_before_a_space() {
        check(
            "Merges segments. Then it ends.",
            &["Merges segments.", "Then it ends."],
        );
        check("Really?  Yes!", &["Really?", "Yes!"]);
        check("No stop at all", &["No stop at all"]);
        check("(See above.) And below.", &["(See above.)", "And below."]);
        check("Reads files. iOS is one.", &["Reads files.", "iOS is one."]);
        check("", &[]);
    }

    #[test]
    fn abbreviations_decimals_and_names_end_nothing() {
        check(
            "Compressed, e.g. LZ4 or i.e. Zstd.",
            &["Compressed, e.g. LZ4 or i.e. Zstd."],
        );
        check("It is 1.5 times faster.", &["It is 1.5 times faster."]);
        check(
            "For Node.js and U.S. English.",
            &["For Node.js and U.S. English."],
        );
        check("By D. E. Knuth. In C.", &["By D. E. Knuth.", "In C."]);
        check(
            "Lists, maps, etc. are values.",
            &["Lists, maps, etc. are values."],
        );
        check(
            "Lists, maps, etc. Others too.",
            &["Lists, maps, etc.", "Others too."],
        );
        check("See (cf. Fig. 3) there.", &["See (cf. Fig. 3) there."]);
        check("Since version 2.0. New.", &["Since version 2.0.", "New."]);
        check("1. First it reads. Then.", &["1. First it reads.", "Then."]);
    }

    #[test]
    fn other_scripts_have_other_stops() {
        check("索引を統合する。速い。", &["索引を統合する。", "速い。"]);
        check("Größe. Übung macht.", &["Größe.", "Übung macht."]);
    }

    proptest! {
        #[test]
        fn sentences_are_the_paragraph(text in "\\PC*") {
            let words = |text: &str| -> String { text.split_whitespace().collect() };
            let joined: Vec<&str> = sentences(&text).collect();
            prop_assert_eq!(words(&joined.concat()), words(&text));
            prop_assert!(joined.iter().all(|sentence| !sentence.is_empty()));
        }
    }
}
