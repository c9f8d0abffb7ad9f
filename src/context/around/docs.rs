//! Signature and docs of a declaration, for display.
//!
//! [`signature_line()`] and [`docstring()`] serve commands and tools.

use crate::chunk::{Chunk, ChunkTree};
use crate::syntax::uncommented;

/// Maximum length of a signature, in characters.
const MAX_SIGNATURE_LEN: usize = 400;

/// Returns a chunk's signature on one line; without one, its name or its first line.
pub fn signature_line(tree: &ChunkTree, chunk: &Chunk) -> String {
    let signature = tree.document.text.slice(chunk.signature.clone());
    let line = match (signature.trim(), chunk.name.as_str()) {
        ("", "") => {
            let text = tree.text(chunk);
            let first = text.lines().find(|line| !line.trim().is_empty());
            return one_line(first.unwrap_or_default());
        }
        ("", name) => name,
        (signature, _) => signature,
    };
    one_line(line)
}

fn one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_SIGNATURE_LEN) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

/// Returns a chunk's docs without comment and string delimiters; none if it has no docs.
pub fn docstring(tree: &ChunkTree, chunk: &Chunk) -> Option<String> {
    let docs = tree.document.text.slice(chunk.docs.clone());
    let text = uncommented(&docs);
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
