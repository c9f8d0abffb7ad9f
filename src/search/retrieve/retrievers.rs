//! The two retrievers, without surplus copies of one text.
//!
//! Invariant: of every text that a retriever found, the copy with the best location is ranked.

use crate::corpus::SourcePath;
use crate::corpus::file_class::FileClass;
use crate::embed::Embedding;
use crate::index::{EntrySet, IndexError, Keywords, Nearest, Snapshot};
use crate::search::context::{SearchContext, SearchError};
use std::collections::{HashMap, HashSet};

/// Minimum number of distinct texts per retriever. Twice as many rank no better: see `docs/ranking.md`.
pub(super) const CANDIDATES: usize = 100;
/// Maximum number of copies of one text that are ranked for each retriever.
pub(super) const COPIES: usize = 8;

/// Returns the passing entries with the best keyword scores, and the scores of `known` ones.
pub(super) fn keywords(
    snapshot: &Snapshot,
    terms: &[String],
    passing: &EntrySet,
    limit: usize,
    known: &[u32],
) -> Result<Keywords, IndexError> {
    let mut keywords = snapshot.keywords(terms, passing, limit, known)?;
    drop_surplus(snapshot, &mut keywords.best)?;
    Ok(keywords)
}

/// Returns the passing entries whose vectors are nearest.
pub(super) fn nearest(
    context: &SearchContext<'_>,
    vector: &Embedding,
    passing: &EntrySet,
    limit: usize,
) -> Result<Nearest, SearchError> {
    let nearest = context
        .snapshot
        .nearest(vector, passing, limit, context.cancel);
    let mut nearest = nearest.ok_or(SearchError::Cancelled)?;
    drop_surplus(context.snapshot, &mut nearest.candidates)?;
    Ok(nearest)
}

/// Drops surplus copies, so that one text cannot flood the ranking. Of each text, the copies with the best
/// locations remain (vendored directories are the worst); of equal locations, the first.
fn drop_surplus(snapshot: &Snapshot, found: &mut Vec<(u32, f32)>) -> Result<(), IndexError> {
    let mut by_content: HashMap<u64, Vec<u32>> = HashMap::with_capacity(found.len());
    for (entry, _) in found.iter() {
        let content = snapshot.content(*entry).unwrap_or_default();
        by_content.entry(content).or_default().push(*entry);
    }
    let mut surplus = HashSet::new();
    let mut classes: HashMap<&SourcePath, FileClass> = HashMap::new();
    for copies in by_content.into_values() {
        if copies.len() <= COPIES {
            continue;
        }
        let mut by_class = Vec::with_capacity(copies.len());
        for (at, entry) in copies.into_iter().enumerate() {
            let class = match snapshot.path(entry)? {
                Some(path) => *(classes.entry(path)).or_insert_with(|| FileClass::of_file(path)),
                None => FileClass::Vendored,
            };
            by_class.push((class, at, entry));
        }
        by_class.sort_unstable();
        surplus.extend(by_class[COPIES..].iter().map(|(.., entry)| *entry));
    }
    found.retain(|(entry, _)| !surplus.contains(entry));
    Ok(())
}
