//! The files that differ from HEAD, remembered until the repository changes.
//!
//! Principal type: [`GitChanges`].

use super::commit::HeadCommit;
use super::compare::FileChanges;
use super::unavailable::GitUnavailable;
use crate::corpus::git::{GitDirectory, head};
use crate::corpus::limit::FileLimits;
use crate::corpus::path::SourcePath;
use crate::corpus::root::Root;
use crate::corpus::rules::IgnoreRules;
use crate::corpus::threads::{Cancel, locked};
use std::fs;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

/// The changed files of a repository, computed again when the index, HEAD or git's index change.
#[derive(Debug, Default)]
pub struct GitChanges(Mutex<Option<(RepositoryState, ChangedFiles)>>);

/// The files that differ from HEAD, or the reason why they are not known.
pub type ChangedFiles = Result<Arc<FileChanges>, GitUnavailable>;

/// Generation of the index, commit at HEAD, modification time of git's index.
type RepositoryState = (u64, Option<String>, Option<SystemTime>);

impl GitChanges {
    /// Returns the paths of an index generation whose files differ from HEAD; empty when cancelled.
    ///
    /// # Errors
    /// The reason why they are not known.
    pub fn files<'p>(
        &self,
        root: &Root,
        limits: &FileLimits,
        generation: u64,
        paths: impl Iterator<Item = &'p SourcePath>,
        cancel: &Cancel,
    ) -> ChangedFiles {
        let written = GitDirectory::of(root.path())
            .and_then(|git| fs::metadata(git.own.join("index")).ok()?.modified().ok());
        let now = (generation, head(root).commit, written);
        if let Some((then, files)) = &*locked(&self.0)
            && *then == now
        {
            return files.clone();
        }
        // Without the lock: another search can be cancelled meanwhile.
        let files = HeadCommit::open(root)
            .and_then(|commit| commit.changes(paths, cancel))
            .map(|mut changes| {
                let rules = IgnoreRules::of(root.path(), limits.rules);
                let is_listed = |path: &SourcePath| rules.lists_deleted(&path.under(root.path()));
                changes.deleted.retain(is_listed);
                Arc::new(changes)
            });
        if cancel.is_cancelled() {
            return Ok(Arc::default());
        }
        *locked(&self.0) = Some((now, files.clone()));
        files
    }
}
