//! Inflections of English words: who asks for `merging` may mean `merge`, `merges` and `merged`.
//!
//! They are made by rule and not looked up: many are no words, and which are is said by the index.

use std::collections::BTreeSet;

/// Of a shorter word too little remains to be told apart: `ring` is no form of `r`.
const SHORTEST: usize = 3;
/// A plural after these ends in `es`.
const HISSING: [&str; 5] = ["s", "x", "z", "ch", "sh"];

/// What else a word of lower-case letters may be written like, in order.
pub(super) fn inflections(word: &str) -> Vec<String> {
    let mut forms = BTreeSet::new();
    for base in bases(word) {
        add_forms(&base, &mut forms);
    }
    forms.remove(word);
    forms.into_iter().collect()
}

/// What a word may be a form of: itself, and what is left without its ending.
fn bases(word: &str) -> Vec<String> {
    let mut bases = vec![word.to_owned()];
    let strip = |endings: &[&str]| endings.iter().find_map(|ending| word.strip_suffix(ending));
    if let Some(rest) = strip(&["ies", "ied"]) {
        bases.push(format!("{rest}y"));
    } else if let Some(rest) = strip(&["ings", "ing", "ed"]) {
        if is_enough(rest) {
            bases.extend([rest.to_owned(), format!("{rest}e")]);
            bases.extend(undoubled(rest).map(str::to_owned));
        }
    } else if strip(&["ss", "us", "is"]).is_none() {
        let whole = strip(&["es"]).filter(|rest| hisses(rest));
        let rests = [whole, strip(&["s"])].into_iter().flatten();
        bases.extend(rests.filter(|rest| is_enough(rest)).map(str::to_owned));
    }
    bases
}

/// A word and what is written of it.
fn add_forms(base: &str, forms: &mut BTreeSet<String>) {
    let mut add = |stem: &str, endings: &[&str]| {
        forms.extend(endings.iter().map(|ending| format!("{stem}{ending}")));
    };
    if let Some(stem) = base.strip_suffix('e') {
        add(stem, &["e", "es", "ed", "ing"]);
    } else if let Some(stem) = base.strip_suffix('y').filter(|stem| !ends_in_vowel(stem)) {
        add(stem, &["y", "ies", "ied", "ying"]);
    } else {
        let plural = if hisses(base) { "es" } else { "s" };
        add(base, &["", plural, "ed", "ing"]);
    }
    if let Some(doubled) = doubled(base) {
        add(&doubled, &["ed", "ing"]);
    }
}

/// Whether this may be a word of its own: `str` of `string` is none.
fn is_enough(rest: &str) -> bool {
    rest.len() >= SHORTEST && rest.bytes().any(is_vowel)
}

fn hisses(word: &str) -> bool {
    HISSING.iter().any(|ending| word.ends_with(ending))
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

    /// Whether a word leads to another.
    fn check(word: &str, other: &str, expected: bool) {
        let forms = inflections(word);
        let leads = forms.iter().any(|form| form == other);
        assert_eq!(leads, expected, "{word:?} {other:?} {forms:?}");
    }

    #[test]
    fn endings_lead_to_each_other() {
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
    fn what_only_looks_like_an_ending_stays() {
        check("string", "str", false);
        check("process", "proces", false);
        check("status", "statu", false);
        check("thing", "th", false);
    }

    #[test]
    fn neither_itself_nor_a_derivation_is_an_inflection() {
        check("merge", "merge", false);
        check("merger", "merge", false);
    }
}
