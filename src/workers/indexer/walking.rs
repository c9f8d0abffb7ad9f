//! The walk, the first step of an update, and the decision that nothing more is needed.
//!
//! Invariant: an incomplete walk is an error, because the other files would count as deleted.

use super::pipeline::Pipeline;
use super::progress::{Progress, UpdateSummary};
use super::report::UpdateError;
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
    pub(super) fn walk(
        &mut self,
        scope: &Scope,
        control: RunControl<'_>,
    ) -> Result<Walk, UpdateError> {
        self.counters.walked.store(0, Ordering::Relaxed);
        (control.progress)(Progress::default());
        if let Some(found) = self.reader.walked_documents() {
            return Ok(found);
        }
        let mut found = self.entries(scope, control.cancel);
        if control.cancel.is_cancelled() {
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

    /// Lists the entries of `scope`. All entries are listed by the listing of the last walk, if that suffices.
    fn entries(&self, scope: &Scope, cancel: &Cancel) -> Walk {
        let (root, limits) = (self.reader.root(), self.reader.limits());
        let count = &self.counters.walked;
        if *scope != Scope::Everything {
            return walk_part(root, scope, limits, count, cancel);
        }
        if let Some(listing) = self.folder.listing()
            && let Some(found) = listing.walk(root, limits, count, cancel)
        {
            return found;
        }
        let began = now_ns();
        let found = walk_part(root, scope, limits, count, cancel);
        if !cancel.is_cancelled()
            && let Some(listing) = Listing::of(root, limits, &found, began)
        {
            // Without it the next walk takes longer.
            let _ = self.folder.write_listing(&listing);
        }
        found
    }

    /// Updates the index like [`Pipeline::update`]. If the manifest of the last writer shows that it is up
    /// to date, nothing is written, and neither the lock nor the bundled model is needed.
    pub fn refresh(
        &mut self,
        cancel: &Cancel,
        progress: &dyn Fn(Progress),
    ) -> Result<UpdateSummary, UpdateError> {
        let control = RunControl { cancel, progress };
        let (folder, snapshots) = (self.folder.clone(), self.snapshots.clone());
        let (found, noted) = thread::scope(|threads| {
            let opening = Builder::new()
                .name("snapshot".to_owned())
                .spawn_scoped(threads, move || snapshots.open_manifest(&folder))?;
            let found = self.walk(&Scope::Everything, control);
            // After a panic the writer reports the cause.
            let noted = opening.join().unwrap_or_default();
            Ok::<_, UpdateError>((found?, noted))
        })?;
        if let Some((manifest, snapshot)) = &noted
            && manifest.covers(&found.files)
            && snapshot.has_all_vectors()
            && self.would_make(snapshot.identity(), cancel)
        {
            let skipped: Vec<Skipped> = found
                .skipped
                .into_iter()
                .chain(manifest.refused())
                .collect();
            let summary = UpdateSummary::of(snapshot, skipped.len());
            self.snapshots.publish_skipped(skipped);
            return Ok(self.explained(summary));
        }
        let summary = self.index_walk(&Scope::Everything, found, control)?;
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
