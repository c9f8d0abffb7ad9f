//! Fuzzy search of names: `idxmrg` finds `IndexMerger`; `merger write` and `Merger::write` find
//! `write` in it.
//!
//! Principal type: [`SymbolQuery`].

use super::declared::demotions;
use crate::index::{LetterSet, Record, terms};
use crate::search::context::SearchContext;
use crate::search::error::SearchError;
use crate::search::explanation::Explanation;
use crate::search::query::{QualifiedName, split_scopes};
use nucleo_matcher::pattern::{Atom, AtomKind, CaseMatching, Normalization};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Maximum number of best-matching names whose declarations are read.
const MAX_NAMES: usize = 1_000;
/// Addend of a perfect fuzzy match.
const FIT: f32 = 4.0;
const EXACT: f32 = 2.0;
const EXACT_CASE: f32 = 0.3;
/// Addend per letter in excess of the typed ones.
const LENGTH_PENALTY: f32 = -0.03;
const MAX_LENGTH_PENALTY: f32 = -1.0;
const WITHIN: f32 = 0.5;

/// Returns the names most similar to a half-typed one, best first, with their shares of the best
/// possible score.
pub(super) fn names_like(
    context: &SearchContext<'_>,
    typed: &str,
    limit: usize,
) -> Result<Vec<(String, f32)>, SearchError> {
    let Some(mut query) = SymbolQuery::parse(typed) else {
        return Ok(Vec::new());
    };
    let perfect = f32::from(query.perfect);
    let names = query.best_names(context)?.into_iter().take(limit);
    let fit = |name: String| {
        let fit = f32::from(query.score(&name).unwrap_or_default()) / perfect;
        (name, fit.min(1.0))
    };
    Ok(names.map(fit).collect())
}

/// Returns the byte offset of the word in a text that is most similar to the searched name.
pub(crate) fn best_word(text: &str, words: &str) -> Option<usize> {
    let mut query = SymbolQuery::parse(words)?;
    // In reverse: of equal maxima the last one is returned, which is the first in the text.
    let words = terms::words(text).into_iter().rev();
    let scored = words.filter_map(|word| Some((query.score(word)?, word)));
    let (_, word) = scored.max_by_key(|(score, _)| *score)?;
    Some(word.as_ptr() as usize - text.as_ptr() as usize)
}

/// Returns true for white space, and for the separators of paths and namespaces.
fn is_boundary(character: char) -> bool {
    character.is_whitespace() || matches!(character, ':' | '/')
}

/// The typed name and its scopes.
pub(crate) struct SymbolQuery {
    name: String,
    atom: Atom,
    /// Score of a perfect match.
    perfect: u16,
    scopes: Vec<Atom>,
    matcher: Matcher,
    buffer: Vec<char>,
}

impl SymbolQuery {
    /// None without a letter to match.
    pub(crate) fn parse(words: &str) -> Option<Self> {
        // A name does not follow its separator yet.
        let words = words.trim_end_matches(|it: char| is_boundary(it) || matches!(it, '.' | '#'));
        let word = words.rsplit(is_boundary).next();
        let word = word.filter(|word| !word.is_empty())?;
        let QualifiedName {
            whole, last: name, ..
        } = QualifiedName::parse(word);
        let mut scopes = words.strip_suffix(word)?.to_owned();
        scopes.push_str(whole.strip_suffix(&name)?);
        let scopes = split_scopes(&scopes);
        let atom = |text: &str, kind| {
            Atom::new(text, CaseMatching::Smart, Normalization::Smart, kind, true)
        };
        let mut query = Self {
            atom: atom(&name, AtomKind::Fuzzy),
            scopes: scopes
                .split(is_boundary)
                .filter(|scope| !scope.is_empty())
                .map(|scope| atom(scope, AtomKind::Substring))
                .collect(),
            matcher: Matcher::new(Config::DEFAULT),
            buffer: Vec::new(),
            perfect: 1,
            name,
        };
        let name = query.name.clone();
        query.perfect = query.score(&name)?.max(1);
        Some(query)
    }

    fn score(&mut self, name: &str) -> Option<u16> {
        let name = Utf32Str::new(name, &mut self.buffer);
        self.atom.score(name, &mut self.matcher)
    }

