//! The query as names that code may bear.

use crate::index::terms;
use crate::search::words::query_terms;
use std::collections::{HashMap, HashSet};

/// Consecutive words up to this many may make one name: `retry policy` is `RetryPolicy`.
const LONGEST_NAME: usize = 4;

/// What a query says about names.
pub(super) struct Names {
    /// Stems of the query's terms.
    stems: HashSet<String>,
    /// Joined lower-case names, with how surely the query means each, 0 to 1.
    meant: HashMap<String, f32>,
    /// The query's words with capitals, as typed, by their joined names.
    cased: HashMap<String, String>,
}

impl Names {
    pub(super) fn of(words: &str) -> Self {
        let all = terms::words(words);
        let joined: Vec<String> = all.iter().map(|word| join(word)).collect();
        let mut meant = HashMap::new();
        for length in 1..=LONGEST_NAME {
            for (at, run) in joined.windows(length).enumerate() {
                let sure = match length {
                    1 if all.len() == 1 || is_identifier(all[at]) => 1.0,
                    // A plain word among others is seldom a name.
                    1 => continue,
                    _ => 0.6,
                };
                let known = meant.entry(run.concat()).or_insert(0.0f32);
                *known = known.max(sure);
            }
        }
        meant.remove("");
        let telling = query_terms(words);
        let stems = telling.iter().map(|term| stem(term).to_owned());
        Self {
            stems: stems.collect(),
            meant,
            cased: all
                .iter()
                .filter(|word| word.chars().any(char::is_uppercase))
                .map(|word| (join(word), (*word).to_owned()))
                .collect(),
        }
    }

    /// How surely the query means this name, 0 to 1. `write#2` is `write`.
    pub(super) fn definition(&self, name: &str) -> f32 {
        let name = name.split('#').next().unwrap_or(name);
        let sure = self.meant.get(&join(name)).copied().unwrap_or(0.0);
        // `Session` and `session` are two things where somebody took care to write one.
        let cased = self.cased.get(&join(name));
        let other_case = sure == 1.0 && cased.is_some_and(|typed| typed != name);
        if other_case { 0.8 } else { sure }
    }

    /// How well a file's stem fits, 0 to about 2: the share of its words that the query has, the
    /// share of the query they are, and whether the query names it outright.
    pub(super) fn file_name(&self, stem: &str) -> f32 {
        let words = word_stems(stem);
        if words.is_empty() {
            return 0.0;
        }
        let both = words.intersection(&self.stems).count() as f32;
        let share = both / words.len() as f32;
        let named = if self.definition(stem) > 0.0 {
            1.0
        } else {
            0.0
        };
        share + 0.4 * self.coverage(stem) + 0.6 * named
    }

    /// The share of the query's words that a name has, 0 to 1.
    pub(super) fn coverage(&self, name: &str) -> f32 {
        let both = word_stems(name).intersection(&self.stems).count() as f32;
        both / self.stems.len().max(1) as f32
    }

    /// Whether the query mentions one of these words.
    pub(super) fn mention_any(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.stems.contains(*word))
    }
}

/// Stems of the words a name is made of.
fn word_stems(name: &str) -> HashSet<String> {
    let mut stems = HashSet::new();
    for word in terms::words(name) {
        let all = terms::terms(word);
        // The first is the whole word where it has parts.
        let parts = if all.len() > 1 { &all[1..] } else { &all[..] };
        stems.extend(parts.iter().map(|term| stem(term).to_owned()));
    }
    stems
}

/// `flat_hash_map` and `FlatHashMap` are one name.
fn join(word: &str) -> String {
    word.chars()
        .filter(|character| character.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Inner capitals, underscores or digits: nobody writes a plain word so.
fn is_identifier(word: &str) -> bool {
    word.contains('_')
        || word
            .chars()
            .skip(1)
            .any(|character| character.is_uppercase() || character.is_numeric())
}

/// English inflections cut off, where enough of the word remains to be told apart.
fn stem(term: &str) -> &str {
    for ending in ["ings", "ing", "ies", "es", "ed", "s"] {
        if let Some(rest) = term.strip_suffix(ending)
            && rest.len() >= 3
            && !(ending == "s" && rest.ends_with('s'))
        {
            return rest;
        }
    }
    term
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_make_names() {
        let names = Names::of("where is the retry policy of RequestSession");
        assert_eq!(names.definition("RetryPolicy"), 0.6);
        assert_eq!(names.definition("RequestSession#3"), 1.0);
        assert_eq!(names.definition("request_session"), 0.8);
        assert_eq!(names.definition("retry"), 0.0);
        assert_eq!(names.definition("Session"), 0.0);
        assert_eq!(names.definition(""), 0.0);
        assert_eq!(Names::of("merge").definition("merge"), 1.0);
        assert_eq!(Names::of("merge").definition("Merge"), 1.0);
    }

    #[test]
    fn file_names_fit_both_ways() {
        let names = Names::of("merging segments");
        assert_eq!(names.file_name("segment_merger"), 0.5 + 0.4 * 0.5);
        assert_eq!(names.file_name("reader"), 0.0);
        assert_eq!(names.file_name(""), 0.0);
        assert_eq!(Names::of("retry policy").file_name("retry_policy"), 2.0);
        assert!(names.mention_any(&["segment"]));
    }
}
