//! Staleness of a hit: the difference between a leaf and its indexed text.
//!
//! Principal type: [`Staleness`]. The checker reports it for visible hits, so that the explorer marks them.

use super::CurrentLeaf;
use crate::index::Record;

/// Difference between a leaf of the working tree and the indexed one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Staleness {
    /// The same text on another line: the 1-based line of its name.
    Moved(u32),
    /// Another text: the 1-based line of its name.
    Changed(u32),
    /// The leaf is gone.
    Gone,
}

impl Staleness {
    /// Compares a record with its current leaf; none if nothing changed.
    pub fn of(record: &Record, now: Option<&CurrentLeaf>) -> Option<Self> {
        match now {
            None => Some(Self::Gone),
            Some(leaf) if leaf.changed => Some(Self::Changed(leaf.name_at.0)),
            Some(leaf) if leaf.lines != record.lines => Some(Self::Moved(leaf.name_at.0)),
            Some(_) => None,
        }
    }
}
