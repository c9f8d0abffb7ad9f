//! Finds chunks that are related to a chunk: callers, callees, imports.
//!
//! [`relater()`] answers with hits, so the results pane shows them like the hits of a search.

use super::resources::Resources;
use super::threads::JobResult;
use super::worker::{Backlog, Pace, Replies, StartResult, Worker};
use crate::chunk::{Chunk, ChunkTree, Kind, Symbol, qualified_name};
use crate::context::{Codebase, Relation, RelationKind, Relations, Sources, anchor, around};
use crate::corpus::Cancel;
use crate::index::Snapshot;
use crate::protocol::{Documentation, RelatedHits, RelationRequest, Reply};
use crate::search::{Hit, listed};
use std::time::Duration;

/// Starts the thread. Documents that it read are kept while they do not change. Callers and implementations that were
/// found are sent before all are, after a pause and then less and less often.
pub fn relater(
    resources: Resources,
    pause: Duration,
    replies: Replies,
) -> StartResult<RelationRequest> {
    let mut sources = resources.sources();
    Worker::start_replying("relater", Backlog::Newest, replies, move |request, job| {
        let RelationRequest { limit, .. } = request;
        let mut pace = Pace::new(pause);
        let mut send = |snapshot: &Snapshot, found: &[Relation]| {
            pace.send(|| {
                let mut relations = Relations::of_leaves(found.to_vec(), 0);
                relations.found.truncate(limit);
                let hits = hits(snapshot, &relations, job.cancel).unwrap_or_default();
                let has_rows = !hits.is_empty() && !job.cancel.is_cancelled();
                if has_rows {
                    let related = RelatedHits {
                        relations,
                        hits,
                        is_partial: true,
                        ..RelatedHits::default()
                    };
                    job.reply(Reply::Related(Ok(related)));
                }
                has_rows
            });
        };
        job.answer(
            "finding relations",
            || related(&resources, &mut sources, &request, job.cancel, &mut send),
            Reply::Related,
        );
    })
}

/// Starts the thread that reads docs, which are shown over a list that may still grow.
pub fn documenter(resources: Resources, replies: Replies) -> StartResult<RelationRequest> {
    let mut sources = resources.sources();
    Worker::start_replying(
        "documenter",
        Backlog::Newest,
        replies,
        move |request, job| {
            job.answer(
                "reading docs",
                || documented(&resources, &mut sources, &request, job.cancel),
                Reply::Documented,
            );
        },
    )
}

/// Finds relations; callers and implementations that were found so far are reported.
fn related(
    resources: &Resources,
    sources: &mut Sources,
    request: &RelationRequest,
    cancel: &Cancel,
    report: &mut dyn FnMut(&Snapshot, &[Relation]),
) -> JobResult<RelatedHits> {
    let snapshot = resources.snapshot()?;
    let target = &request.target;
    let path = &target.path;
    let (tree, earlier) = resources.document(sources, &snapshot, target, cancel)?;
    let Some(chunk) = anchor(&tree, target.id, target.hash) else {
        let what = format!("{path} changed since it was indexed; try again after indexing");
        return Err(what.into());
    };
    let chunk = around::target(&tree, chunk);
    let mut codebase = Codebase::new(&snapshot, sources, cancel);
    codebase.earlier = &earlier;
    let mut so_far = Vec::new();
    let mut find = |kind: RelationKind| {
        kind.find_growing(
            &mut codebase,
            &tree,
            chunk,
            request.limit,
            &mut |_, found| {
                so_far.extend_from_slice(found);
                report(&snapshot, &so_far);
            },
        )
    };
    let mut relations = find(request.kind.clone())?;
    let is_of_line = matches!(
        request.kind,
        RelationKind::Definitions(Some(Symbol::OnLine(_)))
    );
    let is_wider = relations.found.is_empty() && is_of_line;
    if is_wider {
        relations = find(RelationKind::Definitions(None))?;
    }
    let hits = hits(&snapshot, &relations, cancel)?;
    Ok(RelatedHits {
        relations,
        hits,
        is_wider,
        ..RelatedHits::default()
    })
}

/// The indexed chunks at the other ends of relations.
fn hits(snapshot: &Snapshot, relations: &Relations, cancel: &Cancel) -> JobResult<Vec<Hit>> {
    // The certainty of a relation does not affect the order.
    let ids = relations.found.iter().map(|relation| relation.id);
    let mut hits = listed(snapshot, ids, cancel)?;
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
    Ok(hits)
}

