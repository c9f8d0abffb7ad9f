//! Hooks for Lua, in which only `local` and a loop bind variables.

use crate::syntax::query;
use crate::syntax::walker::Hooks;
use tree_sitter::TreeCursor;

pub(super) const HOOKS: Hooks = Hooks {
    visible_from: |_, cursor| is_local(cursor).then_some(0),
    ..query::hooks::HOOKS
};

/// Returns true unless the cursor's name is assigned without `local`.
fn is_local(cursor: &TreeCursor<'_>) -> bool {
    let mut above = cursor.clone();
    let mut is_in = |kind: &str| above.goto_parent() && above.node().kind() == kind;
    let is_assigned = is_in("variable_list") && is_in("assignment_statement");
    !is_assigned || is_in("variable_declaration")
}
