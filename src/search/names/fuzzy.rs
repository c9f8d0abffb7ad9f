//! Fuzzy search of names: `idxmrg` finds `IndexMerger`; `merger write` and `Merger::write` find
//! `write` in it.
//!
//! Principal type: [`SymbolQuery`].

use super::declared::demotions;
use crate::index::{LetterSet, Record, terms};
use crate::search::context::{Result, SearchContext};
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
) -> Result<Vec<(String, f32)>> {
    let Some(mut query) = SymbolQuery::parse(typed) else {
        return Ok(Vec::new());
    };
    let mut names = Vec::new();
    for name in query.best_names(context)?.into_iter().take(limit) {
        let score = query.score(&name).unwrap_or_default();
        names.push((name, query.fit(score)));
    }
    Ok(names)
}

/// Returns the byte offset of the word in a text that is most similar to the searched name.
pub(crate) fn best_word(text: &str, words: &str) -> Option<usize> {
    let mut query = SymbolQuery::parse(words)?;
    let mut best = None;
    for word in terms::words(text) {
        let score = query.score(word);
        // Of equal scores, the first.
        if score > best.map(|(score, _)| score) {
            best = score.map(|score| (score, word));
        }
    }
    let (_, word) = best?;
    Some(word.as_ptr() as usize - text.as_ptr() as usize)
}

/// Returns true for white space, and for the separators of paths and namespaces.
fn is_boundary(character: char) -> bool {
    character.is_whitespace() || matches!(character, ':' | '/')
}

/// A text to match, case-sensitive if it has capitals.
fn atom(text: &str, kind: AtomKind) -> Atom {
    Atom::new(text, CaseMatching::Smart, Normalization::Smart, kind, true)
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
        let typed = words.trim_end_matches(|end| is_boundary(end) || matches!(end, '.' | '#'));
        let word = typed.rsplit(is_boundary).next()?;
        if word.is_empty() {
            return None;
        }
        let name = QualifiedName::parse(word);
        let mut scopes = typed.strip_suffix(word)?.to_owned();
        scopes.push_str(name.whole.strip_suffix(&name.last)?);
        let mut query = Self {
            atom: atom(&name.last, AtomKind::Fuzzy),
            scopes: split_scopes(&scopes)
                .split(is_boundary)
                .filter(|scope| !scope.is_empty())
                .map(|scope| atom(scope, AtomKind::Substring))
                .collect(),
            matcher: Matcher::new(Config::DEFAULT),
            buffer: Vec::new(),
            perfect: 1,
            name: name.last.clone(),
        };
        query.perfect = query.score(&name.last)?.max(1);
        Some(query)
    }

    fn score(&mut self, name: &str) -> Option<u16> {
        let letters = Utf32Str::new(name, &mut self.buffer);
        self.atom.score(letters, &mut self.matcher)
    }

    /// A score as a share of the best possible one.
    fn fit(&self, score: u16) -> f32 {
        (f32::from(score) / f32::from(self.perfect)).min(1.0)
    }

    /// Returns the best names, best first.
    pub(crate) fn best_names(&mut self, context: &SearchContext<'_>) -> Result<Vec<String>> {
        let mut best: BTreeSet<(Reverse<u16>, usize, String)> = BTreeSet::new();
        let letters = LetterSet::of(&self.name);
        for (name, has) in context.snapshot.names()? {
            context.check_cancelled()?;
            // `o` also matches `ö`, which the letter set does not reflect.
            if name.is_ascii() && !has.contains(letters) {
                continue;
            }
            let Some(score) = self.score(name) else {
                continue;
            };
            let rank = (Reverse(score), name.len());
            if best.len() == MAX_NAMES
                && best
                    .last()
                    .is_some_and(|(score, length, _)| rank >= (*score, *length))
            {
                continue;
            }
            best.insert((rank.0, rank.1, name.to_owned()));
            if best.len() > MAX_NAMES {
                best.pop_last();
            }
        }
        Ok(best.into_iter().map(|(_, _, name)| name).collect())
    }

    /// Sums over the scopes how well the best enclosing name or path matches, 0 to 1 each; none if one
    /// does not match.
    fn within(&mut self, name: &str, record: &Record) -> Option<f32> {
        let mut sum = 0.0;
        for scope in &self.scopes {
            let mut best: Option<f32> = None;
            let names = record.names.iter().map(String::as_str);
            for name in names.chain([record.path.as_str(), name]) {
                let letters = Utf32Str::new(name, &mut self.buffer);
                if scope.score(letters, &mut self.matcher).is_some() {
                    let share = scope.needle_text().len() as f32 / letters.len().max(1) as f32;
                    best = Some(best.map_or(share, |best| best.max(share)));
                }
            }
            sum += best?.min(1.0);
        }
        Some(sum)
    }

    /// Scores a declaration with this name; none outside the typed scopes.
    pub(crate) fn explanation(&mut self, name: &str, record: &Record) -> Option<Explanation> {
        let score = self.score(name)?;
        let within = self.within(name, record)?;
        let fit = self.fit(score);
        let exact = if name == self.name {
            EXACT + EXACT_CASE
        } else if name.to_lowercase() == self.name.to_lowercase() {
            EXACT
        } else {
            0.0
        };
        let (length, typed) = (name.chars().count(), self.name.chars().count());
        let penalty = LENGTH_PENALTY * length.saturating_sub(typed) as f32;
        let mut explanation = Explanation {
            confidence: Some(fit),
            ..Explanation::default()
        };
        explanation.extend([
            ("name", FIT * fit),
            ("exact", exact),
            ("length", penalty.max(MAX_LENGTH_PENALTY)),
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
