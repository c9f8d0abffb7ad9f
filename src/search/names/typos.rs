//! Typo correction: a word that occurs nowhere in the index is replaced by the closest declared name.
//!
//! Invariant: a correction loses no keyword match, because a word that occurs in any entry, or that a
//! declared name starts with, is searched as typed.
//!
//! Principal type: [`Typo`].

use super::declared::{NAMESAKES, declared_name};
use super::words::{is_stop_word, query_words};
use crate::chunk::Kind;
use crate::corpus::file_class::FileClass;
use crate::index::terms::{name_term, terms, words};
use crate::index::{LetterSet, Result, Snapshot};
use crate::search::context::{SearchContext, SearchError};
use crate::search::query::{Form, Mode, Query};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::slice;
use strsim::osa_distance;

/// Minimum number of letters of a word that is corrected.
const MIN_LETTERS: usize = 5;
/// Minimum number of letters of a word in which two edits are corrected.
const LONG_WORD: usize = 8;
/// Maximum number of corrected words: a query with more unknown words was not typed.
const MAX_WORDS: usize = 4;
/// Maximum difference between the letter sets of names two edits apart: each edit replaces a character
/// of up to two bytes by one of one byte.
const MAX_LETTER_DIFFERENCE: u32 = 6;

/// Returns the query with typos replaced by names, and these names.
pub(crate) fn corrected(
    context: &SearchContext<'_>,
) -> Result<Option<(Query, Vec<String>)>, SearchError> {
    let (snapshot, query) = (context.snapshot, context.query);
    let typos = unknown_words(snapshot, query)?;
    if typos.is_empty() || typos.len() > MAX_WORDS {
        return Ok(None);
    }
    let mut corrections: Vec<(&str, String)> = Vec::new();
    for (typo, names) in typos.iter().zip(close_names(context, &typos)?) {
        if let Some(name) = typo.choose(snapshot, names)? {
            corrections.push((typo.word, name));
        }
    }
    if corrections.is_empty() {
        return Ok(None);
    }
    let corrected = Query {
        words: replace(&query.words, &corrections),
        ..query.clone()
    };
    let mut also: Vec<String> = Vec::new();
    for (_, name) in corrections {
        if !also.contains(&name) {
            also.push(name);
        }
    }
    Ok(Some((corrected, also)))
}

/// Returns the words of a query that are nowhere in the index and start no declared name: all of them, or more
/// than are corrected.
fn unknown_words<'q>(snapshot: &Snapshot, query: &'q Query) -> Result<Vec<Typo<'q>>> {
    let mut unknown: Vec<Typo<'_>> = Vec::new();
    let is_typed =
        query.form != Form::LongText && !matches!(query.mode, Mode::Symbol | Mode::Regex);
    if !is_typed || query.error.is_some() {
        return Ok(unknown);
    }
    let inflected = query_words(&query.words);
    let of_phrases: Vec<&str> = query
        .phrases
        .iter()
        .flat_map(|phrase| words(phrase.source()))
        .collect();
    for word in words(&query.words) {
        if of_phrases.contains(&word) || unknown.iter().any(|typo| typo.word == word) {
            continue;
        }
        let Some(typo) = Typo::parse(word) else {
            continue;
        };
        let mut is_known = snapshot.is_in_entry(&typo.term)?;
        if let Some(word) = inflected.iter().find(|word| word.term == typo.term) {
            for form in &word.forms {
                is_known = is_known || snapshot.is_in_entry(form)?;
            }
        }
        if !is_known && snapshot.declared_names(&typo.term, 1)?.is_empty() {
            unknown.push(typo);
        }
        if unknown.len() > MAX_WORDS {
            break;
        }
    }
    Ok(unknown)
}

