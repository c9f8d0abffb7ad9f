//! The first half of an update: which files there are.

use super::{Indexing, Progress, Stage, UpdateError};
use crate::corpus::{Cancel, Root, Scope, SourcePath, Walk, walk_part};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// What the walk of a part of the repository found.
pub(super) struct Survey {
    pub(super) scope: Scope,
    pub(super) found: Walk,
}

impl Indexing {
    /// Looks which files there are.
    pub(super) fn survey(
        &mut self,
        scope: &Scope,
        cancel: &Cancel,
        progress: &dyn Fn(Progress),
    ) -> Result<Survey, UpdateError> {
        self.gauges.walked.store(0, Ordering::Relaxed);
        // The model loads meanwhile.
        progress(Progress::default());
        Ok(Survey {
            scope: scope.clone(),
            found: self.walk(scope, cancel)?,
        })
    }

    /// The folder of the index below the root, if it lies there. Its files are no documents: each
    /// commit would be a change to look at.
    fn own_folder(&self) -> Option<PathBuf> {
        let folder = self.folder.path().canonicalize().ok()?;
        let below = folder.strip_prefix(self.reader.root().path()).ok()?;
        (!below.as_os_str().is_empty()).then(|| below.to_owned())
    }

    fn walk(&mut self, scope: &Scope, cancel: &Cancel) -> Result<Walk, UpdateError> {
        let (root, limits) = (self.reader.root(), self.reader.limits());
        let count = &self.gauges.walked;
        let mut found = walk_part(root, scope, limits, count, cancel);
        if cancel.is_cancelled() {
            // A walk that stopped early would make every file it did not reach look deleted.
            return Err(UpdateError::Cancelled(Stage::Walking));
        }
        // Nor does one without its root say anything of the files: a disk may be unplugged.
        Root::exactly(self.reader.root().path())?;
        if let Some(own) = self.own_folder() {
            leave_out(&own, &mut found);
        }
        // A directory is left out under its own name, and a walk of what is beside it does not
        // come to it.
        let directories = &self.directories;
        self.kept
            .left_out
            .retain(|it| match directories.contains(it) {
                true => !scope.covers_all_of(it),
                false => !scope.covers(it),
            });
        self.directories.retain(|it| !scope.covers_all_of(it));
        self.directories.extend(found.directories.iter().cloned());
        Ok(found)
    }
}

/// Leaves out what lies in this directory.
fn leave_out(own: &Path, found: &mut Walk) {
    let is_own = |path: &SourcePath| Path::new(path.as_str()).starts_with(own);
    found.files.retain(|file| !is_own(&file.path));
    found.skipped.retain(|skipped| !is_own(&skipped.path));
    found.directories.retain(|directory| !is_own(directory));
}
