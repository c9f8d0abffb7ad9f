//! What can go wrong on disk.

use super::IndexFolder;
use super::vector::VectorError;
use std::io::ErrorKind;
use std::path::PathBuf;
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
    /// The index folder cannot be created, read or written.
    #[error("index: {cause}; free some space or check the permissions of {}", path.display())]
    Folder {
        /// The folder or file.
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
            ) => Self::Folder {
                path: folder.path().to_owned(),
                cause: kind.into(),
            },
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
            Self::Locked | Self::Folder { .. } => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;
    use std::path::Path;

    fn check(error: impl Into<IndexError>, expected: &str) {
        let folder = IndexFolder::new(Path::new("/cache/x"));
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
    fn a_refusal_says_where_and_what_to_do() {
        let full = || io::Error::from(ErrorKind::StorageFull);
        let sentence = "index: no storage space; \
                        free some space or check the permissions of /cache/x";
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
