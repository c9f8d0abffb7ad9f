//! Skipped files and their reasons.
//!
//! Principal types: [`Skipped`] and [`SkipReason`]. Contract: a reason is one line for people; `status`,
//! `index` and the index page list it.

use super::extraction::is_unsupported;
use super::limit::FileLimit;
use super::path::SourcePath;
use std::fmt;
use std::fs::FileType;

/// Reason why a file was skipped.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SkipReason {
    /// NUL bytes near its start, or further down among bytes that are no text.
    #[error("binary: NUL bytes")]
    Binary,
    /// A document in a format that is not supported.
    #[error("{0} is not read; save it as DOCX or PDF to index it")]
    Unread(String),
    /// Longer than the limit for files of its kind.
    #[error(
        "too large: {} is above {} = {}",
        ByteSize(*length), limit.key, ByteSize(limit.bytes)
    )]
    TooLarge {
        /// Bytes on disk.
        length: u64,
        /// The configured limit.
        limit: FileLimit,
    },
    /// Failed extraction of its text: the cause, as one line.
    #[error("{0}")]
    NoText(String),
    /// Failure unrelated to the file: the cause, as one line.
    #[error("{0}")]
    NotNow(String),
    /// A notebook beside the file, made by jupytext, that has the same cells.
    #[error("the same cells are in {0}, which jupytext pairs with it")]
    Paired(String),
    /// Cutting it took too long; it is indexed by lines.
    #[error("parsing took more than 10 s; indexed by lines, retried after a day")]
    TimedOut,
    /// A name that usually holds secrets (`.env`, keys, certificates).
    #[error("may contain secrets (name or private-key header); see corpus.secrets")]
    Secret,
    /// Could not be read: the error of the system.
    #[error("cannot be read: {cause}", cause = .0)]
    Unreadable(String),
    /// Deleted since it was listed.
    #[error("it no longer exists")]
    Gone,
    /// Its name is not UTF-8, so no output can contain it.
    #[error("its name is not UTF-8; rename it")]
    Name,
    /// The directory of a clone or a linked worktree that is not a submodule.
    #[error("a repository of its own, not a submodule; corpus.nested_repositories = true lists it")]
    Repository,
    /// Not a regular file: a symbolic link, a pipe, a socket, a device.
    #[error("not a regular file but a {what}; not followed", what = .0)]
    Special(&'static str),
}

impl SkipReason {
    /// Returns the reason for a file whose start is not text.
    pub fn binary(path: &SourcePath) -> Self {
        match path.extension() {
            Some(extension) if is_unsupported(extension) => Self::Unread(extension.to_uppercase()),
            _ => Self::Binary,
        }
    }

    /// Returns the reason for a file type that is not a regular file.
    pub(super) fn special(kind: FileType) -> Self {
        #[cfg(unix)]
        {
            use std::os::unix::fs::FileTypeExt;
            if kind.is_fifo() {
                return Self::Special("pipe");
            }
            if kind.is_socket() {
                return Self::Special("socket");
            }
            if kind.is_block_device() || kind.is_char_device() {
                return Self::Special("device");
            }
        }
        Self::Special(if kind.is_symlink() {
            "symbolic link"
        } else if kind.is_dir() {
            "directory"
        } else {
            "special file"
        })
    }

    /// Returns the reason in a few words.
    pub fn group(&self) -> &'static str {
        match self {
            Self::Binary => "binary",
            Self::Unread(_) => "documents in other formats",
            Self::TooLarge { .. } => "too large",
            Self::NoText(_) => "contains no text",
            Self::NotNow(_) => "cannot be read at the moment",
            Self::Paired(_) => "paired notebooks",
            Self::TimedOut => "took too long, indexed by lines",
            Self::Secret => "secrets, never read",
            Self::Unreadable(_) => "cannot be read",
            Self::Gone => "deleted meanwhile",
            Self::Name => "name is not UTF-8",
            Self::Repository => "other repositories",
            Self::Special(_) => "not a regular file",
        }
    }
}

/// Formats a number of bytes in decimal units: `12.3 MB`.
pub struct ByteSize(pub u64);

impl fmt::Display for ByteSize {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let in_units = |unit: u64| self.0 as f64 / unit as f64;
        match self.0 {
            0..1_000 => write!(out, "{} bytes", self.0),
            1_000..1_000_000 => write!(out, "{:.1} kB", in_units(1_000)),
            1_000_000..1_000_000_000 => write!(out, "{:.1} MB", in_units(1_000_000)),
            _ => write!(out, "{:.1} GB", in_units(1_000_000_000)),
        }
    }
}

/// A skipped file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skipped {
    /// The file.
    pub path: SourcePath,
    /// The reason.
    pub reason: SkipReason,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_sentences() {
        let too_large = SkipReason::TooLarge {
            length: 209_715_200,
            limit: FileLimit {
                bytes: 10_000_000,
                key: "corpus.index_limit",
                is_secret: false,
            },
        };
        assert_eq!(
            too_large.to_string(),
            "too large: 209.7 MB is above corpus.index_limit = 10.0 MB"
        );
        assert_eq!(
            SkipReason::Unreadable("permission denied".to_owned()).to_string(),
            "cannot be read: permission denied"
        );
    }

    #[test]
    fn lengths_change_unit_at_thousands() {
        for (length, expected) in [
            (0, "0 bytes"),
            (999, "999 bytes"),
            (1_000, "1.0 kB"),
            (10_000_000, "10.0 MB"),
            (2_500_000_000, "2.5 GB"),
        ] {
            assert_eq!(ByteSize(length).to_string(), expected);
        }
    }
}
