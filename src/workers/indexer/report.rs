//! Messages of the indexer: reports, and reasons why an update ended early.

use super::progress::{Progress, UpdateSummary};
use crate::corpus::{Head, RootError};
use crate::embed::EmbedError;
use crate::index::IndexError;
use crate::protocol::WatchMethod;

/// Result of a step of an update.
pub(super) type Result<T, E = UpdateError> = std::result::Result<T, E>;

/// A message of the indexer.
#[derive(Clone, Debug)]
pub enum Report {
    /// The checked-out commit at the last scan.
    Head(Head),
    /// Method of watching for changes.
    Watching(WatchMethod),
    /// Progress of the update.
    Progress(Progress),
    /// A newer snapshot after a short update.
    Moved(Progress),
    /// Files changed and are not indexed yet.
    Changed,
    /// Everything is indexed.
    UpToDate(UpdateSummary),
    /// Another process indexes; these are its snapshots.
    Following(Progress),
    /// Stopped on request.
    Cancelled,
    /// Failure, as a sentence for the user.
    Failed(String),
    /// The lock was released on request.
    Released,
}

/// Reason why an update ended early. Its commits stay.
#[derive(Debug, thiserror::Error)]
pub enum UpdateError {
    /// Cancelled.
    #[error("indexing was stopped")]
    Cancelled,
    /// Only a part was to be updated, but the index does not contain the rest.
    #[error("the index was rebuilt: all files must be read")]
    NeedsFullUpdate,
    /// The index cannot be written.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The repository is gone.
    #[error("{0}; its index stays as it was")]
    Root(#[from] RootError),
    /// The model ran and failed; keywords are complete.
    #[error("{0}; keywords answer alone")]
    Embed(#[from] EmbedError),
    /// A thread cannot be started.
    #[error("indexing: cannot start a thread: {0}")]
    Thread(#[from] std::io::Error),
    /// A panic, as a sentence for people.
    #[error("{0}")]
    Fault(String),
}
