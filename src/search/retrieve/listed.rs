//! The chunks of a list, and the files, that pass the filters of a query.

use super::filter_conditions;
use crate::chunk::ChunkId;
use crate::index::{EntrySet, Snapshot};
use crate::search::context::{SearchContext, SearchError};
use crate::search::names::symbol_filter;
use crate::search::query::Passing;

/// Returns those of these chunks that pass the filters of a query, and all files with a leaf that does. A parent
/// passes if one of its leaves does.
pub fn passing_of(context: &SearchContext<'_>, chunks: &[ChunkId]) -> Result<Passing, SearchError> {
    let snapshot = context.snapshot;
    filter_conditions::check(context)?;
    let clauses = filter_conditions::clauses(context)?;
    let passing = symbol_filter::narrow(context, snapshot.passing_tiles(&clauses)?)?;
    let mut found = Passing::default();
    for chunk in chunks {
        context.check_cancelled()?;
        if passes(snapshot, *chunk, &passing)? {
            found.chunks.insert(*chunk);
        }
    }
    let files = snapshot.by_file(&passing)?.into_iter();
    found.files = files.map(|(file, _)| file).collect();
    Ok(found)
}

fn passes(snapshot: &Snapshot, id: ChunkId, passing: &EntrySet) -> Result<bool, SearchError> {
    if let Some(leaf) = snapshot.tile_of(id) {
        return Ok(passing.contains(leaf));
    }
    let Some(parent) = snapshot.find(id)? else {
        return Ok(false);
    };
    for leaf in snapshot.leaves_of(&parent.path)? {
        if passing.contains(leaf) {
            let (start, end) = snapshot.record(leaf)?.bytes;
            if parent.bytes.0 <= start && end <= parent.bytes.1 {
                return Ok(true);
            }
        }
    }
    Ok(false)
}
