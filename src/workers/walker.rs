//! Follows calls: one step below a row of a call tree, or several to a path and to tests; and those beside the code.
//!
//! The searches are those of [`answers`](crate::answers); [`walker()`] and [`caller()`] turn their results into hits. Documents that
//! it read are kept while they do not change.

use super::resources::Resources;
use super::threads::JobResult;
use super::worker::{Backlog, Job, Pace, Replies, StartResult, Worker};
use crate::answers::{ImpactObject, PathSteps, find_impact, find_path, one_step, relation_to};
use crate::chunk::Symbol;
use crate::context::Direction::{Backward, Forward};
use crate::context::{
    Certainty, Codebase, Declaration, Direction, EarlierDocuments, Relation, Sources, anchor,
};
use crate::corpus::{Cancel, SourcePath};
use crate::index::Snapshot;
use crate::protocol::{
    CallStep, CallSteps, NamedTarget, RelatedHits, Reply, StepRequest, Walk, WalkRequest,
};
use crate::search::Hit;
use std::slice::from_ref;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Purpose of the declarations that [`Walk::Tests`] lists.
const TESTS: &str = "tests";
/// Time that the cursor is in a declaration before its calls are searched for.
const STILL: Duration = Duration::from_millis(80);

/// A request to the worker.
#[derive(Debug)]
pub enum Steps {
    /// One step.
    One(StepRequest),
    /// Several.
    Several(WalkRequest),
}

/// Starts the thread. While a search goes on, rows that were found and the progress are sent: after a pause, and after
/// longer ones from then on, because each reply has all rows so far.
pub fn walker(resources: Resources, pause: Duration, replies: Replies) -> StartResult<Steps> {
    let mut sources = resources.sources();
    Worker::start_replying("walker", Backlog::Newest, replies, move |request, job| {
        let walker = Walker::new(&resources, &mut sources, job.cancel);
        match &request {
            Steps::One(request) => {
                job.answer("finding calls", || walker?.step(request), Reply::Stepped);
            }
            Steps::Several(request) => {
                let walk = || walker?.walk(request, job, pause);
                job.answer("following calls", walk, Reply::Related);
            }
        }
    })
}

/// Starts the thread that finds callers and callees for the columns beside the code.
pub(super) fn caller(resources: Resources, replies: Replies) -> StartResult<NamedTarget> {
    let mut sources = resources.sources();
    Worker::start_replying("caller", Backlog::Newest, replies, move |request, job| {
        // The cursor may move on.
        if !job.pause(STILL) {
            return;
        }
        for direction in [Forward, Backward] {
            let find =
                || Walker::new(&resources, &mut sources, job.cancel)?.calls(&request, direction);
            job.answer("finding calls", find, |calls| {
                Reply::Called(direction, calls)
            });
        }
    })
}

/// A walk over the newest snapshot.
struct Walker<'w> {
    snapshot: Arc<Snapshot>,
    resources: &'w Resources,
    sources: &'w mut Sources,
    cancel: &'w Cancel,
    /// The document of the target, if that was deleted.
    earlier: EarlierDocuments,
}

impl<'w> Walker<'w> {
    fn new(
        resources: &'w Resources,
        sources: &'w mut Sources,
        cancel: &'w Cancel,
    ) -> JobResult<Self> {
        Ok(Self {
            snapshot: resources.snapshot()?,
            resources,
            sources,
            cancel,
            earlier: EarlierDocuments::new(),
        })
    }

    fn codebase(&mut self) -> Codebase<'_> {
        let mut codebase = Codebase::new(&self.snapshot, self.sources, self.cancel);
        codebase.earlier = &self.earlier;
        codebase
    }

    /// The declaration of a target, or the name in it that a symbol selects.
    fn declaration(&mut self, (target, symbol): &NamedTarget) -> JobResult<Declaration> {
        let path = &target.path;
        let found = self
            .resources
            .document(self.sources, &self.snapshot, target, self.cancel);
        let (tree, earlier) = found?;
        self.earlier.extend(earlier);
        let chunk = anchor(&tree, target.id, target.hash);
        if let (Some(Symbol::At(at)), Some(around)) = (symbol, chunk) {
            let mut codebase = self.codebase();
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
        let (found, unread) = next(&mut self.codebase(), &of, request.direction)?;
        let mut steps = Vec::new();
        for (declaration, step) in found {
            let key = declaration.key();
            let is_cycle =
                key == of.key() || root.as_ref() == Some(&key) || request.above.contains(&key);
            steps.push(CallStep { is_cycle, ..step });
        }
        Ok(CallSteps {
            row: request.row,
            of: of.key(),
            steps,
            unread,
        })
    }

    /// The callers or callees of a declaration, each with the line of its document that is called or calls.
    fn calls(
        &mut self,
        target: &NamedTarget,
        direction: Direction,
    ) -> JobResult<Vec<(u32, CallStep)>> {
        let of = self.declaration(target)?;
        let mut codebase = self.codebase();
        let (found, _) = next(&mut codebase, &of, direction)?;
        let mut calls = Vec::new();
        for (declaration, step) in found {
            let line = if direction == Forward {
                call_line(&mut codebase, &of, &declaration)?
            } else {
                of.line
            };
            calls.push((line, step));
        }
        calls.sort_by_key(|(line, _)| *line);
        Ok(calls)
    }

    fn walk(
        &mut self,
        request: &WalkRequest,
        job: &Job<'_>,
        pause: Duration,
    ) -> JobResult<RelatedHits> {
        let target = self.declaration(&request.target)?;
        let mut growth = Growth::new(job, &request.walk, pause);
        let steps = match &request.walk {
            Walk::PathFrom(start) => {
                let start = self.declaration(start)?;
                let ends = (from_ref(&start), from_ref(&target));
                let report = &mut |codebase: &mut Codebase<'_>, path: Option<&PathSteps>| {
                    growth.path(codebase, path, &target);
                };
                let found = find_path(&mut self.codebase(), ends, report)?;
                path_steps(&found.paths, &target)
            }
            walk => {
                let report = &mut |codebase: &mut Codebase<'_>, found: &_, followed| {
                    growth.count(followed);
                    growth.rows(codebase, found);
                };
                let mut codebase = self.codebase();
                codebase.tests_first = *walk == Walk::Tests;
                let found = find_impact(&mut codebase, from_ref(&target), 0, report)?;
                reached(&found, walk)
            }
        };
        Ok(listed(&mut self.codebase(), steps, &request.walk))
    }
}

