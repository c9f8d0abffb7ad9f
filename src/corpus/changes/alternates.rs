//! Object directories that a repository borrows from (`git clone --shared`).
//!
//! Principal function: [`object_directories()`]. Invariant: a repository may name any path, so a directory is read
//! only if it is the object directory of a repository of the same user; at most [`DEPTH_LIMIT`] deep.

use crate::corpus::read::read_regular;
use gix_odb::alternate::parse;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

/// Maximum length of a chain of borrowing repositories, as in git.
pub(super) const DEPTH_LIMIT: usize = 5;
/// Maximum number of object directories.
const DIRECTORIES_LIMIT: usize = 64;
/// Maximum size in bytes of `info/alternates`.
const LIST_LIMIT: u64 = 1 << 20;

/// Returns the object directory and those it borrows from; none if one of them must not be read.
pub(super) fn object_directories(own: PathBuf) -> Option<Vec<PathBuf>> {
    let owner = fs::metadata(&own).ok()?;
    let mut directories = vec![(own, 0)];
    let mut next = 0;
    while let Some((directory, depth)) = directories.get(next).cloned() {
        next += 1;
        if !has_no_pipes(&directory.join("pack")) {
            return None;
        }
        let list = directory.join("info/alternates");
        if fs::symlink_metadata(&list).is_err() {
            continue;
        }
        let borrowed = parse(&read_regular(&list, LIST_LIMIT)?).ok()?;
        for path in borrowed {
            let path = directory.join(path).canonicalize().ok()?;
            if depth == DEPTH_LIMIT || !is_object_directory(&path, &owner) {
                return None;
            }
            if directories.iter().all(|(known, _)| *known != path) {
                directories.push((path, depth + 1));
            }
        }
        if directories.len() > DIRECTORIES_LIMIT {
            return None;
        }
    }
    Some(directories.into_iter().map(|(path, _)| path).collect())
}

/// Returns true for a directory `objects` beside a `HEAD`, if all belong to the same user.
pub(super) fn is_object_directory(path: &Path, owner: &Metadata) -> bool {
    let is_own = |path: &Path, is_file: bool| {
        let metadata = fs::symlink_metadata(path);
        metadata.is_ok_and(|found| found.is_file() == is_file && has_same_owner(&found, owner))
    };
    let repository = path.parent().unwrap_or(path);
    path.file_name().is_some_and(|name| name == "objects")
        && is_own(path, false)
        && is_own(repository, false)
        && is_own(&repository.join("HEAD"), true)
}

#[cfg(unix)]
pub(crate) fn has_same_owner(metadata: &Metadata, owner: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    metadata.uid() == owner.uid()
}

/// Elsewhere owners are not compared.
#[cfg(not(unix))]
pub(crate) fn has_same_owner(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// Returns true if a directory has no pipes or devices, also behind links, or is missing.
fn has_no_pipes(directory: &Path) -> bool {
    let Ok(mut entries) = fs::read_dir(directory) else {
        return !directory.exists();
    };
    entries.all(|entry| {
        entry.is_ok_and(|entry| match fs::metadata(entry.path()) {
            Ok(metadata) => metadata.is_file() || metadata.is_dir(),
            Err(_) => true,
        })
    })
}
