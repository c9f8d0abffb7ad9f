//! Leaves that answer a query by what they declare, whatever their words.

use super::retrievers::{CANDIDATES, keywords};
use crate::chunk::Kind;
use crate::index::{Column, Condition, EntrySet, IndexError};
use crate::search::context::SearchContext;
use crate::search::names::{MeantNames, NAMESAKES, requests_imports};
use crate::search::query::{QualifiedName, single_name};

/// Entries that declare a name of the query. Retrievers may miss them: other names and mentions have
/// more of the words, and the vector of a long declaration is unspecific.
pub(super) fn declared(
    context: &SearchContext<'_>,
    terms: &[String],
    passing: &EntrySet,
) -> Result<Vec<u32>, IndexError> {
    let snapshot = context.snapshot;
    let mut entries = snapshot.declaring(&MeantNames::parse(&context.query.words).likely())?;
    entries.retain(|entry| passing.contains(*entry));
    if entries.len() <= CANDIDATES {
        return Ok(entries);
    }
    let exact = exactly_named(context, &entries)?;
    if (1..=CANDIDATES).contains(&exact.len()) {
        return Ok(exact);
    }
    // The other words of the query decide among many namesakes.
    let namesakes = entries.into_iter().collect();
    let best = keywords(snapshot, terms, &namesakes, CANDIDATES, &[])?.best;
    Ok(best.into_iter().map(|(entry, _)| entry).collect())
}

/// The entries that match more of the query's name than its words: the signs of `operator>>`, the scope of
/// `Session.get`. Empty for other queries, and for too many entries.
fn exactly_named(context: &SearchContext<'_>, entries: &[u32]) -> Result<Vec<u32>, IndexError> {
    let mut exact = Vec::new();
    let Some(word) = single_name(&context.query.words) else {
        return Ok(exact);
    };
    let name = QualifiedName::parse(word);
    if name.is_more_than_terms() && entries.len() <= NAMESAKES {
        for entry in entries {
            if name.matches_any(&context.snapshot.record(*entry)?) {
                exact.push(*entry);
            }
        }
    }
    Ok(exact)
}

/// Blocks of imports for a query like `imports for auth`: the word `imports` is in none of them.
pub(super) fn imports(
    context: &SearchContext<'_>,
    terms: &[String],
    passing: &EntrySet,
) -> Result<Vec<u32>, IndexError> {
    if !requests_imports(&context.query.words) {
        return Ok(Vec::new());
    }
    let snapshot = context.snapshot;
    let is_imports = Condition::Value(Column::Kind, Kind::Imports.name().to_owned());
    let mut blocks = snapshot.passing(&[is_imports.into()])?;
    blocks.intersect(passing);
    let best = snapshot.keywords(terms, &blocks, CANDIDATES, &[])?.best;
    Ok(best.into_iter().map(|(entry, _)| entry).collect())
}
