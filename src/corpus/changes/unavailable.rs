//! Reasons why the changes since git's HEAD are not known.

/// Reason why the changes since git's HEAD are not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("Git changes unavailable: {}", self.cause())]
pub enum GitUnavailable {
    /// No git repository, or no commit.
    NoCommit,
    /// Objects are named by SHA-256, or references are stored as reftable.
    Unsupported,
    /// Objects are borrowed from another repository.
    Borrowed,
    /// The commit has more than a million files.
    TooLarge,
    /// HEAD or objects are missing, damaged, too large or not in regular files.
    Unreadable,
    /// The committed content of one file is missing, damaged or in a submodule, or the file is too large.
    File,
}

impl GitUnavailable {
    fn cause(self) -> &'static str {
        match self {
            Self::NoCommit => "the root directory has no git repository with a commit",
            Self::Unsupported => "SHA-256 and reftable repositories are not supported",
            Self::Borrowed => "the objects are in another repository (info/alternates)",
            Self::TooLarge => "the commit has more than a million files",
            Self::Unreadable => "git's HEAD or objects cannot be read; `git fsck` may tell why",
            Self::File => "git's copy of this file is unreadable, over 4 MB or in a submodule",
        }
    }
}
