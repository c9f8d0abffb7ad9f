//! Parts of an index directory, and their sizes.
//!
//! Principal type: [`IndexFolder`]. Invariant: on Unix only their owner can read the files.

use super::error::{IndexError, Result, cause_of, concerns_folder, expect_regular};
use super::vector::VectorFile;
use super::verified::{Stamp, Verified};
use crate::corpus::{create_private_folder, locked, private_file};
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Name of the file that contains the root of the repository.
const REPOSITORY: &str = "repository";
/// Name of the file that describes what the index started from.
const ORIGIN: &str = "origin";

/// The index folder of one repository. Clones share what the process knows of its files.
#[derive(Clone, Debug)]
pub struct IndexFolder {
    path: PathBuf,
    /// The files whose checksums were verified.
    pub(super) verified: Verified,
    /// File system errors that tantivy does not report.
    pub(super) refusals: Refusals,
    /// The open vector files of a commit of this process, until its reader takes them: it would map them again.
    pub(super) written: Arc<Mutex<Vec<VectorFile>>>,
}

/// The last file system error in a thread of tantivy, which itself reports only that the thread ended.
#[derive(Clone, Debug, Default)]
pub(super) struct Refusals(Arc<Mutex<Option<ErrorKind>>>);

impl Refusals {
    /// Records the error of an operation, if it failed.
    pub(super) fn record_error<T>(&self, result: io::Result<T>) -> io::Result<T> {
        result.inspect_err(|cause| self.record(cause.kind()))
    }

