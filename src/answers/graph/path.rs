//! Paths from a declaration to another one, over everything by which one uses the next: calls, functions as values,
//! and calls of what it overrides or implements.
//!
//! Principal type: [`PathObject`]. A search begins at both ends and ends where the two meet (bidirectional Dijkstra;
//! Pohl, "Bi-directional Search", Machine Intelligence 6, 1971).

use super::declaration::{DeclarationObject, MAX_DOCUMENTS};
use crate::answers::relations::RelationObject;
use crate::context::Direction::{Backward, Forward};
use crate::context::{Certainty, Codebase, Declaration, DeclarationKey, Direction, Step};
use crate::index::Result;
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// Maximum number of declarations whose uses are searched for in one search. In Kafka, 24 paths of 2 to 7 steps
/// needed 2 to 115.
const MAX_LOOKUPS: usize = 200;
/// Maximum number of these on one side after the other has ended. Some uses are found from one end alone.
const MAX_ALONE: usize = 30;
/// Maximum number of declarations that are named where no path is found.
const MAX_ENDS: usize = 10;

/// Paths from a declaration to another one. Names and meanings are stable.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PathObject {
    /// The root of the repository.
    pub(crate) root: String,
    /// The declarations at which a path may begin.
    pub(crate) from: Vec<DeclarationObject>,
    /// The declarations at which a path may end.
    pub(crate) to: Vec<DeclarationObject>,
    /// The most certain path; then the shortest one, if it has fewer steps.
    pub(crate) paths: Vec<PathSteps>,
    /// True if the search was not limited: without a path, there is none.
    pub(crate) complete: bool,
    /// Without a path, the number of declarations that the first ones reach.
    pub(crate) reached: usize,
    /// Without a path, the number of declarations that reach the last ones.
    pub(crate) reaching: usize,
    /// Without a path, some declarations that reach the last ones and that nothing uses: where the way breaks off.
    pub(crate) unused: Vec<DeclarationObject>,
}

/// A path.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PathSteps {
    /// The least certain of its steps.
    pub(crate) certainty: &'static str,
    /// The declarations that use the next one, each with the line of the use; the last one uses the end.
    pub(crate) steps: Vec<RelationObject>,
    /// The declaration at its end.
    pub(crate) end: DeclarationObject,
}

