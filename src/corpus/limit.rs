//! Limits of the files that are read.
//!
//! Principal type: [`FileLimits`]. The limit of a file says whether its name is one of secrets too, so that
//! every reader refuses them.

use super::extraction::Extraction;
use super::path::SourcePath;
use super::secret::Secrets;

/// Limits of the files that are read, in bytes.
#[derive(Clone, Debug)]
pub struct FileLimits {
    /// Longer files are skipped and listed.
    pub index_limit: u64,
    /// Limit of files whose text is extracted: most of their bytes are pictures.
    pub document_limit: u64,
    /// Names of files that are never read.
    pub secrets: Secrets,
}

impl FileLimits {
    /// Returns the limit of this file.
    pub fn of(&self, path: &SourcePath) -> FileLimit {
        let (bytes, key) = match Extraction::of(path) {
            Some(_) => (self.document_limit, "document.size_limit"),
            None => (self.index_limit, "corpus.index_limit"),
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
    /// The key of the configuration.
    pub key: &'static str,
    /// True if the name matches the rules for secrets: the file is never read.
    pub is_secret: bool,
}
