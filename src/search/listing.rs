//! Ranked records as hits: equal texts merged, with their ancestors and locations.
//!
//! [`hits()`] lists the results of a search, [`listed()`] chunks in a given order.

use super::context::{SearchContext, SearchError};
use super::explanation::Explanation;
use super::hit::{Ancestor, Hit};
use super::ranking::RankedRecord;
use crate::chunk::ChunkId;
use crate::corpus::{Cancel, SourcePath};
use crate::index::{EntrySet, IndexError, Record, Snapshot};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

/// Maximum number of copies of one text that are listed: generated code may have ten thousand.
const MAX_LOCATIONS: usize = 1_000;

/// Records that are one hit.
#[derive(Clone, Copy)]
pub(super) struct Joined {
    /// Those with equal texts.
    pub(super) copies: bool,
    /// The pieces of a function.
    pub(super) pieces: bool,
}

/// Equal texts are one hit, the pieces of a function several.
pub(super) const COPIES: Joined = Joined {
    copies: true,
    pieces: false,
};

/// Turns the first `limit` ranked records into hits.
pub(super) fn hits(
    snapshot: &Snapshot,
    ranked: Vec<RankedRecord>,
    limit: usize,
    joined: Joined,
    cancel: &Cancel,
) -> Result<Vec<Hit>, SearchError> {
    let mut parents = HashMap::new();
    let mut hits: Vec<Hit> = Vec::new();
    let mut shown: HashMap<u64, usize> = HashMap::new();
    // The hit of each function in pieces.
    let mut functions: HashMap<ChunkId, usize> = HashMap::new();
    for RankedRecord {
        record,
        explanation,
    } in ranked
    {
        if cancel.is_cancelled() {
            return Err(SearchError::Cancelled);
        }
        let content = snapshot.content_of_record(&record);
        let function = if joined.pieces {
            record.function_in_pieces()
        } else {
            None
        };
        let known = function.and_then(|function| functions.get(&function));
        if let Some(&first) = known {
            shown.entry(content).or_insert(first);
            continue;
        }
        let mut at = hits.len();
        if let Some(&first) = shown.get(&content)
            && !record.is_summary()
            && joined.copies
        {
            at = first;
            hits[first].locations.push((record.path, record.lines.0));
        } else if at < limit {
            shown.insert(content, at);
            let ancestors = ancestors(snapshot, &record, &mut parents)?;
            let whole = function.and_then(|function| parents.get(&function)?.clone());
            hits.push(Hit {
                ancestors,
                explanation,
                record,
                whole,
                locations: Vec::new(),
                deleted: None,
            });
        } else {
            continue;
        }
        if let Some(function) = function {
            functions.insert(function, at);
        }
    }
    Ok(hits)
}

/// Puts the frames of a trace before the hits, each as a separate hit, and returns their number. At most as many
/// hits remain as are requested.
pub(super) fn put_frames(
    context: &SearchContext<'_>,
    frames: Vec<RankedRecord>,
    found: &mut Vec<Hit>,
) -> Result<usize, SearchError> {
    if frames.is_empty() {
        return Ok(0);
    }
    found.retain(|hit| frames.iter().all(|frame| frame.record.id != hit.record.id));
    let mut listed = Vec::new();
    for frame in frames.into_iter().take(context.limit) {
        // Several frames may be in one chunk.
        let frame = vec![frame];
        listed.extend(hits(context.snapshot, frame, 1, COPIES, context.cancel)?);
    }
    let count = listed.len();
    listed.append(found);
    listed.truncate(context.limit);
    *found = listed;
    Ok(count)
}

/// Turns chunks of a snapshot into hits in the given order, each a hit of its own; ids that the snapshot does not have are
/// skipped.
pub fn listed(
    snapshot: &Snapshot,
    chunks: impl IntoIterator<Item = ChunkId>,
    cancel: &Cancel,
) -> Result<Vec<Hit>, SearchError> {
    let mut found = Vec::new();
    for id in chunks {
        if let Some(record) = snapshot.find(id)? {
            found.push(RankedRecord::new(record, Explanation::default()));
        }
    }
    let limit = found.len();
    let joined = Joined {
        copies: false,
        pieces: false,
    };
    hits(snapshot, found, limit, joined, cancel)
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
        let own = snapshot.tile_of(hit.record.id);
        // Also for a declaration that replaces its header: its hash is the content of the header.
        let mut others = snapshot.copies(snapshot.content_of_record(&hit.record));
        others.retain(|entry| Some(*entry) != own && passing.contains(*entry));
        others.truncate(MAX_LOCATIONS);
        if others.len() <= hit.locations.len() {
            continue;
        }
        let mut known: HashSet<(SourcePath, u32)> = hit.locations.iter().cloned().collect();
        known.insert((hit.record.path.clone(), hit.record.lines.0));
        let mut missing = Vec::new();
        // In the order in which they are stored, so that each compressed block is read once.
        for entry in others {
            let record = snapshot.record(entry)?;
            missing.push((record.path, record.lines.0));
        }
        missing.retain(|location| !known.contains(location));
        missing.sort_unstable();
        hit.locations.extend(missing);
    }
    Ok(())
}

/// Returns the ancestors of a record, from the file down. `parents` caches the records that were read.
fn ancestors(
    snapshot: &Snapshot,
    record: &Record,
    parents: &mut HashMap<ChunkId, Option<Record>>,
) -> Result<Vec<Ancestor>, IndexError> {
    let mut ancestors = Vec::new();
    let mut above = record.parent;
    // A tree has no cycles; a damaged index might.
    while let Some(id) = above
        && ancestors.len() < 64
    {
        let parent = match parents.entry(id) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(snapshot.find(id)?),
        };
        let Some(parent) = parent else {
            break;
        };
        ancestors.push(Ancestor::of(parent.clone()));
        above = parent.parent;
    }
    ancestors.reverse();
    Ok(ancestors)
}
