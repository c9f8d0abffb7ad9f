//! The impact of a change: what reaches a declaration, step by step, and the tests among it.
//!
//! Principal type: [`ImpactObject`]; [`find_impact()`] finds it.

use super::declaration::{DeclarationObject, MAX_DOCUMENTS};
use super::runner::{Runners, inherited, test_argument};
use crate::answers::relations::RelationObject;
use crate::context::{Certainty, Codebase, Declaration, DeclarationKey, Relations, Step};
use crate::index::{Result, purpose_of};
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The impact of a change of some declarations. Names and meanings are stable.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ImpactObject {
    /// The root of the repository.
    pub(crate) root: String,
    /// The declarations that change.
    pub(crate) changed: Vec<ChangedObject>,
    /// The declarations that use them, over one step or several: the nearest first, then the most certain.
    pub(crate) affected: Vec<AffectedObject>,
    /// Number of declarations whose users were not looked up: their code cannot be read, or a limit was reached.
    pub(crate) unfollowed: usize,
    /// Number of declarations whose users were not looked up because they are the requested number of steps away.
    pub(crate) at_depth: usize,
    /// Number of leaves with the name of a declaration in files that were not read.
    pub(crate) unread: usize,
}

/// A declaration that changes.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ChangedObject {
    #[serde(flatten)]
    pub(crate) declaration: DeclarationObject,
    #[serde(flatten)]
    pub(crate) role: RoleFields,
}

/// Purpose of a declaration.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RoleFields {
    /// code, tests, docs or config
    pub(crate) purpose: &'static str,
    /// For a test, the argument by which the usual runner of its language runs it; else null.
    pub(crate) test_argument: Option<String>,
    /// The arguments that run a test for types that inherit it or in a suite, each with the file of these.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) inherited: BTreeMap<String, String>,
}

/// A declaration that a change reaches: its leaf with the use, whose text is the line of the use.
#[derive(Serialize, JsonSchema)]
pub(crate) struct AffectedObject {
    #[serde(flatten)]
    pub(crate) step: RelationObject,
    /// Number of steps from a changed declaration.
    pub(crate) distance: usize,
    /// The least certain of these steps: certain, likely or possible. What is only possible is not followed.
    pub(crate) reached: &'static str,
    #[serde(flatten)]
    pub(crate) role: RoleFields,
}

/// A declaration to look up, and how certainly it is reached.
type Reached = (Declaration, Certainty);

/// Called with the result so far, and the number of declarations whose users were searched for; the rows of the last
/// level are not sorted.
type Report<'r> = &'r mut dyn FnMut(&mut Codebase<'_>, &ImpactObject, usize);

/// Finds what reaches the declarations that change, over at most `depth` steps; 0 for any number.
///
/// # Errors
/// If the index cannot be read.
pub(crate) fn find_impact(
    codebase: &mut Codebase<'_>,
    changed: &[Declaration],
    depth: usize,
    report: Report<'_>,
) -> Result<ImpactObject> {
    // Several targets may name the same one.
    let mut known = HashSet::new();
    let once = changed.iter().filter(|one| known.insert(one.key()));
    let changed: Vec<&Declaration> = once.collect();
    let mut objects = Vec::new();
    let mut runners = Runners::new();
    for declaration in &changed {
        objects.push(ChangedObject {
            declaration: (*declaration).into(),
            role: role(codebase, declaration, &mut runners)?,
        });
    }
    let root = codebase.root();
    let mut search = ImpactSearch {
        codebase,
        report,
        known,
        object: ImpactObject {
            root,
            changed: objects,
            affected: Vec::new(),
            unfollowed: 0,
            at_depth: 0,
            unread: 0,
        },
        followed: 0,
        runners,
    };
    let starts = changed.into_iter().cloned();
    let mut level: Vec<Reached> = starts.map(|start| (start, Certainty::Certain)).collect();
    let mut distance = 0;
    while !level.is_empty() && (depth == 0 || distance < depth) {
        distance += 1;
        level = search.add_level(&level, distance)?;
    }
    search.object.at_depth = level.len();
    Ok(search.object)
}

/// A search for what reaches some declarations.
struct ImpactSearch<'s, 'a> {
    codebase: &'s mut Codebase<'a>,
    report: Report<'s>,
    /// The declarations of earlier levels.
    known: HashSet<DeclarationKey>,
    object: ImpactObject,
    /// Number of declarations whose users were looked up.
    followed: usize,
    runners: Runners,
}

impl ImpactSearch<'_, '_> {
    /// Adds the new users of a level of declarations, each by its most certain way, the most certain first. Returns those
    /// whose users are looked up next.
    fn add_level(&mut self, level: &[Reached], distance: usize) -> Result<Vec<Reached>> {
        let object = &mut self.object;
        let mut new = Level {
            distance,
            first: object.affected.len(),
            users: Vec::new(),
            numbers: HashMap::new(),
            known: &self.known,
            runners: &mut self.runners,
        };
        for (used, so_far) in level {
            if self.codebase.documents_read() >= MAX_DOCUMENTS || self.codebase.is_cancelled() {
                object.unfollowed += 1;
                continue;
            }
            let (steps, unread) = self.codebase.users(used, &mut |codebase, found| {
                let users = Relations::of_leaves(found.to_vec(), 0);
                let steps = codebase.steps_to(used, users.found);
                // The result has all of them once more.
                _ = new.add(codebase, object, steps, *so_far);
                (self.report)(codebase, object, self.followed);
            })?;
            object.unread += unread;
            new.add(self.codebase, object, steps, *so_far)?;
            self.followed += 1;
            (self.report)(self.codebase, object, self.followed);
        }
        let Level { first, users, .. } = new;
        let rows = object.affected.drain(first..);
        let mut found: Vec<_> = users.into_iter().zip(rows).collect();
        found.sort_by(|((one, certain), _), ((other, likely), _)| {
            (certain, &one.path, one.line).cmp(&(likely, &other.path, other.line))
        });
        let mut next = Vec::new();
        for ((user, reached), affected) in found {
            self.known.insert(user.key());
            object.affected.push(affected);
            if reached != Certainty::Possible {
                next.push((user, reached));
            }
        }
        Ok(next)
    }
}

/// The users of a level of declarations that no earlier level has.
struct Level<'l> {
    /// Number of steps from a changed declaration.
    distance: usize,
    /// Number of the first of its rows.
    first: usize,
    /// In the order of the rows.
    users: Vec<Reached>,
    numbers: HashMap<DeclarationKey, usize>,
    known: &'l HashSet<DeclarationKey>,
    runners: &'l mut Runners,
}

