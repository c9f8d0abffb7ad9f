//! The walk over a tree: scope by scope, siblings in order, never into the code of a function.
//!
//! Principal types: [`ScopeNode`], a scope to visit, and [`ScopeElements`], its elements so far. Invariant:
//! elements are in the order of the text and do not overlap, and the depth of scopes is limited, so it never
//! recurses on the depth of the input.

mod comments;
mod elements;

use super::embedded::Embedded;
use super::import::Import;
use super::kind::Kind;
use super::outline::{self, Element, Outline};
use super::reference::{Reference, add_references, sort_references};
use super::row::Rule;
use super::shape::{RawElement, Shape, Walker};
use comments::PendingComments;
use std::collections::VecDeque;
use std::ops::Range;
use std::time::Instant;
use tree_sitter::{Node, Tree};

/// Maximum depth of transparent nodes around a scope's elements.
const MAX_CROSSING_DEPTH: usize = 32;

/// The declarations of a parsed text and of the texts embedded in it, without references.
pub(super) struct Declarations {
    outline: Outline,
    /// The byte ranges of the imports in the outline.
    imported: Vec<(usize, usize)>,
}

impl Declarations {
    /// Walks a tree; none if the deadline passes.
    pub(super) fn of(tree: &Tree, insets: &[Embedded<'_>], walker: &Walker<'_>) -> Option<Self> {
        let mut outline = Outline::default();
        let mut imported = Vec::new();
        let mut scopes = VecDeque::from([ScopeNode::of_file(tree, walker)]);
        // Breadth first, so that the elements of one scope are adjacent.
        while let Some(scope) = scopes.pop_front() {
            if Instant::now() > walker.deadline {
                return None;
            }
            let first = outline.elements.len();
            let mut members = ScopeElements::new(&scope, insets, first);
            members.read();
            outline.elements.extend(members.found);
            for (bytes, imports) in members.imports {
                imported.push((bytes.start, bytes.end));
                outline.imports.extend(imports);
            }
            let range = first..outline.elements.len();
            let element = scope.element.and_then(|it| outline.elements.get_mut(it));
            match element {
                Some(element) => {
                    element.members = range;
                    element.bases.extend(members.bases);
                }
                None => outline.roots = range,
            }
            scopes.extend(members.inner);
        }
        Some(Self { outline, imported })
    }

    /// Number of declarations.
    pub(super) fn count(&self) -> usize {
        self.outline.declared()
    }

    /// The outline with the references and imports at any depth of the same trees.
    pub(super) fn with_references(
        self,
        tree: &Tree,
        insets: &[Embedded<'_>],
        walker: &Walker<'_>,
    ) -> Outline {
        let Self {
            mut outline,
            mut imported,
        } = self;
        // Tokens that were parsed as declarations are skipped.
        let tokens = insets.iter().filter_map(|inset| inset.tokens.as_ref());
        imported.extend(tokens.map(|bytes| (bytes.start, bytes.end)));
        imported.sort_unstable();
        add_references(&mut outline, tree, walker, &imported);
        for inset in insets {
            add_references(&mut outline, &inset.tree, &inset.walker, &imported);
        }
        // A name that is missing in broken text is empty.
        let named = |import: &Import| !import.module.is_empty() || !import.name.is_empty();
        outline.imports.retain(named);
        outline.imports.sort_by_key(|import| import.at);
        outline.exports.sort_by_key(|export| export.at);
        let exported = |at: usize| {
            outline
                .exports
                .binary_search_by_key(&at, |export| export.at)
        };
        let is_use = |it: &Reference| exported(it.bytes.start as usize).is_err();
        outline.references.retain(is_use);
        sort_references(&mut outline.references);
        outline
    }
}

/// A node whose children are elements.
struct ScopeNode<'t> {
    walker: &'t Walker<'t>,
    node: Node<'t>,
    /// Comments before its first element that the grammar placed outside.
    comments: Vec<Node<'t>>,
    element: Option<usize>,
    kind: Option<Kind>,
    name: String,
    /// Comments after this belong to the enclosing element, even if the tree places them here.
    end: usize,
    depth: usize,
}

impl<'t> ScopeNode<'t> {
    fn of_file(tree: &'t Tree, walker: &'t Walker<'t>) -> Self {
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
struct ScopeElements<'a, 't> {
    walker: &'t Walker<'t>,
    scope: &'a ScopeNode<'t>,
    /// Embedded texts of the whole document, in order.
    embedded: &'t [Embedded<'t>],
    first: usize,
    found: Vec<Element>,
    /// Number of leading elements that are known to be comments.
    comments: usize,
    inner: Vec<ScopeNode<'t>>,
    /// The byte range of each import, and the imported names.
    imports: Vec<(Range<usize>, Vec<Import>)>,
    /// Bases that items add to the scope's declaration.
    bases: Vec<String>,
    /// Number of parameters of the last function.
    arity: usize,
    lead: PendingComments,
    /// True if the language changes before the next element.
    apart: bool,
}

impl<'a, 't> ScopeElements<'a, 't> {
    fn new(scope: &'a ScopeNode<'t>, insets: &'t [Embedded<'t>], first: usize) -> Self {
        Self {
            walker: scope.walker,
            scope,
            embedded: insets,
            first,
            found: Vec::new(),
            comments: 0,
            inner: Vec::new(),
            imports: Vec::new(),
            bases: Vec::new(),
            arity: 0,
            lead: PendingComments::default(),
            apart: false,
        }
    }

    fn read(&mut self) {
        for comment in &self.scope.comments {
            self.comment(*comment);
        }
        // Nodes whose children are visited, and true once the first child was visited.
        let mut levels = vec![(self.scope.node, self.scope.node.walk(), false)];
        while let Some((around, cursor, is_entered)) = levels.last_mut() {
            let has_more = match std::mem::replace(is_entered, true) {
                true => cursor.goto_next_sibling(),
                false => cursor.goto_first_child(),
            };
            if !has_more {
                // Only an error node may be the beginning of the next element; other transparent nodes end
                // here.
                if !around.is_error() {
                    self.lead.start = None;
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
                match levels.len() < MAX_CROSSING_DEPTH {
                    true => levels.push((crossed, crossed.walk(), false)),
                    false => self.push(node, RawElement::items(node, Vec::new())),
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
        let index = self.embedded.binary_search_by_key(&start, |it| it.start);
        self.embedded.get(index.ok()?..)?.split_first()
    }

    /// Adds the elements of embedded text to this scope. The first begins at the start of the embedding node.
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
        members.lead.start = Some(self.start_of(node));
        members.apart = is_foreign;
        members.read();
        self.lead = PendingComments::default();
        self.apart |= is_foreign && !members.found.is_empty();
        self.found.extend(members.found);
        self.inner.extend(members.inner);
        self.imports.extend(members.imports);
        self.bases.extend(members.bases);
    }

    /// Handles a node; returns the node to descend into.
    fn visit(&mut self, node: Node<'t>, rule: Rule, in_field: bool) -> Option<Node<'t>> {
        if matches!(rule, Rule::Embedded | Rule::Macro | Rule::Statement)
            && let Some((inset, after)) = self.embedded_at(node)
        {
            self.add_embedded(node, inset, after);
            return None;
        }
        match rule {
            Rule::Comment if node.start_byte() >= self.scope.end => {}
            Rule::Comment => self.comment(node),
            Rule::Preamble => self.preamble(node),
            Rule::Attribute => self.attribute(node),
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
                    return Some(crossed);
                }
            },
        }
        None
    }
}
