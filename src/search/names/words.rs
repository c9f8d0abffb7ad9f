//! Words of a query: terms and inflections.
//!
//! [`query_words()`] splits a query.

use super::inflections::inflections;
use super::notation::is_of_name;
use super::stop_words::is_stop_word;
use crate::index::{Word, terms};
use crate::search::query::QualifiedName;
use std::collections::HashSet;

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
