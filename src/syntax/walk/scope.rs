//! The elements of one scope.
//!
//! Principal types: [`ScopeNode`], a scope to visit, and [`ScopeElements`], its elements so far.

use crate::syntax::embedded::Embedded;
use crate::syntax::import::Import;
use crate::syntax::kind::Kind;
use crate::syntax::outline::{self, Element};
use crate::syntax::row::Rule;
use crate::syntax::shape::{RawElement, Shape};
use crate::syntax::walker::Walker;
use std::ops::Range;
use tree_sitter::{Node, Tree};

/// Maximum depth of transparent nodes around a scope's elements.
const MAX_CROSSING_DEPTH: usize = 32;

/// A node whose children are elements.
pub(super) struct ScopeNode<'t> {
    pub(super) walker: &'t Walker<'t>,
    pub(super) node: Node<'t>,
    /// Comments before its first element that the grammar placed outside.
    pub(super) comments: Vec<Node<'t>>,
    pub(super) element: Option<usize>,
    pub(super) kind: Option<Kind>,
    pub(super) name: String,
    /// Comments after this belong to the enclosing element, even if the tree places them here.
    pub(super) end: usize,
    pub(super) depth: usize,
}

impl<'t> ScopeNode<'t> {
    pub(super) fn of_file(tree: &'t Tree, walker: &'t Walker<'t>) -> Self {
        Self {
            walker,
            node: tree.root_node(),
            comments: Vec::new(),
            end: walker.text.len(),
            element: None,
            kind: None,
            name: String::new(),
            depth: 0,
        }
    }
}

/// The elements of one scope, while they are collected.
pub(super) struct ScopeElements<'a, 't> {
    pub(super) walker: &'t Walker<'t>,
    pub(super) scope: &'a ScopeNode<'t>,
    /// Embedded texts of the whole document, in order.
    embedded: &'t [Embedded<'t>],
    pub(super) first: usize,
    pub(super) found: Vec<Element>,
    /// Number of leading elements that are known to be comments.
    pub(super) comments: usize,
    pub(super) inner: Vec<ScopeNode<'t>>,
    /// The byte range of each import, and the imported names.
    pub(super) imports: Vec<(Range<usize>, Vec<Import>)>,
    /// Ids of the nodes that are elements.
    pub(super) nodes: Vec<usize>,
    /// Bases that items add to the scope's declaration.
    pub(super) bases: Vec<String>,
    /// Number of parameters of the last function.
    pub(super) arity: usize,
    pub(super) lead: PendingComments,
    /// True if the language changes before the next element.
    pub(super) apart: bool,
}

/// Comments that belong to the next element if they are adjacent to it.
#[derive(Default)]
pub(super) struct PendingComments {
    /// Start of attributes and transparent nodes, which always belong to the next element.
    pub(super) start: Option<usize>,
    /// Start of the attributes alone.
    pub(super) attributes: Option<usize>,
    /// Comments without a blank line between them.
    pub(super) comments: Vec<Range<usize>>,
}