impl Level<'_> {
    /// Adds the users of a declaration, each by its most certain way.
    fn add(
        &mut self,
        codebase: &mut Codebase<'_>,
        object: &mut ImpactObject,
        steps: Vec<Step>,
        so_far: Certainty,
    ) -> Result<()> {
        for Step { user, by } in steps {
            let (key, reached) = (user.key(), by.certainty.max(so_far));
            if self.known.contains(&key) {
                continue;
            }
            let number = *self.numbers.entry(key).or_insert(self.users.len());
            if let Some((_, best)) = self.users.get(number)
                && *best <= reached
            {
                continue;
            }
            let tree = codebase.tree(&by.path);
            let affected = AffectedObject {
                step: RelationObject::new(by, tree.as_deref()),
                distance: self.distance,
                reached: reached.name(),
                role: role(codebase, &user, self.runners)?,
            };
            if number == self.users.len() {
                self.users.push((user, reached));
                object.affected.push(affected);
            } else {
                self.users[number] = (user, reached);
                object.affected[self.first + number] = affected;
            }
        }
        Ok(())
    }
}

fn role(
    codebase: &mut Codebase<'_>,
    declaration: &Declaration,
    runners: &mut Runners,
) -> Result<RoleFields> {
    let mut role = RoleFields {
        purpose: "code",
        test_argument: None,
        inherited: BTreeMap::new(),
    };
    if let Some(tree) = codebase.tree(&declaration.path)
        && let Some(at) = tree
            .chunks
            .iter()
            .position(|chunk| chunk.id == declaration.id)
    {
        let chunk = &tree.chunks[at];
        role.purpose = purpose_of(&tree, chunk);
        // No runner finds a test that was deleted.
        if codebase.is_current(&declaration.path) {
            role.inherited = inherited(codebase, &tree, at, runners)?;
            if !role.inherited.is_empty() {
                role.purpose = "tests";
            }
            if role.purpose == "tests" {
                role.test_argument = test_argument(codebase, &tree, chunk, declaration)?;
            }
        }
    }
    Ok(role)
}

impl ImpactObject {
    /// Maximum number of steps if none is requested: tests must not be missing. 0 is any number.
    pub(crate) const fn default_depth(only_tests: bool) -> usize {
        if only_tests { 0 } else { 3 }
    }

    /// Affected declarations by their number of steps.
    pub(crate) fn levels(&self) -> BTreeMap<usize, Vec<&AffectedObject>> {
        let mut levels: BTreeMap<usize, Vec<&AffectedObject>> = BTreeMap::new();
        for affected in &self.affected {
            levels.entry(affected.distance).or_default().push(affected);
        }
        levels
    }

    /// The arguments that run the changed and the affected tests, each once.
    pub(crate) fn test_arguments(&self, relative: impl Fn(&str) -> String) -> Vec<String> {
        let changed = self.changed.iter();
        let changed = changed.map(|one| (&one.declaration.path, &one.role));
        let affected = self.affected.iter();
        let affected = affected.map(|one| (&one.step.chunk.path, &one.role));
        let mut arguments: Vec<String> = Vec::new();
        let mut seen = HashSet::new();
        for (path, role) in changed.chain(affected) {
            let own = role.test_argument.iter().map(|argument| (argument, path));
            for (argument, path) in own.chain(&role.inherited) {
                if seen.insert(argument) {
                    arguments.push(argument_from(argument, path, &relative));
                }
            }
        }
        arguments
    }
}

/// An argument of a test in a file with the path that `relative` makes of the file's, or of that of its directory.
fn argument_from(argument: &str, path: &str, relative: impl Fn(&str) -> String) -> String {
    let directory = path
        .rsplit_once('/')
        .map_or(".", |(directory, _)| directory);
    if let Some(rest) = argument.strip_prefix(path) {
        return relative(path) + rest;
    }
    if argument == directory {
        return relative(directory);
    }
    let package = argument.strip_prefix("./");
    match package.and_then(|package| package.strip_prefix(directory)) {
        Some(rest) => format!("./{}{rest}", relative(directory)),
        None => argument.to_owned(),
    }
}
