//! Files and lines that differ from git's HEAD.
//!
//! Principal types: [`HeadCommit`], which may also be another commit that a query names, and [`Hunk`]. [`GitChanges`] answers `in:changed` filters; the loader of the
//! code pane marks the hunks.

mod alternates;
mod attributes;
mod base;
mod changed_files;
mod commit;
mod compare;
mod file_diff;
mod hunk;
mod staged;
mod stored;
#[cfg(test)]
mod tests;
mod unavailable;

pub(crate) use alternates::has_same_owner;
pub use changed_files::{ChangedFiles, GitChanges};
pub use commit::HeadCommit;
pub use compare::{FileChange, FileChanges};
pub use file_diff::{FileDiff, WordRanges};
pub use hunk::{Hunk, LineChange, LineRanges, line_changes};
pub use unavailable::GitUnavailable;
