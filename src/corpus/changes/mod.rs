//! Files and lines that differ from git's HEAD.
//!
//! Principal types: [`HeadCommit`] and [`Hunk`]. [`GitChanges`] answers `in:changed` filters; the loader of the
//! code pane marks the hunks.

mod alternates;
mod attributes;
mod changed_files;
mod commit;
mod compare;
mod hunk;
mod staged;
mod stored;
#[cfg(test)]
mod tests;
mod unavailable;

pub use changed_files::{ChangedFiles, GitChanges};
pub use commit::HeadCommit;
pub use compare::{FileChange, FileChanges};
pub use hunk::{Hunk, LineChange, LineRanges, line_changes};
pub use unavailable::GitUnavailable;
