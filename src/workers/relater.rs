//! Finds what chunks are connected with: who calls them, what they call and import.

use super::error::WorkError;
use super::latest::Worker;
use super::{Renewed, Replies, caught};
use crate::context::{Anchor, Sources, anchor, around};
use crate::corpus::Cancel;
use crate::index::Snapshots;
use crate::protocol::{Relate, Related, Reply, Ticket};
use crate::search::{Explanation, listed};

/// Starts the thread. What it reads is kept while it does not change, and read anew after a fault.
pub fn relater(
    sources: impl Fn() -> Sources + Send + 'static,
    snapshots: Snapshots,
    replies: Replies,
) -> std::io::Result<Worker<(Ticket, Relate)>> {
    let mut sources = Renewed::new(sources);
    Worker::start("relater", move |(ticket, request): (_, Relate), cancel| {
        let found = caught("looking for relations", || {
            sources.with(|sources| connected(&snapshots, sources, &request, cancel))
        });
        if !cancel.is_cancelled() {
            replies((ticket, Reply::Related(found.map_err(String::from))));
        }
    })
}

/// Finds relations; the result is invalid after cancellation.
fn connected(
    snapshots: &Snapshots,
    sources: &mut Sources,
    request: &Relate,
    cancel: &Cancel,
) -> Result<Related, WorkError> {
    let Some(snapshot) = snapshots.latest()? else {
        return Err(WorkError::NothingIndexed);
    };
    let tree = sources.tree(&request.path, cancel);
    let tree = tree.map_err(WorkError::Source)?;
    let Anchor::Found(chunk) = anchor(&tree, request.id, request.hash) else {
        return Err(WorkError::Changed(request.path.clone()));
    };
    let chunk = around::subject(&tree, chunk);
    let (connection, limit) = (request.connection, request.limit);
    let relations = connection.find(&snapshot, sources, &tree, chunk, limit, cancel)?;
    let chunks = relations.found.iter();
    // How certain a relation is, is no matter of ranking.
    let chunks = chunks.map(|it| (it.id, Explanation::default()));
    let hits = listed(&snapshot, chunks, cancel)?;
    Ok(Related {
        relations,
        hits: hits.unwrap_or_default(),
    })
}
