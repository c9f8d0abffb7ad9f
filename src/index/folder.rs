//! Parts of an index directory, and their sizes.
//!
//! Principal type: [`IndexFolder`]. Invariant: on Unix only their owner can read the files.

use super::IndexError;
use super::damage::expect_regular;
use super::verified::{Stamp, Verified};
use crate::corpus::{create_private_folder, locked, private_file};
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Name of the file that contains the root of the repository.
const REPOSITORY: &str = "repository";

/// The index folder of one repository. Clones share the list of verified files.
#[derive(Clone, Debug)]
pub struct IndexFolder {
    path: PathBuf,
    /// The files whose checksums were verified.
    pub(super) verified: Verified,
    /// File system errors that tantivy does not report.
    pub(super) refusals: Refusals,
}

/// The last file system error in a thread of tantivy, which itself reports only that the thread ended.
#[derive(Clone, Debug, Default)]
pub(super) struct Refusals(Arc<Mutex<Option<ErrorKind>>>);

impl Refusals {
    /// Records the error of an operation, if it failed.
    pub(super) fn record_error<T>(&self, done: io::Result<T>) -> io::Result<T> {
        done.inspect_err(|cause| {
            *locked(&self.0) = Some(cause.kind());
        })
    }

    /// Returns the last error since the previous call.
    pub(super) fn take_error(&self) -> Option<ErrorKind> {
        locked(&self.0).take()
    }
}

/// Bytes on disk by part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sizes {
    /// Terms, postings, records.
    pub lexical: u64,
    /// Vector files.
    pub vectors: u64,
    /// Graph dumps.
    pub graph: u64,
    /// The writer's cache and the manifest.
    pub store: u64,
    /// Extracted texts.
    pub texts: u64,
}

