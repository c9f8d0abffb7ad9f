//! Kinds of damage: stored data differs from what was written, so it is deleted and rebuilt. A refusal of the
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
//!
//! Principal type: [`IndexPart`]. `IndexError` asks this module about every error of a library or the system, and [`catch_panic()`] surrounds every access of tantivy and sled to stored files.

use super::error::{IndexError, Result};
use crate::corpus::contain;
use std::fmt;
use std::io::{self, ErrorKind};
use std::path::Path;
use tantivy::TantivyError;
use tantivy::directory::error::{OpenDirectoryError, OpenReadError, OpenWriteError};

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
