//! Finds what chunks are connected with: who calls them, what they call and import.

use super::latest::Worker;
use super::{Renewed, Sink, caught};
use crate::chunk::ChunkId;
use crate::context::{Anchor, Certainty, Connection, Relation, Relations, Sources, anchor, around};
use crate::corpus::{Cancel, SourcePath};
use crate::index::Snapshots;
use crate::search::{Hit, Receipt, listed};
use crate::ticket::Ticket;
use std::sync::Arc;

/// What is asked, and about which chunk of the index.
pub struct RelateRequest {
    /// Comes back with each answer.
    pub ticket: Ticket,
    /// The chunk's document.
    pub path: SourcePath,
    /// The chunk.
    pub id: ChunkId,
    /// Its content hash, in case it has another id now.
    pub hash: u64,
    /// What is wanted, each answered by itself and in this order.
    pub wanted: Vec<Connection>,
    /// At most as many relations of each.
    pub limit: usize,
}

/// The answer to one of the questions of a request.
pub struct Related {
    /// Of the question.
    pub ticket: Ticket,
    /// Which of the questions this answers.
    pub connection: Connection,
    /// What was found, or a sentence why nothing can be said.
    pub relations: Result<Arc<Relations>, String>,
    /// The chunks at the other end as far as the index has them, for a list of results.
    pub hits: Vec<Hit>,
}

/// The thread that looks for relations. Latest wins: what is not wanted any more is not finished.
pub struct Relater(Worker<RelateRequest>);

impl Relater {
    /// Starts the thread. What it reads is kept while it does not change, and read anew after a
    /// fault.
    pub fn start(
        sources: impl Fn() -> Sources + Send + 'static,
        snapshots: Snapshots,
        sink: Sink<Related>,
    ) -> std::io::Result<Self> {
        let mut sources = Renewed::new(sources);
        let relate = move |request: RelateRequest, cancel: &Cancel| {
            for connection in &request.wanted {
                let found = caught("looking for relations", || {
                    let find = |sources: &mut Sources| {
                        connected(&snapshots, sources, &request, *connection, cancel)
                    };
                    sources.with(find)
                });
                if cancel.is_cancelled() {
                    break;
                }
                let (relations, hits) = match found {
                    Ok((relations, hits)) => (Ok(Arc::new(relations)), hits),
                    Err(sentence) => (Err(sentence), Vec::new()),
                };
                sink(Related {
                    ticket: request.ticket,
                    connection: *connection,
                    relations,
                    hits,
                });
            }
        };
        Ok(Self(Worker::start("relater", relate)?))
    }

    /// Asks this instead of what was asked before.
    pub fn ask(&self, request: RelateRequest) {
        self.0.ask(request);
    }

    /// Stops what runs; what was asked is not answered any further.
    pub fn cancel(&self) {
        self.0.cancel();
    }
}

/// What is found is not to be used when it was cancelled.
fn connected(
    snapshots: &Snapshots,
    sources: &mut Sources,
    request: &RelateRequest,
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
    let chunks = relations.found.iter().map(|it| (it.id, receipt(it)));
    let hits = listed(&snapshot, chunks, cancel).map_err(|error| error.to_string())?;
    Ok((relations, hits.unwrap_or_default()))
}

/// A relation's place among others is how certain it is.
fn receipt(relation: &Relation) -> Receipt {
    let value = match relation.certainty {
        Certainty::Certain => 1.0,
        Certainty::Likely => 0.5,
        Certainty::Possible => 0.25,
    };
    Receipt::of_signal(relation.certainty.name(), value)
}
