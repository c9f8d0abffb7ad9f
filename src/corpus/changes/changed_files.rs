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

/// Number of commits whose changes are remembered: HEAD, and the base of a query.
const REMEMBERED: usize = 2;

/// The changed files of a repository, computed again when the index, HEAD, the base or git's index change.
#[derive(Debug, Default)]
pub struct GitChanges(Mutex<Vec<(RepositoryState, ChangedFiles)>>);

/// The files that differ from HEAD, or the reason why they are not known.
pub type ChangedFiles = Result<Arc<FileChanges>, GitUnavailable>;

/// Generation of the index, compared commit, modification time of git's index.
type RepositoryState = (u64, Option<String>, Option<SystemTime>);

impl GitChanges {
    /// Returns the paths of an index generation whose files differ from HEAD, or from the base that a query names; empty
    /// when cancelled.
    ///
    /// # Errors
    /// The reason why they are not known.
    pub fn files<'p>(
        &self,
        root: &Root,
        limits: &FileLimits,
        base: Option<&str>,
        generation: u64,
        paths: impl Iterator<Item = &'p SourcePath>,
        cancel: &Cancel,
    ) -> ChangedFiles {
        let written = GitDirectory::of(root.path())
            .and_then(|git| fs::metadata(git.own.join("index")).ok()?.modified().ok());
        // A base may be the tip of a branch that moves.
        let opened = base.map(|base| HeadCommit::open_base(root, Some(base)));
        let compared = match &opened {
            None => head(root).commit,
            Some(Ok(commit)) => Some(commit.id.to_string()),
            Some(Err(why)) => return Err(why.clone()),
        };
        let now = (generation, compared, written);
        let known = locked(&self.0);
        if let Some((_, files)) = known.iter().find(|(then, _)| *then == now) {
            return files.clone();
        }
        drop(known);
        // Without the lock: another search can be cancelled meanwhile.
        let files = opened
            .unwrap_or_else(|| HeadCommit::open(root))
            .and_then(|commit| commit.changes(paths, cancel))
            .map(|mut changes| {
                let rules = IgnoreRules::of(root.path(), limits.rules);
                changes
                    .deleted
                    .retain(|path| rules.lists_deleted(&path.under(root.path())));
                Arc::new(changes)
            });
        if cancel.is_cancelled() {
            return Ok(Arc::default());
        }
        let mut known = locked(&self.0);
        known.retain(|(then, _)| then.0 == generation && then.2 == now.2);
        known.truncate(REMEMBERED - 1);
        known.insert(0, (now, files.clone()));
        files
    }
}
