//! Callers and callees over several steps, as a tree.
//!
//! Principal type: [`CallTree`].

use super::declaration::MAX_DOCUMENTS;
use crate::answers::relations::{RelationObject, RelationsObject};
use crate::context::{Certainty, Codebase, Declaration, DeclarationKey, Relation};
use crate::index::Result;

/// Maximum number of rows of a tree.
const MAX_ROWS: usize = 500;

/// A tree that is being built.
pub(crate) struct CallTree<'t, 'a> {
    pub(crate) codebase: &'t mut Codebase<'a>,
    /// True for callees, false for callers.
    pub(crate) is_forward: bool,
    rows: usize,
    is_cut: bool,
}

impl<'t, 'a> CallTree<'t, 'a> {
    pub(crate) fn new(codebase: &'t mut Codebase<'a>, is_forward: bool) -> Self {
        Self {
            codebase,
            is_forward,
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
        let mut object = RelationsObject::default();
        object.found = self.rows(of, depth, &mut above, &mut object.total)?;
        object.is_cut = self.is_cut;
        Ok(object)
    }

    /// The rows below a declaration; `total` counts also those that a limit leaves out.
    fn rows(
        &mut self,
        of: &Declaration,
        depth: usize,
        above: &mut Vec<DeclarationKey>,
        total: &mut usize,
    ) -> Result<Vec<RelationObject>> {
        if depth == 0 {
            return Ok(Vec::new());
        }
        if self.codebase.documents_read() >= MAX_DOCUMENTS {
            self.is_cut = true;
            return Ok(Vec::new());
        }
        let mut rows = Vec::new();
        for (next, relation) in self.next(of, total)? {
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
                row.steps = self.rows(&next, depth - 1, above, &mut 0)?;
                above.pop();
            }
            rows.push(row);
        }
        Ok(rows)
    }

    /// The declarations one step away, each with its relation; adds to `total` also those that a limit leaves out.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub(crate) fn next(
        &mut self,
        of: &Declaration,
        total: &mut usize,
    ) -> Result<Vec<(Declaration, Relation)>> {
        if self.is_forward {
            let called = self.codebase.used_by(of, true)?;
            *total = called.len();
            let rows = called.into_iter();
            return Ok(rows
                .map(|(next, certainty)| (next.clone(), relation_to(&next, certainty)))
                .collect());
        }
        let (steps, unread) = self.codebase.users(of, &mut |_, _| ())?;
        *total = steps.len() + unread;
        Ok(steps.into_iter().map(|step| (step.user, step.by)).collect())
    }
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
