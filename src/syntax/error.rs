//! The parts of a text that its grammar could not parse.
//!
//! Principal type: [`ParseError`].

use super::name::shortened;
use super::walker::{Walker, children};
use std::ops::Range;
use tree_sitter::{Node, Tree};

/// Maximum number of errors of a text.
pub const MAX_ERRORS: usize = 100;
/// Maximum number of tokens that are named as expected.
const MAX_EXPECTED: usize = 6;

/// A part of a text that the grammar could not parse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The part; empty where a token is missing.
    pub bytes: Range<usize>,
    /// The grammar's name for the node around it.
    pub within: &'static str,
    /// The grammar's names for tokens that could follow what stands before it; empty if there are many.
    pub expected: Vec<String>,
}

/// The first errors of a tree that are in no other error, in order.
pub(super) fn errors(tree: &Tree, walker: &Walker<'_>) -> Vec<ParseError> {
    let mut found = Vec::new();
    let mut cursor = tree.walk();
    // The nodes around the cursor's node.
    let mut around = vec![""];
    while found.len() < MAX_ERRORS {
        let node = cursor.node();
        if node.is_error() || node.is_missing() {
            found.push(ParseError {
                bytes: walker.trimmed(node.byte_range()),
                within: around.last().copied().unwrap_or_default(),
                expected: expected(node, walker),
            });
        } else if node.has_error() && cursor.goto_first_child() {
            around.push(walker.grammar.kind_name(node));
            continue;
        }
        while !cursor.goto_next_sibling() {
            around.pop();
            if !cursor.goto_parent() {
                return found;
            }
        }
    }
    found
}

/// Number of bytes in the error nodes of a tree, and of missing tokens.
pub(super) fn count_errors(tree: &Tree) -> usize {
    let mut count = 0;
    let mut nodes = vec![tree.root_node()];
    while let Some(node) = nodes.pop() {
        if !node.has_error() {
            continue;
        }
        if node.is_error() || node.is_missing() {
            count += node.byte_range().len().max(1);
        } else {
            nodes.extend(children(node));
        }
    }
    count
}

/// The tokens that could stand at the start of an error, as the grammar names them.
fn expected(error: Node<'_>, walker: &Walker<'_>) -> Vec<String> {
    if error.is_missing() {
        return vec![walker.grammar.kind_name(error).to_owned()];
    }
    let mut first = error;
    while let Some(child) = first.child(0) {
        first = child;
    }
    let Some(mut tokens) = walker
        .grammar
        .language
        .lookahead_iterator(first.parse_state())
    else {
        return Vec::new();
    };
    let names: Vec<String> = tokens
        .iter_names()
        .map(shortened)
        .take(MAX_EXPECTED + 1)
        .collect();
    if names.len() > MAX_EXPECTED {
        Vec::new()
    } else {
        names
    }
}
