//! A limit for the copies of one text that are ranked.
//!
//! Invariant of [`drop_surplus()`]: of every text that a retriever found, the copy with the best location is
//! ranked.

use crate::corpus::SourcePath;
use crate::corpus::file_class::FileClass;
use crate::index::{IndexError, Snapshot};
use std::collections::{HashMap, HashSet};

/// Maximum number of copies of one text that are ranked for each retriever.
pub(super) const COPIES: usize = 8;

/// Drops surplus copies, so that one text cannot flood the ranking. Of each text, the copies with the best
/// locations remain (vendored directories are the worst); of equal locations, the first.
pub(super) fn drop_surplus(
    snapshot: &Snapshot,
    found: &mut Vec<(u32, f32)>,
) -> Result<(), IndexError> {
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
                Some(path) => *(classes.entry(path)).or_insert_with(|| FileClass::of(path, &[])),
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

/// Keeps the items with one of the first `limit` distinct contents.
pub(super) fn keep_first<T>(ranked: &mut Vec<T>, limit: usize, content: impl Fn(&T) -> u64) {
    let mut first = HashSet::new();
    ranked.retain(|item| {
        let content = content(item);
        first.contains(&content) || first.len() < limit && first.insert(content)
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_counts_distinct_contents() {
        let mut ranked = vec![7, 5, 7, 3, 5, 7];
        keep_first(&mut ranked, 2, |content| *content);
        assert_eq!(ranked, [7, 5, 7, 5, 7]);
    }
}
