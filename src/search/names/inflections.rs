//! Inflections of English words: `merging` also matches `merge`, `merges` and `merged`.
//!
//! The rules also generate forms that are not words; the index decides which of them occur.
//!
//! [`inflections()`] is called for the plain words of a query.

use std::collections::BTreeSet;

/// Minimum length of a stem: `ring` is not a form of `r`.
const MIN_STEM: usize = 3;
/// Endings that take `es` in the plural.
const SIBILANTS: [&str; 5] = ["s", "x", "z", "ch", "sh"];

/// Returns the other forms of a lower-case word, sorted.
pub(super) fn inflections(word: &str) -> Vec<String> {
    let mut forms = BTreeSet::new();
    for base in bases(word) {
        add_forms(&base, &mut forms);
    }
    forms.remove(word);
    forms.into_iter().collect()
}

/// Returns possible base forms: the word itself, and the word without its ending.
fn bases(word: &str) -> Vec<String> {
    let mut bases = vec![word.to_owned()];
    let strip = |endings: &[&str]| endings.iter().find_map(|ending| word.strip_suffix(ending));
    if let Some(rest) = strip(&["ies", "ied"]) {
        bases.push(format!("{rest}y"));
    } else if let Some(rest) = strip(&["ings", "ing", "ed"]) {
        if may_be_stem(rest) {
            bases.extend([rest.to_owned(), format!("{rest}e")]);
            bases.extend(undoubled(rest).map(str::to_owned));
        }
    } else if strip(&["ss", "us", "is"]).is_none() {
        let whole = strip(&["es"]).filter(|rest| is_sibilant(rest));
        for rest in [whole, strip(&["s"])].into_iter().flatten() {
            if may_be_stem(rest) {
                bases.push(rest.to_owned());
            }
        }
    }
    bases
}

/// Adds a base form and its inflections.
fn add_forms(base: &str, forms: &mut BTreeSet<String>) {
    let mut add = |stem: &str, endings: &[&str]| {
        forms.extend(endings.iter().map(|ending| format!("{stem}{ending}")));
    };
    if let Some(stem) = base.strip_suffix('e') {
        add(stem, &["e", "es", "ed", "ing"]);
    } else if let Some(stem) = base.strip_suffix('y').filter(|stem| !ends_in_vowel(stem)) {
        add(stem, &["y", "ies", "ied", "ying"]);
    } else {
        let plural = if is_sibilant(base) { "es" } else { "s" };
        add(base, &["", plural, "ed", "ing"]);
    }
    if let Some(doubled) = doubled(base) {
        add(&doubled, &["ed", "ing"]);
    }
}

/// Returns true if this may be a word: the `str` of `string` is not.
fn may_be_stem(rest: &str) -> bool {
    rest.len() >= MIN_STEM && rest.bytes().any(is_vowel)
}

fn is_sibilant(word: &str) -> bool {
    SIBILANTS.iter().any(|ending| word.ends_with(ending))
}

/// `run` of `runn`.
fn undoubled(word: &str) -> Option<&str> {
    match word.as_bytes() {
        [.., before, last]
            if before == last && !is_vowel(*last) && !matches!(last, b's' | b'z') =>
        {
            word.get(..word.len() - 1)
        }
        _ => None,
    }
}

/// `runn` of `run`.
fn doubled(word: &str) -> Option<String> {
    match word.as_bytes() {
        [.., first, middle, last]
            if !is_vowel(*first)
                && is_vowel(*middle)
                && !is_vowel(*last)
                && !matches!(last, b'w' | b'x') =>
        {
            Some(format!("{word}{}", char::from(*last)))
        }
        _ => None,
    }
}

fn ends_in_vowel(word: &str) -> bool {
    word.bytes().next_back().is_some_and(is_vowel)
}

fn is_vowel(byte: u8) -> bool {
    matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks if one word is an inflection of the other.
    fn check(word: &str, other: &str, expected: bool) {
        let forms = inflections(word);
        let leads = forms.iter().any(|form| form == other);
        assert_eq!(leads, expected, "{word:?} {other:?} {forms:?}");
    }

    #[test]
    fn words_with_different_endings_are_inflections_of_each_other() {
        check("merge", "merging", true);
        check("merging", "merge", true);
        check("merges", "merged", true);
        check("segments", "segment", true);
        check("segment", "segments", true);
        check("retry", "retries", true);
        check("retried", "retrying", true);
        check("running", "run", true);
        check("controls", "controlled", true);
        check("controlled", "controls", true);
        check("patches", "patch", true);
        check("caches", "caching", true);
        check("embeddings", "embed", true);
    }

    #[test]
    fn a_final_part_that_resembles_an_ending_is_kept() {
        check("string", "str", false);
        check("process", "proces", false);
        check("status", "statu", false);
        check("thing", "th", false);
    }

    #[test]
    fn a_word_and_its_derivations_are_not_its_inflections() {
        check("merge", "merge", false);
        check("merger", "merge", false);
    }
}
