//! Names that a query may mean.
//!
//! Principal type: [`MeantNames`], made once per query. It rates names from 0 to 1 and reads no index.

use super::declared::{declared_name, name_worth};
use super::notation::{has_owner, is_identifier};
use super::words::{is_stop_word, word_stems};
use crate::chunk::{Kind, whole_name};
use crate::index::Record;
use crate::index::terms::{self, name_term};
use crate::search::query::QualifiedName;
use std::collections::{BTreeSet, HashMap};

// Multiplying any of these constants by 0.5 or 1.5 changes no figure in `docs/ranking.md` by more than 0.002.

/// Maximum number of consecutive words that make one name: `retry policy` is `RetryPolicy`.
const MAX_NAME_WORDS: usize = 4;
/// Likelihood that several consecutive words are one name.
const SEVERAL_WORDS: f32 = 0.6;
/// Likelihood that a capitalized word that does not start the query is a name.
const CAPITALIZED: f32 = 0.6;
/// Likelihood that a plain word among others is a name.
const PLAIN_WORD: f32 = 0.25;
/// Likelihood that a typed `Session` means `session`.
const OTHER_CASE: f32 = 0.8;
/// Minimum likelihood of a name that is searched for, or that names a file.
const MIN_LIKELIHOOD: f32 = 0.6;
/// Factor of a name that a leaf defines among others, relative to its own.
const DEFINED_NAME: f32 = 0.7;

/// Names in a query.
pub(crate) struct MeantNames {
    /// Stems of the query's terms.
    stems: BTreeSet<String>,
    /// Likelihood, 0 to 1, that the query means a name, by normalized name.
    meant: HashMap<String, f32>,
    /// The query as a single name.
    name_query: Option<QualifiedName>,
    /// Words with capitals as typed, by normalized name.
    cased: HashMap<String, String>,
    /// True for a query like `imports of the parser`.
    requests_imports: bool,
}

impl MeantNames {
    pub(crate) fn parse(words: &str) -> Self {
        let all = terms::words(words);
        let joined: Vec<String> = all.iter().map(|word| name_term(word)).collect();
        let mut meant = HashMap::new();
        for length in 1..=MAX_NAME_WORDS {
            for (at, run) in joined.windows(length).enumerate() {
                let sure = match length {
                    1 if is_identifier(all[at]) => 1.0,
                    1 if has_owner(words, all[at]) => 1.0,
                    1 if at > 0 && all[at].starts_with(char::is_uppercase) => CAPITALIZED,
                    // A stop word among others is not a name.
                    1 if is_stop_word(&run[0]) => continue,
                    1 => PLAIN_WORD,
                    _ => SEVERAL_WORDS,
                };
                let known = meant.entry(run.concat()).or_insert(0.0f32);
                *known = known.max(sure);
            }
        }
        let name_query = QualifiedName::of_query(words);
        if let Some(name) = &name_query {
            meant.insert(name.term(), 1.0);
        }
        meant.remove("");
        let mut stems = BTreeSet::new();
        let mut cased = HashMap::new();
        for word in all {
            if !is_stop_word(&word.to_lowercase()) {
                stems.extend(word_stems(word));
            }
            if word.chars().any(char::is_uppercase) {
                cased.insert(name_term(word), word.to_owned());
            }
        }
        if stems.is_empty() {
            stems = word_stems(words);
        }
        Self {
            stems,
            meant,
            name_query,
            cased,
            requests_imports: requests_imports(words),
        }
    }

    /// Returns the names that the query likely means, normalized by [`terms::name_term`] and sorted. Declarations
    /// of these are candidates even if they contain few of the query's words.
    pub(crate) fn likely(&self) -> Vec<String> {
        let mut likely = Vec::new();
        for (name, likelihood) in &self.meant {
            if *likelihood >= MIN_LIKELIHOOD {
                likely.push(name.clone());
            }
        }
        likely.sort_unstable();
        likely
    }

    /// Likelihood that the query means this name, 0 to 1.
    pub(crate) fn likelihood(&self, name: &str) -> f32 {
        let term = name_term(name);
        let Some(&likelihood) = self.meant.get(&term) else {
            return 0.0;
        };
        if likelihood == 1.0 && self.cased.get(&term).is_some_and(|typed| typed != name) {
            return OTHER_CASE;
        }
        likelihood
    }

    /// Returns true if the query is a single name.
    pub(crate) fn is_name(&self) -> bool {
        self.name_query.is_some()
    }

