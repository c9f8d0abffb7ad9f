//! State of an index: the stage of an update, the way changes are detected, and the contents.

use crate::corpus::Skipped;
use crate::index::Sizes;

/// Stage of an index update.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Stage {
    /// Scanning for changed files.
    #[default]
    Walking,
    /// Reading, chunking and keyword indexing.
    Reading,
    /// Embedding leaves; keyword search is complete.
    Embedding,
    /// Merging segments; everything is searchable.
    Maintenance,
    /// Requesting summaries from a server.
    Summarizing,
}

/// Method by which file changes are detected.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum WatchMethod {
    /// Not yet.
    #[default]
    Off,
    /// Notifications of the system.
    Live,
    /// Polling, with the reason as a sentence for people.
    Polling(String),
}

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