impl IndexFolder {
    /// Creates a handle for the index in `folder`, which need not exist yet.
    pub fn new(folder: &Path) -> Self {
        Self {
            path: folder.to_owned(),
            verified: Verified::default(),
            refusals: Refusals::default(),
        }
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Directory of extracted texts.
    pub fn texts(&self) -> PathBuf {
        self.path.join("texts")
    }

    pub(super) fn lexical(&self) -> PathBuf {
        self.path.join("lexical")
    }

    pub(super) fn vectors(&self) -> PathBuf {
        self.path.join("vectors")
    }

    pub(super) fn store(&self) -> PathBuf {
        self.path.join("store")
    }

    /// Path of the writer's lock file, which survives a rebuild.
    pub(super) fn lock(&self) -> PathBuf {
        self.path.join("lock")
    }

    /// Path of the manifest: the state of the working tree at the last commit, for readers.
    pub(super) fn manifest(&self) -> PathBuf {
        self.path.join("manifest")
    }

    /// Root of the repository, if it was recorded.
    pub fn repository(&self) -> Option<PathBuf> {
        let path = self.path.join(REPOSITORY);
        // Opening a pipe would block.
        let noted = expect_regular(&path).and_then(|()| fs::read_to_string(path));
        let noted = noted.ok()?;
        Some(PathBuf::from(noted.trim_end_matches('\n')))
    }

    /// Records the root of the repository, for the list of all indexes.
    pub fn write_repository(&self, root: &Path) -> Result<(), IndexError> {
        if self.repository().as_deref() == Some(root) {
            return Ok(());
        }
        let path = self.path.join(REPOSITORY);
        let file = private_file().create(true).truncate(true).open(&path);
        let written = file.and_then(|mut file| writeln!(file, "{}", root.display()));
        written.map_err(|cause| IndexError::folder(&path, cause))
    }

    /// The folder with a separate list of verified files.
    pub(super) fn with_verified(&self, files: impl Iterator<Item = (PathBuf, Stamp)>) -> Self {
        Self {
            path: self.path.clone(),
            verified: Verified::from_files(files),
            refusals: self.refusals.clone(),
        }
    }

    /// Creates missing parts, readable by their owner only. Removes anything of the wrong type: a file in
    /// place of a folder, or the reverse.
    pub(super) fn create(&self) -> Result<(), IndexError> {
        create(&self.path)?;
        self.make_private()?;
        for folder in [self.lexical(), self.vectors(), self.store()] {
            if kind(&folder).is_some_and(|kind| !kind.is_dir()) {
                remove(&folder)?;
            }
        }
        for file in [self.lock(), self.manifest(), self.path.join(REPOSITORY)] {
            if kind(&file).is_some_and(|kind| !kind.is_file()) {
                remove(&file)?;
            }
        }
        create(&self.lexical())?;
        create(&self.vectors())
    }

    /// Makes all files readable by their owner only: an index reveals private code. Earlier versions and sled
    /// leave files that are readable by everyone.
    #[cfg(unix)]
    pub(super) fn make_private(&self) -> Result<(), IndexError> {
        use std::os::unix::fs::PermissionsExt;

        for (path, metadata) in entries_below(&self.path) {
            let mode = match metadata.is_dir() {
                true => 0o700,
                false => 0o600,
            };
            let is_ours = metadata.is_dir() || metadata.is_file();
            if is_ours && metadata.permissions().mode() & 0o777 != mode {
                fs::set_permissions(&path, fs::Permissions::from_mode(mode))
                    .map_err(|cause| IndexError::folder(&path, cause))?;
            }
        }
        Ok(())
    }

    /// Elsewhere the folder of a user is private.
    #[cfg(not(unix))]
    pub(super) fn make_private(&self) -> Result<(), IndexError> {
        Ok(())
    }

    /// Removes keywords and records, and with them the commit. The next commit deletes unreferenced vector
    /// files.
    pub(super) fn clear(&self) -> Result<(), IndexError> {
        remove(&self.lexical())?;
        self.create()
    }

    /// Removes unfinished files and an unfinished index, which killed processes left. Requires the lock.
    pub(super) fn remove_unfinished(&self) -> Result<(), IndexError> {
        let entries = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let paths = entries.map(|entry| entry.path());
        let mut left = paths.filter(|path| path.extension().is_some_and(|it| it == "tmp"));
        left.try_for_each(|path| remove(&path))
    }

    /// Empties the writer's cache.
    pub(super) fn clear_store(&self) -> Result<(), IndexError> {
        remove(&self.store())
    }

    /// Bytes on disk by part; unreadable files count as 0.
    pub fn sizes(&self) -> Sizes {
        let vectors = self.vectors();
        let is_rows = |path: &Path| path.extension().is_some_and(|it| it == "vec");
        Sizes {
            lexical: size(&self.lexical(), |_| true),
            vectors: size(&vectors, is_rows),
            graph: size(&vectors, |path| !is_rows(path)),
            store: size(&self.store(), |_| true) + size(&self.manifest(), |_| true),
            texts: size(&self.texts(), |_| true),
        }
    }
}

fn create(folder: &Path) -> Result<(), IndexError> {
    create_private_folder(folder).map_err(|cause| IndexError::folder(folder, cause))
}

/// Removes a part of any type.
pub(super) fn remove(path: &Path) -> Result<(), IndexError> {
    let removed = match kind(path) {
        Some(kind) if kind.is_dir() => fs::remove_dir_all(path),
        Some(_) => fs::remove_file(path),
        None => Ok(()),
    };
    match removed {
        Err(cause) if cause.kind() != ErrorKind::NotFound => Err(IndexError::folder(path, cause)),
        _ => Ok(()),
    }
}

/// The type of a file, if it exists; links are not followed.
fn kind(path: &Path) -> Option<fs::FileType> {
    path.symlink_metadata().ok().map(|it| it.file_type())
}

/// Total size of the files at or below a path that are accepted.
fn size(folder: &Path, accepts: impl Fn(&Path) -> bool) -> u64 {
    let files = entries_below(folder).into_iter();
    let files = files.filter(|(path, metadata)| !metadata.is_dir() && accepts(path));
    files.map(|(_, metadata)| metadata.len()).sum()
}

/// A folder and everything below it; links are not followed.
fn entries_below(folder: &Path) -> Vec<(PathBuf, fs::Metadata)> {
    let (mut found, mut waiting) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(path) = waiting.pop() {
        if let Ok(metadata) = path.symlink_metadata() {
            if metadata.is_dir() {
                let below = fs::read_dir(&path).into_iter().flatten().flatten();
                waiting.extend(below.map(|entry| entry.path()));
            }
            found.push((path, metadata));
        }
    }
    found
}
