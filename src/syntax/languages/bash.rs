//! Hooks for shells: functions that are passed to commands.

use crate::syntax::query;
use crate::syntax::row::lists;
use crate::syntax::walker::{Hooks, Walker};
use std::ops::Range;
use tree_sitter::TreeCursor;

pub(super) const HOOKS: Hooks = Hooks {
    words,
    ..query::hooks::HOOKS
};

/// Commands that run a function that they are given, or pass it on.
const RUNNERS: &str =
    "trap export declare typeset xargs parallel time nohup eval command run complete";

/// The cursor's node if it is an argument of such a command.
fn words(walker: &Walker<'_>, cursor: &TreeCursor<'_>) -> Vec<Range<usize>> {
    let node = cursor.node();
    let command = node.parent().filter(|around| around.kind() == "command");
    let name = command.and_then(|command| command.child_by_field_name("name"));
    let is_name = name.is_some_and(|name| lists(RUNNERS, walker.text_of(name)));
    let found = is_name.then(|| node.byte_range());
    found.into_iter().collect()
}