/// Returns, for each word, the declared names that it may be a typo of.
fn close_names(
    context: &SearchContext<'_>,
    typos: &[Typo<'_>],
) -> Result<Vec<BTreeSet<String>>, SearchError> {
    let mut close = vec![BTreeSet::new(); typos.len()];
    for (name, letters) in context.snapshot.names()? {
        context.check_cancelled()?;
        for (typo, close) in typos.iter().zip(&mut close) {
            if letters.difference(typo.letters) > MAX_LETTER_DIFFERENCE {
                continue;
            }
            let name = name_term(name);
            if distance(&typo.term, &name).is_some() {
                close.insert(name);
            }
        }
    }
    Ok(close)
}

/// A word of a query that may be a typo.
#[derive(Debug)]
struct Typo<'q> {
    /// As typed.
    word: &'q str,
    /// As a term of the index.
    term: String,
    letters: LetterSet,
    /// Terms of its parts, if it has several.
    parts: Vec<String>,
}

impl<'q> Typo<'q> {
    /// None for a short word, a stop word, and the name of a kind.
    fn parse(word: &'q str) -> Option<Self> {
        let mut terms = terms(word).into_iter();
        let term = terms.next()?;
        if letters(&term) < MIN_LETTERS || is_stop_word(&term) || Kind::named(&term).is_some() {
            return None;
        }
        Some(Self {
            word,
            letters: LetterSet::of(&term),
            term,
            parts: terms.collect(),
        })
    }

    /// Chooses the name that replaces the word. If the word has capitals or underscores, the name is
    /// written as declared, so that it has the same parts: of several spellings the closest, then the one in
    /// code rather than in tests.
    fn choose(&self, snapshot: &Snapshot, names: BTreeSet<String>) -> Result<Option<String>> {
        let mut declared: Vec<(String, usize)> = Vec::new();
        for name in names {
            if is_stop_word(&name) {
                continue;
            }
            let entries = snapshot.declaring(slice::from_ref(&name))?;
            // Names of deleted entries are in the index until segments merge.
            if entries.is_empty() {
                continue;
            }
            let mut written = name;
            if self.word != self.term
                && let Some(spelling) = self.closest_spelling(snapshot, &written, &entries)?
            {
                written = spelling;
            }
            if self.keeps_parts(snapshot, &written)? {
                declared.push((written, entries.len()));
            }
        }
        Ok(closest(&self.term, &declared).map(str::to_owned))
    }

    /// Returns the closest spelling of a name among its declarations.
    fn closest_spelling(
        &self,
        snapshot: &Snapshot,
        name: &str,
        declarations: &[u32],
    ) -> Result<Option<String>> {
        let mut spellings: BTreeSet<(usize, FileClass, String)> = BTreeSet::new();
        for entry in declarations.iter().take(NAMESAKES) {
            let record = snapshot.record(*entry)?;
            if let Some(written) = declared_name(&record, name) {
                let class = FileClass::of(&record.path, &record.names);
                let distance = osa_distance(self.word, written);
                spellings.insert((distance, class, written.to_owned()));
            }
        }
        Ok(spellings.pop_first().map(|(.., written)| written))
    }

