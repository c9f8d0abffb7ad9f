//! Finds what chunks are connected with: who calls them, what they call and import.

use super::latest::Worker;
use super::{Renewed, Replies, caught};
use crate::context::{Anchor, Connection, Relations, Sources, anchor, around};
use crate::corpus::Cancel;
use crate::index::Snapshots;
use crate::protocol::{Asker, Relate, Related, Reply, Ticket};
use crate::search::{Hit, Receipt, listed};
use std::sync::Arc;

/// Starts the thread. What it reads is kept while it does not change, and read anew after a fault.
pub fn relater(
    asker: Asker,
    sources: impl Fn() -> Sources + Send + 'static,
    snapshots: Snapshots,
    replies: Replies,
) -> std::io::Result<Worker<(Ticket, Relate)>> {
    let mut sources = Renewed::new(sources);
    Worker::start("relater", move |(ticket, request): (_, Relate), cancel| {
        for &connection in &request.wanted {
            let found = caught("looking for relations", || {
                sources.with(|sources| connected(&snapshots, sources, &request, connection, cancel))
            });
            if cancel.is_cancelled() {
                break;
            }
            let (relations, hits) = match found {
                Ok((relations, hits)) => (Ok(Arc::new(relations)), hits),
                Err(sentence) => (Err(sentence), Vec::new()),
            };
            let related = Related {
                connection,
                relations,
                hits,
            };
            replies((ticket, Reply::Related(asker, related)));
        }
    })
}

/// What is found is not to be used when it was cancelled.
fn connected(
    snapshots: &Snapshots,
    sources: &mut Sources,
    request: &Relate,
    connection: Connection,
    cancel: &Cancel,
) -> Result<(Relations, Vec<Hit>), String> {
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
    let limit = request.limit;
    let relations = connection
        .find(&snapshot, sources, &tree, chunk, limit, cancel)
        .map_err(|error| error.to_string())?;
    let chunks = relations.found.iter();
    // How certain a relation is, is no matter of ranking.
    let chunks = chunks.map(|it| (it.id, Receipt::default()));
    let hits = listed(&snapshot, chunks, cancel).map_err(|error| error.to_string())?;
    Ok((relations, hits.unwrap_or_default()))
}
