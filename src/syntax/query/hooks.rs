//! The hooks of a language whose query expresses everything.

use super::declarations::shape;
use super::modules::imports;
use crate::syntax::name::is_word;
use crate::syntax::walker::{Hooks, Walker};
use std::ops::Range;
use tree_sitter::TreeCursor;

pub(in crate::syntax) const HOOKS: Hooks = Hooks {
    special: shape,
    imports,
    exports: |_, _| Vec::new(),
    delegate: |_, _| None,
    name: |_, _, _| None,
    start: |_, node| node.start_byte(),
    visible_from: |_, _| Some(0),
    is_injected: |_, _| false,
    words: first_word,
};

/// The first word in the brackets of the cursor's node: `move` of `@selector(move:to:)`.
fn first_word(walker: &Walker<'_>, cursor: &TreeCursor<'_>) -> Vec<Range<usize>> {
    let node = cursor.node();
    let text = walker.text_of(node);
    let inside = text.split_once('(').map_or("", |(_, inside)| inside);
    let word = inside.split(|letter| !is_word(letter)).next();
    let start = node.end_byte() - inside.len();
    let end = start + word.unwrap_or_default().len();
    std::iter::once(start..end).collect()
}