/// Called after each lookup, and with each path that is found.
type Report<'r> = &'r mut dyn FnMut(&mut Codebase<'_>, Option<&PathSteps>);

/// Finds the most certain and the shortest path.
///
/// # Errors
/// If the index cannot be read.
pub(crate) fn find_path(
    codebase: &mut Codebase<'_>,
    (from, to): (&[Declaration], &[Declaration]),
    report: Report<'_>,
) -> Result<PathObject> {
    let mut graph = Graph {
        codebase,
        report,
        declarations: Vec::new(),
        numbers: HashMap::new(),
        uses: Default::default(),
        is_limited: false,
    };
    let starts: Vec<usize> = from.iter().map(|start| graph.number(start)).collect();
    let ends: Vec<usize> = to.iter().map(|end| graph.number(end)).collect();
    let mut object = PathObject {
        root: graph.codebase.root(),
        from: from.iter().map(DeclarationObject::from).collect(),
        to: to.iter().map(DeclarationObject::from).collect(),
        paths: Vec::new(),
        complete: true,
        reached: 0,
        reaching: 0,
        unused: Vec::new(),
    };
    let mut shortest = usize::MAX;
    for cost in [doubt as fn(Certainty) -> u32, |_| 1] {
        let (found, sides) = loop {
            let mut search = Search::new(&mut graph, cost, (&starts, &ends));
            let found = search.run()?;
            let sides = search.sides;
            let Some(path) = found else {
                break (None, sides);
            };
            if let Some(steps) = graph.steps(&path)? {
                break (Some(steps), sides);
            }
            // One of its steps was found not to be a use, so another path is searched for.
        };
        let Some(steps) = found else {
            let [reaching, reached] = &sides;
            object.reached = reached.known.len();
            object.reaching = reaching.known.len();
            object.unused = graph.unused(reaching);
            break;
        };
        if steps.steps.len() < shortest {
            shortest = steps.steps.len();
            (graph.report)(graph.codebase, Some(&steps));
            object.paths.push(steps);
        }
    }
    object.complete = !graph.is_limited;
    Ok(object)
}

/// Cost of a step of the most certain path: a sure detour of three steps is better than a guess.
fn doubt(certainty: Certainty) -> u32 {
    match certainty {
        Certainty::Certain => 1,
        Certainty::Likely => 2,
        Certainty::Possible => 5,
    }
}

/// Declarations, numbered, and the uses between them that were looked up.
struct Graph<'g, 'a> {
    codebase: &'g mut Codebase<'a>,
    report: Report<'g>,
    declarations: Vec<Declaration>,
    numbers: HashMap<DeclarationKey, usize>,
    /// The next declarations, by [`Direction`].
    uses: [HashMap<usize, Vec<(usize, Certainty)>>; 2],
    /// True if a limit was reached.
    is_limited: bool,
}

impl Graph<'_, '_> {
    fn number(&mut self, declaration: &Declaration) -> usize {
        let next = self.declarations.len();
        let number = *self.numbers.entry(declaration.key()).or_insert(next);
        if number == next {
            self.declarations.push(declaration.clone());
        }
        number
    }

    /// The declarations one step away: those that a declaration uses, or those that use it.
    fn next(&mut self, number: usize, direction: Direction) -> Result<&[(usize, Certainty)]> {
        let side = direction as usize;
        if !self.uses[side].contains_key(&number) {
            let lookups: usize = self.uses.iter().map(HashMap::len).sum();
            let is_limited =
                lookups >= MAX_LOOKUPS || self.codebase.documents_read() >= MAX_DOCUMENTS;
            if is_limited || self.codebase.is_cancelled() {
                self.is_limited = true;
                // What was not looked up is not known to be unused.
                return Ok(&[]);
            }
            let declaration = self.declarations[number].clone();
            let found: Vec<_> = if direction == Forward {
                self.codebase.used_by(&declaration, false)?
            } else {
                let (steps, unread) = self.codebase.users(&declaration, &mut |_, _| ())?;
                self.is_limited |= unread > 0;
                let users = steps.into_iter().map(|step| (step.user, step.by.certainty));
                users.collect()
            };
            (self.report)(self.codebase, None);
            let numbered = found
                .into_iter()
                .map(|(declaration, certainty)| (self.number(&declaration), certainty))
                .collect();
            self.uses[side].insert(number, numbered);
        }
        Ok(self.uses[side].get(&number).map_or(&[], Vec::as_slice))
    }

    /// The declarations among those that reach the end that nothing uses, the nearest first.
    fn unused(&self, reaching: &Side) -> Vec<DeclarationObject> {
        let mut unused = Vec::new();
        for (number, known) in &reaching.known {
            if self.uses[Backward as usize]
                .get(number)
                .is_some_and(Vec::is_empty)
            {
                unused.push((known.cost, *number));
            }
        }
        unused.sort_unstable();
        let ends = unused.iter().take(MAX_ENDS);
        ends.map(|(_, end)| (&self.declarations[*end]).into())
            .collect()
    }

    fn forget(&mut self, user: usize, used: usize) {
        for (direction, from, to) in [(Forward, user, used), (Backward, used, user)] {
            if let Some(next) = self.uses[direction as usize].get_mut(&from) {
                next.retain(|(next, _)| *next != to);
            }
        }
    }

    /// The uses along a path; none if the text has no use for one of its steps, which is then forgotten.
    fn steps(&mut self, path: &[usize]) -> Result<Option<PathSteps>> {
        let mut steps = Vec::new();
        let mut certainty = Certainty::Certain;
        for pair in path.windows(2) {
            let [user, used] = [pair[0], pair[1]].map(|number| self.declarations[number].clone());
            let Some(Step { by, .. }) = self.codebase.use_between(&user, &used)? else {
                self.forget(pair[0], pair[1]);
                return Ok(None);
            };
            certainty = certainty.max(by.certainty);
            let tree = self.codebase.tree(&by.path);
            steps.push(RelationObject::new(by, tree.as_deref()));
        }
        let end = path.last().map(|end| (&self.declarations[*end]).into());
        Ok(end.map(|end| PathSteps {
            certainty: certainty.name(),
            steps,
            end,
        }))
    }
}

/// State of a declaration on one side of a search.
struct Reached {
    /// Cost of the way from the side's start.
    cost: u32,
    /// The declaration before it on that way; none at the start.
    before: Option<usize>,
}

/// One side of a search.
#[derive(Default)]
struct Side {
    known: HashMap<usize, Reached>,
    /// By cost, the lowest first.
    waiting: BinaryHeap<Reverse<(u32, usize)>>,
}

impl Side {
    fn add(&mut self, number: usize, cost: u32, before: Option<usize>) {
        let is_better = self
            .known
            .get(&number)
            .is_none_or(|known| cost < known.cost);
        if is_better {
            self.known.insert(number, Reached { cost, before });
            self.waiting.push(Reverse((cost, number)));
        }
    }

    /// The lowest cost of a declaration whose next ones are unknown.
    fn lowest(&mut self) -> Option<u32> {
        while let Some(Reverse((cost, number))) = self.waiting.peek().copied() {
            if self.known[&number].cost == cost {
                return Some(cost);
            }
            self.waiting.pop();
        }
        None
    }

    /// The way to a declaration, from the start.
    fn way_to(&self, number: usize) -> Vec<usize> {
        let mut way = vec![number];
        while let Some(before) = way.last().and_then(|last| self.known.get(last)?.before) {
            way.push(before);
        }
        way.reverse();
        way
    }
}

/// A search by one measure of cost.
struct Search<'s, 'g, 'a> {
    graph: &'s mut Graph<'g, 'a>,
    cost: fn(Certainty) -> u32,
    /// From the ends backward, and from the starts forward, by [`Direction`].
    sides: [Side; 2],
}