    pub(super) fn record(&self, kind: ErrorKind) {
        *locked(&self.0) = Some(kind);
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
    /// Those of them that another index has, too.
    pub shared: u64,
}

impl Sizes {
    /// The sums of the sizes of several indexes.
    pub fn of_all(all: impl Iterator<Item = Self>) -> Self {
        all.fold(Self::default(), |sum, one| Self {
            lexical: sum.lexical + one.lexical,
            vectors: sum.vectors + one.vectors,
            graph: sum.graph + one.graph,
            store: sum.store + one.store,
            texts: sum.texts + one.texts,
            shared: sum.shared + one.shared,
        })
    }
}

impl IndexFolder {
    /// Creates a handle for the index in `folder`, which need not exist yet.
    pub fn new(folder: &Path) -> Self {
        Self {
            path: folder.to_owned(),
            verified: Verified::default(),
            refusals: Refusals::default(),
            written: Arc::default(),
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

    /// Directory of the marks that a watcher of the working tree watches, too.
    pub fn marks(&self) -> PathBuf {
        self.path.join("marks")
    }

    /// Path of the manifest: the state of the working tree at the last commit, for readers.
    pub(super) fn manifest(&self) -> PathBuf {
        self.path.join("manifest")
    }

    /// Path of the listing of the last walk.
    pub(super) fn listing_file(&self) -> PathBuf {
        self.path.join("listing")
    }

    /// Root of the repository, if it was recorded.
    pub fn repository(&self) -> Option<PathBuf> {
        self.read_line(REPOSITORY).map(PathBuf::from)
    }

    /// The index or pack that the index started from; none if it was made from nothing.
    pub fn origin(&self) -> Option<String> {
        self.read_line(ORIGIN)
    }

    pub(super) fn write_origin(&self, origin: &str) -> Result<()> {
        self.write_line(ORIGIN, origin)
    }

    fn read_line(&self, name: &str) -> Option<String> {
        let path = self.path.join(name);
        // Opening a pipe would block.
        expect_regular(&path).ok()?;
        let line = fs::read_to_string(path).ok()?;
        Some(line.trim_end_matches('\n').to_owned())
    }

    fn write_line(&self, name: &str, line: &str) -> Result<()> {
        let path = self.path.join(name);
        private_file()
            .create(true)
            .truncate(true)
            .open(&path)
            .and_then(|mut file| writeln!(file, "{line}"))
            .map_err(|cause| IndexError::folder(&path, cause))
    }

    /// Records the root of the repository, for the list of all indexes.
    pub fn write_repository(&self, root: &Path) -> Result<()> {
        if self.repository().as_deref() == Some(root) {
            return Ok(());
        }
        self.write_line(REPOSITORY, &root.display().to_string())
    }

    /// The folder with a separate list of verified files.
    pub(super) fn with_verified(&self, files: impl Iterator<Item = (PathBuf, Stamp)>) -> Self {
        Self {
            path: self.path.clone(),
            verified: Verified::from_files(files),
            refusals: self.refusals.clone(),
            written: self.written.clone(),
        }
    }

    /// Creates missing parts, readable by their owner only. Removes anything of the wrong type: a file in
    /// place of a folder, or the reverse.
    pub(super) fn create(&self) -> Result<()> {
        create(&self.path)?;
        self.make_private()?;
        for folder in [self.lexical(), self.vectors(), self.store()] {
            if file_type(&folder).is_some_and(|file_type| !file_type.is_dir()) {
                remove(&folder)?;
            }
        }
        let lines = [REPOSITORY, ORIGIN].map(|name| self.path.join(name));
        let files = [self.lock(), self.manifest(), self.listing_file()];
        for file in files.into_iter().chain(lines) {
            if file_type(&file).is_some_and(|file_type| !file_type.is_file()) {
                remove(&file)?;
            }
        }
        create(&self.lexical())?;
        create(&self.vectors())
    }

    /// Makes all files readable by their owner only: an index reveals private code. Earlier versions and sled
    /// leave files that are readable by everyone.
    #[cfg(unix)]
    pub(super) fn make_private(&self) -> Result<()> {
        use std::os::unix::fs::PermissionsExt;

        for (path, metadata) in entries_below(&self.path) {
            let mode = if metadata.is_dir() {
                0o700
            } else if metadata.is_file() {
                0o600
            } else {
                continue;
            };
            if metadata.permissions().mode() & 0o777 != mode {
                fs::set_permissions(&path, fs::Permissions::from_mode(mode))
                    .map_err(|cause| IndexError::folder(&path, cause))?;
            }
        }
        Ok(())
    }

    /// Elsewhere the folder of a user is private.
    #[cfg(not(unix))]
    pub(super) fn make_private(&self) -> Result<()> {
        Ok(())
    }

    /// Removes keywords and records, and with them the commit. The next commit deletes unreferenced vector
    /// files.
    pub(super) fn clear(&self) -> Result<()> {
        remove(&self.lexical())?;
        remove(&self.path.join(ORIGIN))?;
        self.create()
    }

    /// Removes unfinished files and an unfinished index, which killed processes left. Requires the lock.
    pub(super) fn remove_unfinished(&self) -> Result<()> {
        for entry in fs::read_dir(&self.path).into_iter().flatten().flatten() {
            if has_extension(&entry.path(), "tmp") {
                remove(&entry.path())?;
            }
        }
        Ok(())
    }

    /// Empties the writer's cache.
    pub(super) fn clear_store(&self) -> Result<()> {
        remove(&self.store())
    }

    /// Bytes on disk by part; unreadable files count as 0.
    pub fn sizes(&self) -> Sizes {
        let vectors = self.vectors();
        Sizes {
            lexical: size(&self.lexical(), |_| true),
            vectors: size(&vectors, |path| has_extension(path, "vec")),
            graph: size(&vectors, |path| !has_extension(path, "vec")),
            store: [self.store(), self.manifest(), self.listing_file()]
                .iter()
                .map(|part| size(part, |_| true))
                .sum(),
            texts: size(&self.texts(), |_| true),
            shared: entries_below(&self.path)
                .iter()
                .filter(|(_, metadata)| metadata.is_file() && is_shared(metadata))
                .map(|(_, metadata)| metadata.len())
                .sum(),
        }
    }
}

/// Returns true if a file has another name, in another index.
#[cfg(unix)]
fn is_shared(metadata: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(metadata) > 1
}

/// Unknown here.
#[cfg(not(unix))]
fn is_shared(_: &fs::Metadata) -> bool {
    false
}

fn create(folder: &Path) -> Result<()> {
    create_private_folder(folder).map_err(|cause| IndexError::folder(folder, cause))
}

/// Removes a part of any type.
pub(super) fn remove(path: &Path) -> Result<()> {
    let removed = match file_type(path) {
        Some(file_type) if file_type.is_dir() => fs::remove_dir_all(path),
        Some(_) => fs::remove_file(path),
        None => return Ok(()),
    };
    match removed {
        Err(cause) if cause.kind() != ErrorKind::NotFound => Err(IndexError::folder(path, cause)),
        _ => Ok(()),
    }
}

/// The type of a file, if it exists; links are not followed.
fn file_type(path: &Path) -> Option<fs::FileType> {
    Some(path.symlink_metadata().ok()?.file_type())
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

/// Total size of the files at or below a path that are accepted.
fn size(folder: &Path, accepts: impl Fn(&Path) -> bool) -> u64 {
    entries_below(folder)
        .iter()
        .filter(|(path, metadata)| !metadata.is_dir() && accepts(path))
        .map(|(_, metadata)| metadata.len())
        .sum()
}

/// A folder and everything below it; links are not followed.
fn entries_below(folder: &Path) -> Vec<(PathBuf, fs::Metadata)> {
    let (mut found, mut waiting) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(path) = waiting.pop() {
        let Ok(metadata) = path.symlink_metadata() else {
            continue;
        };
        if metadata.is_dir() {
            let entries = fs::read_dir(&path).into_iter().flatten().flatten();
            waiting.extend(entries.map(|entry| entry.path()));
        }
        found.push((path, metadata));
    }
    found
}

impl IndexError {
    /// Adds the folder and advice to a file system error, which the libraries do not give. If a thread of
    /// tantivy ended without a reason, the cause is an error that the folder recorded, or damage, so all
    /// files are verified again at the next attempt.
    pub fn in_folder(self, folder: &IndexFolder) -> Self {
        let recorded = folder.refusals.take_error();
        let kind = match &self {
            Self::Store(sled::Error::Io(cause)) => Some(cause.kind()),
            // tantivy wraps some errors, which hides their kind.
            Self::Lexical(error) => match cause_of(error) {
                Some((_, cause)) if concerns_folder(cause.kind()) => Some(cause.kind()),
                _ => recorded,
            },
            _ => None,
        };
        if let Some(kind) = kind
            && concerns_folder(kind)
        {
            return Self::folder(folder.path(), kind.into());
        }
        if matches!(self, Self::Lexical(_)) {
            folder.verified.clear();
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::error::IndexPart;
    use super::*;
    use tantivy::TantivyError;

    fn check(error: impl Into<IndexError>, expected: &str) {
        let directory = tempfile::tempdir().unwrap();
        let folder = IndexFolder::new(&directory.path().join("smriti-tui/x-1"));
        let expected = expected.replace("THERE", &directory.path().display().to_string());
        assert_eq!(error.into().in_folder(&folder).to_string(), expected);
    }

    #[test]
    fn a_refusal_names_the_folder_and_gives_advice() {
        let full = || io::Error::from(ErrorKind::StorageFull);
        let sentence = "index: THERE: no storage space; \
                        free some space, or set XDG_CACHE_HOME to a folder on another disk";
        check(sled::Error::Io(full()), sentence);
        check(TantivyError::from(full()), sentence);
        let directory = tempfile::tempdir().unwrap();
        let folder = IndexFolder::new(directory.path());
        folder.refusals.record(ErrorKind::StorageFull);
        let ended = IndexError::from(TantivyError::ErrorInThread("killed".to_owned()));
        let message = ended.in_folder(&folder).to_string();
        assert!(message.contains("no storage space"), "{message}");
        folder.refusals.record(ErrorKind::StorageFull);
        let wrapped = io::Error::other(full());
        let message = IndexError::from(TantivyError::from(wrapped)).in_folder(&folder);
        assert!(message.is_full_disk(), "{message}");
        check(
            IndexError::damaged(IndexPart::Lexical, "a record"),
            "index: the keyword index is damaged (a record); it is rebuilt when `smriti-tui index` runs",
        );
    }
}
