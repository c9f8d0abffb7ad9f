//! Watches the working tree for changed files, or reports that the indexer must poll.
//!
//! Principal type: [`Watcher`]. Invariant: its events are hints; only the walk decides what changed. It
//! watches the directories that the walk enters and the files of ignore rules and of git's HEAD, and never
//! follows a symbolic link.

mod hints;
mod system;
#[cfg(test)]
mod tests;
mod watched;

pub(super) use hints::{Batch, Hint, Hints, WatchError};
pub(super) use system::{HintSink, start};
pub(super) use watched::Watcher;
