//! Parts of documents in answers.
//!
//! Principal type: [`Passage`].

use crate::chunk::{ChunkTree, Kind, qualified_name};
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use std::ops::Range;

/// A part of a document.
#[derive(Serialize, JsonSchema, Default, Clone)]
pub(crate) struct Passage {
    /// Id of the chunk; null for lines that are no chunk.
    pub(crate) id: Option<String>,
    pub(crate) path: String,
    pub(crate) kind: Option<&'static str>,
    pub(crate) name: String,
    pub(crate) qualified_name: String,
    /// The kind of its parent.
    #[serde(skip)]
    pub(crate) owner: Option<Kind>,
    pub(crate) start_line: u32,
    pub(crate) end_line: u32,
    pub(crate) text: String,
    /// Bytes of the document that are the text; none for a text that is made of it.
    #[serde(skip)]
    pub(crate) bytes: Option<Range<usize>>,
}

impl Passage {
    /// A chunk with another text.
    pub(crate) fn with_text(tree: &ChunkTree, chunk: usize, text: String) -> Self {
        let path = tree.path().to_string();
        let Some(at) = tree.chunks.get(chunk) else {
            return Self::default();
        };
        Self {
            id: Some(at.id.to_string()),
            path,
            kind: Some(at.kind.name()),
            name: at.name.clone(),
            qualified_name: qualified_name(&at.names, at.kind),
            owner: tree.parent(at).map(|parent| parent.kind),
            start_line: at.lines.0,
            end_line: at.lines.1,
            text,
            bytes: None,
        }
    }

    pub(super) fn of_chunk(tree: &ChunkTree, chunk: usize) -> Self {
        let Some(at) = tree.chunks.get(chunk) else {
            return Self::default();
        };
        Self {
            bytes: Some(at.text_bytes()),
            ..Self::with_text(tree, chunk, tree.text(at).into_owned())
        }
    }

    /// A part of the text that is not a chunk.
    pub(crate) fn of_bytes(tree: &ChunkTree, bytes: Range<usize>) -> Self {
        let text = &tree.document.text;
        Self {
            path: tree.path().to_string(),
            start_line: text.line_at(bytes.start),
            end_line: text.line_at(bytes.end.saturating_sub(1)),
            text: text.slice(bytes.clone()).into_owned(),
            bytes: Some(bytes),
            ..Self::default()
        }
    }
}
