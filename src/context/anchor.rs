//! An indexed chunk in the current tree of its document.

use crate::chunk::{ChunkId, ChunkTree};

/// Finds a chunk by id, then by content hash: its index in [`ChunkTree::chunks`]. A hash that several leaves
/// share finds none. None if the file changed since the chunk was indexed.
pub fn anchor(tree: &ChunkTree, id: ChunkId, hash: u64) -> Option<usize> {
    if let Some(index) = tree.chunks.iter().position(|chunk| chunk.id == id) {
        return Some(index);
    }
    let mut same_text = tree.leaves().filter(|(_, leaf)| leaf.hash == hash);
    let (index, _) = same_text.next()?;
    same_text.next().is_none().then_some(index)
}