impl<'s, 'g, 'a> Search<'s, 'g, 'a> {
    fn new(
        graph: &'s mut Graph<'g, 'a>,
        cost: fn(Certainty) -> u32,
        (starts, ends): (&[usize], &[usize]),
    ) -> Self {
        let mut sides = [Side::default(), Side::default()];
        for (side, numbers) in sides.iter_mut().zip([ends, starts]) {
            for number in numbers {
                side.add(*number, 0, None);
            }
        }
        Self { graph, cost, sides }
    }

    /// The path with the lowest cost, of the declarations that the limits allow.
    fn run(&mut self) -> Result<Option<Vec<usize>>> {
        let mut best: Option<(u32, usize)> = None;
        for number in self.sides[0].known.keys() {
            if self.sides[1].known.contains_key(number) {
                best = Some((0, *number));
            }
        }
        let mut alone = 0;
        loop {
            // A side that has ended costs more than any other way.
            let lowest = self.sides.each_mut().map(Side::lowest);
            let [backward, forward] = lowest.map(|cost| cost.unwrap_or(u32::MAX / 2));
            let is_done = best.is_some_and(|(cost, _)| cost <= forward + backward);
            if is_done || lowest == [None, None] {
                break;
            }
            if alone == MAX_ALONE {
                self.graph.is_limited = true;
                break;
            }
            alone += usize::from(lowest.contains(&None));
            let [before, after] = self.sides.each_ref().map(|side| side.waiting.len());
            let direction = if (forward, after) <= (backward, before) {
                Forward
            } else {
                Backward
            };
            let side = direction as usize;
            let Some(Reverse((cost, number))) = self.sides[side].waiting.pop() else {
                break;
            };
            for (next, certainty) in self.graph.next(number, direction)? {
                let cost = cost + (self.cost)(*certainty);
                self.sides[side].add(*next, cost, Some(number));
                if let Some(met) = self.sides[1 - side].known.get(next)
                    && best.is_none_or(|(best, _)| cost + met.cost < best)
                {
                    best = Some((cost + met.cost, *next));
                }
            }
        }
        let [backward, forward] = &self.sides;
        Ok(best.map(|(_, meeting)| {
            let mut path = forward.way_to(meeting);
            let mut rest = backward.way_to(meeting);
            rest.pop();
            rest.reverse();
            path.extend(rest);
            path
        }))
    }
}
