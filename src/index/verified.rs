//! Files of an index that this process has verified.
//!
//! Principal type: [`Verified`]. Computing the checksum of a large file takes longer than a search may, and
//! the writer and every reader open the same files.

use crate::corpus::locked;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

/// Files whose checksums were verified. Clones share the list.
#[derive(Clone, Debug, Default)]
pub(super) struct Verified(Arc<Mutex<HashMap<PathBuf, Stamp>>>);

/// Metadata that identifies a verified file. A file of an index does not change once it has its name; another
/// one may get the name when the index is rebuilt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
    inode: u64,
}

impl Verified {
    /// Creates a list of files verified elsewhere, with their metadata at that time.
    pub(super) fn from_files(files: impl Iterator<Item = (PathBuf, Stamp)>) -> Self {
        Self(Arc::new(Mutex::new(files.collect())))
    }

    /// Returns true if a file is intact, calling `check` unless that is known. A damaged or unreadable file
    /// is checked again the next time.
    pub(super) fn check_once<E>(
        &self,
        file: &Path,
        check: impl FnOnce() -> Result<bool, E>,
    ) -> Result<bool, E> {
        // Taken before reading, so that a later write is noticed.
        let stamp = Stamp::of(file);
        if stamp.is_some() && stamp == locked(&self.0).get(file).copied() {
            return Ok(true);
        }
        let is_intact = check()?;
        let mut verified = locked(&self.0);
        match stamp {
            Some(stamp) if is_intact => verified.insert(file.to_owned(), stamp),
            _ => verified.remove(file),
        };
        Ok(is_intact)
    }

    /// Forgets all files: each is checked again before it is used.
    pub(super) fn clear(&self) {
        locked(&self.0).clear();
    }

    /// Forgets files below `folder` that no longer exist.
    pub(super) fn forget_removed(&self, folder: &Path) {
        locked(&self.0).retain(|file, _| !file.starts_with(folder) || file.exists());
    }
}

impl Stamp {
    /// Metadata of a file; none if it is missing.
    pub(super) fn of(file: &Path) -> Option<Self> {
        let metadata = std::fs::symlink_metadata(file).ok()?;
        Some(Self {
            length: metadata.len(),
            modified: metadata.modified().ok(),
            inode: inode(&metadata),
        })
    }
}

#[cfg(unix)]
fn inode(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn inode(_: &Metadata) -> u64 {
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn a_file_is_checked_once_until_it_changes() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("a");
        let (verified, checks) = (Verified::default(), Cell::new(0));
        let check = |fits: bool| {
            let check = || {
                checks.set(checks.get() + 1);
                Ok::<_, ()>(fits)
            };
            (verified.check_once(&file, check).unwrap(), checks.get())
        };
        std::fs::write(&file, "one").unwrap();
        assert_eq!(check(false), (false, 1));
        assert_eq!(check(true), (true, 2), "a damaged file is checked again");
        assert_eq!(check(true), (true, 2));
        let again = verified.clone().check_once(&file, || Err(()));
        assert_eq!(again, Ok(true), "clones share");
        std::fs::write(&file, "longer").unwrap();
        assert_eq!(check(false), (false, 3));
        std::fs::remove_file(&file).unwrap();
        assert_eq!(
            check(true),
            (true, 4),
            "nothing is known of what is not there"
        );
        assert_eq!(check(false), (false, 5));
    }

    #[test]
    fn removed_files_are_forgotten() {
        let directory = tempfile::tempdir().unwrap();
        let verified = Verified::default();
        for name in ["a", "b"] {
            let file = directory.path().join(name);
            std::fs::write(&file, name).unwrap();
            verified.check_once(&file, || Ok::<_, ()>(true)).unwrap();
        }
        std::fs::remove_file(directory.path().join("a")).unwrap();
        verified.forget_removed(directory.path());
        let known = verified.0.lock().unwrap();
        assert_eq!(known.len(), 1);
    }
}
