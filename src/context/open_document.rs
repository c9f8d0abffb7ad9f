//! A document for the code pane.
//!
//! Principal type: [`OpenDocument`].

use super::anchor::anchor;
use crate::chunk::{ChunkId, ChunkTree, Markup};
use crate::corpus::{GitUnavailable, Hunk};
use crate::syntax::Span;
use std::sync::Arc;

/// A document of the working tree, cut and highlighted, ready for the code pane.
///
/// Chunks and highlights use byte offsets into the document's text, valid UTF-8 or not.
#[derive(Clone, Debug)]
pub struct OpenDocument {
    /// The current document and its chunks.
    pub tree: Arc<ChunkTree>,
    /// Highlights over the document's bytes, sorted and without overlap.
    pub spans: Vec<Span>,
    /// Markup of prose.
    pub markup: Markup,
    /// Runs of lines that differ from git's HEAD, in order.
    pub hunks: Result<Vec<Hunk>, GitUnavailable>,
    /// The latest finished step.
    pub progress: OpenStep,
}

/// Step of opening a document.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum OpenStep {
    /// The text is read; its tree has no chunks.
    Read,
    /// It is cut, and at most partly highlighted.
    Cut,
    /// Everything is done.
    Whole,
}

impl OpenDocument {
    /// Creates a document without highlights and marks.
    pub fn new(tree: Arc<ChunkTree>, progress: OpenStep) -> Self {
        // Computed here, not on the thread that draws.
        tree.document.text.line_starts();
        Self {
            tree,
            spans: Vec::new(),
            markup: Markup::default(),
            hunks: Ok(Vec::new()),
            progress,
        }
    }

    /// Returns the byte offset of each line, at least one. No line follows the last line break.
    pub fn line_starts(&self) -> &[usize] {
        let text = &self.tree.document.text;
        match text.line_starts() {
            [starts @ .., last] if !starts.is_empty() && *last == text.len() => starts,
            starts => starts,
        }
    }

    /// Finds an indexed chunk in the current document.
    pub fn anchor(&self, id: ChunkId, hash: u64) -> Option<usize> {
        anchor(&self.tree, id, hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::Limits;
    use crate::corpus::{Document, SourcePath, Text};

    fn opened(raw: &[u8]) -> OpenDocument {
        let document = Document::new(SourcePath::new("src/lib.rs"), Text::decode(raw.to_vec()));
        let tree = ChunkTree::of(document, &Limits::default());
        OpenDocument::new(Arc::new(tree), OpenStep::Whole)
    }

    const TWO: &[u8] = b"fn one() {\n    1;\n}\n\nfn two() {\n    2;\n}\n";

    #[test]
    fn a_leaf_is_found_by_its_id_when_it_moved() {
        let before = opened(TWO);
        let moved = opened(b"use std::fmt;\n\nfn two() {\n    2;\n}\n");
        for (_, leaf) in before.tree.leaves().filter(|(_, leaf)| leaf.name == "two") {
            let Some(index) = moved.anchor(leaf.id, leaf.hash) else {
                panic!("two is still there");
            };
            assert_eq!(moved.tree.chunks[index].name, "two");
        }
    }

    #[test]
    fn lines_begin_after_line_breaks() {
        let check = |raw: &[u8], expected: &[usize]| {
            assert_eq!(opened(raw).line_starts(), expected, "{raw:?}");
        };
        check(b"", &[0]);
        check(b"a", &[0]);
        check(b"a\n", &[0]);
        check(b"\n\n", &[0, 1]);
        check(b"a\r\n\xe9\nb", &[0, 3, 5]);
    }

    #[test]
    fn a_missing_leaf_has_changed() {
        let document = opened(TWO);
        assert_eq!(document.anchor(ChunkId(1), 2), None);
    }

    #[test]
    fn a_leaf_with_another_id_is_found_by_its_text() {
        let document = opened(TWO);
        let (index, leaf) = document
            .tree
            .leaves()
            .find(|(_, leaf)| leaf.name == "one")
            .expect("one is a leaf");
        assert_eq!(document.anchor(ChunkId(1), leaf.hash), Some(index));
    }
}
