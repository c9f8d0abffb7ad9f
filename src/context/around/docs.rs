//! Signature and docs of a declaration, for display.
//!
//! [`signature_line()`] and [`docstring()`] serve commands and tools.

use crate::chunk::{Chunk, ChunkTree};

/// Maximum length of a signature, in characters.
const MAX_SIGNATURE_LEN: usize = 400;

/// Returns a chunk's signature on one line, including a name that follows the body; without a signature, its
/// name or its first line.
pub fn signature_line(tree: &ChunkTree, chunk: &Chunk) -> String {
    let text = &tree.document.text;
    let signature = text.slice(chunk.signature.clone());
    let end = chunk.signature.end;
    // For a piece or rows of a table, the location of the name is their start.
    let is_named_behind = chunk.name_at > (text.line_at(end), text.column_at(end))
        && chunk.name_at != (chunk.lines.0, 1);
    match (signature.trim(), chunk.name.as_str()) {
        ("", "") => {
            let own = tree.text(chunk);
            one_line(own.trim_start().lines().next().unwrap_or_default())
        }
        ("", name) => one_line(name),
        // `typedef struct { … } Name;`
        (signature, name) if is_named_behind => one_line(&format!("{signature} {name}")),
        (signature, _) => one_line(signature),
    }
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
    let text = chunk.language?.uncommented(&docs);
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
