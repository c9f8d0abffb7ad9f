//! Chunks that contain a compound token verbatim: the key of a setting, such as `max.poll.interval.ms`. Its words
//! are also in many other chunks.
//!
//! Contract of [`find()`]: chunks are found by a regular expression, and only for a query of one token.

use super::retrievers::keywords;
use crate::index::{EntrySet, IndexError, terms};
use crate::search::context::{SearchContext, SearchError};
use crate::search::literal;
use crate::search::query::{Pattern, Query};

/// Maximum number of distinct texts that are read.
const TEXTS: usize = 400;
/// Maximum length of a token, in bytes.
const MAX_LEN: usize = 128;

/// Returns the passing leaves that contain the query as typed, among the [`TEXTS`] with the best keyword scores.
/// Empty if the query is not a compound token, or is part of a path.
pub(super) fn find(
    context: &SearchContext<'_>,
    terms: &[String],
    passing: &EntrySet,
) -> Result<EntrySet, SearchError> {
    let (snapshot, query) = (context.snapshot, context.query);
    let token = query.words.trim();
    if query.reads_text() || !is_compound(token) || is_of_path(context, token)? {
        return Ok(EntrySet::default());
    }
    // Not within a longer word.
    let Ok(pattern) = Pattern::new(&format!(r"\b{}\b", regex::escape(token)), query.switches)
    else {
        return Ok(EntrySet::default());
    };
    let exact = Query {
        patterns: vec![pattern],
        ..query.clone()
    };
    let best = keywords(snapshot, terms, passing, TEXTS, &[])?.best;
    let likely: EntrySet = best.into_iter().map(|(entry, _)| entry).collect();
    literal::narrow(&context.with(&exact), &likely)
}

/// Returns true for several words with a separator: `a-b`, `a.b`, `a:b`, `a/b`.
fn is_compound(token: &str) -> bool {
    token.contains(['-', '.', ':', '/'])
        && token.len() <= MAX_LEN
        && token
            .chars()
            .all(|character| character.is_alphanumeric() || "_-.:/".contains(character))
        && terms::words(token).len() > 1
}

/// Returns true if a path has the words of a token in succession.
fn is_of_path(context: &SearchContext<'_>, token: &str) -> Result<bool, IndexError> {
    let words = terms::words(token);
    for path in context.snapshot.paths()?.iter() {
        // Few paths have all the words, in whatever order.
        if words.iter().all(|word| path.as_str().contains(word))
            && terms::words(path.as_str())
                .windows(words.len())
                .any(|run| run == words)
        {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compound_token_has_words_and_separators() {
        let check = |token, expected| assert_eq!(is_compound(token), expected, "{token}");
        check("repl-backlog-size", true);
        check("max.poll.interval_ms", true);
        check("a:b", true);
        check("a/b", true);
        check("max_size", false);
        check("merge.", false);
        check("--", false);
        check("a.b c", false);
        check("node->next", false);
        check("漢字", false);
        check(&"a.b".repeat(100), false);
    }
}
