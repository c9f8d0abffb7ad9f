//! Errors of the index.
//!
//! Principal type: [`IndexError`]. Invariant: only [`IndexError::Damaged`] and [`IndexError::Outdated`] lead
//! to a rebuild; every other error leaves the files unchanged. [`catch_panic()`] surrounds every access of tantivy and
//! sled to stored files.
//!
//! Damage of an [`IndexPart`]: stored data differs from what was written, so it is deleted and rebuilt. A refusal of the
//! system (too many open files, no permission, a failing or full disk) proves nothing about the files and
//! never clears an index.
//!
//! | damage | recognized by |
//! | --- | --- |
//! | a checksum does not match | our own checks |
//! | an unknown or corrupt format, a segment without a field of the schema | our own checks, tantivy's and sled's kinds of errors |
//! | a file ends early or cannot be decoded | `UnexpectedEof`, `InvalidData` |
//! | a file is missing, not a regular file, or has another file's content | [`expect_regular`], the directory of tantivy |
//! | a panic of tantivy or sled while it reads its files, or an error of its own without a kind | `catch_panic` |

use crate::corpus::contain;
use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use tantivy::TantivyError;
use tantivy::directory::error::{OpenDirectoryError, OpenReadError, OpenWriteError};

/// Result of an operation on the index.
pub(crate) type Result<T, E = IndexError> = std::result::Result<T, E>;

/// Reasons that the index cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// Another process has the writer's lock.
    #[error("another process is indexing this repository; quit it, or wait and try again")]
    Locked,
    /// The writer was dropped after an earlier error.
    #[error("index: an earlier write failed; it is retried with the next change")]
    Closed,
    /// The index folder cannot be created, read or written.
    #[error("index: {}: {cause}; {}", path.display(), advice(cause.kind()))]
    Folder {
        /// The folder or file, or its nearest existing ancestor.
        path: PathBuf,
        /// Error of the system.
        cause: io::Error,
    },
    /// tantivy failed without damage.
    #[error("index: {0}")]
    Lexical(TantivyError),
    /// sled failed without damage.
    #[error("index: cannot use the store: {0}")]
    Store(sled::Error),
    /// A graph cannot be built; searches use an exact scan.
    #[error("index: the graph cannot be built: {0}")]
    Graph(String),
    /// The index was built with other rules.
    #[error("index: {0}; it is rebuilt when `smriti-tui index` runs")]
    Outdated(&'static str),
    /// A part is damaged.
    #[error("index: {part} is damaged ({what}); it is rebuilt when `smriti-tui index` runs")]
    Damaged {
        /// The part to rebuild.
        part: IndexPart,
        /// The file, if known, and the violation.
        what: String,
    },
}

impl From<TantivyError> for IndexError {
    fn from(error: TantivyError) -> Self {
        match lexical_damage(&error) {
            Some(what) => Self::damaged(IndexPart::Lexical, what),
            None => Self::Lexical(error),
        }
    }
}

impl From<sled::Error> for IndexError {
    fn from(error: sled::Error) -> Self {
        match store_damage(&error) {
            Some(what) => Self::damaged(IndexPart::Store, what),
            None => Self::Store(error),
        }
    }
}

impl IndexError {
    pub(super) fn damaged(part: IndexPart, what: impl Into<String>) -> Self {
        let what = what.into();
        Self::Damaged { part, what }
    }

    /// Error of reading a file of a part: damage, or an error of the system.
    pub(super) fn unreadable(part: IndexPart, path: &Path, cause: io::Error) -> Self {
        let what = match cause.kind() {
            ErrorKind::NotFound => Some("missing"),
            _ => io_damage(&cause),
        };
        match what {
            Some(what) => Self::damaged(part, format!("{}: {what}", path.display())),
            None => Self::folder(path, cause),
        }
    }

    /// The damaged part, if that is the error.
    pub fn damaged_part(&self) -> Option<IndexPart> {
        match self {
            Self::Damaged { part, .. } => Some(*part),
            _ => None,
        }
    }

