//! Leaves with the matches of a query of phrases and patterns.

use super::conditions::LiteralConditions;
use super::lines::Totals;
use super::scan::FileMatches;
use crate::corpus::file_class::FileClass;
use crate::index::{Record, Snapshot, VectorSearch};
use crate::search::context::{SearchContext, SearchError};
use crate::search::explanation::Explanation;
use crate::search::names::all_names;
use crate::search::query::Pattern;
use crate::search::ranking::{RankedRecord, Ranking, keep_first, steps};
use crate::search::retrieve::{Conditions, passing};
use std::cmp::Reverse;
use std::collections::HashSet;

/// Addend of the score for a matching name: declarations rank before mentions.
const NAME_BONUS: f32 = 1.0;

/// A leaf with matches.
struct Match {
    entry: u32,
    content: u64,
    at: (u32, u32),
    signals: Vec<(&'static str, f32)>,
}

/// Finds the leaves in which the query's phrases and patterns match: the first `limit` distinct texts with their
/// copies, the set of all, and the numbers of all matches. Matching names come first, then the project's own code
/// before tests and vendored code, then path and line order.
pub(in crate::search) fn find(context: &SearchContext<'_>) -> Result<Ranking, SearchError> {
    let snapshot = context.snapshot;
    let conditions = LiteralConditions::of(context.query);
    let likely = passing(context, Conditions::Index)?;
    let files = snapshot.files_with(&conditions.texts(), &likely)?;
    let found = conditions.scan(
        context,
        &files,
        |entry| likely.contains(entry),
        |file| Ok((Totals::of(&file), leaves(snapshot, &conditions, &file)?)),
    )?;
    let mut totals = Totals {
        unread: found.unread,
        ..Totals::default()
    };
    let mut matches = Vec::new();
    for (number, (of_file, leaves)) in found.judged.into_iter().enumerate() {
        totals.add(of_file);
        matches.extend(leaves.into_iter().map(|leaf| (number, leaf)));
    }
    matches.sort_by_key(|(file, found)| {
        let score: f32 = found.signals.iter().map(|(_, value)| value).sum();
        (Reverse(steps(score)), *file, found.at, found.entry)
    });
    let passing = matches.iter().map(|(_, found)| found.entry).collect();
    keep_first(&mut matches, context.limit, |(_, found)| found.content);
    let mut ranked = Vec::with_capacity(matches.len());
    for (_, found) in matches {
        ranked.push(RankedRecord::new(
            snapshot.record(found.entry)?,
            Explanation::at(found.at, found.signals),
        ));
    }
    Ok(Ranking {
        ranked,
        passing,
        vectors: VectorSearch::None,
        totals: Some(totals),
    })
}

/// The leaves of a file with matches, each at its first one.
fn leaves(
    snapshot: &Snapshot,
    conditions: &LiteralConditions<'_>,
    file: &FileMatches<'_>,
) -> Result<Vec<Match>, SearchError> {
    let mut leaves: Vec<Match> = Vec::new();
    let mut known = HashSet::new();
    let class = FileClass::of_file(file.path);
    for (line, at) in file.positions() {
        if !known.insert(line.entry) {
            continue;
        }
        let record = snapshot.record(line.entry)?;
        leaves.push(Match {
            entry: line.entry,
            content: snapshot.content(line.entry).unwrap_or(record.hash),
            at,
            signals: signals(&record, class, &conditions.required),
        });
    }
    Ok(leaves)
}

fn signals(record: &Record, class: FileClass, patterns: &[&Pattern]) -> Vec<(&'static str, f32)> {
    let mut signals = Vec::new();
    for name in all_names(record) {
        let text = name.as_bytes();
        if !name.is_empty() && patterns.iter().any(|pattern| pattern.matches_in(text)) {
            signals.push(("name", NAME_BONUS));
            break;
        }
    }
    signals.extend(class.within(&record.names).demotion());
    signals
}
