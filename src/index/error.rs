//! What can go wrong on disk.

use super::IndexFolder;
use super::vector::VectorError;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use tantivy::TantivyError;
use tantivy::directory::error::OpenWriteError;

/// Characters of an error inside another sentence.
const BRIEF: usize = 100;

/// What Unix systems say of a full disk; some of it comes through tantivy as text alone.
const FULL: &str = "No space left on device";

/// Why the index cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// Another process holds the writer's lock.
    #[error("another process is indexing this repository")]
    Locked,
    /// The writer was given up after an earlier error.
    #[error("index: writing failed before; it is tried again with the next change")]
    Closed,
    /// The index folder cannot be created, read or written.
    #[error("index: {}: {cause}; {}", path.display(), advice(cause.kind()))]
    Folder {
        /// The folder or file, or what is there of the way to it.
        path: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// tantivy failed.
    #[error("index: {0}")]
    Lexical(#[from] TantivyError),
    /// sled failed.
    #[error("index: the writer's memory failed: {0}")]
    Store(#[from] sled::Error),
    /// A vector file or graph failed.
    #[error("index: {0}")]
    Vector(#[from] VectorError),
    /// Something stored cannot be decoded.
    #[error("index: {0} is damaged; it is rebuilt when `smriti-tui index` runs")]
    Damaged(String),
}

impl IndexError {
    /// That a folder or a file cannot be created, read or written. Of one that is not there, the
    /// folder that is there is named in which it would be: that is the one to look at.
    pub(super) fn folder(path: &Path, cause: std::io::Error) -> Self {
        let there = path.ancestors().find(|above| above.exists());
        Self::Folder {
            path: there.unwrap_or(path).to_owned(),
            cause,
        }
    }

    /// Says a refusal of the file system as one, with the folder it is about: the libraries below
    /// say neither where nor what could be done.
    pub fn in_folder(self, folder: &IndexFolder) -> Self {
        let refused = match &self {
            Self::Store(sled::Error::Io(cause))
            | Self::Vector(VectorError::Read { cause, .. } | VectorError::Write { cause, .. }) => {
                Some(cause.kind())
            }
            Self::Lexical(TantivyError::IoError(cause)) => Some(cause.kind()),
            Self::Lexical(TantivyError::OpenWriteError(OpenWriteError::IoError {
                io_error,
                ..
            })) => Some(io_error.kind()),
            _ => None,
        };
        let refused = match &self {
            Self::Lexical(error) if error.to_string().contains(FULL) => {
                Some(ErrorKind::StorageFull)
            }
            _ => refused,
        };
        match refused {
            Some(
                kind @ (ErrorKind::StorageFull
                | ErrorKind::QuotaExceeded
                | ErrorKind::PermissionDenied
                | ErrorKind::ReadOnlyFilesystem),
            ) => Self::folder(folder.path(), kind.into()),
            _ => self,
        }
    }

    /// The error in one short line, for a message that is about something else: libraries put whole
    /// files into theirs.
    pub(super) fn brief(&self) -> String {
        let text = self.to_string();
        let line = text.lines().next().unwrap_or_default();
        match line.char_indices().nth(BRIEF) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line.to_owned(),
        }
    }

    /// Whether making the index anew may help.
    pub(super) fn is_damage(&self) -> bool {
        use TantivyError as T;
        match self {
            Self::Damaged(_) | Self::Vector(_) => true,
            Self::Store(error) => matches!(
                error,
                sled::Error::Corruption { .. } | sled::Error::Unsupported(_)
            ),
            Self::Lexical(error) => !matches!(error, T::LockFailure(..) | T::IoError(_)),
            Self::Locked | Self::Closed | Self::Folder { .. } => false,
        }
    }
}

/// What could be done about a refusal.
fn advice(refusal: ErrorKind) -> &'static str {
    match refusal {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            "free some space, or set XDG_CACHE_HOME to a folder where there is some"
        }
        _ => "check its permissions, or set XDG_CACHE_HOME to a folder that can be written",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    fn check(error: impl Into<IndexError>, expected: &str) {
        let directory = tempfile::tempdir().unwrap();
        let folder = IndexFolder::new(&directory.path().join("smriti-tui/x-1"));
        let expected = expected.replace("THERE", &directory.path().display().to_string());
        assert_eq!(error.into().in_folder(&folder).to_string(), expected);
    }

    #[test]
    fn in_other_sentences_an_error_is_one_short_line() {
        let of =
            |text: &str| IndexError::from(TantivyError::InternalError(text.to_owned())).brief();
        assert_eq!(of("a fault"), "index: Internal error: 'a fault'");
        assert_eq!(of("a\nb"), "index: Internal error: 'a");
        assert_eq!(of(&"é".repeat(BRIEF)).chars().count(), BRIEF + 1);
    }

    #[test]
    fn what_is_not_there_is_not_what_cannot_be_written() {
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

    #[test]
    fn a_refusal_says_where_and_what_to_do() {
        let full = || io::Error::from(ErrorKind::StorageFull);
        let sentence = "index: THERE: no storage space; \
                        free some space, or set XDG_CACHE_HOME to a folder where there is some";
        check(sled::Error::Io(full()), sentence);
        check(TantivyError::from(full()), sentence);
        check(
            TantivyError::InternalError(format!("{FULL} (28)")),
            sentence,
        );
        check(
            VectorError::Write {
                path: "/cache/x/vectors/1.vec".into(),
                cause: full(),
            },
            sentence,
        );
        check(
            IndexError::Damaged("a record".to_owned()),
            "index: a record is damaged; it is rebuilt when `smriti-tui index` runs",
        );
    }
}
