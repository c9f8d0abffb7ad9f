//! The hooks of a language whose query expresses everything.

use super::declarations::shape;
use super::modules::imports;
use crate::syntax::name::is_word;
use crate::syntax::reference::ends_with_class;
use crate::syntax::row::lists;
use crate::syntax::walker::{Hooks, Walker};
use std::ops::Range;
use tree_sitter::{Node, TreeCursor};

pub(in crate::syntax) const HOOKS: Hooks = Hooks {
    special: shape,
    imports,
    exports: |_, _| Vec::new(),
    delegate: |_, _| Vec::new(),
    name: |_, _, _| None,
    start: |_, node| node.start_byte(),
    visible_from: |_, _| Some(0),
    is_injected: |_, _| false,
    words,
};

/// The first word in the brackets of the cursor's node, `move` of `@selector(move:to:)`, or the words of a string.
fn words(walker: &Walker<'_>, cursor: &TreeCursor<'_>) -> Vec<Range<usize>> {
    let node = cursor.node();
    let text = walker.text_of(node);
    if !text.starts_with('@') || node.kind() == "attribute_value" {
        let mut names = named_in_call(walker, node);
        if names.is_empty() && !walker.grammar.row.inserted_mark.is_empty() {
            names = inserted(walker, node);
        }
        return names;
    }
    let inside = text.split_once('(').map_or("", |(_, inside)| inside);
    let word = inside.split(|letter| !is_word(letter)).next();
    let start = node.end_byte() - inside.len();
    let end = start + word.unwrap_or_default().len();
    std::iter::once(start..end).collect()
}

/// The names in a string whose values are inserted: of `$name` and `${box.size()}`. The mark may be in the node before.
fn inserted(walker: &Walker<'_>, node: Node<'_>) -> Vec<Range<usize>> {
    let (text, mark) = (walker.text, walker.grammar.row.inserted_mark);
    let mut names = Vec::new();
    let mut code_end = node.start_byte();
    let mut at = node.start_byte();
    for word in walker
        .text_of(node)
        .split_inclusive(|letter| !is_word(letter))
    {
        let name = word.trim_end_matches(|letter| !is_word(letter));
        let before = text.get(..at).unwrap_or_default();
        if let Some(outside) = before.strip_suffix('{')
            && outside.ends_with(mark)
            && let Some(length) = text
                .get(at..node.end_byte())
                .and_then(|code| code.find('}'))
        {
            code_end = at + length;
        }
        let is_inserted = before.ends_with(mark) && !before.ends_with(&format!("\\{mark}"));
        let is_name = name.starts_with(|first: char| first.is_alphabetic() || first == '_');
        if is_name && (is_inserted || at < code_end) {
            names.push(at..at + name.len());
        }
        at += word.len();
    }
    names
}

/// Number of bytes before a string that are searched for the function that takes it.
const MAX_CALL: usize = 120;

/// The words of a node, the content of a string, that a function takes as the name of a declaration:
/// `getMethod("save")`, `spyOn(store, "save")`.
pub(in crate::syntax) fn named_in_call(walker: &Walker<'_>, node: Node<'_>) -> Vec<Range<usize>> {
    let (before, row) = (walker.text_before(node), walker.grammar.row);
    let text = walker.text_of(node);
    if ends_with_class(before) {
        return classes(node, text);
    }
    let start = before.floor_char_boundary(before.len().saturating_sub(MAX_CALL));
    let before = before[start..].trim_end_matches(['"', '\'', '`', ' ']);
    let is_taken = match before.strip_suffix(',') {
        Some(list) => {
            let callee = list.rsplit_once('(').map_or("", |(callee, _)| callee);
            lists(row.naming_later, last_name(callee))
        }
        // `send "save"` of Ruby has no brackets.
        None => {
            let callee = before.strip_suffix('(').unwrap_or(before);
            // `mainClass = "Main"`
            let field = before.strip_suffix('=').map_or("", str::trim_end);
            lists(row.naming_calls, last_name(callee)) || lists(row.naming_fields, last_name(field))
        }
    };
    if is_taken {
        parts(node, text)
    } else {
        Vec::new()
    }
}

/// The names of classes of style sheets in a string, the text of a node.
fn classes(node: Node<'_>, text: &str) -> Vec<Range<usize>> {
    let mut at = node.start_byte();
    let words = text.split([' ', '\t', '\n', '\r']).map(|word| {
        let bytes = at..at + word.len();
        at = bytes.end + 1;
        bytes
    });
    let is_class = |bytes: &Range<usize>| {
        let word = &text[bytes.start - node.start_byte()..bytes.end - node.start_byte()];
        let is_part = |letter: char| is_word(letter) || letter == '-';
        word.starts_with(|first: char| first.is_alphabetic()) && word.chars().all(is_part)
    };
    words.filter(is_class).collect()
}

/// The parts of a path in a string, the text of a node: `app.Store`, `orders#show`.
pub(in crate::syntax) fn parts(node: Node<'_>, text: &str) -> Vec<Range<usize>> {
    let is_path = |letter: char| is_word(letter) || matches!(letter, '.' | '#' | '!' | '?');
    if !text.chars().all(is_path) {
        return Vec::new();
    }
    let mut at = node.start_byte();
    let names = text.split(['.', '#']).map(|part| {
        let bytes = at..at + part.len();
        at = bytes.end + 1;
        bytes
    });
    names.filter(|name| !name.is_empty()).collect()
}

/// The name at the end of a text.
fn last_name(text: &str) -> &str {
    text.rsplit(|letter| !is_word(letter))
        .next()
        .unwrap_or_default()
}
