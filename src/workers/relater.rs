//! Finds chunks that are related to a chunk: callers, callees, imports.
//!
//! [`relater()`] answers with hits, so the results pane shows them like the hits of a search.

use super::resources::Resources;
use super::threads::JobResult;
use super::worker::{Backlog, Replies, StartResult, Worker};
use crate::chunk::{ChunkTree, Kind, Symbol, qualified_name};
use crate::context::{Relation, RelationKind, Sources, anchor, around};
use crate::corpus::Cancel;
use crate::protocol::{Documentation, RelatedHits, RelationRequest, Reply};
use crate::search::listed;
use std::time::{Duration, Instant};

/// Time after which the references that were found are listed, before all are.
const FIRST_ROWS: Duration = Duration::from_millis(150);

/// Starts the thread. Documents that it read are kept while they do not change.
pub fn relater(resources: Resources, replies: Replies) -> StartResult<RelationRequest> {
    let mut sources = resources.sources();
    Worker::start_replying(
        "relater",
        Backlog::Newest,
        replies,
        move |request: RelationRequest, job| {
            let is_list = matches!(request.kind, RelationKind::Callers(_));
            sources.end_early_at(is_list.then(|| Instant::now() + FIRST_ROWS));
            let first = job.run("finding relations", || {
                related(&resources, &mut sources, &request, job.cancel)
            });
            let is_partial = sources.ended_early();
            sources.end_early_at(None);
            match first {
                Some(Ok(related)) if is_partial && !related.hits.is_empty() => {
                    job.reply(Reply::Related(Ok(RelatedHits {
                        is_partial,
                        ..related
                    })));
                }
                Some(first) if !is_partial => return job.reply(Reply::Related(first)),
                _ => {}
            }
            job.answer(
                "finding relations",
                || related(&resources, &mut sources, &request, job.cancel),
                Reply::Related,
            );
        },
    )
}

/// Starts the thread that reads docs, which are shown over a list that may still grow.
pub fn documenter(resources: Resources, replies: Replies) -> StartResult<RelationRequest> {
    let mut sources = resources.sources();
    Worker::start_replying(
        "documenter",
        Backlog::Newest,
        replies,
        move |request: RelationRequest, job| {
            job.answer(
                "reading docs",
                || documented(&resources, &mut sources, &request, job.cancel),
                Reply::Documented,
            );
        },
    )
}

fn related(
    resources: &Resources,
    sources: &mut Sources,
    request: &RelationRequest,
    cancel: &Cancel,
) -> JobResult<RelatedHits> {
    let snapshot = resources.snapshot()?;
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
    let is_of_line = matches!(
        request.kind,
        RelationKind::Definitions(Some(Symbol::OnLine(_)))
    );
    let is_wider = relations.found.is_empty() && is_of_line;
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
        is_ordered: false,
        is_partial: false,
    })
}

/// Returns the docs of the related declarations, no more than the limit of the request.
fn documented(
    resources: &Resources,
    sources: &mut Sources,
    request: &RelationRequest,
    cancel: &Cancel,
) -> JobResult<Vec<Documentation>> {
    let related = related(resources, sources, request, cancel)?;
    let mut docs = Vec::new();
    for relation in related.relations.found.iter().take(request.limit) {
        let tree = sources.tree(&relation.path, cancel)?;
        docs.extend(documentation(&tree, relation));
    }
    Ok(docs)
}

/// Returns the signature and docs of the declaration at the other end of a relation; none if it is gone.
fn documentation(tree: &ChunkTree, relation: &Relation) -> Option<Documentation> {
    let found = tree.chunks.iter().find(|chunk| chunk.id == relation.id)?;
    let (text, whole) = (&tree.document.text, tree.whole(found));
    let is_own = whole.kind != Kind::Items && whole.name == relation.name;
    // A declaration that is split has its docs in its header.
    let parts = std::iter::once(whole).chain(tree.children(whole));
    let mut documented = parts.filter(|part| is_own && !part.docs.is_empty());
    let docs = documented.next().map(|part| text.slice(part.docs.clone()));
    let docs = match (docs, whole.language.or(tree.language)) {
        (Some(docs), Some(language)) => language.uncommented(&docs),
        (docs, _) => docs.unwrap_or_default().into_owned(),
    };
    let signature = if is_own && !whole.signature.is_empty() {
        text.slice(whole.signature.clone())
    } else {
        text.slice(text.lines(relation.at.0, relation.at.0))
    };
    let mut name = qualified_name(&whole.names, whole.kind);
    if !is_own {
        name = tree.qualified(found, &relation.name);
    }
    Some(Documentation {
        name,
        path: relation.path.clone(),
        line: relation.at.0,
        signature: signature.trim().to_owned(),
        docs: docs.trim().to_owned(),
    })
}