    /// Returns true if the query likely means this name.
    pub(crate) fn means(&self, name: &str) -> bool {
        self.likelihood(name) >= MIN_LIKELIHOOD
    }

    /// Likelihood that the query means a name that a leaf defines, 0 to 1.
    pub(crate) fn defined_by(&self, record: &Record) -> f32 {
        let own = self.likelihood(whole_name(&record.name, record.role));
        let mut other = 0.0f32;
        for definition in &record.definitions {
            other = other.max(self.likelihood(&definition.name));
        }
        (other * DEFINED_NAME).max(own)
    }

    /// Likelihood that a leaf declares the name, 0 to 1, if the query is a name; 0 for other queries.
    pub(crate) fn declared_by(&self, record: &Record, holds_name: bool) -> f32 {
        let Some(typed) = &self.name_query else {
            return 0.0;
        };
        let Some(name) = declared_name(record, &typed.term()) else {
            return 0.0;
        };
        if !holds_name && name == whole_name(&record.name, record.role) {
            return 0.0;
        }
        let meant = self.likelihood(name) * typed.spelling(name);
        meant * typed.within(record) * name_worth(record, name)
    }

    /// Share of the words of its file's name in a query for imports, 0 to 1; 0 for other queries and
    /// leaves.
    pub(crate) fn imports_in(&self, record: &Record) -> f32 {
        if self.requests_imports && record.kind == Kind::Imports {
            self.share(record.path.stem())
        } else {
            0.0
        }
    }

    /// Share of a name's words that the query contains, 0 to 1.
    pub(crate) fn share(&self, name: &str) -> f32 {
        let words = word_stems(name);
        let both = words.intersection(&self.stems).count() as f32;
        both / words.len().max(1) as f32
    }
}

/// Returns true for a query for the imports of something: `imports for auth`.
pub(crate) fn requests_imports(words: &str) -> bool {
    let lower = words.to_lowercase();
    let mut words = lower
        .split_whitespace()
        .skip_while(|word| ["all", "list", "show", "the"].contains(word));
    matches!(words.next(), Some("import" | "imports"))
        && matches!(words.next(), Some("for" | "of" | "in" | "by"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_words_make_names() {
        let names = MeantNames::parse("where is the retry policy of RequestSession");
        assert_eq!(names.likelihood("RetryPolicy"), 0.6);
        assert_eq!(names.likelihood("RequestSession"), 1.0);
        assert_eq!(names.likelihood("request_session"), OTHER_CASE);
        assert_eq!(names.likelihood("retry"), PLAIN_WORD);
        assert_eq!(names.likelihood("where"), 0.0);
        assert_eq!(names.likelihood("Session"), 0.0);
        assert_eq!(names.likelihood(""), 0.0);
        assert_eq!(MeantNames::parse("merge").likelihood("merge"), 1.0);
        assert_eq!(MeantNames::parse("merge").likelihood("Merge"), 1.0);
    }

    #[test]
    fn separators_and_capitals_mark_names() {
        assert_eq!(
            MeantNames::parse("what mounts Rails::Engine").likelihood("Engine"),
            1.0
        );
        let names = MeantNames::parse("body of session.request");
        assert_eq!(names.likelihood("request"), 1.0);
        assert_eq!(names.likelihood("session"), PLAIN_WORD);
        assert_eq!(
            MeantNames::parse("how an Engine mounts").likelihood("Engine"),
            CAPITALIZED
        );
        assert_eq!(
            MeantNames::parse("it ends. engine off").likelihood("engine"),
            PLAIN_WORD
        );
    }

    fn check_share(query: &str, name: &str, expected: f32) {
        assert_eq!(
            MeantNames::parse(query).share(name),
            expected,
            "{query:?} {name:?}"
        );
    }

    #[test]
    fn the_share_of_a_name_counts_stems() {
        check_share("merging segments", "segment_merger", 1.0);
        check_share("how are segments merged", "merge", 1.0);
        check_share("merging segments", "reader", 0.0);
        check_share("merging segments", "", 0.0);
        check_share("retry policy", "retry_policy", 1.0);
        check_share("the retry policy", "retry", 1.0);
    }

    #[test]
    fn imports_of_something_are_requested() {
        assert!(requests_imports("imports for auth"));
        assert!(requests_imports("the imports of the parser"));
        assert!(!requests_imports("imports"));
        assert!(!requests_imports("how imports of modules are resolved"));
        assert!(!requests_imports("import data"));
    }
}
