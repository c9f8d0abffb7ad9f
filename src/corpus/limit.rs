//! Limits of the files that are read, and switches of the rules by which they are listed.
//!
//! Principal type: [`FileLimits`]. The limit of a file says whether its name is one of secrets too, so that
//! every reader refuses them.

use super::extraction::Extraction;
use super::notebook::is_notebook;
use super::path::SourcePath;
use super::secret::Secrets;
use serde::{Deserialize, Serialize};

/// Limits of the files that are read, in bytes.
#[derive(Clone, Debug)]
pub struct FileLimits {
    /// Longer files are skipped and listed.
    pub index_limit: u64,
    /// Limit of notebooks and files whose text is extracted: most of their bytes are pictures.
    pub document_limit: u64,
    /// Names of files that are never read.
    pub secrets: Secrets,
    /// Switches of the rules by which files are listed.
    pub rules: RuleOptions,
}

/// Switches of the rules by which files are listed.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct RuleOptions {
    /// True to read `.ignore` and `.rgignore`, as ripgrep and fd do.
    pub ignore_files: bool,
    /// True to list the files of clones and linked worktrees inside the repository.
    pub nested_repositories: bool,
}

impl Default for RuleOptions {
    fn default() -> Self {
        Self {
            ignore_files: true,
            nested_repositories: false,
        }
    }
}

impl FileLimits {
    /// Returns the limit of this file.
    pub fn of(&self, path: &SourcePath) -> FileLimit {
        let (bytes, key) = if Extraction::of(path).is_some() || is_notebook(path) {
            (self.document_limit, "document.size_limit")
        } else {
            (self.index_limit, "corpus.index_limit")
        };
        FileLimit {
            bytes,
            key,
            is_secret: self.secrets.name(path),
        }
    }
}

/// Limit of a file, and its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileLimit {
    /// In bytes.
    pub bytes: u64,
    /// The key of the configuration, or a name for people.
    pub key: &'static str,
    /// True if the name matches the rules for secrets: the file is never read.
    pub is_secret: bool,
}
