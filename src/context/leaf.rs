//! Indexed leaves in the current working tree.
//!
//! Principal types: [`CurrentLeaf`] and [`Staleness`]. Contract: the bytes at the indexed location are
//! compared first; the document is cut only if they differ.

use super::anchor::anchor;
use crate::chunk::ChunkTree;
use crate::corpus::{Document, Text, content_hash};
use crate::index::Record;
use std::ops::Range;

/// Current text and location of a leaf.
#[derive(Clone, Debug)]
pub struct CurrentLeaf {
    /// Its text, with U+FFFD for bytes that are not UTF-8.
    pub text: String,
    /// The text of its document.
    pub document: Text,
    /// Its bytes in the document.
    pub bytes: Range<usize>,
    /// 1-based first and last line, inclusive.
    pub lines: (u32, u32),
    /// 1-based column of its start; not 1 for a part of a long line.
    pub column: u32,
    /// 1-based line and column of its name.
    pub name_at: (u32, u32),
    /// Content hash of its text.
    pub hash: u64,
}

/// Difference between a leaf of the working tree and the indexed one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Staleness {
    /// The same text on another line.
    Moved,
    /// Another text.
    Changed,
    /// The leaf is gone.
    Gone,
}

impl Staleness {
    /// Compares a record with its current leaf; none if nothing changed.
    pub fn of(record: &Record, now: Option<&CurrentLeaf>) -> Option<Self> {
        match now {
            None => Some(Self::Gone),
            Some(leaf) if leaf.hash != record.hash => Some(Self::Changed),
            Some(leaf) if leaf.lines != record.lines => Some(Self::Moved),
            Some(_) => None,
        }
    }
}

/// Returns the leaf if its bytes are unchanged and at the same location.
pub(super) fn unmoved(document: &Document, record: &Record) -> Option<CurrentLeaf> {
    let bytes = record.bytes.0 as usize..record.bytes.1 as usize;
    let is_same = content_hash(document.text.bytes().get(bytes.clone())?) == record.hash;
    // The same bytes on another line may belong to another leaf.
    if !is_same || document.text.line_at(bytes.start) != record.lines.0 {
        return None;
    }
    Some(CurrentLeaf {
        column: document.text.column_at(bytes.start),
        text: document.text.slice(bytes.clone()).into_owned(),
        bytes,
        document: document.text.clone(),
        lines: record.lines,
        name_at: record.name_at,
        hash: record.hash,
    })
}

/// Returns the leaf at its new location.
pub(super) fn anchored(tree: &ChunkTree, record: &Record) -> Option<CurrentLeaf> {
    let leaf = tree.chunks.get(anchor(tree, record.id, record.hash)?)?;
    Some(CurrentLeaf {
        text: tree.text(leaf).into_owned(),
        bytes: leaf.text_bytes(),
        document: tree.document.text.clone(),
        lines: leaf.lines,
        column: tree.document.text.column_at(leaf.bytes.start),
        name_at: leaf.name_at,
        hash: leaf.hash,
    })
}
