//! Reasons why the changes since git's HEAD are not known.

use super::alternates::DEPTH_LIMIT;
use super::base::COMMITS_LIMIT;
use super::commit::{FILE_LIMIT, FILES_LIMIT};
use crate::corpus::Place;
use crate::corpus::skip::ByteSize;

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
    /// The commit has more files than the limit.
    TooLarge,
    /// HEAD and the base had none in common among the commits that were read.
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

    fn cause(&self) -> String {
        match self {
            Self::NoCommit => "the root directory has no git repository with a commit".to_owned(),
            Self::Elsewhere => {
                "core.worktree or core.bare in .git/config says that this is not git's working tree"
                    .to_owned()
            }
            Self::Borrowed => format!(
                "objects/info/alternates names no repository of yours, or is over {DEPTH_LIMIT} deep"
            ),
            Self::TooLarge => format!(
                "the commit has more than {} million files",
                FILES_LIMIT / 1_000_000
            ),
            Self::LongHistory => format!(
                "HEAD and the base have no commit in common among the newest {},000",
                COMMITS_LIMIT / 1_000
            ),
            Self::Unreadable => {
                "git's HEAD or objects cannot be read; `git fsck` may tell why".to_owned()
            }
            Self::File => format!(
                "git's copy of this file is unreadable, over {} or in a submodule",
                ByteSize(FILE_LIMIT)
            ),
            Self::Filtered => {
                "this file passes a filter of git, and filter programs are not run".to_owned()
            }
            Self::UnknownBase(name) => format!("no branch, tag or commit is called \"{name}\""),
            Self::NotFetched(name) => format!(
                "this clone does not have the commit \"{name}\"; if it is shallow, `git fetch --unshallow` gets it"
            ),
            Self::NoCommonCommit(name) => {
                format!("HEAD and \"{name}\" have no commit in common")
            }
            Self::Repository(place, why) => {
                let quote = if place.contains(' ') { "\"" } else { "" };
                let filter = format!("-repo:{quote}{place}{quote}");
                format!("{place}: {} ({filter} leaves it out)", why.cause())
            }
        }
    }
}
