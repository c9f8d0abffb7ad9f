//! What others are compared with.

use super::SimilarError;
use crate::chunk::{ChunkId, Role};
use crate::embed::Embedding;
use crate::index::{IndexError, Record, Snapshot};

/// At most as many leaves stand for a whole, those with the lowest ids: ids are hashes, so this is
/// a fair sample. More of them changed no order that was looked at, in tokio and rails.
pub(super) const SAMPLE: usize = 64;

/// What is compared with what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Level {
    /// A leaf with leaves.
    Leaf,
    /// A long declaration, cut into pieces, with others, cut or not.
    Cut,
    /// A declaration with members, or a section with sections, with others.
    Scope,
    /// A file with files.
    File,
    /// A directory with directories.
    Directory,
}

/// A chunk or a directory, with its leaves.
pub(super) struct Subject {
    pub(super) record: Record,
    pub(super) level: Level,
    /// The entries that are no answers: its own, ascending.
    pub(super) inside: Vec<u32>,
    /// Of its leaves with vectors, at most [`SAMPLE`].
    pub(super) leaves: Vec<Leaf>,
    /// Where they point together.
    pub(super) direction: Embedding,
}

/// A leaf as it is compared.
pub(super) struct Leaf {
    pub(super) record: Record,
    pub(super) entry: u32,
    pub(super) vector: Embedding,
}

impl Subject {
    /// What has the id, in this snapshot.
    pub(super) fn find(snapshot: &Snapshot, id: ChunkId) -> Result<Self, SimilarError> {
        let record = snapshot.find(id)?.ok_or(SimilarError::Unknown(id))?;
        let (level, inside, own) = extent(snapshot, &record)?;
        if own.is_empty() {
            return Err(SimilarError::Silent(place(&record)));
        }
        let leaves = sample(snapshot, own.into_iter())?;
        let vectors: Vec<Embedding> = leaves.iter().map(|leaf| leaf.vector.clone()).collect();
        let Some(direction) = direction(vectors) else {
            return Err(SimilarError::NoVector(place(&record)));
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

/// The first leaves that have vectors, at most [`SAMPLE`].
pub(super) fn sample(
    snapshot: &Snapshot,
    entries: impl Iterator<Item = u32>,
) -> Result<Vec<Leaf>, IndexError> {
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

/// A single vector is taken as it is: its cosines are exact.
fn direction(mut vectors: Vec<Embedding>) -> Option<Embedding> {
    match vectors.len() {
        1 => vectors.pop(),
        _ => Embedding::mean(&vectors),
    }
}

/// What a record is compared as, what is no answer to it, and the leaves it is compared by.
fn extent(snapshot: &Snapshot, record: &Record) -> Result<(Level, Vec<u32>, Vec<u32>), IndexError> {
    if record.is_directory() {
        let inside = snapshot.leaves_below(&record.path)?;
        return Ok((Level::Directory, inside.clone(), inside));
    }
    let file = snapshot.leaves_of(&record.path)?;
    if record.is_leaf() {
        let own: Vec<u32> = snapshot.entry_of(record.id).into_iter().collect();
        // The other pieces of what it was cut from say the same again.
        let inside = match record.parent.filter(|_| record.role == Role::Piece) {
            Some(parent) => within(snapshot, &file, |leaf| leaf.parent == Some(parent))?,
            None => own.clone(),
        };
        return Ok((Level::Leaf, inside, own));
    }
    if record.parent.is_none() {
        return Ok((Level::File, file.clone(), file));
    }
    let mut is_cut = false;
    let (first, end) = record.bytes;
    let inside = within(snapshot, &file, |leaf| {
        is_cut |= leaf.parent == Some(record.id) && leaf.role == Role::Piece;
        first <= leaf.bytes.0 && leaf.bytes.1 <= end
    })?;
    let level = if is_cut { Level::Cut } else { Level::Scope };
    Ok((level, inside.clone(), inside))
}

fn within(
    snapshot: &Snapshot,
    entries: &[u32],
    mut wanted: impl FnMut(&Record) -> bool,
) -> Result<Vec<u32>, IndexError> {
    let mut found = Vec::new();
    for entry in entries {
        if wanted(&snapshot.record(*entry)?) {
            found.push(*entry);
        }
    }
    Ok(found)
}

/// `src/a.rs:12`, or the path of a directory.
fn place(record: &Record) -> String {
    match record.is_directory() {
        true => record.path.to_string(),
        false => format!("{}:{}", record.path, record.lines.0),
    }
}
