//! The declarations of a text, scope by scope.

use super::references::{add_references, sort_references};
use super::scope::{ScopeElements, ScopeNode};
use crate::syntax::embedded::Embedded;
use crate::syntax::error::errors;
use crate::syntax::outline::{ElementKind, Nested, Outline};
use crate::syntax::walker::Walker;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::ops::Range;
use tree_sitter::Tree;

/// The declarations of a parsed text and of the texts embedded in it, without references.
pub(in crate::syntax) struct Declarations {
    outline: Outline,
    /// The byte ranges of the imports in the outline.
    imported: Vec<(usize, usize)>,
    /// Ids of the nodes that are elements.
    nodes: FxHashSet<usize>,
}

impl Declarations {
    /// Walks a tree; none if the deadline passes.
    pub(in crate::syntax) fn of(
        tree: &Tree,
        insets: &[Embedded<'_>],
        walker: &Walker<'_>,
    ) -> Option<Self> {
        let mut outline = Outline::default();
        let mut imported = Vec::new();
        let mut nodes = FxHashSet::default();
        let mut scopes = VecDeque::from([ScopeNode::of_file(tree, walker)]);
        // Breadth first, so that the elements of one scope are adjacent.
        while let Some(scope) = scopes.pop_front() {
            if walker.deadline.has_passed() {
                return None;
            }
            let first = outline.elements.len();
            let mut members = ScopeElements::new(&scope, insets, first);
            members.read();
            outline.elements.extend(members.found);
            nodes.extend(members.nodes);
            for (bytes, imports) in members.imports {
                imported.push((bytes.start, bytes.end));
                outline.imports.extend(imports);
            }
            let range = first..outline.elements.len();
            let element = scope.element;
            match element.and_then(|index| outline.elements.get_mut(index)) {
                Some(element) => {
                    element.members = range;
                    element.bases.extend(members.bases);
                }
                None => outline.roots = range,
            }
            scopes.extend(members.inner);
        }
        Some(Self {
            outline,
            imported,
            nodes,
        })
    }

    /// Number of declarations.
    pub(in crate::syntax) fn count(&self) -> usize {
        self.outline.declared()
    }

    /// Number of declarations outside of some parts of the text, which are in order.
    pub(in crate::syntax) fn count_outside(&self, parts: &[Range<usize>]) -> usize {
        let elements = self.outline.elements.iter();
        let outside = elements.filter(|element| {
            let at = element.bytes.start;
            let next = parts.partition_point(|part| part.end <= at);
            let is_inside = parts.get(next).is_some_and(|part| part.start < at);
            matches!(element.kind, ElementKind::Declaration(_)) && !is_inside
        });
        outside.count()
    }

    /// Number of names that declarations and items define.
    pub(in crate::syntax) fn names(&self) -> usize {
        let elements = self.outline.elements.iter();
        elements.map(|element| element.definitions.len()).sum()
    }

    /// The declarations with a name in one of these parts of the text.
    pub(in crate::syntax) fn named_in(&self, parts: &[Range<usize>]) -> Vec<Nested> {
        let elements = self.outline.elements.iter();
        let found = elements.filter_map(|element| match element.kind {
            ElementKind::Declaration(kind)
                if parts.iter().any(|part| part.contains(&element.name_at)) =>
            {
                Some(Nested {
                    kind,
                    name: element.name.clone(),
                    name_at: element.name_at,
                    bytes: element.bytes.clone(),
                })
            }
            _ => None,
        });
        found.filter(|nested| !nested.name.is_empty()).collect()
    }

    /// The outline with the references and imports at any depth of the same trees.
    pub(in crate::syntax) fn with_references(
        self,
        tree: &Tree,
        insets: &[Embedded<'_>],
        walker: &Walker<'_>,
    ) -> Outline {
        let Self {
            mut outline,
            mut imported,
            nodes,
        } = self;
        // Tokens that were parsed as declarations are skipped.
        let tokens = insets.iter().filter_map(|inset| inset.tokens.as_ref());
        imported.extend(tokens.map(|bytes| (bytes.start, bytes.end)));
        imported.sort_unstable();
        add_references(&mut outline, tree, walker, &imported, &nodes);
        outline.errors = errors(tree, walker);
        for inset in insets {
            add_references(&mut outline, &inset.tree, &inset.walker, &imported, &nodes);
            // The tokens of a macro need not be code, and code between marks may be in a language like it.
            let is_exact = !(inset.is_between_marks() && walker.grammar.row.has_similar_code);
            if inset.tokens.is_none() && is_exact {
                outline.errors.extend(errors(&inset.tree, &inset.walker));
            }
        }
        outline.errors.sort_by_key(|error| error.bytes.start);
        // A name that is missing in broken text is empty.
        outline
            .imports
            .retain(|import| !import.module.is_empty() || !import.name.is_empty());
        outline.imports.sort_by_key(|import| import.at);
        outline.exports.sort_by_key(|export| export.at);
        outline.add_nested(Vec::new());
        let exports = &outline.exports;
        outline.references.retain(|reference| {
            let at = reference.bytes.start as usize;
            exports
                .binary_search_by_key(&at, |export| export.at)
                .is_err()
        });
        sort_references(&mut outline.references);
        outline
    }
}
