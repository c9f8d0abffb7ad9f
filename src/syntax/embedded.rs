//! Text in one language inside a text in another: scripts and styles of a page.

use super::grammar::{Grammar, Rule};
use super::parse::parse;
use super::shape::Reader;
use std::ops::Range;
use tree_sitter::{Node, Tree};

/// A part of a text in another language. Its tree is in bytes of the whole text.
pub(super) struct Embedded {
    pub(super) bytes: Range<usize>,
    pub(super) tree: Tree,
    pub(super) grammar: &'static Grammar,
}

/// Embedded text with what reads it.
pub(super) struct Inset<'t> {
    pub(super) start: usize,
    pub(super) tree: &'t Tree,
    pub(super) reader: Reader<'t>,
}

impl<'t> Inset<'t> {
    pub(super) fn new(embedded: &'t Embedded, text: &'t str) -> Self {
        Self {
            start: embedded.bytes.start,
            tree: &embedded.tree,
            reader: Reader {
                grammar: embedded.grammar,
                text,
            },
        }
    }
}

/// What is written in other languages inside a text, in order. What is embedded in that again is
/// not looked for.
pub(super) fn find(tree: &Tree, reader: &Reader<'_>) -> Vec<Embedded> {
    let mut found = Vec::new();
    if !reader.grammar.embeds() {
        return found;
    }
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        if reader.grammar.rule(node) == Rule::Embedded {
            found.extend(parse_embedded(node, reader));
        } else if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
        }
    }
}

fn parse_embedded(node: Node<'_>, reader: &Reader<'_>) -> Option<Embedded> {
    let language = (reader.grammar.row.embedded)(reader, node)?;
    let grammar = Grammar::of(language);
    Some(Embedded {
        bytes: node.byte_range(),
        tree: parse(reader.text, grammar, &[node.range()])?,
        grammar,
    })
}
