//! Files and lines that differ from git's HEAD.
//!
//! Principal types: [`HeadCommit`] and [`Hunk`]. [`GitChanges`] answers `in:changed` filters; the loader of the
//! code pane marks the hunks.

mod commit;

pub use commit::HeadCommit;

use super::git::GitDirectory;
use super::{Cancel, Root, SourcePath, locked};
use std::collections::HashSet;
use std::fs;
use std::ops::Range;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

/// Maximum number of files, directories and other entries in a commit.
const FILES_LIMIT: usize = 1_000_000;

/// Kind of a changed run of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineChange {
    /// Lines that HEAD does not have.
    Added,
    /// Lines in place of others.
    Modified,
    /// Missing lines after the line of the hunk, or before it at the start of a file.
    Deleted,
}

/// A run of lines that differs from HEAD.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hunk {
    /// Kind of the change.
    pub change: LineChange,
    /// 1-based lines of the working tree; at least one.
    pub lines: Range<u32>,
}

/// Reason why the changes since git's HEAD are not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("Git changes unavailable: {}", self.cause())]
pub enum GitUnavailable {
    /// No git repository, or no commit.
    NoCommit,
    /// Objects are named by SHA-256, or references are stored as reftable.
    Unsupported,
    /// Objects are borrowed from another repository.
    Borrowed,
    /// The commit has more than a million files.
    TooLarge,
    /// HEAD or objects are missing, damaged, too large or not in regular files.
    Unreadable,
    /// The committed content of one file is missing, damaged or in a submodule, or the file is too large.
    File,
}

impl GitUnavailable {
    fn cause(self) -> &'static str {
        match self {
            Self::NoCommit => "the root directory has no git repository with a commit",
            Self::Unsupported => "SHA-256 and reftable repositories are not supported",
            Self::Borrowed => "the objects are in another repository (info/alternates)",
            Self::TooLarge => "the commit has more than a million files",
            Self::Unreadable => "git's HEAD or objects cannot be read; `git fsck` may tell why",
            Self::File => "git's copy of this file is unreadable, over 4 MB or in a submodule",
        }
    }
}

/// The changed files of a repository, computed again when the index, HEAD or git's index change.
#[derive(Debug, Default)]
pub struct GitChanges(Mutex<Option<(RepositoryState, ChangedFiles)>>);

/// The files that differ from HEAD, or the reason why they are not known.
pub type ChangedFiles = Result<Arc<HashSet<SourcePath>>, GitUnavailable>;

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
        generation: u64,
        paths: impl Iterator<Item = &'p SourcePath>,
        cancel: &Cancel,
    ) -> ChangedFiles {
        let written = GitDirectory::of(root.path())
            .and_then(|git| fs::metadata(git.own.join("index")).ok()?.modified().ok());
        let now = (generation, super::head(root).commit, written);
        if let Some((then, files)) = &*locked(&self.0)
            && *then == now
        {
            return files.clone();
        }
        // Without the lock: another search can be cancelled meanwhile.
        let files = HeadCommit::open(root).and_then(|it| it.changed(paths, cancel));
        if cancel.is_cancelled() {
            return Ok(Arc::default());
        }
        let files = files.map(Arc::new);
        *locked(&self.0) = Some((now, files.clone()));
        files
    }
}

#[cfg(test)]
mod tests;
