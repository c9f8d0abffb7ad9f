//! A repository within the root: the files it tracks, and its submodules.
//!
//! Principal type: [`Repository`]. Invariant: git's index and `.gitmodules` are untrusted. They are regular files
//! of limited size, and only compared with paths that the walk found.

use super::git::GitDirectory;
use super::git_config::{has_other_worktree, repository_config};
use super::git_index::git_index;
use super::read::read_regular;
use gix_config::File;
use gix_hash::Kind as HashKind;
use gix_index::{Entry, State};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Maximum size of a file that names submodules.
const SUBMODULES_LIMIT: u64 = 1 << 20;

/// Names of directories that mark a clone or a linked worktree, besides git's.
const CLONES: [&str; 3] = [".jj", ".hg", ".sl"];

/// A repository, for the walk.
pub(super) struct Repository {
    directory: PathBuf,
    git: Option<GitDirectory>,
    /// Git's index; none if it is missing or cannot be read.
    index: OnceLock<Option<State>>,
    submodules: OnceLock<HashSet<String>>,
}

impl Repository {
    /// The repository whose working tree begins at `directory`, which has the git directory `git`; none if the working
    /// tree is elsewhere.
    pub(super) fn new(directory: &Path, git: Option<GitDirectory>) -> Option<Self> {
        let git = git.filter(|git| !has_other_worktree(git, directory));
        if git.is_none() && !CLONES.iter().any(|name| directory.join(name).is_dir()) {
            return None;
        }
        Some(Self {
            directory: directory.to_owned(),
            git,
            index: OnceLock::new(),
            submodules: OnceLock::new(),
        })
    }

    /// Returns true if git tracks this file, or a file below this directory.
    pub(super) fn tracks(&self, path: &Path) -> bool {
        let (Some(path), Some(index)) = (self.below(path), self.index()) else {
            return false;
        };
        let next = |name: &str| -> Option<&[u8]> {
            let entries = index.entries();
            let is_before = |entry: &Entry| &**entry.path(index) < name.as_bytes();
            Some(entries.get(entries.partition_point(is_before))?.path(index))
        };
        let directory = path.clone() + "/";
        next(&path) == Some(path.as_bytes())
            || next(&directory).is_some_and(|entry| entry.starts_with(directory.as_bytes()))
    }

    /// Returns true if a repository at `path` is a part of this one: a submodule, or a directory with tracked files.
    pub(super) fn has_part(&self, path: &Path) -> bool {
        let submodules = self.submodules.get_or_init(|| submodules(&self.directory));
        self.tracks(path)
            || self
                .below(path)
                .is_some_and(|path| submodules.contains(&path))
    }

    /// The path below this repository, with slashes.
    fn below(&self, path: &Path) -> Option<String> {
        let path = path.strip_prefix(&self.directory).ok()?.to_str()?;
        Some(path.replace(std::path::MAIN_SEPARATOR, "/"))
    }

    fn index(&self) -> Option<&State> {
        let read = || {
            let git = self.git.as_ref()?;
            let format = repository_config(git).string("extensions.objectFormat");
            let is_sha256 = format.is_some_and(|name| name.eq_ignore_ascii_case(b"sha256"));
            let hash = if is_sha256 {
                HashKind::Sha256
            } else {
                HashKind::Sha1
            };
            git_index(&git.own.join("index"), hash)
        };
        self.index.get_or_init(read).as_ref()
    }
}

/// Paths of the submodules that `.gitmodules` and `.hgsub` name.
fn submodules(directory: &Path) -> HashSet<String> {
    let text = |name: &str| read_regular(&directory.join(name), SUBMODULES_LIMIT);
    let mut paths = HashSet::new();
    if let Some(text) = text(".gitmodules")
        && let Ok(file) = File::from_bytes_no_includes(
            &text,
            gix_config::file::Metadata::api(),
            Default::default(),
        )
    {
        for section in file.sections_by_name("submodule").into_iter().flatten() {
            let path = section.value("path").map(|path| path.to_string());
            paths.extend(path.map(|path| path.trim_end_matches('/').to_owned()));
        }
    }
    for line in String::from_utf8_lossy(&text(".hgsub").unwrap_or_default()).lines() {
        let path = line.split_once('=').map(|(path, _)| path.trim().to_owned());
        paths.extend(path);
    }
    paths
}

/// Returns the files and directories that mark a repository at `directory`, existing or not.
pub fn repository_markers(directory: &Path) -> impl Iterator<Item = PathBuf> {
    let names = [".git"].into_iter().chain(CLONES);
    names.map(|name| directory.join(name))
}
