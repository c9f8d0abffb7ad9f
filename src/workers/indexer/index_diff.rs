//! Comparison of the files of the working tree with the files of the index.
//!
//! Principal types: [`IndexDiff`] and [`PendingFile`]. Invariant: after an incomplete walk no file counts as
//! deleted. No file is read here.

use crate::corpus::{
    Extraction, Fingerprint, RETRY_AFTER_NS, Scope, Skipped, SourcePath, WalkedFile, now_ns,
};
use crate::index::{FileOutcome, FileState};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Number of most recently edited files that are read first.
const MAX_RECENT: usize = 64;

/// A file that is new or may have changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PendingFile {
    /// As the walk found it.
    pub(super) found: WalkedFile,
    /// True if the index contains an earlier version.
    pub(super) indexed: bool,
    /// Fingerprint of that version, if known.
    pub(super) known: Option<Fingerprint>,
}

/// Difference between the index and the working tree, before any file is read.
#[derive(Default, Debug)]
pub(super) struct IndexDiff {
    /// Indexed files that the walk did not find.
    pub(super) removed: Vec<SourcePath>,
    /// Files to read: recently edited and shallow ones first.
    pub(super) candidates: Vec<PendingFile>,
    /// Files that cannot be indexed and have not changed since that was found.
    pub(super) refused: Vec<Skipped>,
}

impl IndexDiff {
    /// Compares the walked files of `scope` with the indexed ones by length and time, except for files
    /// with a reported change: their length and time may have been restored.
    pub(super) fn between(
        scope: &Scope,
        files: Vec<WalkedFile>,
        mut indexed: HashMap<SourcePath, Option<FileState>>,
    ) -> Self {
        let mut changes = Self::default();
        for found in files {
            let before = indexed.remove(&found.path);
            let state = before.flatten();
            let outcome = state.map(|state| state.outcome);
            let refusal = outcome.and_then(|outcome| outcome.skip_reason(&found.path));
            let is_hinted = *scope != Scope::Everything && scope.covers_directory(&found.path);
            if let Some(state) = state
                && !is_hinted
                && is_unchanged(&state, &found)
            {
                if let Some(reason) = refusal {
                    let path = found.path;
                    changes.refused.push(Skipped { path, reason });
                }
                continue;
            }
            // A refused file is read again to find the reason.
            changes.candidates.push(PendingFile {
                found,
                indexed: before.is_some() && refusal.is_none(),
                known: match state {
                    Some(state) if state.outcome == FileOutcome::Indexed => Some(state.fingerprint),
                    _ => None,
                },
            });
        }
        changes.removed.extend(indexed.into_keys());
        changes.removed.sort_unstable();
        in_order_of_interest(&mut changes.candidates);
        changes
    }
}

/// Returns true if a file need not be read again, judged by its length and time. One whose parsing took too
/// long is read again after a day.
fn is_unchanged(state: &FileState, found: &WalkedFile) -> bool {
    let is_final = state.outcome != FileOutcome::TimedOut
        || now_ns().saturating_sub(state.indexed_at_ns) < RETRY_AFTER_NS;
    is_final
        && state
            .fingerprint
            .unchanged(found.length, found.mtime_ns, state.indexed_at_ns)
}

/// Sorts: the most recently edited files, then all others by depth and name. Files that are extracted by
/// another process come last, so that code does not wait for them.
fn in_order_of_interest(candidates: &mut [PendingFile]) {
    candidates.sort_by(|a, b| a.found.path.cmp(&b.found.path));
    candidates.sort_by_key(|candidate| Reverse(candidate.found.mtime_ns));
    let recent = candidates.len().min(MAX_RECENT);
    let others = &mut candidates[recent..];
    others.sort_by(|a, b| a.found.path.cmp(&b.found.path));
    others.sort_by_key(|candidate| candidate.found.path.depth());
    candidates.sort_by_key(|candidate| Extraction::of(&candidate.found.path).is_some());
}

/// Candidates for indexed files that are read again only to embed their texts.
pub(super) fn to_embed(paths: &[SourcePath]) -> Vec<PendingFile> {
    paths
        .iter()
        .map(|path| PendingFile {
            found: WalkedFile {
                path: path.clone(),
                length: 0,
                mtime_ns: 0,
            },
            indexed: true,
            known: None,
        })
        .collect()
}

#[cfg(test)]
mod tests;
