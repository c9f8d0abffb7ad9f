//! Hooks for Make: what a recipe makes by another call of Make, and the macros that it calls.

use super::data::targets;
use crate::syntax::query;
use crate::syntax::walker::{Hooks, Walker};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;
use tree_sitter::TreeCursor;

pub(super) const HOOKS: Hooks = Hooks {
    words,
    ..query::hooks::HOOKS
};

/// Targets of the same directory in `$(MAKE) -s lint`, the macro in `$(call greet,me)`, and the
/// variable in `$(FLAGS)`.
fn words(walker: &Walker<'_>, cursor: &TreeCursor<'_>) -> Vec<Range<usize>> {
    static MACRO: LazyLock<Regex> = regex!(r"\$[({](?:call[ \t]+)?([\w.-]+)");
    let start = cursor.node().start_byte();
    let text = walker.text_of(cursor.node());
    let mut found = targets(text, start);
    let macros = MACRO.captures_iter(text).filter_map(|call| call.get(1));
    found.extend(macros.map(|name| start + name.start()..start + name.end()));
    found
}
