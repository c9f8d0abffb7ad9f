//! Paths of documents, and locations in them.
//!
//! Principal types: [`SourcePath`] and [`Location`]. Invariant: a path is relative to the root, in UTF-8,
//! with `/` on every system.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A document's path relative to the repository root, with `/` between its parts.
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SourcePath(Arc<str>);

impl SourcePath {
    /// Creates a path from one that is relative to the root and uses `/`.
    pub fn new(relative: &str) -> Self {
        Self(relative.into())
    }

    /// Returns the whole relative path.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the last part: `merger.rs` of `src/indexer/merger.rs`.
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// Returns the file name without its last extension: `merger` of `src/indexer/merger.rs`.
    pub fn stem(&self) -> &str {
        match self.file_name().rsplit_once('.') {
            Some((stem, _)) if !stem.is_empty() => stem,
            _ => self.file_name(),
        }
    }

    /// Returns the extension of the file name: `rs`.
    pub fn extension(&self) -> Option<&str> {
        let (stem, extension) = self.file_name().rsplit_once('.')?;
        (!stem.is_empty()).then_some(extension)
    }

    /// Returns the directory, empty at the root: `src/indexer`.
    pub fn directory(&self) -> &str {
        match self.0.rsplit_once('/') {
            Some((directory, _)) => directory,
            None => "",
        }
    }

    /// Returns the directory that contains this path; `.` is the repository.
    pub fn parent(&self) -> Self {
        match self.directory() {
            "" => Self::new("."),
            directory => Self::new(directory),
        }
    }

    /// Returns the number of directories above the file.
    pub fn depth(&self) -> usize {
        self.0.matches('/').count()
    }

    /// Returns the absolute path, for a repository at `root`.
    pub fn under(&self, root: &Path) -> PathBuf {
        root.join(&*self.0)
    }

    /// Returns the absolute path of a directory; `.` is the repository.
    pub fn under_root(&self, root: &Path) -> PathBuf {
        match &*self.0 {
            "." => root.to_owned(),
            _ => self.under(root),
        }
    }
}

impl fmt::Display for SourcePath {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// A location in a document. Lines and columns are 1-based; a column counts characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// The document.
    pub path: SourcePath,
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in characters.
    pub column: u32,
}
