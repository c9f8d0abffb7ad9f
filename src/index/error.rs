//! Errors of the index.
//!
//! Principal type: [`IndexError`]. Invariant: only [`IndexError::Damaged`] and [`IndexError::Outdated`] lead
//! to a rebuild; every other error leaves the files unchanged.

use super::damage::{self, IndexPart};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use tantivy::TantivyError;

/// Result of an operation on the index.
pub(super) type Result<T, E = IndexError> = std::result::Result<T, E>;

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
        match damage::lexical_damage(&error) {
            Some(what) => Self::damaged(IndexPart::Lexical, what),
            None => Self::Lexical(error),
        }
    }
}

impl From<sled::Error> for IndexError {
    fn from(error: sled::Error) -> Self {
        match damage::store_damage(&error) {
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
            _ => damage::io_damage(&cause),
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