    /// Returns the best names, best first.
    pub(crate) fn best_names(
        &mut self,
        context: &SearchContext<'_>,
    ) -> Result<Vec<String>, SearchError> {
        let mut best: BTreeSet<(Reverse<u16>, usize, String)> = BTreeSet::new();
        let letters = LetterSet::of(&self.name);
        let names = context.snapshot.names()?;
        for (name, has) in names.take_while(|_| !context.cancel.is_cancelled()) {
            // `o` also matches `ö`, which the letter set does not reflect.
            if name.is_ascii() && !has.contains(letters) {
                continue;
            }
            let Some(score) = self.score(name) else {
                continue;
            };
            let rank = (Reverse(score), name.len());
            let is_full = best.len() >= MAX_NAMES;
            let worst = best.last().filter(|_| is_full);
            if worst.is_none_or(|(score, length, _)| rank < (*score, *length)) {
                best.insert((rank.0, rank.1, name.to_owned()));
                if best.len() > MAX_NAMES {
                    best.pop_last();
                }
            }
        }
        context.check_cancelled()?;
        Ok(best.into_iter().map(|(_, _, name)| name).collect())
    }

    /// Sums over the scopes how well the best enclosing name or path matches, 0 to 1 each; none if one
    /// does not match.
    fn within(&mut self, name: &str, record: &Record) -> Option<f32> {
        let mut sum = 0.0;
        for scope in &self.scopes {
            let names = record.names.iter().map(String::as_str);
            let names = names.chain([record.path.as_str(), name]);
            let shares = names.filter_map(|name| {
                let name = Utf32Str::new(name, &mut self.buffer);
                scope.score(name, &mut self.matcher)?;
                Some(scope.needle_text().len() as f32 / name.len().max(1) as f32)
            });
            sum += shares.reduce(f32::max)?.min(1.0);
        }
        Some(sum)
    }

    /// Scores a declaration with this name; none outside the typed scopes.
    pub(crate) fn explanation(&mut self, name: &str, record: &Record) -> Option<Explanation> {
        let score = self.score(name)?;
        let within = self.within(name, record)?;
        let fit = f32::from(score) / f32::from(self.perfect);
        let is_same = name == self.name;
        let is_equal = is_same || name.to_lowercase() == self.name.to_lowercase();
        let more = name
            .chars()
            .count()
            .saturating_sub(self.name.chars().count());
        let holds = |holds: bool, value: f32| if holds { value } else { 0.0 };
        let mut explanation = Explanation {
            confidence: Some(fit.min(1.0)),
            ..Explanation::default()
        };
        explanation.extend([
            ("name", FIT * fit.min(1.0)),
            ("exact", holds(is_equal, EXACT) + holds(is_same, EXACT_CASE)),
            (
                "length",
                (LENGTH_PENALTY * more as f32).max(MAX_LENGTH_PENALTY),
            ),
            ("within", WITHIN * within),
        ]);
        explanation.extend(demotions(record));
        Some(explanation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, words: &str, expected: Option<&str>) {
        let found = best_word(text, words).map(|at| &text[at..]);
        let found = found.map(|rest| terms::words(rest)[0]);
        assert_eq!(found, expected, "{words}");
    }

    #[test]
    fn the_match_is_the_word_most_similar_to_the_name() {
        let text = "const MAX_DOCS: u32 = 1;\nconst MAX_LEAVES: u32 = 2;";
        check(text, "maxleav", Some("MAX_LEAVES"));
        check(text, "store::max_docs", Some("MAX_DOCS"));
        check(text, "größe", None);
        check(text, "::", None);
    }

    #[test]
    fn the_name_follows_the_last_separator() {
        let check = |words: &str, name: &str, scopes: &[&str]| {
            let query = SymbolQuery::parse(words).expect("a name");
            let found = query.scopes.iter();
            let found: Vec<String> = found.map(|it| it.needle_text().to_string()).collect();
            assert_eq!(query.name, name, "{words}");
            assert_eq!(found, scopes, "{words}");
        };
        check("merger write", "write", &["merger"]);
        check("src/merger.write", "write", &["src", "merger"]);
        check("node->next", "next", &["node"]);
        check("absl::Mutex::Lock()", "Lock", &["absl", "Mutex"]);
        check("Array#flatten", "flatten", &["Array"]);
        check("server:start", "start", &["server"]);
        check("Merger::", "Merger", &[]);
        check("Node::operator->", "operator->", &["Node"]);
        check("flat-hash-map", "flat-hash-map", &[]);
    }
}
