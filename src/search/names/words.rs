//! Words of a query: terms and inflections, stems (`serialization`, `serializer` and `serialize` share one), and words that
//! carry no meaning for a search.
//!
//! [`query_words()`] splits a query.

use super::inflections::inflections;
use super::notation::is_of_name;
use crate::index::{Word, terms};
use crate::search::query::QualifiedName;
use std::collections::{BTreeSet, HashSet};

/// Minimum length of a word that is inflected: the few forms of shorter ones mostly mean other things.
const MIN_PLAIN_LENGTH: usize = 4;

/// Returns the distinct terms of a text in order, without stop words unless nothing else remains.
pub(crate) fn query_terms(words: &str) -> Vec<String> {
    let mut terms = terms::terms(words);
    if terms.iter().any(|term| !is_stop_word(term)) {
        terms.retain(|term| !is_stop_word(term));
    }
    let mut seen = HashSet::new();
    terms.retain(|term| seen.insert(term.clone()));
    terms
}

/// Returns the same terms, each with its inflections.
pub(crate) fn query_words(words: &str) -> Vec<Word> {
    let terms = query_terms(words);
    let plain = plain_words(words);
    let mut words = Vec::with_capacity(terms.len());
    for term in &terms {
        let mut forms = Vec::new();
        if plain.contains(term.as_str()) {
            forms = inflections(term);
            // A form that is itself a word of the query is matched as that word.
            forms.retain(|form| !terms.contains(form));
        }
        words.push(Word {
            term: term.clone(),
            forms,
        });
    }
    words
}

/// Returns the plain English words. Words that are names, or are written like names, match only as
/// typed.
fn plain_words(text: &str) -> HashSet<&str> {
    if QualifiedName::of_query(text).is_some() {
        return HashSet::new();
    }
    let mut words = terms::words(text);
    words.retain(|word| {
        word.len() >= MIN_PLAIN_LENGTH
            && word.bytes().all(|byte| byte.is_ascii_lowercase())
            && !is_of_name(text, word)
    });
    words.into_iter().collect()
}

/// English stop words.
const STOP_WORDS: [&str; 62] = [
    "a", "an", "and", "are", "as", "at", "be", "been", "being", "by", "can", "could", "did", "do",
    "does", "doing", "for", "from", "had", "has", "have", "how", "i", "in", "into", "is", "it",
    "its", "me", "my", "of", "on", "or", "our", "should", "so", "such", "than", "that", "the",
    "their", "them", "then", "there", "these", "they", "this", "to", "use", "used", "uses",
    "using", "was", "we", "were", "what", "when", "where", "whether", "which", "with", "would",
];

/// Returns true for a lower-case stop word.
pub(crate) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(&word)
}

/// Endings that are stripped, longest first.
const ENDINGS: [&str; 15] = [
    "izations", "ization", "ations", "ation", "ings", "ing", "ers", "er", "ies", "ied", "es", "ed",
    "s", "e", "y",
];

/// Stems of the words of a name.
pub(super) fn word_stems(name: &str) -> BTreeSet<String> {
    let mut stems = BTreeSet::new();
    for word in terms::words(name) {
        let terms = terms::terms(word);
        // The first term is the whole word; its parts, if any, replace it.
        let parts = if terms.len() > 1 { &terms[1..] } else { &terms };
        stems.extend(parts.iter().map(|part| stem(part).to_owned()));
    }
    stems
}

/// Strips English inflections and the most common derivations if enough of the word remains:
/// `serialization`, `serializer` and `serialize` share a stem (a reduced form of Porter, "An algorithm
/// for suffix stripping", 1980).
fn stem(term: &str) -> &str {
    for ending in ENDINGS {
        if let Some(rest) = term.strip_suffix(ending)
            && rest.len() >= 3
            && !(ending == "s" && rest.ends_with('s'))
        {
            return rest;
        }
    }
    term
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_forms(query: &str, expected: &[(&str, bool)]) {
        let words = query_words(query);
        let has: Vec<(&str, bool)> = words
            .iter()
            .map(|word| (word.term.as_str(), !word.forms.is_empty()))
            .collect();
        assert_eq!(has, expected, "{query:?}");
    }

    #[test]
    fn only_plain_words_are_inflected() {
        check_forms(
            "how are segments merged",
            &[("segments", true), ("merged", true)],
        );
        check_forms("segments", &[("segments", false)]);
        check_forms("the LRU set", &[("lru", false), ("set", false)]);
        check_forms(
            "retries of session.request",
            &[("retries", true), ("session", false), ("request", false)],
        );
        let words = query_words("merge merged segments");
        assert!(!words[0].may_be("merged"), "{words:?}");
    }

    #[test]
    fn stop_words_count_only_alone() {
        assert_eq!(
            query_terms("how are the segments merged"),
            ["segments", "merged"]
        );
        assert_eq!(query_terms("is this it"), ["is", "this", "it"]);
    }
}
