//! Reports of the indexer thread.

use super::progress::{Progress, UpdateSummary};
use crate::corpus::Head;
use crate::protocol::WatchMethod;

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
