//! Filters as tantivy queries, so that they decide before top-k.

use super::schema::{Fields, LONG_WORD};
use super::terms::{joined, may_hold, terms, words};
use std::collections::BTreeSet;
use tantivy::Searcher;
use tantivy::query::{AllQuery, BooleanQuery, Occur, Query, TermQuery, TermSetQuery};
use tantivy::schema::{Field, IndexRecordOption, Term};

/// Shorter parts of words, in bytes, are parts of nearly everything.
const SHORTEST_PART: usize = 3;

/// What a chunk must be like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// Its language's name, an alias of it, or its file's extension; lower-case.
    Language(String),
    /// Its path contains this (without case), or matches it where it has `*` or `?`.
    Path(String),
    /// Its kind's name.
    Kind(String),
    /// All terms of this stand in its own name, or in one it defines.
    Symbol(String),
    /// Every term of this begins one of the headings above it, its own among them.
    Heading(String),
    /// All terms of this stand in its text.
    Words(String),
    /// Its text may hold this, as far as terms can tell: words inside stand there whole, those at
    /// its ends perhaps as parts of longer ones. Who needs certainty reads the text.
    Phrase(String),
}

/// A condition, or its opposite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// What.
    pub condition: Condition,
    /// Must not.
    pub negated: bool,
}

/// Languages and kinds are alternatives among themselves; everything else must all hold.
pub(crate) fn query(
    clauses: &[Clause],
    fields: &Fields,
    searcher: &Searcher,
) -> tantivy::Result<Box<dyn Query>> {
    let mut parts: Vec<(Occur, Box<dyn Query>)> = vec![(Occur::Must, Box::new(AllQuery))];
    let mut languages = Vec::new();
    let mut kinds = Vec::new();
    for clause in clauses {
        let query: Box<dyn Query> = match &clause.condition {
            Condition::Language(name) if !clause.negated => {
                languages.push(Term::from_field_text(fields.language, name));
                continue;
            }
            Condition::Kind(name) if !clause.negated => {
                kinds.push(Term::from_field_text(fields.kind, name));
                continue;
            }
            Condition::Language(name) => term(fields.language, name),
            Condition::Kind(name) => term(fields.kind, name),
            Condition::Path(pattern) => {
                Box::new(TermSetQuery::new(paths(pattern, fields, searcher)?))
            }
            Condition::Symbol(name) => match all_terms(name, &[fields.symbol]) {
                Some(query) => query,
                None => continue,
            },
            Condition::Heading(text) => match all_begun(text, fields.heading, searcher)? {
                Some(query) => query,
                None => continue,
            },
            Condition::Words(text) => match all_terms(text, &fields.text()) {
                Some(query) => query,
                None => continue,
            },
            Condition::Phrase(text) => phrase(text, fields, searcher)?,
        };
        parts.push((
            if clause.negated {
                Occur::MustNot
            } else {
                Occur::Must
            },
            query,
        ));
    }
    for alternatives in [languages, kinds]
        .into_iter()
        .filter(|terms| !terms.is_empty())
    {
        parts.push((Occur::Must, Box::new(TermSetQuery::new(alternatives))));
    }
    Ok(Box::new(BooleanQuery::new(parts)))
}

fn term(field: Field, text: &str) -> Box<dyn Query> {
    Box::new(TermQuery::new(
        Term::from_field_text(field, text),
        IndexRecordOption::Basic,
    ))
}

/// Every term must stand in one of the fields; none for a text without terms, which asks nothing.
fn all_terms(text: &str, fields: &[Field]) -> Option<Box<dyn Query>> {
    let terms = terms(text);
    let required: Vec<_> = terms
        .iter()
        .map(|text| (Occur::Must, anywhere(fields, [text])))
        .collect();
    (!required.is_empty()).then(|| Box::new(BooleanQuery::new(required)) as Box<dyn Query>)
}

/// One of these terms in one of the fields.
fn anywhere<'t>(fields: &[Field], texts: impl IntoIterator<Item = &'t String>) -> Box<dyn Query> {
    let texts = texts.into_iter();
    let terms = texts.flat_map(|text| fields.iter().map(|it| Term::from_field_text(*it, text)));
    Box::new(TermSetQuery::new(terms))
}

