//! The informative words of a long text: those with its rarest terms.
//!
//! Words of templates, environments, versions and logs are common in a repository or absent from it, so no list of
//! such passages is needed.

use crate::index::terms::{terms, words};
use crate::index::{Result, Snapshot, Word};
use crate::search::names::query_terms;
use std::collections::HashSet;

/// Maximum number of distinct terms that are searched.
const TERMS: usize = 128;

/// Returns the words with the rarest terms of a text, once each, in order; none if the text has few terms.
pub(super) fn informative_words(snapshot: &Snapshot, text: &str) -> Result<Option<String>> {
    let distinct = query_terms(text);
    if distinct.len() <= TERMS {
        return Ok(None);
    }
    let mut alone = Vec::with_capacity(distinct.len());
    for term in &distinct {
        alone.push(Word {
            term: term.clone(),
            forms: Vec::new(),
        });
    }
    let mut known = Vec::new();
    for (coverage, term) in snapshot.coverage(&alone, &[])?.iter().zip(&distinct) {
        if coverage.idf > 0.0 {
            known.push((coverage.idf, term.as_str()));
        }
    }
    // Stable: of equally rare terms the first.
    known.sort_by(|(left, _), (right, _)| right.total_cmp(left));
    let rarest: HashSet<&str> = known.iter().take(TERMS).map(|(_, term)| *term).collect();
    let mut seen = HashSet::new();
    let mut kept = Vec::new();
    for word in words(text) {
        if seen.insert(word) && terms(word).iter().any(|term| rarest.contains(&**term)) {
            kept.push(word);
        }
    }
    Ok(Some(kept.join(" ")))
}
