//! Similarity of a query to each kind of query for which weights are fitted.
//!
//! [`shares_of()`] is a multinomial logistic regression over properties of the text. Invariant: shares are
//! positive and sum to 1. The weights are written by `ranking/train.py`: see `docs/ranking.md`.

use super::kind_directions::{DIRECTIONS, SCALES};
use super::weights::{KINDS, PROPERTIES, PROPERTIES_BESIDE_VECTOR};
use crate::embed::Embedding;
use crate::index::terms;
use crate::search::names::{is_identifier, is_stop_word};

/// Words that begin a question.
const QUESTION_WORDS: [&str; 7] = ["how", "what", "when", "where", "which", "who", "why"];

/// Named properties of a query's text.
pub(super) type Properties = [(&'static str, f32); PROPERTIES.len()];

/// Returns the share of each kind in a query, in the order of [`weights::KINDS`](KINDS). A name is answered as a
/// question is. `vector` is the query's vector by the bundled model.
pub(super) fn shares_of(
    query: &str,
    is_name: bool,
    vector: Option<&Embedding>,
) -> [f32; KINDS.len()] {
    if is_name {
        let mut shares = [0.0; KINDS.len()];
        shares[0] = 1.0;
        return shares;
    }
    let mut logits = [0.0f32; KINDS.len()];
    let mut weights_of_properties = PROPERTIES;
    if let Some(vector) = vector {
        weights_of_properties = PROPERTIES_BESIDE_VECTOR;
        for ((logit, direction), scale) in logits.iter_mut().zip(&DIRECTIONS).zip(SCALES) {
            let products = direction.iter().zip(&vector.0);
            let dot: i32 = products
                .map(|(left, right)| i32::from(*left) * i32::from(*right))
                .sum();
            *logit += scale * dot as f32;
        }
    }
    for ((_, value), (_, weights)) in properties_of(query).iter().zip(weights_of_properties) {
        for (logit, weight) in logits.iter_mut().zip(weights) {
            *logit += value * weight;
        }
    }
    let highest = logits.iter().copied().fold(f32::MIN, f32::max);
    let odds = logits.map(|logit| (logit - highest).exp());
    let sum: f32 = odds.iter().sum();
    odds.map(|odd| odd / sum)
}

/// Returns the properties of a query's text.
pub(super) fn properties_of(query: &str) -> Properties {
    let words = terms::words(query);
    let share = |is_counted: fn(&str) -> bool, skipped: usize| {
        let counted = words.iter().skip(skipped).filter(|word| is_counted(word));
        counted.count() as f32 / words.len().max(1) as f32
    };
    let letters: usize = words.iter().map(|word| word.chars().count()).sum();
    let begins = words.first().copied().unwrap_or_default();
    let asks = QUESTION_WORDS.contains(&begins.to_lowercase().as_str());
    [
        ("intercept", 1.0),
        ("number of words", (words.len().max(1) as f32).ln()),
        ("identifiers", share(is_identifier, 0)),
        ("capitalized", share(is_capitalized, 1)),
        (
            "stop words",
            share(|word| is_stop_word(&word.to_lowercase()), 0),
        ),
        ("punctuation", f32::from(query.contains(is_punctuation))),
        ("begins with a capital", f32::from(is_capitalized(begins))),
        ("begins with a question word", f32::from(asks)),
        (
            "length of words",
            letters as f32 / words.len().max(1) as f32,
        ),
    ]
}

fn is_capitalized(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

fn is_punctuation(character: char) -> bool {
    ".:#()`[]/_".contains(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_sum_to_one() {
        for query in [
            "",
            "retry",
            "how are retries counted",
            "Fix `Session.retry` (#12)",
        ] {
            let shares = shares_of(query, false, None);
            assert!(
                (shares.iter().sum::<f32>() - 1.0).abs() < 1e-5,
                "{query}: {shares:?}"
            );
            assert!(
                shares.iter().all(|share| *share > 0.0),
                "{query}: {shares:?}"
            );
        }
        assert_eq!(shares_of("retry", true, None), [1.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn every_property_has_its_weights() {
        let names = properties_of("words").map(|(name, _)| name);
        assert_eq!(names, PROPERTIES.map(|(name, _)| name));
        assert_eq!(names, PROPERTIES_BESIDE_VECTOR.map(|(name, _)| name));
    }

    #[test]
    fn a_query_resembles_a_kind() {
        let check = |query, kind| {
            let shares = shares_of(query, false, None);
            let highest = shares.iter().copied().fold(0.0, f32::max);
            let at = shares.iter().position(|share| *share == highest);
            assert_eq!(at.map(|at| KINDS[at]), Some(kind), "{query}: {shares:?}");
        };
        check("shorten a long value for an error", "declarations");
        check("Fix the default of `Session.retry`", "changes");
    }
}
