//! Follows calls: one step below a row of a call tree, or several to a path and to tests.
//!
//! The searches are those of [`answers`](crate::answers); [`walker()`] turns their results into hits. Documents that
//! it read are kept while they do not change.

use super::resources::Resources;
use super::threads::JobResult;
use super::worker::{Backlog, Replies, StartResult, Worker};
use crate::answers::{CallTree, ImpactSearch, RelationObject, find_path};
use crate::chunk::Symbol;
use crate::context::{Certainty, Codebase, Declaration, Relation, Relations, Sources, anchor};
use crate::corpus::{Cancel, SourcePath};
use crate::index::Snapshot;
use crate::protocol::{
    CallStep, CallSteps, NamedTarget, RelatedHits, Reply, StepRequest, Walk, WalkRequest,
};
use crate::search::Hit;
use std::slice::from_ref;
use std::sync::Arc;

/// Purpose of the declarations that [`Walk::Tests`] lists.
const TESTS: &str = "tests";

/// A request to the worker.
pub(super) enum Steps {
    /// One step.
    One(StepRequest),
    /// Several.
    Several(WalkRequest),
}

/// Starts the thread.
pub(super) fn walker(resources: Resources, replies: Replies) -> StartResult<Steps> {
    let mut sources = resources.sources();
    Worker::start_replying("walker", Backlog::Newest, replies, move |request, job| {
        let reply = match &request {
            Steps::One(request) => job
                .run("finding calls", || {
                    Walker::new(&resources, &mut sources, job.cancel)?.step(request)
                })
                .map(Reply::Stepped),
            Steps::Several(request) => job
                .run("following calls", || {
                    Walker::new(&resources, &mut sources, job.cancel)?.walk(request)
                })
                .map(Reply::Related),
        };
        if let Some(reply) = reply {
            job.reply(reply);
        }
    })
}

/// A walk over the newest snapshot.
struct Walker<'w> {
    snapshot: Arc<Snapshot>,
    sources: &'w mut Sources,
    cancel: &'w Cancel,
}

impl<'w> Walker<'w> {
    fn new(resources: &Resources, sources: &'w mut Sources, cancel: &'w Cancel) -> JobResult<Self> {
        let Some(snapshot) = resources.snapshots.latest()? else {
            return Err("nothing is indexed yet; try again in a moment".into());
        };
        Ok(Self {
            snapshot,
            sources,
            cancel,
        })
    }

    /// The declaration of a target, or the name in it that a symbol selects.
    fn declaration(&mut self, (target, symbol): &NamedTarget) -> JobResult<Declaration> {
        let path = &target.path;
        let tree = self.sources.tree(path, self.cancel)?;
        let chunk = anchor(&tree, target.id, target.hash);
        if let (Some(Symbol::At(at)), Some(around)) = (symbol, chunk) {
            let mut codebase = Codebase::new(&self.snapshot, self.sources, self.cancel);
            let found = codebase.declaration_at(&tree, &tree.chunks[around], at)?;
            let name = &at.name;
            return found
                .ok_or_else(|| format!("nothing in the repository declares {name}").into());
        }
        let found = chunk.and_then(|chunk| Declaration::of(&tree, chunk, symbol.as_ref()));
        found.ok_or_else(|| {
            format!("{path} changed since it was indexed; try again after indexing").into()
        })
    }

    fn step(&mut self, request: &StepRequest) -> JobResult<CallSteps> {
        let line = Symbol::OnLine(request.line);
        let of = self.declaration(&(request.target.clone(), Some(line)))?;
        // A name from outside the repository has references, too.
        let root = self.declaration(&request.root).ok().map(|root| root.key());
        let mut codebase = Codebase::new(&self.snapshot, self.sources, self.cancel);
        let mut total = 0;
        let found = CallTree::new(&mut codebase, request.is_forward).next(&of, &mut total)?;
        let unread = total.saturating_sub(found.len());
        let mut steps = Vec::new();
        for (declaration, relation) in found {
            let key = declaration.key();
            let is_cycle =
                key == of.key() || root.as_ref() == Some(&key) || request.above.contains(&key);
            if let Some((hit, line)) = hit_at(&mut codebase, &relation.path, relation.at) {
                steps.push(CallStep {
                    hit,
                    relation,
                    line,
                    is_cycle,
                });
            }
        }
        Ok(CallSteps {
            row: request.row,
            of: of.key(),
            steps,
            unread,
        })
    }

