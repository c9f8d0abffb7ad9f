//! Contents and state of an index, for the index page.
//!
//! Principal types: [`Inspection`] and [`Contents`], plain values that `workers::inspector` fills.

use super::{Sizes, Snapshot};
use crate::corpus::Skipped;

/// State of an index at a point in time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inspection {
    /// Bytes on disk.
    pub sizes: Sizes,
    /// True if a process has the writer's lock; none if unknown.
    pub is_being_written: Option<bool>,
    /// Contents of the newest snapshot; none before the first.
    pub contents: Option<Contents>,
    /// Every skipped file, by path.
    pub skipped: Vec<Skipped>,
}

/// Contents of a snapshot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents {
    /// Indexed files.
    pub files: usize,
    /// Parents, which are not embedded.
    pub parents: usize,
    /// True if searches have a graph.
    pub has_graph: bool,
    /// Model of the vectors.
    pub model: String,
}

impl Contents {
    /// Reads the contents of a snapshot.
    pub fn of(snapshot: &Snapshot) -> Self {
        Self {
            files: snapshot.files(),
            parents: snapshot.parents(),
            has_graph: snapshot.has_graph(),
            model: snapshot.identity().model.0.clone(),
        }
    }
}
