//! Documents as they were before declarations in them were deleted, so that what still uses these is found.
//!
//! Principal type: [`EarlierDocuments`].

use crate::chunk::ChunkTree;
use crate::corpus::SourcePath;
use crate::index::Record;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

/// Documents of git's HEAD, or of the base of a review.
pub type EarlierDocuments = HashMap<SourcePath, Arc<ChunkTree>>;

pub(super) static NONE_EARLIER: LazyLock<EarlierDocuments> = LazyLock::new(HashMap::new);

/// Returns what declares or defines a name in these documents.
pub(super) fn earlier_records(documents: &EarlierDocuments, name: &str) -> Vec<Record> {
    let mut records = Vec::new();
    for tree in documents.values() {
        for chunk in &tree.chunks {
            let mut defined = chunk.definitions.iter();
            if chunk.name == name || defined.any(|defined| defined.name == name) {
                records.push(Record::of(tree, chunk, None));
            }
        }
    }
    records
}
