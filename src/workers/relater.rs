//! Finds what chunks are connected with: who calls them, what they call and import.

use super::latest::Worker;
use super::{Renewed, Replies, caught};
use crate::context::{Anchor, Sources, anchor, around};
use crate::corpus::Cancel;
use crate::index::Snapshots;
use crate::protocol::{Relate, Related, Reply, Ticket};
use crate::search::{Receipt, listed};

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
            replies((ticket, Reply::Related(found)));
        }
    })
}

/// What is found is not to be used when it was cancelled.
fn connected(
    snapshots: &Snapshots,
    sources: &mut Sources,
    request: &Relate,
    cancel: &Cancel,
) -> Result<Related, String> {
    let Some(snapshot) = snapshots.latest().map_err(|error| error.to_string())? else {
        return Err("nothing is indexed yet; ask again in a moment".to_owned());
    };
    let tree = sources.tree(&request.path, cancel)?;
    let Anchor::Found(chunk) = anchor(&tree, request.id, request.hash) else {
        return Err(format!(
            "{} changed since it was indexed; ask again once it was indexed anew",
            request.path
        ));
    };
    let chunk = around::subject(&tree, chunk);
    let (connection, limit) = (request.connection, request.limit);
    let relations = connection
        .find(&snapshot, sources, &tree, chunk, limit, cancel)
        .map_err(|error| error.to_string())?;
    let chunks = relations.found.iter();
    // How certain a relation is, is no matter of ranking.
    let chunks = chunks.map(|it| (it.id, Receipt::default()));
    let hits = listed(&snapshot, chunks, cancel).map_err(|error| error.to_string())?;
    Ok(Related {
        relations,
        hits: hits.unwrap_or_default(),
    })
}