    /// Returns true if the disk is full.
    pub fn is_full_disk(&self) -> bool {
        match self {
            Self::Folder { cause, .. } => is_full(cause.kind()),
            _ => false,
        }
    }

    /// Returns true if the folder cannot be used, for a reason other than a full disk.
    pub fn is_unusable_folder(&self) -> bool {
        matches!(self, Self::Folder { .. }) && !self.is_full_disk()
    }

    /// Error of creating, reading or writing a folder or file. For a missing path, names the nearest existing
    /// ancestor, which the user has to check. A full disk has the same message on every system.
    pub(super) fn folder(path: &Path, cause: io::Error) -> Self {
        let existing = path.ancestors().find(|above| above.exists());
        Self::Folder {
            path: existing.unwrap_or(path).to_owned(),
            cause: without_code(cause),
        }
    }
}

/// Returns true for an error that concerns the whole folder.
pub(super) fn concerns_folder(kind: ErrorKind) -> bool {
    is_full(kind)
        || matches!(
            kind,
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem
        )
}

/// The error with the same message on every system, if it concerns the whole folder.
pub(super) fn without_code(cause: io::Error) -> io::Error {
    let kind = cause.kind();
    if concerns_folder(kind) {
        kind.into()
    } else {
        cause
    }
}

fn is_full(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
}

/// Advice for an I/O error.
fn advice(kind: ErrorKind) -> &'static str {
    if is_full(kind) {
        "free some space, or set XDG_CACHE_HOME to a folder on another disk"
    } else {
        "check its permissions, or set XDG_CACHE_HOME to a folder that can be written"
    }
}

/// A part of an index that can be rebuilt without the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IndexPart {
    /// Terms and records, in `lexical/`.
    Lexical,
    /// Fingerprints and summaries, the writer's cache, in `store/`.
    Store,
    /// A vector file or a graph, in `vectors/`.
    Vectors,
}

impl fmt::Display for IndexPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lexical => "the keyword index",
            Self::Store => "the writer's cache",
            Self::Vectors => "a vector file",
        })
    }
}

/// The damage that an error of tantivy indicates; none for other errors.
pub(super) fn lexical_damage(error: &TantivyError) -> Option<String> {
    if let Some((file, cause)) = cause_of(error) {
        let what = io_damage(cause)?;
        return Some(match file {
            Some(file) => format!("{}: {what}", file.display()),
            None => what.to_owned(),
        });
    }
    match error {
        TantivyError::OpenReadError(OpenReadError::FileDoesNotExist(file)) => {
            Some(format!("{}: missing", file.display()))
        }
        TantivyError::OpenReadError(OpenReadError::IncompatibleIndex(_))
        | TantivyError::IncompatibleIndex(_) => Some("unknown format".to_owned()),
        TantivyError::OpenDirectoryError(
            OpenDirectoryError::NotADirectory(path) | OpenDirectoryError::DoesNotExist(path),
        ) => Some(format!("{}: not a directory", path.display())),
        // The schema is fixed, so a segment without one of its fields has a damaged header.
        TantivyError::DataCorruption(_)
        | TantivyError::DeserializeError(_)
        | TantivyError::SchemaError(_) => Some("corrupt data".to_owned()),
        _ => None,
    }
}

/// The file system error behind an error of tantivy, with the file if it is known.
pub(super) fn cause_of(error: &TantivyError) -> Option<(Option<&Path>, &io::Error)> {
    match error {
        TantivyError::OpenReadError(OpenReadError::IoError { filepath, io_error })
        | TantivyError::OpenWriteError(OpenWriteError::IoError { filepath, io_error }) => {
            Some((Some(filepath), io_error))
        }
        TantivyError::OpenDirectoryError(OpenDirectoryError::IoError { io_error, .. })
        | TantivyError::IoError(io_error) => Some((None, io_error)),
        _ => None,
    }
}

