//! Leaves of the index as the working tree has them now.

use super::{Anchor, OpenDocument};
use crate::chunk::{ChunkTree, Limits, content_hash};
use crate::corpus::{Document, Root, SourcePath, read};
use crate::index::Record;
use std::collections::HashMap;

/// A leaf's text and where it is now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CurrentLeaf {
    /// Its text now, U+FFFD for what is not UTF-8.
    pub text: String,
    /// 1-based first and last line, inclusive.
    pub lines: (u32, u32),
    /// 1-based line and column of its name.
    pub name_at: (u32, u32),
    /// Its text is not what was indexed.
    pub changed: bool,
}

/// Reads leaves back, each document once. A document is cut anew only when a leaf is not where the
/// index says.
pub struct LeafReader<'a> {
    root: &'a Root,
    limits: Limits,
    index_limit: u64,
    documents: HashMap<SourcePath, Option<Seen>>,
}

/// What is known of a document so far.
enum Seen {
    Read(Document),
    Cut(OpenDocument),
}

impl<'a> LeafReader<'a> {
    /// A reader of the repository at `root`.
    pub fn new(root: &'a Root, limits: Limits, index_limit: u64) -> Self {
        Self {
            root,
            limits,
            index_limit,
            documents: HashMap::new(),
        }
    }

    /// The leaf of a record; none when it, or its document, is not there any more.
    pub fn read(&mut self, record: &Record) -> Option<CurrentLeaf> {
        let (root, limit) = (self.root, self.index_limit);
        let document = || {
            read(root, &record.path, limit)
                .ok()
                .map(|(document, _)| Seen::Read(document))
        };
        let seen = self
            .documents
            .entry(record.path.clone())
            .or_insert_with(document)
            .as_mut()?;
        if let Seen::Read(document) = seen {
            if let Some(leaf) = unmoved(document, record) {
                return Some(leaf);
            }
            let tree = ChunkTree::of(document.clone(), &self.limits);
            *seen = Seen::Cut(OpenDocument {
                tree,
                spans: Vec::new(),
            });
        }
        match seen {
            Seen::Cut(document) => anchored(document, record),
            Seen::Read(_) => None,
        }
    }
}

/// The leaf, when the bytes it was cut from are still what they were.
fn unmoved(document: &Document, record: &Record) -> Option<CurrentLeaf> {
    let bytes = record.bytes.0 as usize..record.bytes.1 as usize;
    let same = content_hash(document.text.bytes().get(bytes.clone())?) == record.hash;
    let before = &document.text.bytes()[..bytes.start];
    // The same bytes on other lines would be another leaf's.
    let first_line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
    (same && first_line == record.lines.0 as usize).then(|| CurrentLeaf {
        text: document.text.slice(bytes).into_owned(),
        lines: record.lines,
        name_at: record.name_at,
        changed: false,
    })
}

fn anchored(document: &OpenDocument, record: &Record) -> Option<CurrentLeaf> {
    let Anchor::Found(index) = document.anchor(record.id, record.hash) else {
        return None;
    };
    let leaf = document.chunk(index);
    Some(CurrentLeaf {
        text: document.tree.text(leaf).into_owned(),
        lines: leaf.lines,
        name_at: leaf.name_at,
        changed: leaf.hash != record.hash,
    })
}
