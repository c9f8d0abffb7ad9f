//! Where the chunk of a bookmark is in its document as it is now.

use crate::chunk::{Chunk, ChunkTree};
use crate::session::Bookmark;

/// What a bookmark's chunk is for certain: what has its id, unless its text is now that of another
/// which is called the same, else the only one with its text.
pub(super) fn recognize(tree: &ChunkTree, mark: &Bookmark) -> Option<usize> {
    let by_id = tree.chunks.iter().position(|it| it.id.0 == mark.chunk);
    let is_same = |chunk: &Chunk| match mark.hash {
        0 => has_body(tree, chunk, mark),
        hash => chunk.hash == hash,
    };
    // Equals are numbered, so one more above takes the id: `area(int)` and `area(double)`.
    let is_equal = |chunk: &Chunk| chunk.names == mark.names && is_same(chunk);
    let is_other = by_id
        .and_then(|at| tree.chunks.get(at))
        .is_some_and(|it| !is_same(it));
    let equal = || is_other.then(|| only(tree, is_equal)).flatten();
    let by_text = || only(tree, |chunk| mark.hash != 0 && chunk.hash == mark.hash);
    equal().or(by_id).or_else(by_text)
}

/// Where a bookmark most likely leads: its chunk, else the first of those with its text, else what
/// is called so on its line, or has another name and is the same but for that, or is called so at
/// all.
pub(super) fn find(tree: &ChunkTree, mark: &Bookmark) -> Option<usize> {
    let chunks = || tree.chunks.iter();
    let by_text = || chunks().position(|chunk| mark.hash != 0 && chunk.hash == mark.hash);
    let name = mark.names.last().filter(|name| !name.is_empty());
    let is_called = |chunk: &Chunk| name == Some(&chunk.name);
    let by_line = || {
        chunks().rposition(|chunk| {
            let (first, last) = chunk.lines;
            is_called(chunk) && first <= mark.line && mark.line <= last
        })
    };
    let by_body = || {
        only(tree, |chunk| {
            is_beside(chunk, mark) && has_body(tree, chunk, mark)
        })
    };
    let by_name = || chunks().position(is_called);
    recognize(tree, mark)
        .or_else(by_text)
        .or_else(by_line)
        .or_else(by_body)
        .or_else(by_name)
}

fn has_body(tree: &ChunkTree, chunk: &Chunk, mark: &Bookmark) -> bool {
    mark.body != 0 && tree.nameless_hash(chunk) == mark.body
}

/// Whether a chunk is in what the bookmark's chunk was in.
fn is_beside(chunk: &Chunk, mark: &Bookmark) -> bool {
    match (chunk.names.split_last(), mark.names.split_last()) {
        (Some((_, above)), Some((_, of_mark))) => above == of_mark && !above.is_empty(),
        _ => false,
    }
}

/// The chunk that is so, where there is but one.
fn only(tree: &ChunkTree, is_so: impl Fn(&Chunk) -> bool) -> Option<usize> {
    let mut found = (0..).zip(&tree.chunks).filter(|(_, chunk)| is_so(chunk));
    match (found.next(), found.next()) {
        (Some((at, _)), None) => Some(at),
        _ => None,
    }
}
