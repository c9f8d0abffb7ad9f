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
mod staged;
mod stored;
#[cfg(test)]
mod tests;
mod unavailable;

pub use changed_files::{ChangedFiles, GitChanges};
pub use commit::HeadCommit;
pub use compare::{FileChange, FileChanges};
pub use file_diff::{
    FileDiff, Hunk, LineChange, LineRanges, WordRanges, have_same_lines, line_changes,
};
pub use unavailable::GitUnavailable;

pub(crate) use alternates::has_same_owner;
