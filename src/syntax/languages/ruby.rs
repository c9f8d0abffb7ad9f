//! Ruby: the methods of another object that `delegate` declares and calls, and actions of controllers in strings.

use crate::syntax::query::hooks;
use crate::syntax::reference::Reference;
use crate::syntax::walk::member;
use crate::syntax::walker::{Hooks, Walker, named_children};
use std::ops::Range;
use tree_sitter::{Node, TreeCursor};

pub(super) const HOOKS: Hooks = Hooks {
    delegate,
    words,
    ..hooks::HOOKS
};

/// The calls of `start` and `stop` of `engine` by `delegate :start, :stop, to: :engine` or
/// `def_delegators :@engine, :start, :stop`.
fn delegate(walker: &Walker<'_>, node: Node<'_>) -> Vec<Reference> {
    let method = node.child_by_field_name("method");
    let method = method.map_or("", |method| walker.text_of(method));
    let is_forwarding = matches!(method, "def_delegators" | "def_delegator");
    let arguments = node.child_by_field_name("arguments");
    let Some(arguments) = arguments.filter(|_| is_forwarding || method == "delegate") else {
        return Vec::new();
    };
    let mut names: Vec<Range<usize>> = Vec::new();
    let mut receiver = 0..0;
    for argument in named_children(arguments) {
        match argument.kind() {
            "simple_symbol" | "string" => names.push(word_in(walker, argument)),
            "pair" if walker.text_of(argument).starts_with("to:") => {
                let value = argument.child_by_field_name("value");
                receiver = value.map_or(0..0, |value| word_in(walker, value));
            }
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    if is_forwarding && !names.is_empty() {
        receiver = names.remove(0);
    }
    if method == "def_delegator" {
        names.truncate(1);
    }
    let references = names.into_iter();
    let references = references.filter_map(|name| member(name, receiver.clone(), true));
    references.collect()
}

/// The bytes of the name in a symbol or string: of `engine` in `:@engine`.
fn word_in(walker: &Walker<'_>, node: Node<'_>) -> Range<usize> {
    let marks = [':', '@', '"', '\''];
    let text = walker.text_of(node);
    let start = node.end_byte() - text.trim_start_matches(marks).len();
    start..start + text.trim_matches(marks).len()
}

/// Names in the cursor's node, the content of a string: the action after `to:`, `orders#show`, or the name that a method
/// takes.
fn words(walker: &Walker<'_>, cursor: &TreeCursor<'_>) -> Vec<Range<usize>> {
    let node = cursor.node();
    let text = walker.text_of(node);
    let before = walker.text_before(node).trim_end_matches(['"', '\'']);
    let before = before.trim_end();
    if text.contains('#') && (before.ends_with("to:") || before.ends_with("=>")) {
        return hooks::parts(node, text);
    }
    hooks::named_in_call(walker, node)
}