impl<'a, 't> ScopeElements<'a, 't> {
    pub(super) fn new(scope: &'a ScopeNode<'t>, insets: &'t [Embedded<'t>], first: usize) -> Self {
        Self {
            walker: scope.walker,
            scope,
            embedded: insets,
            first,
            found: Vec::new(),
            comments: 0,
            inner: Vec::new(),
            imports: Vec::new(),
            nodes: Vec::new(),
            bases: Vec::new(),
            arity: 0,
            lead: PendingComments::default(),
            apart: false,
        }
    }

    pub(super) fn read(&mut self) {
        for comment in &self.scope.comments {
            self.comment(*comment);
        }
        // Nodes whose children are visited, and true once the first child was visited.
        let mut levels = vec![(self.scope.node, self.scope.node.walk(), false)];
        while let Some((around, cursor, is_entered)) = levels.last_mut() {
            let has_more = if *is_entered {
                cursor.goto_next_sibling()
            } else {
                cursor.goto_first_child()
            };
            *is_entered = true;
            if !has_more {
                // Only an error node may be the beginning of the next element; other transparent nodes end
                // here.
                if !around.is_error() {
                    (self.lead.start, self.lead.attributes) = (None, None);
                }
                levels.pop();
                continue;
            }
            let node = cursor.node();
            let rule = self.walker.grammar.rule(node);
            if rule == Rule::Silent && !node.is_named() {
                continue;
            }
            let field = cursor.field_id();
            // Its condition is part of the transparent node.
            if field.is_some() && field == self.walker.grammar.condition_field {
                continue;
            }
            if let Some(crossed) = self.visit(node, rule, field.is_some()) {
                if levels.len() < MAX_CROSSING_DEPTH {
                    levels.push((crossed, crossed.walk(), false));
                } else {
                    self.push(node, RawElement::items(node, Vec::new()));
                }
            }
        }
        self.part_with_comments();
        if self.walker.grammar.query.has_sections() {
            self.found = outline::sections(std::mem::take(&mut self.found));
        }
    }

    /// The text embedded at a node, and the embedded texts after its start.
    fn embedded_at(&self, node: Node<'t>) -> Option<(&'t Embedded<'t>, &'t [Embedded<'t>])> {
        let start = node.start_byte();
        let index = self
            .embedded
            .binary_search_by_key(&start, |embedded| embedded.start);
        self.embedded.get(index.ok()?..)?.split_first()
    }

    /// Adds the elements of embedded text to this scope. The first begins at the comments and attributes of the
    /// embedding node, or at its start if the text is in another language.
    fn add_embedded(&mut self, node: Node<'t>, inset: &'t Embedded<'t>, after: &'t [Embedded<'t>]) {
        let is_foreign = inset.tokens.is_none();
        if !is_foreign {
            self.part_with_distant_docs(node.start_byte());
        }
        let scope = ScopeNode {
            depth: self.scope.depth,
            kind: self.scope.kind,
            name: self.scope.name.clone(),
            element: self.scope.element,
            ..ScopeNode::of_file(&inset.tree, &inset.walker)
        };
        let mut members = ScopeElements::new(&scope, after, self.first + self.found.len());
        let has_lead = self.lead.start.is_some() || !self.lead.comments.is_empty();
        if is_foreign || has_lead {
            members.lead.start = Some(self.start_of(node));
        }
        members.apart = is_foreign;
        members.read();
        if let Some(first) = members.found.first_mut() {
            first.is_opened = !is_foreign && !has_lead;
        }
        self.lead = PendingComments::default();
        self.apart |= is_foreign && !members.found.is_empty();
        self.found.extend(members.found);
        self.inner.extend(members.inner);
        self.imports.extend(members.imports);
        self.bases.extend(members.bases);
    }

    /// Handles a node; returns the node to descend into.
    fn visit(&mut self, node: Node<'t>, rule: Rule, in_field: bool) -> Option<Node<'t>> {
        if matches!(
            rule,
            Rule::Embedded | Rule::Macro | Rule::Statement | Rule::Transparent
        ) && let Some((inset, after)) = self.embedded_at(node)
        {
            self.add_embedded(node, inset, after);
            return None;
        }
        match rule {
            Rule::Comment if node.start_byte() >= self.scope.end => {}
            Rule::Comment => self.comment(node),
            Rule::Preamble => self.preamble(node),
            Rule::Attribute => self.attribute(node),
            Rule::Label => {
                self.attribute(node);
                self.lead.attributes = None;
            }
            Rule::Closing => self.part_with_comments(),
            Rule::Silent | Rule::Body | Rule::Embedded => {}
            // A name, a condition or a base class: part of the transparent node.
            Rule::Statement if in_field => {}
            _ => match self.walker.shape(node) {
                Shape::Part(Rule::Preamble) if !self.opens_scope() => {
                    self.push(node, RawElement::items(node, Vec::new()));
                }
                Shape::Part(rule) => return self.visit(node, rule, in_field),
                Shape::Docs => {
                    self.attribute(node);
                    self.lead
                        .comments
                        .push(self.walker.trimmed(node.byte_range()));
                }
                Shape::Element(draft) => self.push(node, draft),
                Shape::Until(draft, end, rest) => {
                    self.push(node, draft);
                    self.end_last_at(end);
                    return Some(rest);
                }
                Shape::Cross(crossed) => {
                    self.part_with_distant_docs(node.start_byte());
                    // `} else {` belongs to the block before it, `;(function () {` does not.
                    if !self.walker.is_after_code(node) {
                        self.lead.start = Some(self.start_of(node));
                    }
                    self.lead.attributes = None;
                    return Some(crossed);
                }
            },
        }
        None
    }
}
