//! Copies of one text: a limit for the ranking, and the locations of all copies.
//!
//! [`drop_surplus()`] limits the copies before ranking; [`add_locations()`] lists them with a hit.
//!
//! Invariant: of every text that a retriever found, the copy with the best location is ranked.

use super::{Hit, SearchContext, SearchError};
use crate::corpus::SourcePath;
use crate::corpus::file_class::FileClass;
use crate::index::{EntrySet, IndexError, Snapshot};
use std::collections::{HashMap, HashSet};

/// Maximum number of copies of one text that are ranked for each retriever.
pub(super) const COPIES: usize = 8;
/// Maximum number of copies of one text that are listed: generated code may have ten thousand.
const MAX_LOCATIONS: usize = 1_000;

/// Drops surplus copies, so that one text cannot flood the ranking. Of each text, the copies with the best
/// locations remain (vendored directories are the worst); of equal locations, the first.
pub(super) fn drop_surplus(
    snapshot: &Snapshot,
    found: &mut Vec<(u32, f32)>,
) -> Result<(), IndexError> {
    let mut copies: HashMap<u64, Vec<u32>> = HashMap::with_capacity(found.len());
    for (entry, _) in found.iter() {
        let content = snapshot.content(*entry).unwrap_or_default();
        copies.entry(content).or_default().push(*entry);
    }
    let mut surplus = HashSet::new();
    let mut classes: HashMap<&SourcePath, FileClass> = HashMap::new();
    for copies in copies.into_values().filter(|it| it.len() > COPIES) {
        let mut ranked = Vec::with_capacity(copies.len());
        for (at, entry) in copies.into_iter().enumerate() {
            let path = snapshot.path(entry)?;
            let class = path.map_or(FileClass::Vendored, |path| {
                *(classes.entry(path)).or_insert_with(|| FileClass::of(path, &[]))
            });
            ranked.push((class, at, entry));
        }
        ranked.sort_unstable();
        surplus.extend(ranked.drain(COPIES..).map(|(.., entry)| entry));
    }
    found.retain(|(entry, _)| !surplus.contains(entry));
    Ok(())
}

/// Keeps the items with one of the first `limit` distinct contents.
pub(super) fn keep_first<T>(ranked: &mut Vec<T>, limit: usize, content: impl Fn(&T) -> u64) {
    let mut first = HashSet::new();
    ranked.retain(|it| {
        let content = content(it);
        first.contains(&content) || first.len() < limit && first.insert(content)
    });
}

/// Appends the locations of copies that pass but were not ranked, by path and line, up to a maximum number.
pub(super) fn add_locations(
    context: &SearchContext<'_>,
    passing: &EntrySet,
    hits: &mut [Hit],
) -> Result<(), SearchError> {
    let snapshot = context.snapshot;
    for hit in hits.iter_mut().filter(|hit| !hit.record.is_summary()) {
        context.check_cancelled()?;
        let own = snapshot.entry_of(hit.record.id);
        // Also for a declaration that replaces its header: its hash is the content of the header.
        let mut others = snapshot.copies(snapshot.content_of_record(&hit.record));
        others.retain(|entry| Some(*entry) != own && passing.contains(*entry));
        others.truncate(MAX_LOCATIONS);
        if others.len() > hit.locations.len() {
            let missing = missing(snapshot, hit, &others)?;
            hit.locations.extend(missing);
        }
    }
    Ok(())
}

/// Returns the locations of copies that a hit does not list yet.
fn missing(
    snapshot: &Snapshot,
    hit: &Hit,
    copies: &[u32],
) -> Result<Vec<(SourcePath, u32)>, IndexError> {
    let known = hit.locations.iter().map(|(path, line)| (path, *line));
    let own = (&hit.record.path, hit.record.lines.0);
    let known: HashSet<(&SourcePath, u32)> = known.chain([own]).collect();
    let mut missing = Vec::new();
    // In the order in which they are stored, so that each compressed block is read once.
    for entry in copies {
        let record = snapshot.record(*entry)?;
        if !known.contains(&(&record.path, record.lines.0)) {
            missing.push((record.path, record.lines.0));
        }
    }
    missing.sort_unstable();
    Ok(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_counts_distinct_contents() {
        let mut ranked = vec![7, 5, 7, 3, 5, 7];
        keep_first(&mut ranked, 2, |it| *it);
        assert_eq!(ranked, [7, 5, 7, 5, 7]);
    }
}
