//! Hooks for shells: functions that a word or a string names, `trap cleanup EXIT`.

use super::data::targets;
use crate::syntax::name::is_word;
use crate::syntax::query;
use crate::syntax::walker::{Hooks, Walker};
use std::ops::Range;
use tree_sitter::TreeCursor;

pub(super) const HOOKS: Hooks = Hooks {
    words,
    ..query::hooks::HOOKS
};

/// Ends of commands, before an argument with commands to run later.
const RUNNERS: &str = "trap|trap --|complete -F|bash -c|sh -c|eval|Mock|Mock -CommandName|Assert-MockCalled|Should -Invoke";

/// Names of the commands in the cursor's node, an argument that is run later.
fn words(walker: &Walker<'_>, cursor: &TreeCursor<'_>) -> Vec<Range<usize>> {
    let node = cursor.node();
    let before = walker.text_before(node).trim_end_matches('"').trim_end();
    // `alias hello='greet world'`, `Set-Alias hello Get-Greeting`
    let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
    let command = &walker.text[..node.end_byte()];
    let start = command.rfind('\n').map_or(0, |at| at + 1);
    if targets(&command[start..], start).contains(&node.byte_range()) {
        return vec![node.byte_range()];
    }
    // `run work` of Bats
    let is_alias = matches!(line, "run" | "run !" | "run -0" | "run -1")
        || (line.starts_with("alias ") && line.ends_with('='))
        || ["Set-Alias ", "New-Alias "]
            .iter()
            .any(|alias| line.starts_with(alias));
    let runs = |runner: &str| {
        let outer = before.strip_suffix(runner);
        outer.is_some_and(|outer| !outer.ends_with(is_word))
    };
    if !is_alias && !RUNNERS.split('|').any(runs) {
        return Vec::new();
    }
    let mut at = node.start_byte();
    let mut names = Vec::new();
    for command in walker.text_of(node).split([';', '&', '|', '\n']) {
        let inner = command.trim_start_matches(['\'', ' ', '\t', '{', '(']);
        let start = at + command.len() - inner.len();
        let name = inner.find(|letter| !is_word(letter) && letter != '-');
        names.push(start..start + name.unwrap_or(inner.len()));
        at += command.len() + 1;
    }
    names.retain(|name| !name.is_empty());
    names
}
