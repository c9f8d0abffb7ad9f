//! The words of a query, and where they stand in a text.

use super::{Mode, Pattern, Query, forms, rank, symbols};
use crate::corpus::column_behind;
use crate::index::{Word, terms};
use std::collections::HashSet;

/// Words of a question that say nothing about its object (a short English list).
const STOP_WORDS: [&str; 62] = [
    "a", "an", "and", "are", "as", "at", "be", "been", "being", "by", "can", "could", "did", "do",
    "does", "doing", "for", "from", "had", "has", "have", "how", "i", "in", "into", "is", "it",
    "its", "me", "my", "of", "on", "or", "our", "should", "so", "such", "than", "that", "the",
    "their", "them", "then", "there", "these", "they", "this", "to", "use", "used", "uses",
    "using", "was", "we", "were", "what", "when", "where", "whether", "which", "with", "would",
];

/// Shorter words have few forms, and most of those are something else.
const SHORTEST_PLAIN: usize = 4;

/// Whether a lower-case word says nothing about what is asked for.
pub(super) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(&word)
}

/// The distinct terms of a text in order, without stop words unless nothing else remains.
pub(super) fn query_terms(words: &str) -> Vec<String> {
    let all = terms::terms(words);
    let telling: Vec<String> = all
        .iter()
        .filter(|term| !is_stop_word(term))
        .cloned()
        .collect();
    let chosen = if telling.is_empty() { all } else { telling };
    let mut seen = HashSet::new();
    chosen
        .into_iter()
        .filter(|term| seen.insert(term.clone()))
        .collect()
}

/// The same terms, each with the other forms in which it may stand.
pub(super) fn query_words(words: &str) -> Vec<Word> {
    let terms = query_terms(words);
    let plain = plain_words(words);
    let of = |term: &String| {
        let mut forms = match plain.contains(term.as_str()) {
            true => forms::inflections(term),
            false => Vec::new(),
        };
        // What the query says itself speaks for itself.
        forms.retain(|form| !terms.contains(form));
        Word {
            term: term.clone(),
            forms,
        }
    };
    terms.iter().map(of).collect()
}

/// The words of a question that are English and nothing else: what is typed like a name, or is one,
/// stands as it is typed.
fn plain_words(text: &str) -> HashSet<&str> {
    if rank::is_name(text) {
        return HashSet::new();
    }
    let words = terms::words(text).into_iter();
    words
        .filter(|word| word.len() >= SHORTEST_PLAIN)
        .filter(|word| word.bytes().all(|byte| byte.is_ascii_lowercase()))
        .filter(|word| !rank::is_of_name(text, word))
        .collect()
}

/// The words of a query that light up in code, lower-case, and their other forms.
pub fn lit_words(query: &Query) -> Vec<String> {
    let words = query_words(&query.words).into_iter();
    words
        .flat_map(|word| std::iter::once(word.term).chain(word.forms))
        .collect()
}

/// Where in a leaf's text the query stands: 1-based line and column (characters) of what its first
/// pattern or phrase matches; of the name most like the one asked for; else of the first of the lines
/// with most of its terms. None when nothing of it stands there. `first` is the 1-based line and column
/// the text starts at.
pub fn matched_at(text: &str, first: (u32, u32), query: &Query) -> Option<(u32, u32)> {
    let pattern = query.patterns.first().cloned();
    let phrase = || {
        query
            .phrases
            .first()
            .map(|text| Pattern::exactly(text).ok())
    };
    if let Some(pattern) = pattern.or_else(|| phrase().flatten()) {
        return pattern.first(text).map(|at| place(text, at, first));
    }
    match query.mode {
        Mode::Symbol => {
            let at = symbols::best_word(text, &query.words);
            at.map(|at| place(text, at, first))
        }
        _ => words_at(text, first, query),
    }
}

/// The line and the column of a byte of a text that starts at `first`.
fn place(text: &str, at: usize, first: (u32, u32)) -> (u32, u32) {
    let before = text.get(..at).unwrap_or_default();
    let column = column_behind(before.rsplit('\n').next().unwrap_or_default());
    match before.matches('\n').count() as u32 {
        0 => (first.0, first.1 + column - 1),
        lines => (first.0 + lines, column),
    }
}

