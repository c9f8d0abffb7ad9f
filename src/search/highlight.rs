//! The words of a query in a text: which to highlight, how many there are, and where the match is.
//!
//! Contract: a text is split into terms as the index splits it, so highlighted words are the ones that matched.

use super::names::{best_word, query_terms, query_words};
use super::query::{Mode, Query};
use crate::corpus::column_after;
use crate::index::terms;
use std::collections::{BTreeMap, HashSet};

/// Worth of a word that one line of a text contains, as its best line; it is shared by all lines with the word.
const RARITY: usize = 10_000;

/// Returns the words to highlight in code, lower-case, with their inflections.
pub fn highlighted_words(query: &Query) -> Vec<String> {
    let mut highlighted = Vec::new();
    for word in query_words(&query.words) {
        highlighted.push(word.term);
        highlighted.extend(word.forms);
    }
    highlighted
}

/// Returns the position of the match in a leaf's text, as 1-based line and column (in characters):
/// the first match of the first pattern or phrase; in symbol mode the most similar name; otherwise
/// the word with the most terms of the line with the most, and of several such lines, of the one with the
/// rarest. None without any match. `first` is the position at which the text starts.
pub fn match_position(text: &str, first: (u32, u32), query: &Query) -> Option<(u32, u32)> {
    let pattern = query.patterns.first().or(query.phrases.first());
    let at = match (pattern, query.mode) {
        (Some(pattern), _) => pattern.first(text)?,
        (None, Mode::Symbol) => best_word(text, &query.words)?,
        (None, _) => best_line(text, query)?,
    };
    Some(position(text, at, first))
}

/// Returns the 1-based lines and columns of the first match in each line of a leaf's text that a phrase or pattern
/// of the query matches. `first` is the position at which the text starts.
pub fn matching_lines(text: &str, first: (u32, u32), query: &Query) -> Vec<(u32, u32)> {
    let mut matches = BTreeMap::new();
    for pattern in query.required_text() {
        pattern.for_each_line(text.as_bytes(), |start, at| {
            let (line, column) = position(text, at.max(start), first);
            let earliest = matches.entry(line).or_insert(column);
            *earliest = column.min(*earliest);
            usize::MAX
        });
    }
    matches.into_iter().collect()
}

/// Converts a byte offset in a text that starts at `first` to line and column.
fn position(text: &str, at: usize, first: (u32, u32)) -> (u32, u32) {
    let before = text.get(..at).unwrap_or_default();
    let column = column_after(before.rsplit('\n').next().unwrap_or_default());
    match before.matches('\n').count() as u32 {
        0 => (first.0, first.1 + column - 1),
        lines => (first.0 + lines, column),
    }
}

/// Byte offset of the match in the best line.
fn best_line(text: &str, query: &Query) -> Option<usize> {
    let wanted = query_words(&query.words);
    if wanted.is_empty() {
        return None;
    }
    let mut lines = Vec::new();
    let mut counts = vec![0_usize; wanted.len()];
    for line in text.lines() {
        let (mut present, mut exact) = (HashSet::new(), HashSet::new());
        let (mut most, mut at) = (0, 0);
        for word in terms::words(line) {
            let mut of_word = 0;
            terms::for_each_term(word, |term| {
                if let Some(found) = wanted.iter().position(|wanted| wanted.may_be(term)) {
                    of_word += 1;
                    present.insert(found);
                    if wanted[found].term == term {
                        exact.insert(found);
                    }
                }
            });
            // For `zebra_two`, the second word of `zebra_one = zebra_two`.
            if of_word > most {
                (most, at) = (of_word, word.as_ptr() as usize - text.as_ptr() as usize);
            }
        }
        if most == 0 {
            continue;
        }
        for found in &present {
            counts[*found] += 1;
        }
        lines.push((present, exact.len(), !is_link(line), at));
    }
    // A line that is mostly a link comes last. Among lines with the same number of words, rare words win, then exact
    // forms, then the first line.
    let best = lines
        .into_iter()
        .rev()
        .max_by_key(|(present, exact, is_text, _)| {
            let rarity: usize = present.iter().map(|found| RARITY / counts[*found]).sum();
            (*is_text, present.len(), rarity, *exact)
        });
    best.map(|(.., at)| at)
}

