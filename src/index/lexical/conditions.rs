//! Conditions on chunks, and the terms of the chunks that meet them.
//!
//! Principal types: [`Clause`] and [`Condition`]. Contract: a condition never excludes a chunk that meets it;
//! for phrases the caller reads the text to decide.

use super::document::document;
use super::postings::for_each_term;
use super::schema::{FIELDS, LONG_WORD};
use super::searcher::Searcher;
use super::term_list::TermList;
use super::terms::{joined, terms, words};
use crate::chunk::{ChunkId, ChunkTree};
use crate::corpus::file_class::purpose;
use crate::corpus::{Place, SourcePath};
use crate::embed::EmbeddingKey;
use crate::index::error::Result;
use regex::RegexBuilder;
use std::collections::BTreeSet;
use tantivy::TantivyError;
use tantivy::schema::{Field, Term, Value};

/// Minimum length of a part of a word, in bytes: shorter ones are in almost every word.
const MIN_PART_LEN: usize = 3;

/// A property of a chunk with few values, which are terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Column {
    /// The language's name, its aliases, and the file's extension; lower-case.
    Language,
    /// The kind's name.
    Kind,
    /// The purpose: `code`, `tests`, `docs` or `config`, and the facets of code.
    Purpose,
}

impl Column {
    pub(crate) fn field(self) -> Field {
        match self {
            Self::Language => FIELDS.language,
            Self::Kind => FIELDS.kind,
            Self::Purpose => FIELDS.purpose,
        }
    }
}

/// A condition on a chunk.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Condition {
    /// The column has this value.
    Value(Column, String),
    /// Its path contains this (ignoring case), or matches it as a pattern if it has `*` or `?`.
    Path(String),
    /// This regular expression matches in its path, ignoring case.
    PathRegex(String),
    /// It is in one of the repositories at these places.
    Repository(Vec<Place>),
    /// It is in one of these files or is one of these chunks, both sorted: those that differ from git's HEAD.
    Changed(Vec<SourcePath>, Vec<ChunkId>),
    /// All terms of this are in its own name, in a name that it defines, or in that of a declaration in it.
    Symbol(String),
    /// Every term of this starts a heading above it, or its own.
    Heading(String),
    /// All terms of this are in its text, silent or not.
    Words(String),
    /// Its text may contain this: the inner words are terms of it, and the outer ones may be parts of terms.
    /// A certain result requires reading the text.
    Phrase(String),
}

/// Conditions of which a chunk must meet one, or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Clause {
    /// A chunk must meet at least one.
    AnyOf(Vec<Condition>),
    /// A chunk must not meet it.
    Not(Condition),
}

impl From<Condition> for Clause {
    fn from(condition: Condition) -> Self {
        Self::AnyOf(vec![condition])
    }
}

/// Returns true if a chunk that is not in the index meets all clauses, as a changed one.
pub fn meets(tree: &ChunkTree, chunk: usize, clauses: &[Clause]) -> Result<bool> {
    let path = tree.path();
    let key = Some(EmbeddingKey(0));
    let document = document(tree, purpose(path, &[]), &tree.chunks[chunk], key)?;
    let texts = |field: Field| document.get_all(field).filter_map(|value| value.as_str());
    let found = |fields: &[Field]| -> BTreeSet<String> {
        fields
            .iter()
            .flat_map(|field| texts(*field))
            .flat_map(terms)
            .collect()
    };
    let has_all = |name: &str, fields: &[Field]| {
        let found = found(fields);
        terms(name).iter().all(|term| found.contains(term))
    };
    let meets = |condition: &Condition| -> Result<bool> {
        Ok(match condition {
            Condition::Value(column, value) => texts(column.field()).any(|text| text == value),
            Condition::Path(_) | Condition::PathRegex(_) => {
                let folded = path.in_repository().to_lowercase();
                match path_test(condition)? {
                    Some(test) => is_met_at(&test, path.repository(), &folded),
                    None => true,
                }
            }
            Condition::Symbol(name) => has_all(name, &FIELDS.symbols()),
            Condition::Words(text) => has_all(text, &FIELDS.text()),
            Condition::Heading(text) => {
                let found = found(&[FIELDS.heading]);
                let mut starts = terms(text).into_iter();
                starts.all(|start| found.iter().any(|term| term.starts_with(&start)))
            }
            Condition::Repository(places) => {
                let place = path.repository();
                places.iter().any(|known| known.as_str() == place)
            }
            Condition::Changed(..) | Condition::Phrase(_) => true,
        })
    };
    for clause in clauses {
        let is_met = match clause {
            Clause::Not(condition) => !meets(condition)?,
            Clause::AnyOf(conditions) => {
                let mut is_met = false;
                for condition in conditions {
                    is_met |= meets(condition)?;
                }
                is_met
            }
        };
        if !is_met {
            return Ok(false);
        }
    }
    Ok(true)
}

/// One of several terms.
type Alternatives = Vec<Term>;