fn words_at(text: &str, first: (u32, u32), query: &Query) -> Option<(u32, u32)> {
    let wanted = query_words(&query.words);
    if wanted.is_empty() {
        return None;
    }
    let mut best: Option<((usize, usize), usize)> = None;
    for line in text.lines() {
        let (mut present, mut exact) = (HashSet::new(), HashSet::new());
        let mut found_at = None;
        for word in terms::words(line) {
            terms::for_each_term(word, |term| {
                if let Some(found) = wanted.iter().position(|wanted| wanted.may_be(term)) {
                    present.insert(found);
                    if wanted[found].term == term {
                        exact.insert(found);
                    }
                    found_at.get_or_insert(word.as_ptr() as usize - text.as_ptr() as usize);
                }
            });
        }
        let Some(at) = found_at else { continue };
        // As many words as they are asked for say more.
        let here = (present.len(), exact.len());
        if best.is_none_or(|(most, _)| here > most) {
            best = Some((here, at));
        }
    }
    best.map(|(_, at)| place(text, at, first))
}

/// How often each word of the query stands in a text, by the same terms as the index has them; and
/// those of its other forms that do.
pub fn words_in(text: &str, query: &Query) -> Vec<(String, usize)> {
    let mut counts: Vec<(String, usize)> = lit_words(query).into_iter().map(|it| (it, 0)).collect();
    let asked: HashSet<String> = query_terms(&query.words).into_iter().collect();
    for word in terms::words(text) {
        terms::for_each_term(word, |term| {
            if let Some((_, count)) = counts.iter_mut().find(|(wanted, _)| wanted == term) {
                *count += 1;
            }
        });
    }
    counts.retain(|(word, count)| *count > 0 || asked.contains(word));
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Mode;

    fn check(text: &str, query: &str, expected: Option<(u32, u32)>) {
        let query = Query::parse(query, Mode::Hybrid);
        assert_eq!(
            matched_at(text, (10, 1), &query),
            expected,
            "{text:?} {query:?}"
        );
    }

    #[test]
    fn words_are_counted_as_the_index_splits_them() {
        let query = Query::parse("how are HTTP requests sent", Mode::Hybrid);
        let counts = words_in("fn sendHTTPRequest() // http", &query);
        let counts: Vec<(&str, usize)> = counts.iter().map(|(w, n)| (w.as_str(), *n)).collect();
        assert!(counts.contains(&("http", 2)), "{counts:?}");
        assert!(!counts.iter().any(|(word, _)| *word == "how"), "{counts:?}");
    }

    #[test]
    fn the_line_with_most_of_the_words_is_the_match() {
        check(
            "fn merge() {\n    merge_all(segments)\n}",
            "merge segments",
            Some((11, 5)),
        );
        check("fn merge() {\n    merge()\n}", "merge", Some((10, 4)));
        check("// größe\nlet x = size;", "the size", Some((11, 9)));
        check("fn a() {}", "nothing here", None);
        check("", "x", None);
    }

    #[test]
    fn a_pattern_a_phrase_or_a_name_is_the_match() {
        let text = "// merge\nfn size() {\n    écrit.merge_all();\n}";
        check(text, "merge /merge_\\w+/", Some((12, 11)));
        check(text, "merge \"size()\"", Some((11, 4)));
        check(text, "merge /nowhere/", None);
        let query = Query::parse("mrgall", Mode::Symbol);
        assert_eq!(matched_at(text, (10, 1), &query), Some((12, 11)));
    }

    #[test]
    fn a_text_may_start_within_a_line() {
        let check = |query: &str, expected| {
            let query = Query::parse(query, Mode::Hybrid);
            let found = matched_at("and merges them\nand merges", (10, 80), &query);
            assert_eq!(found, expected, "{query:?}");
        };
        check("merges them", Some((10, 84)));
        check("\"merges them\"", Some((10, 84)));
        check("/merges$/", Some((11, 5)));
    }

    #[test]
    fn a_line_may_have_a_word_in_another_form() {
        check(
            "fn a() {}\n// merges them",
            "merging segments",
            Some((11, 4)),
        );
        check("// merged\n// merging", "merging segments", Some((11, 4)));
        check("// merged", "merging", None);
    }

    fn check_forms(query: &str, expected: &[(&str, bool)]) {
        let words = query_words(query);
        let has: Vec<(&str, bool)> = words
            .iter()
            .map(|word| (word.term.as_str(), !word.forms.is_empty()))
            .collect();
        assert_eq!(has, expected, "{query:?}");
    }

    #[test]
    fn plain_words_of_a_question_have_other_forms() {
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
    fn other_forms_are_counted_where_they_stand() {
        let query = Query::parse("merging segments", Mode::Hybrid);
        let counts = words_in("fn merge(segments) // merge", &query);
        let counts: Vec<(&str, usize)> = counts.iter().map(|(w, n)| (w.as_str(), *n)).collect();
        assert_eq!(counts, [("merging", 0), ("merge", 2), ("segments", 1)]);
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
