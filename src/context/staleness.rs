//! Staleness of hits.

use super::CurrentLeaf;
use crate::index::Record;

/// Difference between a leaf in the working tree and in the index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Staleness {
    /// The same text begins on another line now; 1-based, of its name.
    Moved(u32),
    /// Its text is another; 1-based line of its name now.
    Changed(u32),
    /// It is not there any more.
    Gone,
}

impl Staleness {
    /// Of a leaf as it is now; none where it is what it was, where it was.
    pub fn of(record: &Record, now: Option<&CurrentLeaf>) -> Option<Self> {
        match now {
            None => Some(Self::Gone),
            Some(leaf) if leaf.changed => Some(Self::Changed(leaf.name_at.0)),
            Some(leaf) if leaf.lines != record.lines => Some(Self::Moved(leaf.name_at.0)),
            Some(_) => None,
        }
    }
}
