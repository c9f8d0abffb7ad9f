//! The informative words of a long text: those with its rarest terms; and the names in it: inline code, and words that are
//! written like names.
//!
//! Words of templates, environments, versions and logs are common in a repository or absent from it, so no list of
//! such passages is needed.

use crate::index::terms::{terms, words};
use crate::index::{Result, Snapshot, Word};
use crate::search::names::query_terms;
use regex::Regex;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Maximum number of distinct terms that are searched.
const TERMS: usize = 64;

/// Returns the words with the rarest terms of a text, once each, in order; none if the text has few terms.
pub(super) fn informative_words(snapshot: &Snapshot, text: &str) -> Result<Option<String>> {
    let distinct = query_terms(text);
    if distinct.len() <= TERMS {
        return Ok(None);
    }
    let mut alone = Vec::with_capacity(distinct.len());
    for term in &distinct {
        alone.push(Word {
            term: term.clone(),
            forms: Vec::new(),
        });
    }
    let mut known = Vec::new();
    for (coverage, term) in snapshot.coverage(&alone, &[])?.iter().zip(&distinct) {
        if coverage.idf > 0.0 {
            known.push((coverage.idf, term.as_str()));
        }
    }
    // Stable: of equally rare terms the first.
    known.sort_by(|(left, _), (right, _)| right.total_cmp(left));
    let rarest: HashSet<&str> = known.iter().take(TERMS).map(|(_, term)| *term).collect();
    let mut seen = HashSet::new();
    let mut kept = Vec::new();
    for word in words(text) {
        if seen.insert(word) && terms(word).iter().any(|term| rarest.contains(&**term)) {
            kept.push(word);
        }
    }
    Ok(Some(kept.join(" ")))
}

/// Inline code, a name with its owner (`Session.get`), or a word with inner capitals or underscores.
static NAME: LazyLock<Regex> = regex!(
    r"(?x)
        `[^`\n]{1,80}`
      | [[:alpha:]_$@][\w$]* (?: (?: :: | \. | -> | \# ) [[:alpha:]_$][\w$]* )+
      | [[:lower:]]+[[:upper:]]\w*
      | [[:upper:]][[:lower:][:digit:]]+[[:upper:]]\w*
      | [[:upper:]]{2,}[[:lower:]]\w*
      | [[:alpha:]]\w*_\w+
      | _\w+"
);

/// Returns the distinct names in a text, in order, separated by spaces.
pub(super) fn names_in(text: &str) -> String {
    let mut seen = HashSet::new();
    let mut names = Vec::new();
    for found in NAME.find_iter(text) {
        let name = found.as_str().trim_matches('`');
        if seen.insert(name) {
            names.push(name);
        }
    }
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inline_code_and_words_written_like_names_are_names() {
        let check = |text: &str, expected: &str| assert_eq!(names_in(text), expected, "{text:?}");
        check("The `--fix all` flag of RuboCop fails", "--fix all RuboCop");
        check(
            "calls session.get, then Session::get_all()",
            "session.get Session::get_all",
        );
        check(
            "readUTF8 HTTPServer max_size __init__ NFS",
            "readUTF8 HTTPServer max_size __init__",
        );
        check("maxSize and maxSize", "maxSize");
        check("It fails at once. 2.15.3 of e-mail", "");
    }
}
