//! Entries with the phrases and patterns of a query, for queries that also rank by words.

use super::conditions::LiteralConditions;
use crate::index::EntrySet;
use crate::search::context::{SearchContext, SearchError};

/// Narrows `passing` to the leaves that have every phrase and pattern of the query and nothing excluded.
pub(in crate::search) fn narrow(
    context: &SearchContext<'_>,
    passing: &EntrySet,
) -> Result<EntrySet, SearchError> {
    let conditions = LiteralConditions::of(context.query);
    if conditions.required.is_empty() {
        return without_excluded(context, &conditions, passing);
    }
    entries(context, &conditions, passing)
}

/// The passing leaves that meet the conditions.
fn entries(
    context: &SearchContext<'_>,
    conditions: &LiteralConditions<'_>,
    passing: &EntrySet,
) -> Result<EntrySet, SearchError> {
    let files = context.snapshot.files_with(&conditions.texts(), passing)?;
    let found = conditions.scan(
        context,
        &files,
        |entry| passing.contains(entry),
        |file| {
            let entries: Vec<u32> = file.lines.iter().map(|line| line.entry).collect();
            Ok(entries)
        },
    )?;
    Ok(found.judged.into_iter().flatten().collect())
}

/// Removes the leaves in which an excluded phrase or pattern matches.
fn without_excluded(
    context: &SearchContext<'_>,
    conditions: &LiteralConditions<'_>,
    passing: &EntrySet,
) -> Result<EntrySet, SearchError> {
    let mut left = passing.clone();
    for excluded in &conditions.excluded {
        let matching = LiteralConditions {
            required: vec![excluded],
            excluded: Vec::new(),
        };
        left.subtract(&entries(context, &matching, &left)?);
    }
    Ok(left)
}
