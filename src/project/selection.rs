//! A file, or the indexed files below a directory.
//!
//! Principal type: [`Selection`]. Contract: a file that is named must be readable; of a directory, unreadable
//! files are skipped and reported.

use super::repository::Project;
use crate::chunk::ChunkTree;
use crate::context::Sources;
use crate::corpus::{Cancel, Fingerprint, ReadError, Skipped, SourcePath};
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;

/// The files of a named path.
pub(crate) struct Selection {
    /// The named directory, empty for the root; or the named file.
    pub(crate) directory: String,
    /// The files, sorted by path; a named file alone.
    files: Vec<SourcePath>,
    /// Files skipped by the walk, sorted by path.
    skipped: Vec<Skipped>,
    /// True if a file was named, which must be readable.
    is_file: bool,
    /// Cancelled when no more files are needed.
    pub(crate) cancel: Cancel,
}

impl Selection {
    /// The files of a path of a repository.
    pub(crate) fn new(project: &Project, start: &SourcePath) -> Self {
        let is_file = !start.under(project.root().path()).is_dir();
        let mut selection = Self {
            directory: start.to_string(),
            files: Vec::new(),
            skipped: Vec::new(),
            is_file,
            cancel: Cancel::new(),
        };
        if is_file {
            selection.files.push(start.clone());
            return selection;
        }
        let walk = project.reader.walk(&Cancel::new());
        let files = walk.files.into_iter().map(|found| found.path);
        selection.files = files.filter(|path| path.is_below(start)).collect();
        selection.skipped = walk.skipped;
        selection
            .skipped
            .retain(|skipped| skipped.path.is_below(start));
        selection
    }

    /// The files, sorted by path.
    pub(crate) fn files(&self) -> &[SourcePath] {
        &self.files
    }

    /// Reads and chunks the files one after the other, until cancelled. Returns the files that cannot be read or
    /// that the walk skipped. A named file that cannot be read is an error.
    pub(crate) fn each(
        &self,
        sources: &mut Sources,
        mut visit: impl FnMut(&ChunkTree, Fingerprint) -> anyhow::Result<()>,
    ) -> anyhow::Result<Vec<SkippedObject>> {
        let mut skipped = self.skipped.clone();
        for path in &self.files {
            if self.cancel.is_cancelled() {
                break;
            }
            match sources.cut(path, &self.cancel) {
                Ok((tree, fingerprint)) => visit(&tree, fingerprint)?,
                Err(error) if self.is_file => return Err(error.into()),
                Err(ReadError { path, reason, .. }) => skipped.push(Skipped { path, reason }),
            }
        }
        Ok(SkippedObject::all(skipped))
    }
}

/// A skipped file.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SkippedObject {
    pub(crate) path: String,
    pub(crate) reason: String,
}

impl SkippedObject {
    /// Sorted by path.
    pub(crate) fn all(mut skipped: Vec<Skipped>) -> Vec<Self> {
        skipped.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        let mut objects = Vec::new();
        for file in skipped {
            objects.push(Self {
                path: file.path.to_string(),
                reason: file.reason.to_string(),
            });
        }
        objects
    }
}
