//! The query as names that code may bear.

use super::asked::{Asked, JOINTS, worth};
use crate::chunk::{Kind, Role, whole_name};
use crate::index::terms::name_term;
use crate::index::{Record, terms};
use crate::search::words::is_stop_word;
use std::collections::{BTreeSet, HashMap};

/// Consecutive words up to this many may make one name: `retry policy` is `RetryPolicy`.
const LONGEST_NAME: usize = 4;
/// How surely several words in a row are meant as one name.
const SEVERAL_WORDS: f32 = 0.6;
/// How surely a word with a capital is that does not begin the query.
const CAPITALISED: f32 = 0.6;
/// How surely what stands before a qualified name is: who asks for `session.request` wants the request.
const OWNER: f32 = 0.6;
/// How surely a plain word among others is meant as a name.
const PLAIN_WORD: f32 = 0.25;
/// From here on a name is looked up, and a file of that name is named by the query.
const LIKELY: f32 = 0.6;
/// What a name that a leaf defines among others is worth beside a leaf's own.
const AMONG_OTHERS: f32 = 0.7;
/// A long declaration is cut into pieces that all bear its name. What that is worth for those in
/// which the name itself does not stand.
const BESIDE_NAME: f32 = 0.4;
/// Longer ones first.
const ENDINGS: [&str; 15] = [
    "izations", "ization", "ations", "ation", "ings", "ing", "ers", "er", "ies", "ied", "es", "ed",
    "s", "e", "y",
];

/// The names in a query.
pub(super) struct Names {
    /// Stems of the query's terms, ascending.
    stems: Vec<String>,
    /// Joined lower-case names, with how surely the query means each, 0 to 1.
    meant: HashMap<String, f32>,
    /// The name that it is and nothing else.
    asked: Option<Asked>,
    /// The query's words with capitals, as typed, by their joined names.
    cased: HashMap<String, String>,
}

impl Names {
    pub(super) fn of(words: &str) -> Self {
        let all = terms::words(words);
        let joined: Vec<String> = all.iter().map(|word| name_term(word)).collect();
        let mut meant = HashMap::new();
        for length in 1..=LONGEST_NAME {
            for (at, run) in joined.windows(length).enumerate() {
                let sure = match length {
                    1 if is_identifier(all[at]) => 1.0,
                    1 if is_joined(words, all[at], Side::Before) => 1.0,
                    1 if is_joined(words, all[at], Side::Behind) => OWNER,
                    1 if at > 0 && all[at].starts_with(char::is_uppercase) => CAPITALISED,
                    // A plain word among others is seldom a name.
                    1 if is_stop_word(&run[0]) => continue,
                    1 => PLAIN_WORD,
                    _ => SEVERAL_WORDS,
                };
                let known = meant.entry(run.concat()).or_insert(0.0f32);
                *known = known.max(sure);
            }
        }
        let asked = Asked::of(words);
        meant.extend(asked.iter().map(|asked| (asked.name.clone(), 1.0)));
        meant.remove("");
        let telling = all
            .iter()
            .filter(|word| !is_stop_word(&word.to_lowercase()));
        let stems: BTreeSet<String> = telling.flat_map(|word| word_stems(word)).collect();
        let stems = match stems.is_empty() {
            true => word_stems(words),
            false => stems,
        };
        Self {
            stems: stems.into_iter().collect(),
            meant,
            asked,
            cased: all
                .iter()
                .filter(|word| word.chars().any(char::is_uppercase))
                .map(|word| (name_term(word), (*word).to_owned()))
                .collect(),
        }
    }

    /// The names that the query means rather than not, as [`terms::name_term`] has them, sorted.
    pub(super) fn likely(self) -> Vec<String> {
        let likely = self.meant.into_iter().filter(|(_, sure)| *sure >= LIKELY);
        let mut likely: Vec<String> = likely.map(|(name, _)| name).collect();
        likely.sort_unstable();
        likely
    }

    /// How surely the query means this name, 0 to 1.
    pub(super) fn definition(&self, name: &str) -> f32 {
        let joined = name_term(name);
        let sure = self.meant.get(&joined).copied().unwrap_or(0.0);
        // `Session` and `session` are two things where somebody took care to write one.
        let cased = || self.cased.get(&joined);
        let other_case = sure == 1.0 && cased().is_some_and(|typed| typed != name);
        if other_case { 0.8 } else { sure }
    }

    /// Whether the query is a name and nothing else.
    pub(super) fn is_name(&self) -> bool {
        self.asked.is_some()
    }

    /// Whether the query means this name rather than not.
    pub(super) fn means(&self, name: &str) -> bool {
        self.definition(name) >= LIKELY
    }

    /// How surely the query means what a leaf defines, 0 to 1, which has its own name in it or not.
    pub(super) fn defined_by(&self, record: &Record, holds_name: bool) -> f32 {
        let others = record.definitions.iter();
        let others = others.map(|definition| self.definition(&definition.name));
        let others = others.fold(0.0, f32::max) * AMONG_OTHERS;
        let own = self.definition(whole_name(&record.name, record.role));
        let own = match record.role == Role::Piece && !holds_name {
            true => BESIDE_NAME * own,
            false => own,
        };
        let fits = self
            .asked
            .as_ref()
            .map_or(1.0, |asked| asked.fits(record.kind));
        others.max(own) * telling(record.kind) * fits
    }

