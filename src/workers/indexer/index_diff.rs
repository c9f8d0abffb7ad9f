//! The first half of an update: the files of the working tree, and those that differ from the index.
//!
//! Principal types: [`IndexDiff`] and [`PendingFile`]. Invariant: after an incomplete walk no file counts as
//! deleted. No file is read here.

use super::{Progress, Stage, UpdateError, UpdateSummary, Updater};
use crate::corpus::{
    Cancel, Extraction, Fingerprint, RETRY_AFTER_NS, Root, Scope, SourcePath, Walk, WalkedFile,
    now_ns, walk_part,
};
use crate::index::{FileOutcome, FileState, Identity};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::thread::{self, Builder};

/// Number of most recently edited files that are read first.
const MAX_RECENT: usize = 64;

impl Updater {
    /// The index folder relative to the root, if it is below it. Its files are not documents: each commit
    /// would be a change.
    fn own_folder(&self) -> Option<PathBuf> {
        let folder = self.folder.path().canonicalize().ok()?;
        let below = folder.strip_prefix(self.reader.root().path()).ok()?;
        (!below.as_os_str().is_empty()).then(|| below.to_owned())
    }

    /// Lists the files of `scope`, while the model loads.
    pub(super) fn walk(
        &mut self,
        scope: &Scope,
        cancel: &Cancel,
        progress: &dyn Fn(Progress),
    ) -> Result<Walk, UpdateError> {
        let (root, limits) = (self.reader.root(), self.reader.limits());
        let count = &self.gauges.walked;
        count.store(0, Ordering::Relaxed);
        progress(Progress::default());
        let mut found = walk_part(root, scope, limits, count, cancel);
        if cancel.is_cancelled() {
            // After an incomplete walk, the other files would count as deleted.
            return Err(UpdateError::Cancelled(Stage::Walking));
        }
        // The same holds without the root: a disk may be unplugged.
        Root::exactly(self.reader.root().path())?;
        if let Some(own) = self.own_folder() {
            let is_other = |path: &SourcePath| !Path::new(path.as_str()).starts_with(&own);
            found.files.retain(|file| is_other(&file.path));
            found.skipped.retain(|skipped| is_other(&skipped.path));
            found.directories.retain(is_other);
        }
        // A skipped directory is listed by its own name, and a walk of its siblings does not reach it.
        let directories = &self.directories;
        self.kept.left_out.retain(|path| {
            let is_directory = directories.contains(path);
            !(is_directory && scope.covers_directory(path) || !is_directory && scope.covers(path))
        });
        self.directories.retain(|it| !scope.covers_directory(it));
        self.directories.extend(found.directories.iter().cloned());
        Ok(found)
    }

    /// Updates the index like [`Updater::update`]. If the manifest of the last writer shows that it is up
    /// to date, nothing is written, and neither the lock nor the bundled model is needed.
    pub fn refresh(
        &mut self,
        cancel: &Cancel,
        progress: &dyn Fn(Progress),
    ) -> Result<UpdateSummary, UpdateError> {
        let (folder, snapshots) = (self.folder.clone(), self.snapshots.clone());
        let (found, noted) = thread::scope(|threads| {
            let opening = Builder::new()
                .name("snapshot".to_owned())
                .spawn_scoped(threads, move || snapshots.open_manifest(&folder))?;
            let found = self.walk(&Scope::Everything, cancel, progress);
            // After a panic the writer reports the cause.
            let noted = opening.join().unwrap_or_default();
            Ok::<_, UpdateError>((found?, noted))
        })?;
        if let Some((manifest, snapshot)) = &noted
            && manifest.covers(&found.files)
            && snapshot.has_all_vectors()
            && self.would_make(snapshot.identity(), cancel)
        {
            let mut summary = UpdateSummary {
                skipped: found.skipped.len() + manifest.refused(),
                ..UpdateSummary::default()
            };
            summary.show(snapshot);
            return Ok(summary);
        }
        let summary = self.update_scope(&Scope::Everything, found, cancel, progress)?;
        if let Some(writer) = self.writer.take() {
            self.writer = Some(writer.write_manifest()?);
        }
        Ok(summary)
    }

    /// Returns true if an index made now would have this identity.
    fn would_make(&self, made: &Identity, cancel: &Cancel) -> bool {
        self.identity_with(made.model.clone(), made.dimension) == *made
            && self.model.is(&made.model, cancel)
    }
}

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
    /// Files to read: the open file first, then recently edited and shallow ones.
    pub(super) candidates: Vec<PendingFile>,
    /// Files that cannot be indexed and have not changed since that was found.
    pub(super) refused: Vec<SourcePath>,
}

impl IndexDiff {
    /// Compares the walked files of `scope` with the indexed ones by length and time, except for files
    /// with a reported change: their length and time may have been restored.
    pub(super) fn between(
        scope: &Scope,
        files: Vec<WalkedFile>,
        mut indexed: HashMap<SourcePath, Option<FileState>>,
        open: Option<&SourcePath>,
    ) -> Self {
        let mut changes = Self::default();
        for found in files {
            let before = indexed.remove(&found.path);
            let state = before.flatten();
            let is_hinted = *scope != Scope::Everything && scope.covers_directory(&found.path);
            let outcome = state.map(|state| state.outcome);
            let is_refused = outcome == Some(FileOutcome::Refused);
            let is_same = |state: FileState| {
                let (length, mtime_ns) = (found.length, found.mtime_ns);
                let is_final = state.outcome != FileOutcome::TimedOut
                    || now_ns().saturating_sub(state.indexed_at_ns) < RETRY_AFTER_NS;
                is_final && (state.fingerprint).unchanged(length, mtime_ns, state.indexed_at_ns)
            };
            match !is_hinted && state.is_some_and(is_same) {
                true if is_refused => changes.refused.push(found.path),
                true => {}
                // A refused file is read again to find the reason.
                false => changes.candidates.push(PendingFile {
                    found,
                    indexed: before.is_some() && !is_refused,
                    known: state
                        .filter(|it| it.outcome == FileOutcome::Indexed)
                        .map(|it| it.fingerprint),
                }),
            }
        }
        changes.removed.extend(indexed.into_keys());
        changes.removed.sort_unstable();
        in_order_of_interest(&mut changes.candidates, open);
        changes
    }
}

/// Sorts: the open file, the most recently edited ones, then all others by depth and name. Files that are
/// extracted by another process come last, so that code does not wait for them.
fn in_order_of_interest(candidates: &mut [PendingFile], open: Option<&SourcePath>) {
    candidates.sort_by(|a, b| a.found.path.cmp(&b.found.path));
    candidates.sort_by_key(|it| Reverse(it.found.mtime_ns));
    let rest = candidates.len().min(MAX_RECENT);
    candidates[rest..].sort_by(|a, b| a.found.path.cmp(&b.found.path));
    candidates[rest..].sort_by_key(|it| it.found.path.depth());
    candidates.sort_by_key(|candidate| {
        let path = &candidate.found.path;
        (Some(path) != open, Extraction::of(path).is_some())
    });
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
