//! The impact of a change: what reaches a declaration, step by step, and the tests among it.
//!
//! Principal types: [`ImpactSearch`] and [`ImpactObject`].

use super::declaration::{DeclarationObject, MAX_DOCUMENTS};
use super::runner::test_argument;
use crate::answers::relations::RelationObject;
use crate::context::{Certainty, Codebase, Declaration, DeclarationKey, Step};
use crate::corpus::Cancel;
use crate::index::{IndexError, is_marked_test, purpose_of};
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
    /// Number of declarations whose users were not looked up: they are deleted, or a limit was reached.
    pub(crate) unfollowed: usize,
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

/// A search for what reaches some declarations.
pub(crate) struct ImpactSearch<'s, 'a> {
    pub(crate) codebase: &'s mut Codebase<'a>,
    pub(crate) cancel: &'s Cancel,
    /// Maximum number of steps; 0 for any number.
    pub(crate) depth: usize,
}

/// A declaration to look up, and how certainly it is reached.
type Reached = (Declaration, Certainty);

/// Called after each lookup with what is found so far; the rows of the last level are not sorted.
type Report<'r> = &'r mut dyn FnMut(&mut Codebase<'_>, &ImpactObject);

impl ImpactSearch<'_, '_> {
    /// Finds what reaches the changed declarations; `gone` is the number of those that are deleted.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub(crate) fn find(
        &mut self,
        root: String,
        changed: &[Declaration],
        gone: usize,
    ) -> Result<ImpactObject, IndexError> {
        self.find_growing(root, changed, gone, &mut |_, _| ())
    }

    /// The same, with reports while the search goes on.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub(crate) fn find_growing(
        &mut self,
        root: String,
        changed: &[Declaration],
        gone: usize,
        report: Report<'_>,
    ) -> Result<ImpactObject, IndexError> {
        let mut object = ImpactObject {
            root,
            changed: Vec::new(),
            affected: Vec::new(),
            unfollowed: gone,
            unread: 0,
        };
        for declaration in changed {
            object.changed.push(ChangedObject {
                declaration: declaration.into(),
                role: self.role(declaration)?,
            });
        }
        let mut known: HashSet<DeclarationKey> = changed.iter().map(Declaration::key).collect();
        let mut level: Vec<Reached> = changed
            .iter()
            .map(|start| (start.clone(), Certainty::Certain))
            .collect();
        let mut distance = 0;
        while !level.is_empty() && (self.depth == 0 || distance < self.depth) {
            distance += 1;
            level = self.add_level(&level, distance, &mut known, &mut object, report)?;
        }
        Ok(object)
    }

    /// Adds the new users of a level of declarations, each by its most certain way, the most certain first. Returns those
    /// whose users are looked up next.
    fn add_level(
        &mut self,
        level: &[Reached],
        distance: usize,
        known: &mut HashSet<DeclarationKey>,
        object: &mut ImpactObject,
        report: Report<'_>,
    ) -> Result<Vec<Reached>, IndexError> {
        let first = object.affected.len();
        // In the order of the new rows.
        let mut users: Vec<Reached> = Vec::new();
        let mut numbers: HashMap<DeclarationKey, usize> = HashMap::new();
        for (used, so_far) in level {
            if self.codebase.documents_read() >= MAX_DOCUMENTS || self.cancel.is_cancelled() {
                object.unfollowed += 1;
                continue;
            }
            let (steps, unread) = self.codebase.users(used)?;
            object.unread += unread;
            for step in steps {
                let (key, reached) = (step.user.key(), step.by.certainty.max(*so_far));
                if known.contains(&key) {
                    continue;
                }
                let number = *numbers.entry(key).or_insert(users.len());
                let user = (step.user.clone(), reached);
                match users.get_mut(number) {
                    Some((_, best)) if *best <= reached => {}
                    Some(better) => {
                        *better = user;
                        object.affected[first + number] = self.affected(step, distance, reached)?;
                    }
                    None => {
                        users.push(user);
                        object
                            .affected
                            .push(self.affected(step, distance, reached)?);
                    }
                }
            }
            report(self.codebase, object);
        }
        let rows = object.affected.drain(first..);
        let mut found: Vec<_> = users.into_iter().zip(rows).collect();
        found.sort_by(|((one, certain), _), ((other, likely), _)| {
            (certain, &one.path, one.line).cmp(&(likely, &other.path, other.line))
        });
        let mut next = Vec::new();
        for ((user, reached), affected) in found {
            known.insert(user.key());
            object.affected.push(affected);
            if reached != Certainty::Possible {
                next.push((user, reached));
            }
        }
        Ok(next)
    }

    fn affected(
        &mut self,
        Step { user, by }: Step,
        distance: usize,
        reached: Certainty,
    ) -> Result<AffectedObject, IndexError> {
        let tree = self.codebase.tree(&by.path);
        Ok(AffectedObject {
            step: RelationObject::new(by, tree.as_deref()),
            distance,
            reached: reached.name(),
            role: self.role(&user)?,
        })
    }

    fn role(&mut self, declaration: &Declaration) -> Result<RoleFields, IndexError> {
        let mut role = RoleFields {
            purpose: "code",
            test_argument: None,
        };
        if let Some(tree) = self.codebase.tree(&declaration.path)
            && let Some(chunk) = declaration.chunk(&tree)
        {
            role.purpose = purpose_of(&tree, chunk);
            if role.purpose == "tests" {
                let is_test = is_marked_test(&tree, chunk);
                role.test_argument = test_argument(tree.language, declaration, is_test);
            }
        }
        Ok(role)
    }
}

impl ImpactObject {
    /// Affected declarations by their number of steps.
    pub(crate) fn levels(&self) -> BTreeMap<usize, Vec<&AffectedObject>> {
        let mut levels: BTreeMap<usize, Vec<&AffectedObject>> = BTreeMap::new();
        for affected in &self.affected {
            levels.entry(affected.distance).or_default().push(affected);
        }
        levels
    }

    /// The arguments that run the changed and the affected tests, each once.
    pub(crate) fn test_arguments(&self) -> Vec<&str> {
        let mut seen = HashSet::new();
        let changed = self.changed.iter().map(|one| &one.role);
        let roles = changed.chain(self.affected.iter().map(|one| &one.role));
        let arguments = roles.filter_map(|role| role.test_argument.as_deref());
        arguments
            .filter(|argument| seen.insert(*argument))
            .collect()
    }
}
