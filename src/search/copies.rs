//! Copies of one text: the ones that are ranked, and the locations of all of them.
//!
//! Invariant: of every text that a retriever found, the copy with the best location is ranked.

use super::{Hit, SearchContext, SearchError};
use crate::corpus::SourcePath;
use crate::corpus::place::Place;
use crate::index::{IndexError, Passing, Snapshot};
use std::collections::{HashMap, HashSet};

/// Maximum number of copies of one text that are ranked for each retriever, besides the one with the
/// best location.
pub(super) const COPIES: usize = 16;
/// Maximum number of candidates for each distinct text that was requested, on average.
const ON_AVERAGE: usize = 2;

/// Drops surplus copies, so that one text cannot flood the ranking. Of each text with too many copies,
/// the highest scores remain, and the best copy with the best location (vendored directories are the
/// worst). `found` is in descending order and has up to `limit` distinct texts.
pub(super) fn drop_surplus(
    snapshot: &Snapshot,
    found: &mut Vec<(u32, f32)>,
    limit: usize,
) -> Result<(), IndexError> {
    let content = |entry: u32| snapshot.content(entry).unwrap_or_default();
    let mut counts: HashMap<u64, usize> = HashMap::with_capacity(found.len());
    for (entry, _) in found.iter() {
        *counts.entry(content(*entry)).or_default() += 1;
    }
    let maximum = maximum(&counts, limit);
    if counts.values().all(|count| *count <= maximum) {
        return Ok(());
    }
    let mut best: HashMap<u64, (u8, u32)> = HashMap::new();
    for (entry, _) in found.iter() {
        let content = content(*entry);
        if counts.get(&content).is_none_or(|count| *count <= maximum) {
            continue;
        }
        let path = snapshot.path(*entry)?;
        let place = path.map_or(u8::MAX, |path| Place::of(path, &[]).rank());
        let best = best.entry(content).or_insert((place, *entry));
        if place < best.0 {
            *best = (place, *entry);
        }
    }
    let mut seen: HashMap<u64, usize> = HashMap::new();
    found.retain(|(entry, _)| {
        let content = content(*entry);
        let seen = seen.entry(content).or_default();
        *seen += 1;
        *seen <= maximum || best.get(&content).is_some_and(|(_, best)| best == entry)
    });
    Ok(())
}

/// Returns the number of copies to keep per text; less than [`COPIES`] if many texts have many.
fn maximum(counts: &HashMap<u64, usize>, limit: usize) -> usize {
    let kept = |maximum: usize| -> usize { counts.values().map(|it| *it.min(&maximum)).sum() };
    let fits = |maximum: &usize| kept(*maximum) <= limit.saturating_mul(ON_AVERAGE);
    (1..=COPIES).rev().find(fits).unwrap_or(1)
}

/// Keeps the items with one of the first `limit` distinct contents.
pub(super) fn keep_first<T>(ranked: &mut Vec<T>, limit: usize, content: impl Fn(&T) -> u64) {
    let mut first = HashSet::new();
    ranked.retain(|it| {
        let content = content(it);
        first.contains(&content) || first.len() < limit && first.insert(content)
    });
}

/// Appends the locations of copies that pass but were not ranked, by path and line.
pub(super) fn add_locations(
    context: &SearchContext<'_>,
    passing: &Passing,
    hits: &mut [Hit],
) -> Result<(), SearchError> {
    let snapshot = context.snapshot;
    for hit in hits.iter_mut().filter(|hit| !hit.record.is_summary()) {
        context.check_cancelled()?;
        let own = snapshot.entry_of(hit.record.id);
        // A declaration that replaces its header is not an entry: its hash is the header's content.
        let content = own.and_then(|own| snapshot.content(own));
        let copies = snapshot.copies(content.unwrap_or(hit.record.hash)).iter();
        let others = copies.filter(|entry| Some(**entry) != own && passing.contains(**entry));
        let others: Vec<u32> = others.copied().collect();
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
    for record in snapshot.records(copies)? {
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

    fn check(counts: &[usize], limit: usize, expected: usize) {
        let counts = (0u64..).zip(counts.iter().copied()).collect();
        assert_eq!(maximum(&counts, limit), expected);
    }

    #[test]
    fn many_texts_with_copies_keep_fewer_of_each() {
        check(&[150, 1, 1], 100, COPIES);
        check(&[20; 10], 100, COPIES);
        check(&[20; 100], 100, 2);
        check(&[20; 150], 100, 1);
        check(&[], 0, COPIES);
    }

    #[test]
    fn a_limit_counts_distinct_contents() {
        let mut ranked = vec![7, 5, 7, 3, 5, 7];
        keep_first(&mut ranked, 2, |it| *it);
        assert_eq!(ranked, [7, 5, 7, 5, 7]);
    }
}
