//! The chunk, file or directory that others are compared with.
//!
//! Principal type: [`SimilarSubject`]. Invariant: it has at least one leaf with a vector.

use crate::chunk::{ChunkId, Role};
use crate::embed::Embedding;
use crate::index::{IndexError, Record, Snapshot};
use crate::search::context::SearchError;

/// Maximum number of leaves that represent a whole: those with the lowest ids, which are hashes and so
/// a fair sample. In tokio and rails, more leaves changed no inspected order.
pub(super) const SAMPLE: usize = 64;

/// Level of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Level {
    /// A leaf, compared with leaves.
    Leaf,
    /// A long declaration that was cut into pieces, compared with declarations, cut or not.
    Cut,
    /// A declaration with members or a section with subsections, compared with others.
    Scope,
    /// A file, compared with files.
    File,
    /// A directory, compared with directories.
    Directory,
}

/// The chunk or directory to compare, with its leaves.
pub(super) struct SimilarSubject {
    pub(super) record: Record,
    pub(super) level: Level,
    /// Its own entries, which are excluded from the results.
    pub(super) inside: Vec<u32>,
    /// Its leaves with vectors, at most [`SAMPLE`].
    pub(super) leaves: Vec<Leaf>,
    /// Mean direction of their vectors.
    pub(super) direction: Embedding,
}

/// A leaf with its vector.
pub(super) struct Leaf {
    pub(super) record: Record,
    pub(super) entry: u32,
    pub(super) vector: Embedding,
}

impl SimilarSubject {
    /// Finds the chunk or directory with an id.
    pub(super) fn find(snapshot: &Snapshot, id: ChunkId) -> Result<Self, SearchError> {
        let record = snapshot.find(id)?.ok_or(SearchError::UnknownId(id))?;
        let (level, inside, own) = extent(snapshot, &record)?;
        if own.is_empty() {
            return Err(SearchError::NotIndexed(location(&record)));
        }
        let leaves = sample(snapshot, own)?;
        let vectors: Vec<Embedding> = leaves.iter().map(|leaf| leaf.vector.clone()).collect();
        let Some(direction) = direction(vectors) else {
            return Err(SearchError::NoVector(location(&record)));
        };
        Ok(Self {
            record,
            level,
            inside,
            leaves,
            direction,
        })
    }
}

/// Returns the first leaves that have vectors, at most [`SAMPLE`].
pub(super) fn sample(snapshot: &Snapshot, entries: Vec<u32>) -> Result<Vec<Leaf>, IndexError> {
    let mut leaves = Vec::new();
    for entry in entries {
        if leaves.len() == SAMPLE {
            break;
        }
        if let Some(vector) = snapshot.vector(entry) {
            let record = snapshot.record(entry)?;
            leaves.push(Leaf {
                record,
                entry,
                vector,
            });
        }
    }
    Ok(leaves)
}

/// Mean direction of vectors; a single vector is unchanged, so that its cosines are exact.
fn direction(mut vectors: Vec<Embedding>) -> Option<Embedding> {
    if vectors.len() == 1 {
        return vectors.pop();
    }
    Embedding::mean(&vectors)
}

/// Returns the level of a record, the entries to exclude, and the entries to compare.
fn extent(snapshot: &Snapshot, record: &Record) -> Result<(Level, Vec<u32>, Vec<u32>), IndexError> {
    if record.is_directory() {
        let inside = snapshot.leaves_in(&record.path, |_| true)?;
        return Ok((Level::Directory, inside.clone(), inside));
    }
    if record.is_leaf() {
        let own: Vec<u32> = snapshot.entry_of(record).into_iter().collect();
        if record.role == Role::Piece
            && let Some(parent) = record.parent
            && let Some(whole) = snapshot.find(parent)?
        {
            // Other pieces of the same declaration are not results.
            let mut pieces = Vec::new();
            for entry in leaves_of(snapshot, &whole)? {
                let leaf = snapshot.record(entry)?;
                if leaf.role == Role::Piece && leaf.parent == Some(parent) {
                    pieces.push(entry);
                }
            }
            return Ok((Level::Leaf, pieces, own));
        }
        return Ok((Level::Leaf, own.clone(), own));
    }
    let inside = leaves_of(snapshot, record)?;
    let mut level = Level::Scope;
    if record.parent.is_none() {
        level = Level::File;
    } else if let Some(last) = inside.last() {
        // A split header comes before members.
        let leaf = snapshot.record(*last)?;
        if leaf.role == Role::Piece && leaf.parent == Some(record.id) {
            level = Level::Cut;
        }
    }
    Ok((level, inside.clone(), inside))
}

/// Returns the leaves of a file, or of a declaration in it.
pub(super) fn leaves_of(snapshot: &Snapshot, whole: &Record) -> Result<Vec<u32>, IndexError> {
    let file = snapshot.leaves_of(&whole.path)?;
    if whole.parent.is_none() {
        return Ok(file);
    }
    let mut inside = Vec::new();
    for entry in file {
        let leaf = snapshot.record(entry)?;
        if whole.bytes.0 <= leaf.bytes.0 && leaf.bytes.1 <= whole.bytes.1 {
            inside.push(entry);
        }
    }
    Ok(inside)
}

/// `src/a.rs:12`, or the path of a directory.
fn location(record: &Record) -> String {
    if record.is_directory() {
        return record.path.to_string();
    }
    format!("{}:{}", record.path, record.lines.0)
}
