//! Panics and unexplained errors of the libraries, reported as damage of the files that they read.
//!
//! [`catch_panic()`] surrounds every access of tantivy and sled to stored files.

use super::damage::{IndexPart, cause_of};
use super::error::{IndexError, Result};
use crate::corpus::contain;
use std::io::{self, ErrorKind};
use tantivy::TantivyError;

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