/// Returns the docs of the related declarations, up to the limit of the request.
fn documented(
    resources: &Resources,
    sources: &mut Sources,
    request: &RelationRequest,
    cancel: &Cancel,
) -> JobResult<Vec<Documentation>> {
    let related = related(resources, sources, request, cancel, &mut |_, _| ())?;
    let mut docs = Vec::new();
    for relation in related.relations.found.iter().take(request.limit) {
        let tree = sources.tree(&relation.path, cancel)?;
        docs.extend(documentation(&tree, relation));
    }
    Ok(docs)
}

/// Returns the signature and docs of the declaration at the other end of a relation; none if it is gone. The docs of a
/// parameter are those of its function.
fn documentation(tree: &ChunkTree, relation: &Relation) -> Option<Documentation> {
    let found = tree.chunks.iter().find(|chunk| chunk.id == relation.id)?;
    let (text, whole) = (&tree.document.text, tree.whole(found));
    let parameter = parameter(tree, relation, whole);
    let is_own = parameter.is_none() && whole.kind != Kind::Items && whole.name == relation.name;
    // A declaration that is split has its docs in its header.
    let parts = std::iter::once(whole).chain(tree.children(whole));
    let has_docs = is_own || parameter.is_some();
    let mut documented = parts.filter(|part| has_docs && !part.docs.is_empty());
    let docs = documented.next().map(|part| text.slice(part.docs.clone()));
    let docs = match (docs, whole.language.or(tree.language)) {
        (Some(docs), Some(language)) => language.uncommented(&docs),
        (docs, _) => docs.unwrap_or_default().into_owned(),
    };
    let own_name = qualified_name(&whole.names, whole.kind);
    let (name, signature) = match parameter {
        Some(written) => {
            let name = format!("{}, a parameter of {own_name}", relation.name);
            (name, written)
        }
        None if is_own && !whole.signature.is_empty() => {
            (own_name, text.slice(whole.signature.clone()).into_owned())
        }
        None => {
            let line = text.lines(relation.at.0, relation.at.0);
            let name = if is_own {
                own_name
            } else {
                tree.qualified(found, &relation.name)
            };
            (name, text.slice(line).into_owned())
        }
    };
    Some(Documentation {
        name,
        path: relation.path.clone(),
        line: relation.at.0,
        signature: signature.trim().to_owned(),
        docs: docs.trim().to_owned(),
    })
}

/// Returns a parameter of a function as written, with its type and default; none for another declaration, such as the
/// function itself: `app.use = function use(fn)`.
fn parameter(tree: &ChunkTree, relation: &Relation, function: &Chunk) -> Option<String> {
    let (text, signature) = (&tree.document.text, &function.signature);
    let own = tree.bindings.iter().find(|binding| {
        let start = binding.name.start as usize;
        signature.contains(&start)
            && relation.name != function.name
            && text.line_at(start) == relation.at.0
            && tree.word(&binding.name) == relation.name
    })?;
    let written = text.slice(signature.clone());
    let start = own.name.start as usize - signature.start;
    let before = (0..start).rev();
    let from = end_of_parameter(&written, before, (b")]}>", b"([{<")).map_or(start, |at| at + 1);
    let after = start..written.len();
    let to = end_of_parameter(&written, after, (b"([{<", b")]}>")).unwrap_or(written.len());
    Some(written.get(from..to)?.trim().to_owned())
}

/// Returns the place of the comma or bracket at which a parameter ends in one direction, in which pairs of brackets open
/// and close.
fn end_of_parameter(
    written: &str,
    places: impl Iterator<Item = usize>,
    (opening, closing): (&[u8], &[u8]),
) -> Option<usize> {
    let bytes = written.as_bytes();
    let mut depth = 0;
    for at in places {
        let byte = bytes[at];
        let is_arrow = byte == b'>' && at > 0 && matches!(bytes[at - 1], b'-' | b'=');
        if depth == 0 && (byte == b',' || !is_arrow && closing.contains(&byte)) {
            return Some(at);
        }
        if opening.contains(&byte) && !is_arrow {
            depth += 1;
        } else if closing.contains(&byte) && !is_arrow {
            depth -= 1;
        }
    }
    None
}
