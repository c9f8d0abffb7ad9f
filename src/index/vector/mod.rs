//! Vectors on disk and the search over them: immutable files of int8 rows, an exact scan over
//! several of them seen as one, and an optional graph over one of them.
//!
//! Principal types: [`VectorFile`], [`VectorSet`] and [`Graph`]. Invariant: a file never changes
//! once it has its name, and nothing read from disk is used before its checksum was.

mod build;
mod descent;
mod dot;
mod file;
mod graph;
mod links;
mod order;
mod set;
mod top;
mod write;

pub use descent::Near;
pub use dot::{cosine, dot};
pub use file::VectorFile;
pub use graph::Graph;
pub use set::{Slot, VectorSet};
pub use write::{merge, write};

use std::path::PathBuf;

/// Why vectors or a graph cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum VectorError {
    /// The file system refused to read.
    #[error("vectors: cannot read {}: {cause}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the file system said.
        cause: std::io::Error,
    },
    /// The file system refused to write.
    #[error("vectors: cannot write {}: {cause}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the file system said.
        cause: std::io::Error,
    },
    /// The bytes are not what was written.
    #[error("vectors: {} is damaged ({what}); it will be rebuilt", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        what: &'static str,
    },
    /// The system gave no thread to build a graph in.
    #[error("vectors: cannot start a thread for the graph: {0}")]
    Thread(std::io::Error),
    /// Building a graph broke off by a fault.
    #[error("vectors: building the graph failed; an exact scan answers instead")]
    Panicked,
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
