//! Reader of the nodes of one text, by the grammar and the hooks of its language.
//!
//! Principal types: [`Walker`] and [`Hooks`]. `naming`, `extent` and `classify` add methods to the walker:
//! names, byte ranges and shapes of nodes.

use super::grammar::Grammar;
use super::import::{Export, Import};
use super::name::Name;
use super::reference::Reference;
use super::row::Rule;
use super::shape::Shape;
use crate::corpus::Deadline;
use std::ops::Range;
use tree_sitter::{Node, TreeCursor};

/// Reader of the nodes of one text.
#[derive(Clone, Copy)]
pub(super) struct Walker<'a> {
    pub(super) grammar: &'static Grammar,
    pub(super) hooks: &'static Hooks,
    pub(super) text: &'a str,
    /// Time at which the walk gives up.
    pub(super) deadline: Deadline,
}

/// Functions of a language for rules that neither its row nor its query can express.
pub(super) struct Hooks {
    /// The shape of a node of [`Rule::Special`], and of a wrapper around no declaration.
    pub(super) special: for<'t> fn(&Walker<'_>, Node<'t>) -> Shape<'t>,
    /// Imports of a node.
    pub(super) imports: fn(&Walker<'_>, Node<'_>) -> Vec<Import>,
    /// Names that a wrapper or a [`Rule::Special`] node exports.
    pub(super) exports: fn(&Walker<'_>, Node<'_>) -> Vec<Export>,
    /// The references that a [`Rule::Special`] node makes by the names that it declares.
    pub(super) delegate: fn(&Walker<'_>, Node<'_>) -> Vec<Reference>,
    /// Name of a declaration with this declarator, if the declarator is not its name.
    pub(super) name: fn(&Walker<'_>, node: Node<'_>, declarator: Node<'_>) -> Option<Name>,
    /// Start of a node, with code before it that is hidden from the grammar.
    pub(super) start: fn(&Walker<'_>, Node<'_>) -> usize,
    /// The byte after which the variable of the cursor's node, a name bound in a scope, is visible; none if it is not a
    /// local variable.
    pub(super) visible_from: fn(&Walker<'_>, &TreeCursor<'_>) -> Option<usize>,
    /// Returns true for a parameter whose name is that of a function that gives its value.
    pub(super) is_injected: fn(&Walker<'_>, &TreeCursor<'_>) -> bool,
    /// Names in the cursor's node, a text that the grammar does not parse.
    pub(super) words: fn(&Walker<'_>, &TreeCursor<'_>) -> Vec<Range<usize>>,
}

impl<'a> Walker<'a> {
    /// The text of a node.
    pub(super) fn text_of(&self, node: Node<'_>) -> &'a str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    /// The text before a node.
    pub(super) fn text_before(&self, node: Node<'_>) -> &'a str {
        self.text.get(..node.start_byte()).unwrap_or_default()
    }
}

impl<'t> Walker<'_> {
    /// The node with a declaration's members or code.
    pub(super) fn body(&self, node: Node<'t>) -> Option<Node<'t>> {
        let mut bodies = self.grammar.row.bodies.split(' ');
        bodies.find_map(|field| {
            let child = node.child_by_field_name(field)?;
            match field {
                "type" if self.grammar.rule(child) == Rule::Body => Some(child),
                "type" => child.child_by_field_name("body"),
                _ => Some(child),
            }
        })
    }

    /// The bytes of a name: of a path or symbol, the last component.
    pub(super) fn name_bytes(&self, node: Node<'_>) -> Range<usize> {
        let bytes = node.byte_range();
        let part = self.grammar.part(node.kind_id());
        if !part.is_some_and(|part| part.is_path || part.is_symbol) {
            return bytes;
        }
        let last = self.text_of(node).rsplit(['.', ':', '\\', '@']).next();
        bytes.end - last.unwrap_or_default().len()..bytes.end
    }

    /// Returns true if a name is a keyword of the language.
    pub(super) fn is_keyword(&self, name: &str, at: usize) -> bool {
        let before = self.text.get(..at).unwrap_or_default();
        self.grammar.is_keyword(name, before)
    }

    /// The comments on separate lines directly before a body: some grammars place comments before the first
    /// statement outside the body.
    pub(super) fn comments_before(&self, body: Node<'t>, inner: Node<'t>) -> Vec<Node<'t>> {
        let mut comments = Vec::new();
        for child in children(inner) {
            match self.grammar.rule(child) {
                _ if child.start_byte() >= body.start_byte() => return comments,
                Rule::Comment if self.begins_line(child) => comments.push(child),
                _ => comments.clear(),
            }
        }
        Vec::new()
    }

    pub(super) fn begins_line(&self, node: Node<'_>) -> bool {
        let before = self.text_before(node);
        let before =
            before.trim_end_matches(|letter: char| letter.is_whitespace() && letter != '\n');
        before.is_empty() || before.ends_with('\n')
    }

    /// Returns true if a word or a closing brace precedes the node on its line.
    pub(super) fn is_after_code(&self, node: Node<'_>) -> bool {
        let line = self
            .text_before(node)
            .rsplit('\n')
            .next()
            .unwrap_or_default();
        line.contains(|letter: char| letter == '}' || letter.is_alphanumeric())
    }
}

/// A node's children, tokens included.
pub(super) fn children(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let mut cursor = node.walk();
    let mut has_more = cursor.goto_first_child();
    std::iter::from_fn(move || {
        let child = has_more.then(|| cursor.node());
        has_more = has_more && cursor.goto_next_sibling();
        child
    })
}

/// A node's children without tokens.
pub(super) fn named_children(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    children(node).filter(Node::is_named)
}

/// A node's first child of a kind.
pub(super) fn child_of_kind<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    named_children(node).find(|child| child.kind() == kind)
}
