//! Vectors on disk and the search over them: immutable files of int8 rows, an exact scan over
//! several of them seen as one, and sketches that spare it most rows where there are many.
//!
//! Principal types: [`VectorFile`] and [`VectorSet`]. Invariant: a file never changes once it has its
//! name, and nothing read from disk is used before its checksum was.

mod dot;
mod file;
mod set;
mod sketch;
mod write;

pub use dot::{cosine, dot};
pub use file::VectorFile;
pub use set::{Slot, VectorSet};
pub use write::{merge, write};

use super::IndexError;
use super::damage::Part;

/// That files or rows of different models met: the first has `expected` components.
fn other_dimension(expected: usize, found: usize) -> IndexError {
    let what = format!("rows of {found} components among rows of {expected}");
    IndexError::damaged(Part::Vectors, what)
}

#[cfg(test)]
mod tests;
