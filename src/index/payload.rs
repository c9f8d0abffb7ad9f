//! Metadata of a commit, stored atomically with it.
//!
//! Principal types: [`Payload`] and [`Identity`]. Invariant: two indexes with equal identities have equal
//! chunks and vectors for equal files.

use super::vector::VectorFile;
use crate::corpus::now_ns;
use crate::embed::ModelId;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};
use tantivy::TantivyError;

/// Version of everything in the index folder; another version requires a rebuild.
pub const FORMAT: u32 = 22;

/// Number of commits; 0 before the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Generation(pub u64);

/// Maximum of a commit that is read: another half remains for the commits after it.
const MAX_GENERATION: Generation = Generation(u64::MAX / 2);

/// Inputs that determine an index. A difference requires a new index; a different embedding model requires
/// only new vectors, a different author only new summaries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Identity {
    /// [`crate::chunk::CHUNKER_VERSION`].
    pub chunker: u32,
    /// Size in bytes above which a leaf was split.
    pub leaf_limit: usize,
    /// Size in bytes up to which a file was parsed; the rest was cut by lines.
    pub parse_limit: usize,
    /// Version of the rules for text extraction.
    pub extractor: u32,
    /// Version of the rules for summaries.
    pub summaries: u32,
    /// The model that writes summaries and the version of its prompts; none without a server.
    pub author: Option<String>,
    /// Model of the vectors.
    pub model: ModelId,
    /// Number of components of a vector.
    pub dimension: usize,
}

impl Identity {
    /// Returns true if both have vectors of the same model.
    pub(super) fn has_vectors_of(&self, other: &Self) -> bool {
        (&self.model, self.dimension) == (&other.model, other.dimension)
    }

    /// Returns true if both have the same chunks: then vectors and server-written summaries can be replaced
    /// without reading a file.
    pub(super) fn has_chunks_of(&self, other: &Self) -> bool {
        let aligned = Self {
            author: other.author.clone(),
            model: other.model.clone(),
            dimension: other.dimension,
            ..self.clone()
        };
        aligned == *other
    }
}

/// The payload of tantivy's commit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Payload {
    pub(super) format: u32,
    pub(super) generation: Generation,
    pub(super) identity: Identity,
    /// The vector files that belong to this commit, oldest first.
    pub(super) vectors: Vec<NamedFile>,
    /// Distinguishes this index from an earlier one in the same folder.
    pub(super) index: u64,
    /// True if files changed since the summaries of their directories were made.
    pub(super) summaries_due: bool,
}

/// Id of a new index, which only has to differ from those of earlier indexes in the same folder.
pub(super) fn new_index_id() -> u64 {
    now_ns().cast_unsigned() ^ u64::from(std::process::id()).rotate_left(48)
}

/// A vector file: its generation, which names it, and its checksum.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(super) struct NamedFile {
    pub(super) generation: u64,
    pub(super) checksum: u32,
}

impl NamedFile {
    pub(super) fn of(file: &VectorFile) -> Self {
        Self {
            generation: file.generation(),
            checksum: file.checksum(),
        }
    }

    /// Path of the file.
    pub(super) fn path_in(self, folder: &Path) -> PathBuf {
        folder.join(VectorFile::name(self.generation))
    }
}

impl Payload {
    pub(super) fn encode(&self) -> tantivy::Result<String> {
        serde_json::to_string(self).map_err(|error| TantivyError::InternalError(error.to_string()))
    }

    /// Decodes the payload of a commit file of tantivy, as [`Self::decode`].
    pub(super) fn of_commit(commit: &[u8]) -> Option<Self> {
        let commit: Value = serde_json::from_slice(commit).ok()?;
        Self::decode(commit.get("payload")?.as_str())
    }

    /// Returns the commit file of tantivy with this payload instead of its own.
    pub(super) fn replace_in(&self, commit: &[u8]) -> Option<Vec<u8>> {
        let mut commit: Value = serde_json::from_slice(commit).ok()?;
        *commit.get_mut("payload")? = Value::String(self.encode().ok()?);
        serde_json::to_vec(&commit).ok()
    }

    /// Returns true if both are the same commit of the same index. The vector files may differ, because a
    /// writer drops damaged ones.
    pub(super) fn is_commit_of(&self, other: &Self) -> bool {
        (self.index, self.generation) == (other.index, other.generation)
    }

    /// Decodes a payload; none for a commit without one (the empty index), for another format, and for a
    /// generation that no index reaches.
    pub(super) fn decode(text: Option<&str>) -> Option<Self> {
        let payload: Self = serde_json::from_str(text?).ok()?;
        let is_reached = payload.generation <= MAX_GENERATION;
        (payload.format == FORMAT && is_reached).then_some(payload)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generations_without_a_successor_are_refused() {
        let check = |generation, expected| {
            let payload = Payload {
                format: FORMAT,
                generation: Generation(generation),
                identity: Identity {
                    chunker: 1,
                    leaf_limit: 1,
                    parse_limit: 1,
                    extractor: 1,
                    summaries: 1,
                    author: None,
                    model: ModelId("model".to_owned()),
                    dimension: 1,
                },
                vectors: Vec::new(),
                index: 1,
                summaries_due: false,
            };
            let text = payload.encode().unwrap();
            assert_eq!(Payload::decode(Some(&text)).is_some(), expected);
        };
        check(0, true);
        check(u64::MAX / 2, true);
        check(u64::MAX / 2 + 1, false);
        check(u64::MAX, false);
    }
}
