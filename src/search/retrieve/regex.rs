//! Leaves in which the pattern of regex mode matches.

use super::passing::{Conditions, passing};
use super::text_conditions::TextConditions;
use crate::corpus::file_class::FileClass;
use crate::index::{Record, VectorSearch};
use crate::search::context::SearchContext;
use crate::search::error::SearchError;
use crate::search::explanation::Explanation;
use crate::search::names::all_names;
use crate::search::query::Pattern;
use crate::search::ranking::{Ranking, keep_first, steps};
use std::cmp::Reverse;

/// Addend of the score for a matching name: declarations rank before mentions.
const NAME_BONUS: f32 = 1.0;

/// A leaf in which all patterns match.
struct Match {
    entry: u32,
    content: u64,
    line: u32,
    signals: Vec<(&'static str, f32)>,
}

/// Finds the leaves in which the query's patterns match: the first `limit` distinct texts with their
/// copies, and the set of all matches. Matching names come first, then the project's own code before
/// tests and vendored code, then path and line order.
pub(crate) fn find(context: &SearchContext<'_>) -> Result<Ranking, SearchError> {
    let snapshot = context.snapshot;
    let conditions = TextConditions::from_query(context.query)?;
    let likely = passing(context, Conditions::Terms)?;
    let mut matches = conditions.find(context, &likely, |entry, record| Match {
        entry,
        content: snapshot.content_of_record(record),
        line: record.lines.0,
        signals: signals(record, &conditions.patterns),
    })?;
    matches.sort_by_key(|(file, found)| {
        let score: f32 = found.signals.iter().map(|(_, value)| value).sum();
        (Reverse(steps(score)), *file, found.line, found.entry)
    });
    let passing = matches.iter().map(|(_, found)| found.entry).collect();
    keep_first(&mut matches, context.limit, |(_, found)| found.content);
    let mut ranked = Vec::with_capacity(matches.len());
    for (_, found) in matches {
        let mut explanation = Explanation::default();
        explanation.extend(found.signals);
        ranked.push((snapshot.record(found.entry)?, explanation));
    }
    Ok(Ranking {
        ranked,
        passing,
        vectors: VectorSearch::None,
    })
}

fn signals(record: &Record, patterns: &[Pattern]) -> Vec<(&'static str, f32)> {
    let mut signals = Vec::new();
    for name in all_names(record) {
        let text = name.as_bytes();
        if !name.is_empty() && patterns.iter().any(|pattern| pattern.matches_in(text)) {
            signals.push(("name", NAME_BONUS));
            break;
        }
    }
    signals.extend(FileClass::of(&record.path, &record.names).demotion());
    signals
}
