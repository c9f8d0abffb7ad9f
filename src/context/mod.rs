//! What surrounds a chunk: reads and re-chunks the working tree.
//!
//! Principal type: [`OpenDocument`]. Invariant: what it shows is the file as it is now; a chunk
//! that is no longer there is said to have changed, never guessed.

pub mod around;
mod leaf;
mod relation;
mod sources;

pub use leaf::CurrentLeaf;
pub use relation::{Certainty, Connection, Relation, Relations, callees, callers, imports};
pub use sources::Sources;

use crate::chunk::{Chunk, ChunkId, ChunkTree, Limits};
use crate::corpus::{BlockKind, Cancel, Layout, SourcePath, Text};
use crate::extract::Reader;
use crate::syntax::{self, HighlightRole, Span};
use std::borrow::Cow;
use std::sync::Arc;

/// A document of the working tree, cut and highlighted, ready for the code pane.
///
/// Chunks and highlights share one coordinate: byte offsets into the document's text, also where
/// that text is not valid UTF-8.
#[derive(Clone, Debug)]
pub struct OpenDocument {
    /// The document and its chunks as they are now.
    pub tree: Arc<ChunkTree>,
    /// Highlights over the document's bytes, sorted and without overlap.
    pub spans: Vec<Span>,
    /// Whether it is cut already. Before that its tree is the file alone, and nothing is found.
    pub is_cut: bool,
}

/// Where a chunk of the index is in the document as it is now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// Found by its id (or its content hash): index into [`ChunkTree::chunks`].
    Found(usize),
    /// Not there any more: changed since indexed.
    Changed,
}

/// Looks a chunk up by id, then by content hash. A hash that several leaves share names none of
/// them.
pub fn anchor(tree: &ChunkTree, id: ChunkId, hash: u64) -> Anchor {
    if let Some(index) = tree.chunks.iter().position(|chunk| chunk.id == id) {
        return Anchor::Found(index);
    }
    let mut same_text = tree.leaves().filter(|(_, leaf)| leaf.hash == hash);
    match (same_text.next(), same_text.next()) {
        (Some((index, _)), None) => Anchor::Found(index),
        _ => Anchor::Changed,
    }
}

impl OpenDocument {
    /// Where a chunk of the index is in the document as it is now.
    pub fn anchor(&self, id: ChunkId, hash: u64) -> Anchor {
        anchor(&self.tree, id, hash)
    }

    /// A chunk of the tree.
    pub fn chunk(&self, index: usize) -> &Chunk {
        &self.tree.chunks[index]
    }
}

/// Reads, cuts and highlights a document; none when cancelled. `Err` is a sentence for people.
pub fn open(
    reader: &Reader,
    path: &SourcePath,
    limits: &Limits,
    cancel: &Cancel,
) -> Result<Option<OpenDocument>, String> {
    let read = reader.read(path, cancel);
    if cancel.is_cancelled() {
        return Ok(None);
    }
    let (document, _) = read.map_err(|error| error.to_string())?;
    let mut document = OpenDocument {
        tree: Arc::new(ChunkTree::of(document, limits)),
        spans: Vec::new(),
        is_cut: true,
    };
    document.spans = highlights(&document.tree, limits, cancel);
    if cancel.is_cancelled() {
        return Ok(None);
    }
    Ok(Some(document))
}

/// The highlights of a document; those of an extracted text are its headings. What is too long to
/// parse is too long to highlight.
fn highlights(tree: &ChunkTree, limits: &Limits, cancel: &Cancel) -> Vec<Span> {
    let text = &tree.document.text;
    if let Some(layout) = &tree.document.layout {
        return headings(layout, text.len());
    }
    match tree.language {
        Some(language) if text.len() <= limits.parse && !cancel.is_cancelled() => {
            syntax::highlight(&same_length(text), language, cancel)
        }
        _ => Vec::new(),
    }
}

fn headings(layout: &Layout, length: usize) -> Vec<Span> {
    let starts = layout.blocks.iter().skip(1).map(|block| block.start);
    let ends = starts.chain([u32::try_from(length).unwrap_or(u32::MAX)]);
    let blocks = layout.blocks.iter().zip(ends);
    blocks
        .filter(|(block, _)| matches!(block.kind, BlockKind::Heading(_)))
        .map(|(block, end)| Span {
            bytes: block.start..end,
            role: HighlightRole::Markup,
        })
        .collect()
}

/// The text with a `?` for every byte that is not UTF-8. U+FFFD would be three bytes long and
/// move everything behind it; with this, highlights lie on the document's own offsets.
fn same_length(text: &Text) -> Cow<'_, str> {
    match std::str::from_utf8(text.bytes()) {
        Ok(valid) => Cow::Borrowed(valid),
        Err(_) => {
            let mut replaced = String::with_capacity(text.len());
            for chunk in text.bytes().utf8_chunks() {
                replaced.push_str(chunk.valid());
                replaced.extend(chunk.invalid().iter().map(|_| '?'));
            }
            Cow::Owned(replaced)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Document;

    fn opened(raw: &[u8]) -> OpenDocument {
        let document = Document::new(SourcePath::new("src/lib.rs"), Text::decode(raw.to_vec()));
        let tree = ChunkTree::of(document, &Limits::default());
        let spans = highlights(&tree, &Limits::default(), &Cancel::new());
        OpenDocument {
            tree: Arc::new(tree),
            spans,
            is_cut: true,
        }
    }

    const TWO: &[u8] = b"fn one() {\n    1;\n}\n\nfn two() {\n    2;\n}\n";

    #[test]
    fn a_leaf_is_found_by_its_id_when_it_moved() {
        let before = opened(TWO);
        let moved = opened(b"use std::fmt;\n\nfn two() {\n    2;\n}\n");
        for (_, leaf) in before.tree.leaves().filter(|(_, leaf)| leaf.name == "two") {
            let Anchor::Found(index) = moved.anchor(leaf.id, leaf.hash) else {
                panic!("two is still there");
            };
            assert_eq!(moved.chunk(index).name, "two");
        }
    }

    #[test]
    fn a_leaf_that_is_gone_has_changed() {
        let document = opened(TWO);
        assert_eq!(document.anchor(ChunkId(1), 2), Anchor::Changed);
    }

    #[test]
    fn a_leaf_with_another_id_is_found_by_its_text() {
        let document = opened(TWO);
        let (index, leaf) = document
            .tree
            .leaves()
            .find(|(_, leaf)| leaf.name == "one")
            .expect("one is a leaf");
        assert_eq!(document.anchor(ChunkId(1), leaf.hash), Anchor::Found(index));
    }

    #[test]
    fn bytes_that_are_not_utf8_keep_every_offset() {
        let raw = b"// caf\xe9\nfn one() {}\n";
        let document = opened(raw);
        let keyword = document
            .spans
            .iter()
            .find(|span| span.role == HighlightRole::Keyword)
            .expect("fn is a keyword");
        assert_eq!(keyword.bytes, 8..10);
        assert_eq!(same_length(&document.tree.document.text).len(), raw.len());
    }
}
