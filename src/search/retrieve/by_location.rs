//! Passing leaves in the order of their files, for queries that rank nothing.

use super::retrievers::COPIES;
use crate::corpus::file_class::{FileClass, is_not_code};
use crate::index::EntrySet;
use crate::search::context::{SearchContext, SearchError};
use crate::search::query::Field;
use std::collections::{HashMap, HashSet};

/// Returns the first passing entries, up to `limit` distinct results with few copies of each, by path and
/// line. Equal texts are one result, and so is a function in pieces. With a `lang:` or `sym:` filter, code
/// precedes documents; with `sym:`, also tests and vendored code.
pub(super) fn first_by_location(
    context: &SearchContext<'_>,
    passing: &EntrySet,
    limit: usize,
) -> Result<Vec<u32>, SearchError> {
    let snapshot = context.snapshot;
    let mut files = snapshot.by_file(passing)?;
    let names_symbol = context.query.requires(Field::Symbol);
    if names_symbol || context.query.requires(Field::Language) {
        files.sort_by_cached_key(|(path, _)| {
            let class = names_symbol.then(|| FileClass::of_file(path));
            (is_not_code(path), class)
        });
    }
    let mut listed = Vec::new();
    let joins_pieces = context.query.joins_pieces();
    let mut results = HashSet::new();
    let mut counts: HashMap<u64, usize> = HashMap::new();
    for (_, leaves) in files {
        if results.len() >= limit {
            break;
        }
        context.check_cancelled()?;
        let mut by_line = Vec::with_capacity(leaves.len());
        for entry in leaves {
            let content = snapshot.content(entry).unwrap_or_default();
            let copies = counts.entry(content).or_default();
            *copies += 1;
            if *copies <= COPIES {
                let record = snapshot.record(entry)?;
                let function = record.function_in_pieces().filter(|_| joins_pieces);
                by_line.push((record.lines, entry, function.ok_or(record.hash)));
            }
        }
        by_line.sort_unstable();
        for (_, entry, result) in by_line {
            if results.len() < limit {
                results.insert(result);
                listed.push(entry);
            }
        }
    }
    Ok(listed)
}
