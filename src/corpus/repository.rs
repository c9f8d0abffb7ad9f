//! A git repository within the root: the files it tracks, and its submodules.
//!
//! Principal type: [`Repository`]. Invariant: git's index and `.gitmodules` are untrusted. They are regular files
//! of limited size, and only compared with paths that the walk found.

use super::git::GitDirectory;
use super::git_config::{has_other_worktree, named_submodules, own_config};
use super::git_index::git_index;
use gix_hash::Kind as HashKind;
use gix_index::State;
use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf};
use std::sync::OnceLock;

/// A repository, for the walk.
pub(super) struct Repository {
    directory: PathBuf,
    git: GitDirectory,
    /// Git's index; none if it is missing or cannot be read.
    index: OnceLock<Option<State>>,
}

impl Repository {
    /// The repository in `directory`; none if its configuration puts its working tree elsewhere.
    pub(super) fn new(directory: &Path, git: GitDirectory) -> Option<Self> {
        (!has_other_worktree(&git, directory)).then(|| Self {
            directory: directory.to_owned(),
            git,
            index: OnceLock::new(),
        })
    }

    /// Returns true if git tracks this file, or a file below this directory.
    pub(super) fn tracks(&self, path: &Path) -> bool {
        let (Some(path), Some(index)) = (self.below(path), self.index()) else {
            return false;
        };
        let next = |name: &str| -> Option<&[u8]> {
            let entries = index.entries();
            let at = entries.partition_point(|entry| &**entry.path(index) < name.as_bytes());
            Some(entries.get(at)?.path(index))
        };
        let directory = path.clone() + "/";
        next(&path) == Some(path.as_bytes())
            || next(&directory).is_some_and(|entry| entry.starts_with(directory.as_bytes()))
    }

    /// Returns true if a repository at `path` is a part of this one: a submodule, or a directory with tracked files.
    pub(super) fn has_part(&self, path: &Path) -> bool {
        self.tracks(path)
            || (self.below(path))
                .is_some_and(|below| named_submodules(&self.directory).contains(&below))
    }

    /// The path below this repository, with slashes.
    fn below(&self, path: &Path) -> Option<String> {
        let path = path.strip_prefix(&self.directory).ok()?.to_str()?;
        Some(path.replace(MAIN_SEPARATOR_STR, "/"))
    }

    fn index(&self) -> Option<&State> {
        let index = self.index.get_or_init(|| {
            // As in git, the user's configuration has no say.
            let hash = match own_config(&self.git).string("extensions.objectFormat") {
                Some(name) if name.eq_ignore_ascii_case(b"sha256") => HashKind::Sha256,
                _ => HashKind::Sha1,
            };
            git_index(&self.git.own.join("index"), hash)
        });
        index.as_ref()
    }
}