    fn walk(&mut self, request: &WalkRequest) -> JobResult<RelatedHits> {
        let target = self.declaration(&request.target)?;
        let start = match &request.walk {
            Walk::PathFrom(start) => Some(self.declaration(start)?),
            Walk::Tests | Walk::Impact => None,
        };
        let mut codebase = Codebase::new(&self.snapshot, self.sources, self.cancel);
        let steps = match start {
            Some(start) => path_between(&mut codebase, &start, &target, self.cancel)?,
            None => reached(&mut codebase, &target, &request.walk, self.cancel)?,
        };
        let mut related = RelatedHits {
            relations: Relations::default(),
            hits: Vec::new(),
            is_wider: false,
            is_partial: false,
            is_ordered: matches!(request.walk, Walk::PathFrom(_)),
        };
        for step in steps {
            if let Some((hit, _)) = hit_at(&mut codebase, &step.path, step.at) {
                related.relations.found.push(relation_of(&hit, step));
                related.hits.push(hit);
            }
        }
        related.relations.total = related.relations.found.len();
        Ok(related)
    }
}

/// A declaration of a list: where it uses the next one, and how certainly.
struct ListedStep {
    path: SourcePath,
    at: (u32, u32),
    /// The name that is used.
    name: String,
    certainty: Certainty,
}

impl From<&RelationObject> for ListedStep {
    fn from(object: &RelationObject) -> Self {
        let mut certainties = Certainty::ALL.into_iter();
        let certainty = certainties.find(|certainty| certainty.name() == object.certainty);
        Self {
            path: SourcePath::new(&object.chunk.path),
            at: (object.line, object.column),
            name: object.symbol.clone(),
            certainty: certainty.unwrap_or(Certainty::Possible),
        }
    }
}

/// The steps of the most certain path, then those of a shorter one, each with its end.
fn path_between(
    codebase: &mut Codebase<'_>,
    start: &Declaration,
    end: &Declaration,
    cancel: &Cancel,
) -> JobResult<Vec<ListedStep>> {
    let ends = (from_ref(start), from_ref(end));
    let found = find_path(codebase, String::new(), ends, cancel)?;
    let mut steps = Vec::new();
    for path in &found.paths {
        steps.extend(path.steps.iter().map(ListedStep::from));
        steps.push(ListedStep {
            path: end.path.clone(),
            at: (end.line, 1),
            name: end.names.last().cloned().unwrap_or_default(),
            certainty: Certainty::Certain,
        });
    }
    Ok(steps)
}

/// The declarations that a change of one reaches, or the tests among them; the nearest first.
fn reached(
    codebase: &mut Codebase<'_>,
    of: &Declaration,
    walk: &Walk,
    cancel: &Cancel,
) -> JobResult<Vec<ListedStep>> {
    let mut search = ImpactSearch {
        codebase,
        cancel,
        depth: 0,
    };
    let impact = search.find(String::new(), from_ref(of), 0)?;
    let affected = impact.affected.iter();
    let listed =
        affected.filter(|affected| *walk == Walk::Impact || affected.role.purpose == TESTS);
    Ok(listed.map(|one| ListedStep::from(&one.step)).collect())
}

/// The leaf at a line and column, and the text of the line.
fn hit_at(codebase: &mut Codebase<'_>, path: &SourcePath, at: (u32, u32)) -> Option<(Hit, String)> {
    let tree = codebase.tree(path)?;
    let mut hit = Hit::of_chunk(&tree, tree.leaf_at_line(at.0)?)?;
    hit.explanation.located_at = Some(at);
    let text = &tree.document.text;
    let line = text.slice(text.lines(at.0, at.0)).trim().to_owned();
    Some((hit, line))
}

fn relation_of(hit: &Hit, step: ListedStep) -> Relation {
    let record = &hit.record;
    Relation {
        path: record.path.clone(),
        id: record.id,
        kind: record.kind,
        names: record.names.clone(),
        lines: record.lines,
        hash: record.hash,
        name: step.name,
        at: step.at,
        certainty: step.certainty,
    }
}
