//! Resources that all workers share.

use super::model::SharedModel;
use super::threads::JobResult;
use super::typing::TypingFlag;
use crate::chunk::{ChunkTree, Limits};
use crate::context::{EarlierDocuments, Sources};
use crate::corpus::{Cancel, Place};
use crate::extract::DocumentReader;
use crate::index::{IndexFolder, IndexReader, Snapshot};
use crate::protocol::QueryTarget;
use crate::search::{Mode, Query, SearchContext, documents_before};
use std::iter;
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

    /// The document of a target. That of deleted code is the old one, which is then also among the earlier ones.
    pub(super) fn document(
        &self,
        sources: &mut Sources,
        snapshot: &Snapshot,
        QueryTarget {
            path, deleted_in, ..
        }: &QueryTarget,
        cancel: &Cancel,
    ) -> JobResult<(Arc<ChunkTree>, EarlierDocuments)> {
        let Some(list) = deleted_in else {
            return Ok((sources.tree(path, cancel)?, EarlierDocuments::new()));
        };
        let query = Query::parse(list, Mode::Keywords);
        let context = self.context(snapshot, &query, cancel);
        let earlier = documents_before(&context, iter::once(path))?;
        let tree = earlier.get(path).cloned();
        Ok((
            tree.ok_or_else(|| format!("the old text of {path} cannot be read"))?,
            earlier,
        ))
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
