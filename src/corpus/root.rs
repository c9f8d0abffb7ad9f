//! Root directory of the repository.
//!
//! Principal type: [`Root`]. Invariant: it is absolute, canonical and a directory that could be listed.

use std::path::{Path, PathBuf};

/// The repository's directory, absolute and canonical.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Root(PathBuf);

/// Reason why a directory cannot be explored.
#[derive(Debug, thiserror::Error)]
pub enum RootError {
    /// The directory does not exist or cannot be entered.
    #[error("cannot open directory {}: {cause}; check its name and its permissions", path.display())]
    Unreadable {
        /// The requested directory.
        path: PathBuf,
        /// Error of the system.
        cause: std::io::Error,
    },
    /// A file was given.
    #[error("{} is not a directory; use its directory instead", path.display())]
    NotADirectory {
        /// The requested file.
        path: PathBuf,
    },
    /// The home directory, one above it, or `/`: almost never intended, and huge.
    #[error(
        "{path} is the home directory or above it, not a project; \
         go to a project's directory, or use --root {path} to explore all of it",
        path = path.display()
    )]
    TooWide {
        /// The requested directory.
        path: PathBuf,
    },
}

impl Root {
    /// Uses exactly this directory, as `--root` does; even the home directory or `/`.
    pub fn exactly(directory: &Path) -> Result<Self, RootError> {
        let unreadable = |cause| RootError::Unreadable {
            path: directory.to_owned(),
            cause,
        };
        let path = directory.canonicalize().map_err(unreadable)?;
        if !path.is_dir() {
            return Err(RootError::NotADirectory { path });
        }
        path.read_dir().map_err(unreadable)?;
        Ok(Self(path))
    }

    /// Returns the directory.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the directory's name, for titles.
    pub fn name(&self) -> String {
        self.0.file_name().map_or_else(
            || "/".to_owned(),
            |name| name.to_string_lossy().into_owned(),
        )
    }
}
