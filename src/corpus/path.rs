//! The names of documents and of places in them.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A document's path relative to the repository root, with `/` between its parts.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct SourcePath(Arc<str>);

impl SourcePath {
    /// Takes a path that is relative to the root already and uses `/`.
    pub fn new(relative: &str) -> Self {
        Self(relative.into())
    }

    /// The whole relative path.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last part: `merger.rs` of `src/indexer/merger.rs`.
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// The file name without its last extension: `merger` of `src/indexer/merger.rs`.
    pub fn stem(&self) -> &str {
        let name = self.file_name();
        match name.rfind('.') {
            Some(dot) if dot > 0 => &name[..dot],
            _ => name,
        }
    }

    /// Text after the last dot of the file name, if any: `rs`.
    pub fn extension(&self) -> Option<&str> {
        let name = self.file_name();
        match name.rfind('.') {
            Some(dot) if dot > 0 => Some(&name[dot + 1..]),
            _ => None,
        }
    }

    /// Everything before the file name, empty at the root: `src/indexer`.
    pub fn directory(&self) -> &str {
        match self.0.rfind('/') {
            Some(slash) => &self.0[..slash],
            None => "",
        }
    }

    /// Number of directories above the file.
    pub fn depth(&self) -> usize {
        self.0.matches('/').count()
    }

    /// The file on this machine, for a repository at `root`.
    pub fn under(&self, root: &Path) -> PathBuf {
        root.join(&*self.0)
    }

    /// The same of a directory, where the repository itself is called `.`.
    pub fn under_root(&self, root: &Path) -> PathBuf {
        match &*self.0 {
            "." => root.to_owned(),
            _ => self.under(root),
        }
    }
}

impl From<String> for SourcePath {
    fn from(relative: String) -> Self {
        Self(relative.into())
    }
}

impl From<SourcePath> for String {
    fn from(path: SourcePath) -> Self {
        path.as_str().to_owned()
    }
}

impl fmt::Display for SourcePath {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// A place in a document. Lines and columns are 1-based; a column counts characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// The document.
    pub path: SourcePath,
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in characters.
    pub column: u32,
}
