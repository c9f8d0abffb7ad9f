//! Git's index: the staged files and their flags.
//!
//! Principal type: [`StagedFiles`].

use crate::corpus::git_index::git_index;
use gix_hash::Kind as HashKind;
use gix_index::entry::stat::Options as StatOptions;
use gix_index::entry::{Flags, Stat};
use gix_index::fs::Metadata;
use gix_index::{Entry, State};
use std::path::Path;

/// The staged files.
pub(super) struct StagedFiles {
    state: State,
    /// True if a file outside the sparse checkout counts once it exists, as in git since 2.36.
    shows_present: bool,
}

/// The state of a path in git's index.
pub(super) enum Staged<'s> {
    /// Git does not track it.
    Untracked,
    /// In a directory outside the sparse checkout, of which git's index has only the tree.
    /// False if the file counts all the same, because it exists.
    Sparse(&'s Entry, bool),
    /// In conflict: no state of the file is recorded.
    Conflict,
    /// Git is configured to ignore changes of the file.
    Unwatched(&'s Entry),
    /// A staged file.
    File(&'s Entry),
}

impl StagedFiles {
    /// Reads git's index; none if it is missing or damaged.
    pub(super) fn read(path: &Path, hash: HashKind, config: &gix_config::File) -> Option<Self> {
        let state = git_index(path, hash)?;
        let is_set = |key: &str| matches!(config.boolean(key), Ok(Some(true)));
        let shows_present =
            is_set("core.sparseCheckout") && !is_set("sparse.expectFilesOutsideOfPatterns");
        Some(Self {
            state,
            shows_present,
        })
    }

    /// Looks a path up. `exists` is true if the working tree has it.
    pub(super) fn get(&self, path: &str, exists: bool) -> Staged<'_> {
        let is_hidden = !(exists && self.shows_present);
        let Some(range) = self.state.entry_range(path.into()) else {
            let mut above = path.match_indices('/').map(|(slash, _)| &path[..=slash]);
            let sparse = above.find_map(|directory| {
                let entry = self.state.entry_by_path(directory.into());
                entry.filter(|entry| entry.mode.is_sparse())
            });
            return match sparse {
                Some(entry) => Staged::Sparse(entry, is_hidden),
                None => Staged::Untracked,
            };
        };
        match &self.state.entries()[range] {
            [entry] if entry.stage_raw() == 0 => {
                let is_unwatched = entry.flags.contains(Flags::ASSUME_VALID)
                    || is_hidden && entry.flags.contains(Flags::SKIP_WORKTREE);
                if is_unwatched {
                    Staged::Unwatched(entry)
                } else {
                    Staged::File(entry)
                }
            }
            _ => Staged::Conflict,
        }
    }

    /// Path of an entry.
    pub(super) fn path(&self, entry: &Entry) -> String {
        entry.path(&self.state).to_string()
    }

    /// Returns the entry of a file, or of our side of a conflict.
    pub(super) fn blob(&self, path: &str) -> Option<&Entry> {
        let range = self.state.entry_range(path.into())?;
        let mut entries = self.state.entries()[range].iter();
        entries.find(|entry| matches!(entry.stage_raw(), 0 | 2))
    }

    /// Returns true if git recorded this state of a file, and the file is older than the record: a file that
    /// changed in the same second may look the same.
    pub(super) fn is_clean(&self, entry: &Entry, metadata: &Metadata) -> bool {
        // Git compares whole seconds, and marks entries that changed within one when it writes its index.
        let options = StatOptions::default();
        let is_smudged = entry.stat.size == 0 && !entry.id.is_empty_blob();
        Stat::from_fs(metadata).is_ok_and(|now| now.matches(&entry.stat, options))
            && !entry.stat.is_racy(self.state.timestamp(), options)
            && !is_smudged
    }
}
