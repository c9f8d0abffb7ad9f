//! Finds chunks that are related to a chunk: callers, callees, imports.
//!
//! [`relater()`] answers with hits, so the results pane shows them like the hits of a search.

use super::resources::Resources;
use super::threads::JobResult;
use super::worker::{Backlog, Replies, StartResult, Worker};
use crate::chunk::Kind;
use crate::context::{RelationKind, Sources, anchor, around};
use crate::corpus::Cancel;
use crate::protocol::{RelatedHits, RelationRequest, Reply};
use crate::search::listed;

/// Starts the thread. Documents that it read are kept while they do not change.
pub fn relater(resources: Resources, replies: Replies) -> StartResult<RelationRequest> {
    let mut sources = resources.sources();
    Worker::start_replying("relater", Backlog::Newest, replies, move |request, job| {
        let related = job.run("finding relations", || {
            related(&resources, &mut sources, &request, job.cancel)
        });
        if let Some(related) = related {
            job.reply(Reply::Related(related));
        }
    })
}

fn related(
    resources: &Resources,
    sources: &mut Sources,
    request: &RelationRequest,
    cancel: &Cancel,
) -> JobResult<RelatedHits> {
    let Some(snapshot) = resources.snapshots.latest()? else {
        return Err("nothing is indexed yet; try again in a moment".into());
    };
    let target = &request.target;
    let path = &target.path;
    let tree = sources.tree(path, cancel)?;
    let Some(chunk) = anchor(&tree, target.id, target.hash) else {
        let what = format!("{path} changed since it was indexed; try again after indexing");
        return Err(what.into());
    };
    let chunk = around::target(&tree, chunk);
    let mut find =
        |kind: RelationKind| kind.find(&snapshot, sources, &tree, chunk, request.limit, cancel);
    let mut relations = find(request.kind.clone())?;
    let is_wider =
        relations.found.is_empty() && matches!(request.kind, RelationKind::Definitions(Some(_)));
    if is_wider {
        relations = find(RelationKind::Definitions(None))?;
    }
    // The certainty of a relation does not affect the order.
    let mut hits = listed(
        &snapshot,
        relations.found.iter().map(|relation| relation.id),
        cancel,
    )?;
    for hit in &mut hits {
        let id = hit.record.id;
        let Some(relation) = relations.found.iter().find(|relation| relation.id == id) else {
            continue;
        };
        // The relation was found in this text, which may be newer than the indexed one.
        hit.record.lines = relation.lines;
        hit.record.hash = relation.hash;
        hit.explanation.located_at = Some(relation.at);
        // A run of definitions is listed under the name that is meant.
        let mut defined = hit.record.definitions.iter();
        if hit.record.kind == Kind::Items && defined.any(|name| name.name == relation.name) {
            hit.explanation.found_as = Some(relation.name.clone());
        }
    }
    Ok(RelatedHits {
        relations,
        hits,
        is_wider,
    })
}