/// The damage that an error of sled indicates.
pub(super) fn store_damage(error: &sled::Error) -> Option<&'static str> {
    match error {
        sled::Error::Corruption { .. } | sled::Error::ReportableBug(_) => Some("corrupt data"),
        sled::Error::Unsupported(_) => Some("unknown format"),
        sled::Error::Io(cause) => io_damage(cause),
        sled::Error::CollectionNotFound(_) => None,
    }
}

/// The damage that a file system error indicates.
pub(super) fn io_damage(error: &io::Error) -> Option<&'static str> {
    match error.kind() {
        ErrorKind::InvalidData => Some("corrupt data"),
        ErrorKind::UnexpectedEof => Some("truncated"),
        _ => None,
    }
}

/// Fails with `InvalidData` if the path is not a regular file: opening a pipe would block, and a link may
/// lead anywhere. A missing file is accepted.
pub(super) fn expect_regular(path: &Path) -> io::Result<()> {
    match path.symlink_metadata() {
        Ok(metadata) if !metadata.is_file() => {
            Err(io::Error::new(ErrorKind::InvalidData, "not a regular file"))
        }
        Err(cause) if cause.kind() != ErrorKind::NotFound => Err(cause),
        _ => Ok(()),
    }
}

/// Reads stored files. A panic of the library that reads them is reported as damage of this part, and so is
/// an error that neither the system nor a kind explains: tantivy's for an unknown version of a column.
pub(super) fn catch_panic<T>(part: IndexPart, read: impl FnOnce() -> Result<T>) -> Result<T> {
    match contain(read) {
        Ok(Err(IndexError::Lexical(error))) if is_unexplained(&error) => {
            Err(IndexError::damaged(part, "unknown format"))
        }
        Ok(done) => done,
        Err(_) => {
            let what = "an internal error while reading it";
            Err(IndexError::damaged(part, what))
        }
    }
}

/// Returns true for an error with a message only. An error that wraps a system error is explained by it.
fn is_unexplained(error: &TantivyError) -> bool {
    let Some((_, cause)) = cause_of(error) else {
        return false;
    };
    cause.kind() == ErrorKind::Other
        && cause
            .get_ref()
            .is_some_and(|wrapped| !wrapped.is::<io::Error>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_has_one_message_from_every_source() {
        let directory = tempfile::tempdir().unwrap();
        // ENOSPC
        let full = io::Error::from_raw_os_error(28);
        let message = IndexError::folder(directory.path(), full).to_string();
        assert!(
            message.contains("no storage space; free some space"),
            "{message}"
        );
    }

    #[test]
    fn a_refused_folder_is_named_by_its_nearest_existing_ancestor() {
        let directory = tempfile::tempdir().unwrap();
        let refused = || ErrorKind::PermissionDenied.into();
        let check = |below: &str, named: &Path| {
            let error = IndexError::folder(&directory.path().join(below), refused());
            let expected = format!(
                "index: {}: permission denied; check its permissions, or set XDG_CACHE_HOME to a \
                 folder that can be written",
                named.display()
            );
            assert_eq!(error.to_string(), expected);
        };
        check("smriti-tui/x-1/lexical", directory.path());
        let made = directory.path().join("smriti-tui");
        std::fs::create_dir(&made).unwrap();
        check("smriti-tui/x-1/lexical", &made);
        check("smriti-tui", &made);
    }
}

#[cfg(test)]
mod damage_tests {
    use super::*;

    #[test]
    fn an_error_without_a_kind_while_reading_is_damage() {
        let check = |cause: io::Error, is_damage: bool| {
            let read = || Err::<(), _>(TantivyError::from(cause).into());
            let error = catch_panic(IndexPart::Lexical, read).unwrap_err();
            assert_eq!(matches!(error, IndexError::Damaged { .. }), is_damage);
        };
        check(io::Error::other("Unsupported sstable version"), true);
        check(ErrorKind::UnexpectedEof.into(), true);
        check(ErrorKind::PermissionDenied.into(), false);
        check(io::Error::from_raw_os_error(5), false);
        check(io::Error::other(io::Error::from_raw_os_error(5)), false);
    }
}
