//! Reasons why the changes since git's HEAD are not known.

use crate::corpus::Place;
use std::borrow::Cow;

/// Reason why the changes since git's HEAD are not known.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("Git changes unavailable: {}", self.cause())]
pub enum GitUnavailable {
    /// No git repository, or no commit.
    NoCommit,
    /// The repository's configuration puts the working tree elsewhere, or says that it has none.
    Elsewhere,
    /// Objects are borrowed from a directory that is not a repository of the same user.
    Borrowed,
    /// The commit has more than a million files.
    TooLarge,
    /// More than half a million commits were read and HEAD and the base had none in common.
    LongHistory,
    /// HEAD or objects are missing, damaged, too large or not in regular files.
    Unreadable,
    /// The committed content of one file is missing, damaged or in a submodule, or the file is too large.
    File,
    /// The file passes a filter of git, which only its program can undo.
    Filtered,
    /// The base that a query names is not a branch, tag or commit.
    UnknownBase(String),
    /// The base that a query names is in the history of HEAD, but not in this clone.
    NotFetched(String),
    /// HEAD and the base that a query names have no commit in common.
    NoCommonCommit(String),
    /// One of several repositories.
    Repository(String, Box<Self>),
}

impl GitUnavailable {
    /// The same reason, of one of several repositories.
    pub fn of(self, place: &Place) -> Self {
        match place.as_str() {
            "" => self,
            place => Self::Repository(place.to_owned(), Box::new(self)),
        }
    }

    fn cause(&self) -> Cow<'static, str> {
        let cause = match self {
            Self::NoCommit => "the root directory has no git repository with a commit",
            Self::Elsewhere => {
                "core.worktree or core.bare in .git/config says that this is not git's working tree"
            }
            Self::Borrowed => {
                "objects/info/alternates names no repository of yours, or is over five deep"
            }
            Self::TooLarge => "the commit has more than a million files",
            Self::LongHistory => {
                "HEAD and the base have no commit in common among the newest 500,000"
            }
            Self::Unreadable => "git's HEAD or objects cannot be read; `git fsck` may tell why",
            Self::File => "git's copy of this file is unreadable, over 4 MB or in a submodule",
            Self::Filtered => "this file passes a filter of git, and filter programs are not run",
            Self::UnknownBase(name) => {
                return format!("no branch, tag or commit is called \"{name}\"").into();
            }
            Self::NotFetched(name) => {
                return format!("this clone does not have the commit \"{name}\"; if it is shallow, `git fetch --unshallow` gets it").into();
            }
            Self::NoCommonCommit(name) => {
                return format!("HEAD and \"{name}\" have no commit in common").into();
            }
            Self::Repository(place, why) => {
                let quote = if place.contains(' ') { "\"" } else { "" };
                let filter = format!("-repo:{quote}{place}{quote}");
                return format!("{place}: {} ({filter} leaves it out)", why.cause()).into();
            }
        };
        cause.into()
    }
}