/// Every term must begin one in the field; none for a text without terms, which asks nothing.
fn all_begun(
    text: &str,
    field: Field,
    searcher: &Searcher,
) -> tantivy::Result<Option<Box<dyn Query>>> {
    let mut required: Vec<(Occur, Box<dyn Query>)> = Vec::new();
    for begun in terms(text) {
        let found = dictionary(field, searcher, |term| term.starts_with(&begun))?;
        required.push((Occur::Must, Box::new(TermSetQuery::new(found))));
    }
    Ok((!required.is_empty()).then(|| Box::new(BooleanQuery::new(required)) as Box<dyn Query>))
}

/// Words inside a phrase are terms; one at its end may be a part of a term of the dictionary, or of
/// a word that is too long to be one. An end of one or two letters is a part of too many to tell.
fn phrase(text: &str, fields: &Fields, searcher: &Searcher) -> tantivy::Result<Box<dyn Query>> {
    let mut parts: Vec<(Occur, Box<dyn Query>)> = vec![(Occur::Must, Box::new(AllQuery))];
    for word in words(text) {
        let Some(whole) = terms(word).into_iter().next() else {
            continue;
        };
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let (first, last) = (start == 0, start + word.len() == text.len());
        let part = joined(word);
        if !first && !last {
            parts.push((Occur::Must, anywhere(&fields.text(), [&whole])));
        } else if part.len() >= SHORTEST_PART {
            let fits = |term: &str| may_hold(term, &part, (first, last));
            let mut wanted = Vec::new();
            for field in fields.text() {
                wanted.extend(dictionary(field, searcher, fits)?);
            }
            wanted.push(Term::from_field_text(fields.long, LONG_WORD));
            parts.push((Occur::Must, Box::new(TermSetQuery::new(wanted))));
        }
    }
    Ok(Box::new(BooleanQuery::new(parts)))
}

/// The terms of a field that `wanted` accepts.
fn dictionary(
    field: Field,
    searcher: &Searcher,
    wanted: impl Fn(&str) -> bool,
) -> tantivy::Result<Vec<Term>> {
    let mut found = BTreeSet::new();
    for segment in searcher.segment_readers() {
        let index = segment.inverted_index(field)?;
        let mut stream = index.terms().stream()?;
        while stream.advance() {
            if let Ok(text) = std::str::from_utf8(stream.key())
                && wanted(text)
            {
                found.insert(text.to_owned());
            }
        }
    }
    Ok(found
        .iter()
        .map(|text| Term::from_field_text(field, text))
        .collect())
}

/// The indexed paths that match.
fn paths(pattern: &str, fields: &Fields, searcher: &Searcher) -> tantivy::Result<Vec<Term>> {
    let pattern = pattern.to_lowercase();
    let glob = pattern.contains(['*', '?']);
    dictionary(fields.path, searcher, |path| {
        let path = path.to_lowercase();
        if glob {
            glob_matches(&pattern, &path)
        } else {
            path.contains(&pattern)
        }
    })
}

/// `*` is any run, `?` any one character; a pattern may match anywhere that starts a path part.
fn glob_matches(pattern: &str, path: &str) -> bool {
    let starts = std::iter::once(0).chain(path.match_indices('/').map(|(slash, _)| slash + 1));
    let pattern: Vec<char> = pattern.chars().collect();
    starts
        .into_iter()
        .any(|start| wildcard(&pattern, &path[start..].chars().collect::<Vec<_>>()))
}

/// Greedy wildcard matching with one point to come back to: linear space, no recursion.
fn wildcard(pattern: &[char], text: &[char]) -> bool {
    let (mut at, mut seen, mut star, mut resume) = (0, 0, None, 0);
    while seen < text.len() {
        match pattern.get(at) {
            Some('*') => {
                (star, resume) = (Some(at), seen);
                at += 1;
            }
            Some(&expected) if expected == '?' || expected == text[seen] => {
                at += 1;
                seen += 1;
            }
            _ => {
                let Some(star) = star else { return false };
                resume += 1;
                (at, seen) = (star + 1, resume);
            }
        }
    }
    pattern[at..].iter().all(|&rest| rest == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_from_the_start_of_a_path_part() {
        let check = |pattern, path, expected| {
            assert_eq!(glob_matches(pattern, path), expected, "{pattern} {path}")
        };
        check("*.rs", "src/main.rs", true);
        check("src/*.rs", "src/a/main.rs", true);
        check("main.??", "src/main.rs", true);
        check("ain.rs", "src/main.rs", false);
        check("*.py", "src/main.rs", false);
        check("*", "", true);
    }
}
