//! Judgment of the use of a declaration within a leaf: a function in a function, a member of a local type.

use crate::chunk::ChunkTree;
use crate::context::relation::receiver::{scope_of_variable, visible_variable};
use crate::context::relation::relations::Certainty::{self, Certain, Likely, Possible};
use crate::context::relation::target::{NestedReach, Target, is_usable_from};
use crate::syntax::Reference;

/// Judges the use of a declaration within a leaf: a local function by its scope, a member by its name alone.
pub(super) fn judge_nested(
    tree: &ChunkTree,
    reference: &Reference,
    target: &Target,
    reach: &NestedReach,
) -> Option<Certainty> {
    let is_own_document = *tree.path() == target.path;
    match reach {
        NestedReach::Function(_, true) if reference.is_member => {
            is_usable_from(tree.language, target).then_some(Possible)
        }
        NestedReach::Function(scope, is_passed_on) => {
            let is_it = is_own_document && !reference.is_member && !reference.is_key;
            match scope_of_variable(tree, reference) {
                Some(visible) => (is_it && visible == scope).then_some(Certain),
                // `setup()` returns what the template of its component names.
                None => (is_it && *is_passed_on && tree.row().is_component).then_some(Possible),
            }
        }
        NestedReach::Members(_) if !is_usable_from(tree.language, target) => None,
        NestedReach::Members(_) if !is_own_document => reference.is_member.then_some(Possible),
        NestedReach::Members(_) if reference.is_member => Some(Likely),
        NestedReach::Members(around) => {
            let row = tree.row();
            let at = reference.bytes.start as usize;
            // Its own name is a reference in R and Julia.
            let line = tree.document.text.lines(target.line, target.line);
            let own = tree.document.text.slice(line.clone()).find(&target.name);
            let is_near = around.contains(&at)
                && !(row.local_functions && own == at.checked_sub(line.start))
                && !is_other_variable(tree, reference, target);
            match reference.is_called {
                _ if reference.is_key => None,
                true if is_near && row.local_functions => Some(Certain),
                _ if is_near && (row.local_functions || row.implicit_self) => Some(Likely),
                _ => row.names_members.then_some(Possible),
            }
        }
    }
}

/// Returns true if a reference names a variable that another line than the target's declares.
fn is_other_variable(tree: &ChunkTree, reference: &Reference, target: &Target) -> bool {
    let variable = visible_variable(tree, &target.name, reference.bytes.start);
    variable.is_some_and(|found| tree.position(found.name.start as usize).0 != target.line)
}
