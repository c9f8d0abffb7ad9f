//! The first half of an update: which files there are.

use super::{Indexing, Progress, Stage, UpdateError};
use crate::corpus::{Cancel, Root, Scope, SourcePath, Walk, walk_part};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

impl Indexing {
    /// The folder of the index below the root, if it lies there. Its files are no documents: each
    /// commit would be a change to look at.
    fn own_folder(&self) -> Option<PathBuf> {
        let folder = self.folder.path().canonicalize().ok()?;
        let below = folder.strip_prefix(self.reader.root().path()).ok()?;
        (!below.as_os_str().is_empty()).then(|| below.to_owned())
    }

    /// Looks which files of `scope` there are. The model loads meanwhile.
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
            // A walk that stopped early would make every file it did not reach look deleted.
            return Err(UpdateError::Cancelled(Stage::Walking));
        }
        // Nor does one without its root say anything of the files: a disk may be unplugged.
        Root::exactly(self.reader.root().path())?;
        if let Some(own) = self.own_folder() {
            let is_other = |path: &SourcePath| !Path::new(path.as_str()).starts_with(&own);
            found.files.retain(|file| is_other(&file.path));
            found.skipped.retain(|skipped| is_other(&skipped.path));
            found.directories.retain(is_other);
        }
        // A directory is left out under its own name, and a walk of what is beside it does not
        // come to it.
        let directories = &self.directories;
        self.kept.left_out.retain(|path| {
            let is_directory = directories.contains(path);
            !(is_directory && scope.covers_all_of(path) || !is_directory && scope.covers(path))
        });
        self.directories.retain(|it| !scope.covers_all_of(it));
        self.directories.extend(found.directories.iter().cloned());
        Ok(found)
    }
}