    /// Returns true if a name has every part of the word that occurs in any entry.
    fn keeps_parts(&self, snapshot: &Snapshot, name: &str) -> Result<bool> {
        let terms = terms(name);
        for part in &self.parts {
            if !terms.contains(part) && snapshot.is_in_entry(part)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns the name that a word is a typo of, given names with their numbers of declarations: the
/// closest, then the most declared, the shortest, and the first in alphabetical order.
fn closest<'n>(word: &str, names: &'n [(String, usize)]) -> Option<&'n str> {
    let mut close = Vec::new();
    for (name, declarations) in names {
        if let Some(distance) = distance(word, &name_term(name)) {
            close.push((distance, Reverse(*declarations), name.chars().count(), name));
        }
    }
    close.into_iter().min().map(|(.., name)| name.as_str())
}

/// Number of edits from a word to a name (insertions, deletions, substitutions, and swaps of
/// neighbors); none if there are too many for a typo.
fn distance(word: &str, name: &str) -> Option<usize> {
    let limit = match letters(word) {
        ..MIN_LETTERS => return None,
        MIN_LETTERS..LONG_WORD => 1,
        LONG_WORD.. => 2,
    };
    if word.chars().count().abs_diff(name.chars().count()) > limit {
        return None;
    }
    let distance = osa_distance(word, name);
    // `increment` and `decrement` are two words: few typos are in the first letter.
    if distance > limit || distance == 2 && word.chars().next() != name.chars().next() {
        return None;
    }
    Some(distance)
}

fn letters(word: &str) -> usize {
    word.chars().filter(|letter| letter.is_alphabetic()).count()
}

/// Replaces words of a text by names.
fn replace(text: &str, corrections: &[(&str, String)]) -> String {
    let mut replaced = String::with_capacity(text.len());
    let mut copied = 0;
    for word in words(text) {
        if let Some((_, name)) = corrections.iter().find(|(typo, _)| *typo == word) {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            replaced.push_str(&text[copied..start]);
            replaced.push_str(name);
            copied = start + word.len();
        }
    }
    replaced.push_str(&text[copied..]);
    replaced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(word: &str, names: &[(&str, usize)], expected: Option<&str>) {
        let names: Vec<(String, usize)> = names
            .iter()
            .map(|(name, declarations)| ((*name).to_owned(), *declarations))
            .collect();
        assert_eq!(closest(word, &names), expected, "{word} {names:?}");
    }

    #[test]
    fn a_short_word_is_corrected_by_one_edit_and_a_long_one_by_two() {
        check("mrege", &[("merge", 1)], Some("merge"));
        check("mergee", &[("merge", 1)], Some("merge"));
        check("merg", &[("merge", 1)], None);
        check("nerge", &[("merge", 1)], Some("merge"));
        check("mreeg", &[("merge", 1)], None);
        check("gitingore", &[("gitignore", 1)], Some("gitignore"));
        check("gtiingore", &[("gitignore", 1)], Some("gitignore"));
        check("gtiingroe", &[("gitignore", 1)], None);
        check("segmant", &[("segments", 1)], None);
        check("lok", &[("lock", 1)], None);
        check("größse", &[("größe", 1)], Some("größe"));
    }

    #[test]
    fn two_edits_keep_the_first_letter() {
        check("decrement", &[("increment", 9)], None);
        check("deserialize", &[("serialize", 9)], None);
        check("igtignore", &[("gitignore", 1)], Some("gitignore"));
    }

    #[test]
    fn the_closest_name_wins_then_the_most_declared_then_the_shortest_then_the_first() {
        let close = [("segments", 9), ("segment", 1)];
        check("segmnt", &close, Some("segment"));
        check("paser", &[("pauser", 1), ("parser", 3)], Some("parser"));
        check("paser", &[("passer", 2), ("laser", 2)], Some("laser"));
        check("paser", &[("pauser", 1), ("parser", 1)], Some("parser"));
        check("paser", &[("IndexWriter", 5)], None);
    }

    #[test]
    fn names_are_compared_regardless_of_case_and_separators() {
        check("retrypolcy", &[("retry_policy", 1)], Some("retry_policy"));
        check("retrypolcy", &[("RetryPolicy", 1)], Some("RetryPolicy"));
    }

    #[test]
    fn every_occurrence_of_a_typo_is_replaced() {
        let corrections = [("mrege", "merge".to_owned())];
        let replaced = replace("how mrege(a) mreges, mrege", &corrections);
        assert_eq!(replaced, "how merge(a) mreges, merge");
    }

    #[track_caller]
    fn check_typo(text: &str, expected: &[&str]) {
        let typos = words(text).into_iter();
        let typos = typos.filter_map(Typo::parse);
        let found: Vec<&str> = typos.map(|typo| typo.word).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn stop_words_kinds_numbers_and_short_words_are_not_corrected() {
        check_typo("which struct is the gitignore", &["gitignore"]);
        check_typo("lru 20260101 u128 sha256", &[]);
        check_typo("Session.reqeust", &["Session", "reqeust"]);
    }
}
