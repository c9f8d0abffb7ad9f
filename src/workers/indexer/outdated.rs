//! Directories whose summaries an update must write.

use crate::corpus::SourcePath;
use crate::index::ROOT;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Directories whose summaries are out of date.
#[derive(Clone, Debug, Default)]
pub(super) struct OutdatedDirectories {
    pub(super) directories: BTreeSet<SourcePath>,
    /// True if any directory may be out of date: an earlier run ended between its files and their directories.
    pub(super) all: bool,
}

impl OutdatedDirectories {
    /// Adds the directories above a changed file.
    pub(super) fn add(&mut self, file: &SourcePath) {
        let mut next = file.clone();
        while next.as_str() != ROOT {
            next = next.parent();
            if !self.directories.insert(next.clone()) {
                break;
            }
        }
    }

    /// The directories, deepest first: a summary is derived from the summaries below it.
    pub(super) fn in_order(self) -> Vec<SourcePath> {
        let mut directories: Vec<SourcePath> = self.directories.into_iter().collect();
        directories.sort_by_key(|path| Reverse((path.as_str() != ROOT, path.depth())));
        directories
    }
}