/// Returns true for a line of which a link takes more than half.
fn is_link(line: &str) -> bool {
    let line = line.trim();
    let links = line.split_whitespace().filter(|word| word.contains("://"));
    links.map(str::len).sum::<usize>() * 2 > line.len()
}

/// Counts the occurrences of the query's words in a text, split into terms like the index, and of the
/// inflections that occur.
pub fn words_in(text: &str, query: &Query) -> Vec<(String, usize)> {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for word in highlighted_words(query) {
        counts.push((word, 0));
    }
    terms::for_each_term(text, |term| {
        if let Some((_, count)) = counts.iter_mut().find(|(wanted, _)| wanted == term) {
            *count += 1;
        }
    });
    let terms = query_terms(&query.words);
    counts.retain(|(word, count)| *count > 0 || terms.contains(word));
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, query: &str, expected: Option<(u32, u32)>) {
        let query = Query::parse(query, Mode::Hybrid);
        assert_eq!(
            match_position(text, (10, 1), &query),
            expected,
            "{text:?} {query:?}"
        );
    }

    #[test]
    fn words_are_split_into_terms_like_the_index() {
        let query = Query::parse("how are HTTP requests sent", Mode::Hybrid);
        let counts = words_in("fn sendHTTPRequest() // http", &query);
        let counts: Vec<(&str, usize)> = counts.iter().map(|(w, n)| (w.as_str(), *n)).collect();
        assert!(counts.contains(&("http", 2)), "{counts:?}");
        assert!(!counts.iter().any(|(word, _)| *word == "how"), "{counts:?}");
    }

    #[test]
    fn the_match_is_the_line_with_the_most_words() {
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
    fn of_lines_with_as_many_words_the_one_with_the_rarest_matches() {
        let text = "vary(cookie, session)\ndelete(cookie, session)\nsign(session)";
        check(text, "how is a session cookie signed", Some((12, 1)));
        check(text, "session cookie", Some((10, 6)));
    }

    #[test]
    fn the_match_in_a_line_is_the_word_with_the_most_terms() {
        check("zebra_one(zebra_two)", "zebra_two", Some((10, 11)));
        check("zebra = ZebraTwo;\nzebraTwo", "zebra_two", Some((10, 9)));
        check("zebra_one, two_x", "zebra two", Some((10, 1)));
    }

    #[test]
    fn a_pattern_a_phrase_or_a_symbol_determines_the_match() {
        let text = "// merge\nfn size() {\n    écrit.merge_all();\n}";
        check(text, "merge /merge_\\w+/", Some((12, 11)));
        check(text, "merge \"size()\"", Some((11, 4)));
        check(text, "merge /nowhere/", None);
        let query = Query::parse("mrgall", Mode::Symbol);
        assert_eq!(match_position(text, (10, 1), &query), Some((12, 11)));
    }

    #[test]
    fn positions_account_for_a_text_that_starts_within_a_line() {
        let check = |query: &str, expected| {
            let query = Query::parse(query, Mode::Hybrid);
            let found = match_position("and merges them\nand merges", (10, 80), &query);
            assert_eq!(found, expected, "{query:?}");
        };
        check("merges them", Some((10, 84)));
        check("\"merges them\"", Some((10, 84)));
        check("/merges$/", Some((11, 5)));
    }

    #[test]
    fn a_line_matches_by_inflections() {
        check(
            "fn a() {}\n// merges them",
            "merging segments",
            Some((11, 4)),
        );
        check("// merged\n// merging", "merging segments", Some((11, 4)));
        check("// merged", "merging", None);
    }

    #[test]
    fn inflections_are_counted_if_they_occur() {
        let query = Query::parse("merging segments", Mode::Hybrid);
        let counts = words_in("fn merge(segments) // merge", &query);
        let counts: Vec<(&str, usize)> = counts.iter().map(|(w, n)| (w.as_str(), *n)).collect();
        assert_eq!(counts, [("merging", 0), ("merge", 2), ("segments", 1)]);
    }

    #[test]
    fn a_link_is_the_match_only_if_no_other_line_is() {
        let link = "/// [Report](https://ktor.io/feedback/?fqname=io.ktor.client.plugins.HttpSend)";
        let text = format!("{link}\n/// Sends with plugins.");
        check(&text, "client plugins", Some((11, 16)));
        check(
            &format!("{link}\n/// Sends."),
            "client plugins",
            Some((10, 55)),
        );
    }
}