    /// How surely a leaf declares the name that the query is, 0 to 1; 0 for a query that is more.
    pub(super) fn declared_by(&self, record: &Record, holds_name: bool) -> f32 {
        let asked = self.asked.as_ref();
        asked.map_or(0.0, |asked| {
            let sure = asked
                .declared_by(record, holds_name)
                .map(|name| self.definition(name) * asked.spelt(name));
            sure.unwrap_or(0.0) * worth(record.kind) * asked.fits(record.kind)
        })
    }

    /// The share of a name's words that the query has, 0 to 1.
    pub(super) fn share(&self, name: &str) -> f32 {
        let words = word_stems(name);
        let both = words.iter().filter(|word| self.asks(word)).count() as f32;
        both / words.len().max(1) as f32
    }

    fn asks(&self, stem: &str) -> bool {
        let found = self.stems.binary_search_by(|it| it.as_str().cmp(stem));
        found.is_ok()
    }

    /// Whether the query is about tests.
    pub(super) fn ask_for_tests(&self) -> bool {
        let words = ["test", "spec", "bench", "benchmark", "fixture", "mock"];
        words.iter().any(|word| self.asks(stem(word)))
    }
}

/// Who names a type wants the type before its impls and constructors, which bear the same name.
fn telling(kind: Kind) -> f32 {
    match kind {
        Kind::Module
        | Kind::Class
        | Kind::Struct
        | Kind::Enum
        | Kind::Interface
        | Kind::Trait
        | Kind::Type => 1.0,
        Kind::Impl | Kind::Constructor | Kind::Accessor => 0.5,
        _ => 0.8,
    }
}

/// Stems of the words a name is made of.
fn word_stems(name: &str) -> BTreeSet<String> {
    let mut stems = BTreeSet::new();
    for word in terms::words(name) {
        let terms = terms::terms(word);
        // The first term is the whole word; where it has parts, those stand for it.
        let parts = terms.get(1..).filter(|parts| !parts.is_empty());
        stems.extend(parts.unwrap_or(&terms).iter().map(|it| stem(it).to_owned()));
    }
    stems
}

/// Inner capitals, underscores or digits: nobody writes a plain word so.
fn is_identifier(word: &str) -> bool {
    word.contains('_')
        || word
            .chars()
            .skip(1)
            .any(|character| character.is_uppercase() || character.is_numeric())
}

/// Whether a word of a text is written as part of a name.
pub(in crate::search) fn is_of_name(text: &str, word: &str) -> bool {
    is_identifier(word)
        || [Side::Before, Side::Behind]
            .iter()
            .any(|side| is_joined(text, word, *side))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    Behind,
}

/// Whether a word of a text is joined to another on a side of it.
fn is_joined(text: &str, word: &str, side: Side) -> bool {
    let start = word.as_ptr() as usize - text.as_ptr() as usize;
    let (before, after) = (&text[..start], &text[start + word.len()..]);
    JOINTS.iter().any(|mark| {
        let next = match side {
            Side::Before => before
                .strip_suffix(mark)
                .and_then(|it| it.chars().next_back()),
            Side::Behind => after.strip_prefix(mark).and_then(|it| it.chars().next()),
        };
        next.is_some_and(char::is_alphanumeric)
    })
}

/// English inflections and the commonest derivations cut off, where enough of the word remains to
/// be told apart: `serialization`, `serializer` and `serialize` are one (a short form of Porter,
/// "An algorithm for suffix stripping", 1980).
fn stem(term: &str) -> &str {
    for ending in ENDINGS {
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
        assert_eq!(names.definition("RequestSession"), 1.0);
        assert_eq!(names.definition("request_session"), 0.8);
        assert_eq!(names.definition("retry"), PLAIN_WORD);
        assert_eq!(names.definition("where"), 0.0);
        assert_eq!(names.definition("Session"), 0.0);
        assert_eq!(names.definition(""), 0.0);
        assert_eq!(Names::of("merge").definition("merge"), 1.0);
        assert_eq!(Names::of("merge").definition("Merge"), 1.0);
    }

    #[test]
    fn names_stand_out_by_what_joins_them_and_by_capitals() {
        assert_eq!(
            Names::of("what mounts Rails::Engine").definition("Engine"),
            1.0
        );
        let names = Names::of("body of session.request");
        assert_eq!(names.definition("request"), 1.0);
        assert_eq!(names.definition("session"), OWNER);
        assert_eq!(
            Names::of("how an Engine mounts").definition("Engine"),
            CAPITALISED
        );
        assert_eq!(
            Names::of("it ends. engine off").definition("engine"),
            PLAIN_WORD
        );
    }

    fn check_share(query: &str, name: &str, expected: f32) {
        assert_eq!(Names::of(query).share(name), expected, "{query:?} {name:?}");
    }

    #[test]
    fn a_name_is_covered_by_the_query() {
        check_share("merging segments", "segment_merger", 1.0);
        check_share("how are segments merged", "merge", 1.0);
        check_share("merging segments", "reader", 0.0);
        check_share("merging segments", "", 0.0);
        check_share("retry policy", "retry_policy", 1.0);
        check_share("the retry policy", "retry", 1.0);
    }

    #[test]
    fn a_query_may_ask_for_tests() {
        assert!(Names::of("tests of the parser").ask_for_tests());
        assert!(!Names::of("the latest parser").ask_for_tests());
    }
}
