//! Hooks for Make: what a recipe makes by another call of Make, and the macros that it calls.

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
    static TARGETS: LazyLock<Regex> = regex!(r"(?:\$[({]MAKE[)}]|\bg?make)((?:[ \t]+[\w.%=-]+)+)");
    static MACRO: LazyLock<Regex> = regex!(r"\$[({](?:call[ \t]+)?([\w.-]+)");
    let start = cursor.node().start_byte();
    let text = walker.text_of(cursor.node());
    let mut found = Vec::new();
    for list in TARGETS.captures_iter(text).filter_map(|call| call.get(1)) {
        // `-C` makes those of another directory.
        if list.as_str().split_whitespace().any(|word| word == "-C") {
            continue;
        }
        let mut at = start + list.start();
        for word in list.as_str().split([' ', '\t']) {
            if !word.is_empty() && !word.starts_with('-') && !word.contains('=') {
                found.push(at..at + word.len());
            }
            at += word.len() + 1;
        }
    }
    let macros = MACRO.captures_iter(text).filter_map(|call| call.get(1));
    found.extend(macros.map(|name| start + name.start()..start + name.end()));
    found
}
