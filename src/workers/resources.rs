//! Resources that all workers share.

use super::model::SharedModel;
use super::typing::TypingFlag;
use crate::chunk::Limits;
use crate::context::Sources;
use crate::corpus::Place;
use crate::extract::DocumentReader;
use crate::index::{IndexFolder, IndexReader};

/// Shared resources of the workers.
#[derive(Clone)]
pub struct Resources {
    /// Reads documents.
    pub reader: DocumentReader,
    /// Chunk size limits.
    pub limits: Limits,
    /// Snapshots to search.
    pub snapshots: IndexReader,
    /// Embeds queries.
    pub model: SharedModel,
    /// The indexes, by the place of their repository.
    pub folders: Vec<(Place, IndexFolder)>,
    /// State of the keyboard.
    pub typing: TypingFlag,
}

impl Resources {
    /// Documents of the working tree, none of them read yet.
    pub(super) fn sources(&self) -> Sources {
        Sources::new(self.reader.clone(), self.limits)
    }
}
