//! Stems: `serialization`, `serializer` and `serialize` share one.

use crate::index::terms;
use std::collections::BTreeSet;

/// Endings that are stripped, longest first.
const ENDINGS: [&str; 15] = [
    "izations", "ization", "ations", "ation", "ings", "ing", "ers", "er", "ies", "ied", "es", "ed",
    "s", "e", "y",
];

/// Stems of the words of a name.
pub(super) fn word_stems(name: &str) -> BTreeSet<String> {
    let mut stems = BTreeSet::new();
    for word in terms::words(name) {
        let terms = terms::terms(word);
        // The first term is the whole word; its parts, if any, replace it.
        let parts = if terms.len() > 1 { &terms[1..] } else { &terms };
        stems.extend(parts.iter().map(|part| stem(part).to_owned()));
    }
    stems
}

/// Strips English inflections and the most common derivations if enough of the word remains:
/// `serialization`, `serializer` and `serialize` share a stem (a reduced form of Porter, "An algorithm
/// for suffix stripping", 1980).
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
