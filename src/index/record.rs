//! What is stored of a chunk: everything but its text.

use crate::chunk::{Chunk, ChunkId, ChunkTree, Definition, Kind, Role};
use crate::corpus::SourcePath;
use crate::embed::EmbeddingKey;
use serde::{Deserialize, Serialize};

/// A longer signature is cut here, in bytes.
const LONGEST_SIGNATURE: usize = 160;

/// A chunk without its text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Identity.
    pub id: ChunkId,
    /// The document.
    pub path: SourcePath,
    /// What it is.
    pub kind: Kind,
    /// Its place in the tree.
    pub role: Role,
    /// Its own name; empty when it has none.
    pub name: String,
    /// Names from the file down, its own last.
    pub names: Vec<String>,
    /// The language's name.
    pub language: Option<String>,
    /// 1-based first and last line, inclusive.
    pub lines: (u32, u32),
    /// First byte, and the one after its last, in the document's text.
    pub bytes: (u32, u32),
    /// 1-based line and column of its name.
    pub name_at: (u32, u32),
    /// Its parent.
    pub parent: Option<ChunkId>,
    /// xxh3-64 of its bytes.
    pub hash: u64,
    /// Key of its vector; none for parents and silent leaves.
    pub key: Option<EmbeddingKey>,
    /// Names it defines besides its own.
    pub definitions: Vec<Definition>,
    /// Its signature on one line, shortened; empty where it has none.
    pub signature: String,
}

impl Record {
    /// The record of a chunk.
    pub fn of(tree: &ChunkTree, chunk: &Chunk, key: Option<EmbeddingKey>) -> Self {
        let signature = tree.document.text.slice(chunk.signature.clone());
        Self {
            id: chunk.id,
            path: tree.path().clone(),
            kind: chunk.kind,
            role: chunk.role,
            name: chunk.name.clone(),
            names: chunk.names.clone(),
            language: chunk.language.map(|language| language.name().to_owned()),
            lines: chunk.lines,
            bytes: (offset(chunk.bytes.start), offset(chunk.bytes.end)),
            name_at: chunk.name_at,
            parent: chunk
                .parent
                .and_then(|parent| tree.chunks.get(parent))
                .map(|parent| parent.id),
            hash: chunk.hash,
            key,
            definitions: chunk.definitions.clone(),
            signature: one_line(&signature),
        }
    }

    /// Whether it is a leaf.
    pub fn is_leaf(&self) -> bool {
        self.role != Role::Parent
    }

    pub(super) fn encode(&self) -> Result<Vec<u8>, postcard::Error> {
        postcard::to_stdvec(self)
    }

    pub(super) fn decode(bytes: &[u8]) -> Result<Self, postcard::Error> {
        postcard::from_bytes(bytes)
    }
}

/// Documents are far below 4 GiB (the index limit); what is not is clamped, never wrapped.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// White space collapsed, cut at [`LONGEST_SIGNATURE`].
fn one_line(text: &str) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if line.len() + word.len() > LONGEST_SIGNATURE {
            line.push('…');
            break;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}
