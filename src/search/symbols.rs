//! Fuzzy search of names: `idxmrg` finds `IndexMerger`; `merger write` and `Merger::write` find
//! `write` in it.
//!
//! Principal type: [`SymbolQuery`].
//!
//! [`find()`] answers queries of symbol mode.

use super::hit::sort_by_score;
use super::name::{QualifiedName, is_run, split_scopes};
use super::{Explanation, Ranking, SearchContext, SearchError, VectorSearch, candidates, copies};
use crate::chunk::{Kind, whole_name};
use crate::corpus::SourcePath;
use crate::corpus::file_class::FileClass;
use crate::index::{EntrySet, IndexError, LetterSet, Record, Snapshot, terms};
use nucleo_matcher::pattern::{Atom, AtomKind, CaseMatching, Normalization};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Maximum number of best-matching names whose declarations are read.
const MAX_NAMES: usize = 1_000;
/// Maximum number of declarations that are read per name.
const MAX_PER_NAME: usize = 500;
/// Number of distinct texts to score per requested result: declarations of one name score differently.
const SCORED_PER_RESULT: usize = 3;

/// Addend of a perfect fuzzy match.
const FIT: f32 = 4.0;
const EXACT: f32 = 2.0;
const EXACT_CASE: f32 = 0.3;
/// Addend per letter in excess of the typed ones.
const LENGTH_PENALTY: f32 = -0.03;
const MAX_LENGTH_PENALTY: f32 = -1.0;
const WITHIN: f32 = 0.5;

/// Returns the best declarations by name: up to `limit` distinct texts, with all copies that were found.
pub(super) fn find(context: &SearchContext<'_>) -> Result<Ranking, SearchError> {
    let (snapshot, limit) = (context.snapshot, context.limit);
    let passing = candidates::passing(context)?;
    let mut found = BestByLeaf {
        snapshot,
        passing: &passing,
        leaves: HashMap::new(),
        best: BTreeMap::new(),
        texts: HashSet::new(),
    };
    if let Some(mut query) = SymbolQuery::parse(&context.query.words) {
        for name in query.best_names(context)? {
            context.check_cancelled()?;
            if found.texts.len() >= limit.saturating_mul(SCORED_PER_RESULT) {
                break;
            }
            for record in snapshot.named_up_to(&name, MAX_PER_NAME)? {
                found.add(&name, &record, &mut query)?;
            }
        }
    }
    Ok(Ranking {
        ranked: found.ranked(limit),
        passing,
        vectors: VectorSearch::None,
    })
}

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
pub(super) fn best_word(text: &str, words: &str) -> Option<usize> {
    let mut query = SymbolQuery::parse(words)?;
    // In reverse: of equal maxima the last one is returned, which is the first in the text.
    let words = terms::words(text).into_iter().rev();
    let scored = words.filter_map(|word| Some((query.score(word)?, word)));
    let (_, word) = scored.max_by_key(|(score, _)| *score)?;
    Some(word.as_ptr() as usize - text.as_ptr() as usize)
}

/// Returns the signals that lower chunks which a name seldom means: prototypes, headings, tests.
pub(super) fn demotions(record: &Record) -> impl Iterator<Item = (&'static str, f32)> {
    let kind = match record.kind {
        Kind::Items | Kind::Imports => -0.4,
        Kind::Impl => -0.3,
        Kind::Section | Kind::Code | Kind::Lines => -0.6,
        _ => 0.0,
    };
    let class = FileClass::of(&record.path, &record.names);
    std::iter::once(("kind", kind)).chain(class.demotion())
}

/// Returns true for white space, and for the separators of paths and namespaces.
fn is_boundary(character: char) -> bool {
    character.is_whitespace() || matches!(character, ':' | '/')
}

/// The typed name and its scopes.
struct SymbolQuery {
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
    fn parse(words: &str) -> Option<Self> {
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
    fn best_names(&mut self, context: &SearchContext<'_>) -> Result<Vec<String>, SearchError> {
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
    fn explanation(&mut self, name: &str, record: &Record) -> Option<Explanation> {
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

/// Results so far: the best match of each leaf.
struct BestByLeaf<'s> {
    snapshot: &'s Snapshot,
    passing: &'s EntrySet,
    /// Leaves of the files that contain parent chunks.
    leaves: HashMap<SourcePath, Vec<(u32, Record)>>,
    best: BTreeMap<u32, (Record, Explanation)>,
    /// Hashes of the texts.
    texts: HashSet<u64>,
}

impl BestByLeaf<'_> {
    fn add(
        &mut self,
        name: &str,
        record: &Record,
        query: &mut SymbolQuery,
    ) -> Result<(), IndexError> {
        let Some(explanation) = query.explanation(name, record) else {
            return Ok(());
        };
        let leaf = match self.snapshot.entry_of(record.id) {
            Some(entry) => Some((entry, record.clone())),
            None => self.head(record)?,
        };
        let Some((entry, leaf)) = leaf.filter(|(entry, _)| self.passing.contains(*entry)) else {
            return Ok(());
        };
        let is_own = whole_name(&leaf.name, leaf.role) == name;
        let mut defined = leaf
            .definitions
            .iter()
            .filter(|it| !is_own && it.name == name);
        let line = defined.next().map(|it| it.line);
        let explanation = Explanation {
            found_as: line.filter(|_| is_run(&leaf)).map(|_| name.to_owned()),
            located_at: line.map(|line| (line, 1)),
            ..explanation
        };
        let known = self.best.get(&entry);
        if known.is_none_or(|(_, known)| known.total() < explanation.total()) {
            self.texts.insert(self.snapshot.content_of_record(&leaf));
            self.best.insert(entry, (leaf, explanation));
        }
        Ok(())
    }

    /// Returns the leaf of a parent chunk that contains its name, or else its first leaf.
    fn head(&mut self, whole: &Record) -> Result<Option<(u32, Record)>, IndexError> {
        if !self.leaves.contains_key(&whole.path) {
            let mut leaves = Vec::new();
            for entry in self.snapshot.leaves_of(&whole.path)? {
                leaves.push((entry, self.snapshot.record(entry)?));
            }
            leaves.sort_by_key(|(_, leaf)| leaf.bytes);
            self.leaves.insert(whole.path.clone(), leaves);
        }
        let leaves = self.leaves.get(&whole.path).into_iter().flatten();
        let mut within = leaves
            .filter(|(_, leaf)| whole.bytes.0 <= leaf.bytes.0 && leaf.bytes.1 <= whole.bytes.1);
        let line = whole.name_at.0;
        let named = |(_, leaf): &&(u32, Record)| leaf.lines.0 <= line && line <= leaf.lines.1;
        let first = within.clone().next();
        Ok(within.find(named).or(first).cloned())
    }

    /// Returns the results, best first.
    fn ranked(self, limit: usize) -> Vec<(Record, Explanation)> {
        let mut ranked: Vec<(Record, Explanation)> = self.best.into_values().collect();
        sort_by_score(&mut ranked);
        let content = |(record, _): &(Record, _)| self.snapshot.content_of_record(record);
        copies::keep_first(&mut ranked, limit, content);
        ranked
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
