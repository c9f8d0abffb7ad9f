//! Resources that all workers share.

use super::model::SharedModel;
use super::threads::JobResult;
use super::typing::TypingFlag;
use crate::chunk::Limits;
use crate::context::Sources;
use crate::corpus::{Cancel, Place};
use crate::extract::DocumentReader;
use crate::index::{IndexFolder, IndexReader, Snapshot};
use crate::search::{Query, SearchContext};
use std::sync::Arc;

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

    /// The newest snapshot, or why there is none.
    pub(super) fn snapshot(&self) -> JobResult<Arc<Snapshot>> {
        let newest = self.snapshots.latest()?;
        newest.ok_or_else(|| "nothing is indexed yet; try again in a moment".into())
    }

    /// A search of a snapshot without results.
    pub(super) fn context<'a>(
        &'a self,
        snapshot: &'a Snapshot,
        query: &'a Query,
        cancel: &'a Cancel,
    ) -> SearchContext<'a> {
        SearchContext {
            snapshot,
            reader: &self.reader,
            query,
            limit: 0,
            cancel,
        }
    }
}
