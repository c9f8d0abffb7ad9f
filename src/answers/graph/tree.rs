//! Callers and callees over several steps, as a tree.
//!
//! Principal type: [`CallTree`].

use super::declaration::MAX_DOCUMENTS;
use crate::answers::relations::{RelationObject, RelationsObject};
use crate::context::{Certainty, Codebase, Declaration, DeclarationKey, Direction, Relation};
use crate::index::Result;

/// Maximum number of rows of a tree.
const MAX_ROWS: usize = 500;

/// A tree that is being built.
pub(crate) struct CallTree<'t, 'a> {
    codebase: &'t mut Codebase<'a>,
    direction: Direction,
    rows: usize,
    is_cut: bool,
}

impl<'t, 'a> CallTree<'t, 'a> {
    pub(crate) fn new(codebase: &'t mut Codebase<'a>, direction: Direction) -> Self {
        Self {
            codebase,
            direction,
            rows: 0,
            is_cut: false,
        }
    }

    /// The callers or callees of a declaration, up to a number of steps. A declaration that is above itself is a
    /// cycle, and not followed.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub(crate) fn build(&mut self, of: &Declaration, depth: usize) -> Result<RelationsObject> {
        let mut above = vec![of.key()];
        let (found, total) = self.rows(of, depth, &mut above)?;
        Ok(RelationsObject {
            found,
            total,
            is_cut: self.is_cut,
            ..RelationsObject::default()
        })
    }

    /// The rows below a declaration, and their number with those that a limit leaves out.
    fn rows(
        &mut self,
        of: &Declaration,
        depth: usize,
        above: &mut Vec<DeclarationKey>,
    ) -> Result<(Vec<RelationObject>, usize)> {
        if depth == 0 {
            return Ok((Vec::new(), 0));
        }
        if self.codebase.documents_read() >= MAX_DOCUMENTS {
            self.is_cut = true;
            return Ok((Vec::new(), 0));
        }
        let (found, unread) = one_step(self.codebase, of, self.direction)?;
        let total = found.len() + unread;
        let mut rows = Vec::new();
        for (next, relation) in found {
            if self.rows >= MAX_ROWS {
                self.is_cut = true;
                break;
            }
            self.rows += 1;
            let tree = self.codebase.tree(&relation.path);
            let mut row = RelationObject::new(relation, tree.as_deref());
            let key = next.key();
            if above.contains(&key) {
                row.is_cycle = true;
            } else {
                above.push(key);
                (row.steps, _) = self.rows(&next, depth - 1, above)?;
                above.pop();
            }
            rows.push(row);
        }
        Ok((rows, total))
    }
}

/// The callees of a declaration, or its callers, each with its relation; and the number of leaves with its name that
/// were not read.
///
/// # Errors
/// If the index cannot be read.
pub(crate) fn one_step(
    codebase: &mut Codebase<'_>,
    of: &Declaration,
    direction: Direction,
) -> Result<(Vec<(Declaration, Relation)>, usize)> {
    let mut found = Vec::new();
    if direction == Direction::Forward {
        for (next, certainty) in codebase.used_by(of, true)? {
            found.push((next.clone(), relation_to(&next, certainty)));
        }
        return Ok((found, 0));
    }
    let (steps, unread) = codebase.users(of, &mut |_, _| ())?;
    found.extend(steps.into_iter().map(|step| (step.user, step.by)));
    Ok((found, unread))
}

/// A relation to a declaration.
pub(crate) fn relation_to(declaration: &Declaration, certainty: Certainty) -> Relation {
    let names = declaration.names.clone();
    Relation {
        path: declaration.path.clone(),
        id: declaration.id,
        kind: declaration.kind,
        lines: declaration.lines,
        hash: 0,
        name: names.last().cloned().unwrap_or_default(),
        at: (declaration.line, 1),
        names,
        certainty,
    }
}
