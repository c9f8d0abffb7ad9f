//! The walk, the first step of an update, and the decision that nothing more is needed.
//!
//! Invariant: an incomplete walk is an error, because the other files would count as deleted.

use super::pipeline::Pipeline;
use super::progress::{Progress, UpdateSummary};
use super::report::{Result, UpdateError};
use super::run::RunControl;
use crate::corpus::{Cancel, Listing, Root, Scope, Skipped, SourcePath, Walk, now_ns, walk_part};
use crate::index::Identity;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::thread::{self, Builder};

impl Pipeline {
    /// The index folder relative to the root, if it is below it. Its files are not documents: each commit
    /// would be a change.
    fn own_folder(&self) -> Option<PathBuf> {
        let folder = self.folder.path().canonicalize().ok()?;
        let below = folder.strip_prefix(self.reader.root().path()).ok()?;
        (!below.as_os_str().is_empty()).then(|| below.to_owned())
    }

    /// Lists the files of `scope`, while the model loads.
    pub(super) fn walk(&mut self, scope: &Scope, control: RunControl<'_>) -> Result<Walk> {
        self.begin_walk(control);
        let found = match self.reader.walked_documents() {
            Some(found) => return Ok(found),
            None => self.entries(scope, control.cancel),
        };
        self.accept(scope, found, control.cancel)
    }

    /// Lists all files as [`Pipeline::walk`] does, by the listing of the last walk if that suffices.
    fn walk_again(&mut self, control: RunControl<'_>) -> Result<Walk> {
        self.begin_walk(control);
        let (root, limits) = (self.reader.root(), self.reader.limits());
        let count = &self.counters.walked;
        let again = (self.folder.listing())
            .and_then(|listing| listing.walk(root, limits, count, control.cancel));
        match again {
            Some(found) => self.accept(&Scope::Everything, found, control.cancel),
            None => self.walk(&Scope::Everything, control),
        }
    }

    fn begin_walk(&self, control: RunControl<'_>) {
        self.counters.walked.store(0, Ordering::Relaxed);
        (control.progress)(Progress::default());
    }

    /// Lists the entries of `scope`; if these are all, also for the next walk.
    fn entries(&self, scope: &Scope, cancel: &Cancel) -> Walk {
        let (root, limits) = (self.reader.root(), self.reader.limits());
        let began = now_ns();
        let found = walk_part(root, scope, limits, &self.counters.walked, cancel);
        if *scope == Scope::Everything
            && !cancel.is_cancelled()
            && let Some(listing) = Listing::of(root, limits, &found, began)
        {
            // Without it the next walk takes longer.
            let _ = self.folder.write_listing(&listing);
        }
        found
    }

    /// Takes over what a walk of `scope` found.
    fn accept(&mut self, scope: &Scope, mut found: Walk, cancel: &Cancel) -> Result<Walk> {
        if cancel.is_cancelled() {
            // After an incomplete walk, the other files would count as deleted.
            return Err(UpdateError::Cancelled);
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
        self.retained.skipped.retain(|path, _| {
            if self.directories.contains(path) {
                !scope.covers_directory(path)
            } else {
                !scope.covers(path)
            }
        });
        self.directories
            .retain(|directory| !scope.covers_directory(directory));
        self.directories.extend(found.directories.iter().cloned());
        Ok(found)
    }

    /// Updates the index like [`Pipeline::update`]. If the manifest of the last writer shows that it is up
    /// to date, nothing is written, and neither the lock nor the bundled model is needed.
    pub fn refresh(
        &mut self,
        cancel: &Cancel,
        progress: &dyn Fn(Progress),
    ) -> Result<UpdateSummary> {
        let control = RunControl { cancel, progress };
        let (folder, snapshots) = (self.folder.clone(), self.snapshots.clone());
        let uses_vectors = self.model.has_begun();
        let (found, noted) = thread::scope(|threads| {
            let opening =
                Builder::new()
                    .name("snapshot".to_owned())
                    .spawn_scoped(threads, move || {
                        let (manifest, snapshot) = snapshots.open_manifest(&folder)?;
                        if uses_vectors {
                            snapshot.prepare_vectors();
                        }
                        Some((manifest, snapshot))
                    })?;
            let found = self.walk_again(control);
            // After a panic the writer reports the cause.
            let noted = opening.join().unwrap_or_default();
            Ok::<_, UpdateError>((found?, noted))
        })?;
        if let Some((manifest, snapshot)) = &noted
            && manifest.covers(&found.files)
            && manifest.has_all_vectors()
            && self.would_make(snapshot.identity(), cancel)
        {
            let skipped: Vec<Skipped> = found
                .skipped
                .into_iter()
                .chain(manifest.refused())
                .collect();
            let summary = UpdateSummary::complete(snapshot, skipped.len());
            self.snapshots.publish_skipped(skipped);
            return Ok(self.explained(summary));
        }
        let summary = self.index_walk(&Scope::Everything, found, control)?;
        self.write_manifest()?;
        Ok(summary)
    }

    /// Returns true if an index made now would have this identity.
    fn would_make(&self, made: &Identity, cancel: &Cancel) -> bool {
        self.identity_with(made.model.clone(), made.dimension) == *made
            && self.model.is(&made.model, cancel)
    }
}