/// The callers or callees of a declaration, and the number of leaves with its name that were not read.
fn next(
    codebase: &mut Codebase<'_>,
    of: &Declaration,
    direction: Direction,
) -> JobResult<(Vec<(Declaration, CallStep)>, usize)> {
    let (found, unread) = one_step(codebase, of, direction)?;
    let mut steps = Vec::new();
    for (declaration, relation) in found {
        if let Some((hit, line)) = hit_at(codebase, &relation.path, relation.at) {
            let step = CallStep {
                hit,
                relation,
                line,
                is_cycle: false,
            };
            steps.push((declaration, step));
        }
    }
    Ok((steps, unread))
}

/// The line of a declaration that calls another one first; without one, that of its name.
fn call_line(
    codebase: &mut Codebase<'_>,
    user: &Declaration,
    used: &Declaration,
) -> JobResult<u32> {
    if let Some(tree) = codebase.tree(&user.path)
        && let Some(chunk) = user.chunk(&tree)
    {
        let name = used.names.last().map_or("", String::as_str);
        let mut calls = tree.references_of(chunk).iter();
        let call = calls.find(|call| call.is_called && tree.word(&call.bytes) == name);
        if let Some(call) = call {
            return Ok(tree.document.text.line_at(call.bytes.start as usize));
        }
    }
    // It is called by another name.
    let step = codebase.use_between(user, used)?;
    Ok(step.map_or(user.line, |step| step.by.at.0))
}

/// The part of a list that is sent before the search for all of it ends.
struct Growth<'j> {
    job: &'j Job<'j>,
    walk: &'j Walk,
    /// Number of declarations whose uses were looked up, and the time at which it is sent next.
    followed: usize,
    pause: Duration,
    counts_at: Instant,
    /// Number of rows that were sent.
    sent: usize,
    row_pace: Pace,
}

impl<'j> Growth<'j> {
    fn new(job: &'j Job<'j>, walk: &'j Walk, pause: Duration) -> Self {
        Self {
            job,
            walk,
            followed: 0,
            pause,
            counts_at: Instant::now() + pause,
            sent: 0,
            row_pace: Pace::new(pause),
        }
    }

    fn count(&mut self, followed: usize) {
        let is_due = followed > self.followed && Instant::now() >= self.counts_at;
        self.followed = followed;
        if is_due {
            self.counts_at = Instant::now() + self.pause;
            self.job.reply(Reply::Followed(followed));
        }
    }

    fn path(&mut self, codebase: &mut Codebase<'_>, path: Option<&PathSteps>, end: &Declaration) {
        match path {
            Some(path) => send(self.job, codebase, path_steps([path], end), self.walk),
            None => self.count(self.followed + 1),
        }
    }

    fn rows(&mut self, codebase: &mut Codebase<'_>, found: &ImpactObject) {
        self.row_pace.send(|| {
            let steps = reached(found, self.walk);
            let has_new = steps.len() > self.sent;
            if has_new {
                self.sent = steps.len();
                send(self.job, codebase, steps, self.walk);
            }
            has_new
        });
    }
}

fn send(job: &Job<'_>, codebase: &mut Codebase<'_>, steps: Vec<Relation>, walk: &Walk) {
    let related = RelatedHits {
        is_partial: true,
        ..listed(codebase, steps, walk)
    };
    if !job.cancel.is_cancelled() && !related.hits.is_empty() {
        job.reply(Reply::Related(Ok(related)));
    }
}

/// The hits of a list.
fn listed(codebase: &mut Codebase<'_>, steps: Vec<Relation>, walk: &Walk) -> RelatedHits {
    let mut related = RelatedHits {
        is_ordered: matches!(walk, Walk::PathFrom(_)),
        ..RelatedHits::default()
    };
    for step in steps {
        if let Some((hit, _)) = hit_at(codebase, &step.path, step.at) {
            let record = &hit.record;
            related.relations.found.push(Relation {
                path: record.path.clone(),
                id: record.id,
                kind: record.kind,
                names: record.names.clone(),
                lines: record.lines,
                hash: record.hash,
                ..step
            });
            related.hits.push(hit);
        }
    }
    related.relations.total = related.relations.found.len();
    related
}

/// The steps of the most certain path, then those of a shorter one, each with its end.
fn path_steps<'p>(
    paths: impl IntoIterator<Item = &'p PathSteps>,
    end: &Declaration,
) -> Vec<Relation> {
    let mut steps = Vec::new();
    for path in paths {
        steps.extend(path.steps.iter().map(|step| step.relation.clone()));
        steps.push(relation_to(end, Certainty::Certain));
    }
    steps
}

/// The declarations that a change of one reaches, or the tests among them; the nearest first.
fn reached(found: &ImpactObject, walk: &Walk) -> Vec<Relation> {
    let affected = found.affected.iter();
    let listed =
        affected.filter(|affected| *walk == Walk::Impact || affected.role.purpose == TESTS);
    listed.map(|one| one.step.relation.clone()).collect()
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
