//! Vectors on disk and the search over them: immutable files of int8 rows, an exact scan over
//! several of them seen as one, and sketches that spare it most rows where there are many.
//!
//! Principal types: [`VectorFile`] and [`VectorSet`]. Invariant: a file never changes once it has its
//! name, and nothing read from disk is used before its checksum was.

mod dot;
mod file;
mod set;
mod sketch;
mod top;
mod write;

pub use dot::{cosine, dot};
pub use file::VectorFile;
pub use set::{Slot, VectorSet};
pub use write::{merge, write};

use std::path::PathBuf;

/// Why vectors cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum VectorError {
    /// The file system refused to read.
    #[error("vectors: cannot read {}: {cause}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Error of the file system.
        cause: std::io::Error,
    },
    /// The file system refused to write.
    #[error("vectors: cannot write {}: {cause}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Error of the file system.
        cause: std::io::Error,
    },
    /// The bytes are not what was written.
    #[error("vectors: {} is damaged ({what}); it will be rebuilt", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Description of the damage.
        what: &'static str,
    },
    /// Files or rows of different models met.
    #[error("vectors: rows of {found} components among rows of {expected}")]
    Dimension {
        /// Components of the first row.
        expected: usize,
        /// Components of the one that differs.
        found: usize,
    },
}

#[cfg(test)]
mod samples;