/// The terms of documents that meet a condition: one of each group. No groups for a condition without
/// requirements, such as a name without letters, and for conditions on the path. `lists` returns the terms of all
/// segments.
pub(crate) fn required<'l>(
    condition: &Condition,
    searcher: &Searcher,
    lists: impl FnOnce() -> Result<Vec<&'l TermList>>,
) -> Result<Vec<Alternatives>> {
    Ok(match condition {
        Condition::Path(_)
        | Condition::PathRegex(_)
        | Condition::Repository(_)
        | Condition::Changed(..) => Vec::new(),
        Condition::Value(column, value) => vec![anywhere(&[column.field()], value)],
        Condition::Symbol(name) => all_terms(name, &FIELDS.symbols()),
        Condition::Words(text) => all_terms(text, &FIELDS.all_text()),
        Condition::Heading(text) => {
            let mut required = Vec::new();
            for start in terms(text) {
                required.push(starting_with(&start, FIELDS.heading, searcher)?);
            }
            required
        }
        Condition::Phrase(text) => phrase(text, &lists()?)?,
    })
}

/// Every term must be in one of the fields.
fn all_terms(text: &str, fields: &[Field]) -> Vec<Alternatives> {
    terms(text)
        .iter()
        .map(|term| anywhere(fields, term))
        .collect()
}

/// A term in one of the fields.
fn anywhere(fields: &[Field], text: &str) -> Alternatives {
    fields
        .iter()
        .map(|field| Term::from_field_text(*field, text))
        .collect()
}

/// The inner words of a phrase are terms. The word at an end may be part of a term of the lists, or of a word that is
/// too long to be a term. An end of one or two letters is part of too many words to be used.
fn phrase(text: &str, lists: &[&TermList]) -> tantivy::Result<Vec<Alternatives>> {
    let mut required = Vec::new();
    for word in words(text) {
        let Some(whole) = terms(word).into_iter().next() else {
            continue;
        };
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let is_first = start == 0;
        let is_last = start + word.len() == text.len();
        let part = joined(word);
        if !is_first && !is_last {
            required.push(anywhere(&FIELDS.all_text(), &whole));
        } else if part.len() >= MIN_PART_LEN {
            let mut found = BTreeSet::new();
            for list in lists {
                list.find(&part, (is_first, is_last), &mut found)?;
            }
            let mut alternatives = vec![Term::from_field_text(FIELDS.long, LONG_WORD)];
            for term in found {
                alternatives.extend(anywhere(&FIELDS.all_text(), &term));
            }
            required.push(alternatives);
        }
    }
    Ok(required)
}

/// The terms of a field that start with `prefix`.
fn starting_with(prefix: &str, field: Field, searcher: &Searcher) -> tantivy::Result<Alternatives> {
    let mut found = BTreeSet::new();
    for segment in searcher.segment_readers() {
        for_each_term(segment, field, prefix, |term| {
            found.insert(Term::from_field_text(field, term.text));
            Ok(())
        })?;
    }
    Ok(found.into_iter().collect())
}

/// Maximum size of a compiled pattern of paths: it is compiled on each key stroke.
const MAX_COMPILED_BYTES: usize = 2 << 20;

/// A test of lower-case paths.
pub(crate) type PathTest = Box<dyn Fn(&str) -> bool>;

/// Returns true if a test accepts a lower-case path, or the same path below the place of its repository.
pub(crate) fn is_met_at(matches: &PathTest, place: &str, folded: &str) -> bool {
    matches(folded) || !place.is_empty() && matches(&format!("{}/{folded}", place.to_lowercase()))
}

/// The test of a condition on paths; none for another condition. Of [`Condition::Path`], a text is part of the path; in
/// a pattern, `*` is any characters, `**/` any directories or none, and `?` one character, and it matches from the
/// start of a component to the end of the path. Ignores case.
pub(crate) fn path_test(condition: &Condition) -> tantivy::Result<Option<PathTest>> {
    let source = match condition {
        Condition::PathRegex(regex) => format!("(?i){regex}"),
        Condition::Path(pattern) => {
            let pattern = pattern.to_lowercase();
            if !pattern.contains(['*', '?']) {
                return Ok(Some(Box::new(move |path: &str| path.contains(&pattern))));
            }
            let glob = regex::escape(&pattern)
                .replace("\\*\\*/", "(?:.*/)?")
                .replace("\\*", ".*")
                .replace("\\?", ".");
            format!("(?s)(?:^|/){glob}$")
        }
        _ => return Ok(None),
    };
    let regex = RegexBuilder::new(&source)
        .size_limit(MAX_COMPILED_BYTES)
        .build()
        .map_err(|error| TantivyError::InvalidArgument(error.to_string()))?;
    Ok(Some(Box::new(move |path: &str| regex.is_match(path))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_from_the_start_of_a_path_component() {
        let check = |pattern: &str, path, expected| {
            let matches = path_test(&Condition::Path(pattern.to_owned()))
                .unwrap()
                .unwrap();
            assert_eq!(matches(path), expected, "{pattern} {path}")
        };
        check("*.rs", "src/main.rs", true);
        check("src/*.rs", "src/a/main.rs", true);
        check("src/**/*.rs", "src/main.rs", true);
        check("src/**/*.rs", "src/a/b/main.rs", true);
        check("src/**/main.rs", "src/not_main.rs", false);
        check("app/[id]/*", "app/[id]/page.ts", true);
        check("main.??", "src/main.rs", true);
        check("ain.rs", "src/main.rs", true);
        check("ain.r?", "src/main.rs", false);
        check("MAIN.R?", "src/main.rs", true);
        check("*.py", "src/main.rs", false);
        check("a+(b)*", "src/a+(b).rs", true);
        check("*", "", true);
    }
}
