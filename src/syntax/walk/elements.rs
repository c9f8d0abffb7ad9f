//! Conversion of a node with a shape to an element of its scope, as methods of [`ScopeElements`].

use super::scope::{PendingComments, ScopeElements, ScopeNode};
use crate::syntax::kind::Kind;
use crate::syntax::outline::{Element, ElementKind};
use crate::syntax::row::{Constructors, Rule};
use crate::syntax::shape::RawElement;
use tree_sitter::Node;

/// Maximum depth of scopes; deeper ones are one element.
const MAX_SCOPE_DEPTH: usize = 32;

impl<'t> ScopeElements<'_, 't> {
    pub(super) fn push(&mut self, node: Node<'t>, mut draft: RawElement<'t>) {
        self.part_with_distant_docs(node.start_byte());
        self.nodes.push(draft.inner.id());
        let kind = self.placed(draft.kind, &draft.name.own);
        let declared = match kind {
            ElementKind::Declaration(kind) => Some(kind),
            _ => None,
        };
        if kind == ElementKind::Items && !draft.name.own.is_empty() {
            let name = std::mem::take(&mut draft.name.own);
            draft.definitions.push((name, draft.name.at));
        }
        // The type that a type within another one stands for is no base of that one.
        let is_type = matches!(draft.kind, ElementKind::Declaration(Kind::Type));
        if declared.is_none() && !is_type {
            self.bases.append(&mut draft.bases);
        }
        if kind == ElementKind::Import {
            self.add_imports(draft.inner);
        }
        let docs = match draft.docs {
            Some(docstring) => docstring.byte_range(),
            None => self.docs(draft.inner),
        };
        let signature = match declared {
            Some(_) => self.walker.signature(node, &draft, &docs),
            None => self.walker.trimmed(draft.inner.byte_range()),
        };
        let after = self.walker.trailing_comments(node);
        let end = match after.first() {
            Some(comment) => comment.start_byte(),
            None => node.end_byte(),
        };
        let end = self.walker.trimmed(node.start_byte()..end).end;
        let element = Element {
            kind,
            node_type: self.walker.grammar.kind_name(draft.inner),
            bytes: self.start_of(node)..end,
            declared_at: self.declared_at(node),
            path: draft.name.path,
            name: draft.name.own,
            name_at: draft.name.at,
            signature,
            docs,
            bases: draft.bases,
            definitions: draft.definitions,
            members: 0..0,
            apart: std::mem::take(&mut self.apart),
            is_opened: false,
        };
        self.lead = PendingComments::default();
        if let Some(body) = draft.body
            && declared.is_some_and(Kind::has_members)
            && self.scope.depth < MAX_SCOPE_DEPTH
        {
            self.inner.push(ScopeNode {
                walker: self.walker,
                node: body,
                comments: self.walker.comments_before(body, draft.inner),
                element: Some(self.first + self.found.len()),
                kind: declared,
                name: element.name.clone(),
                end,
                depth: self.scope.depth + 1,
            });
        }
        self.add(element, draft.arity);
        for comment in after {
            if comment.start_byte() < self.scope.end {
                self.comment(comment);
            }
        }
    }

    /// Adds the imports of a node. Statements around imports, like `try:`, are searched for imports later.
    fn add_imports(&mut self, node: Node<'t>) {
        let imports = (self.walker.hooks.imports)(self.walker, node);
        if self.walker.grammar.rule(node) == Rule::Import || !imports.is_empty() {
            self.imports.push((node.byte_range(), imports));
        }
    }

    /// Adds an element, or joins it with the previous one if both are clauses of one function.
    fn add(&mut self, element: Element, arity: usize) {
        let row = self.walker.grammar.row;
        if !row.clauses {
            return self.found.push(element);
        }
        let arity_before = std::mem::replace(&mut self.arity, arity);
        if let Some(last) = self.found.last_mut() {
            if (last.node_type, last.kind) == (row.signature_item, ElementKind::Items)
                && matches!(element.kind, ElementKind::Declaration(_))
                && let [(name, at)] = last.definitions.as_slice()
                && *name == element.name
            {
                (last.kind, last.name_at) = (element.kind, *at);
                last.name.clone_from(&element.name);
                last.definitions.clear();
            }
            if arity_before == arity && element.is_clause_of(last) {
                last.bytes.end = element.bytes.end;
                last.definitions.push((element.name, element.name_at));
                return;
            }
        }
        self.found.push(element);
    }

    /// Ends the last element before the end of its node.
    pub(super) fn end_last_at(&mut self, end: usize) {
        if let Some(last) = self.found.last_mut() {
            let text = self.walker.text.get(last.bytes.start..end);
            let length = text.map_or(0, |text| text.trim_end().len());
            last.bytes.end = last.bytes.start + length;
        }
    }

    /// Kind of an element in its scope.
    fn placed(&self, kind: ElementKind, name: &str) -> ElementKind {
        let Some(around) = self.scope.kind else {
            return kind;
        };
        if !around.has_methods() {
            return kind;
        }
        match kind {
            // `type Output = X;` of an `impl`.
            ElementKind::Declaration(Kind::Type) if matches!(around, Kind::Impl | Kind::Trait) => {
                ElementKind::Items
            }
            ElementKind::Declaration(Kind::Function) if self.constructs(name) => {
                ElementKind::Declaration(Kind::Constructor)
            }
            ElementKind::Declaration(Kind::Function) => ElementKind::Declaration(Kind::Method),
            _ => kind,
        }
    }

    /// Returns true if a method with this name constructs the type of the scope.
    fn constructs(&self, name: &str) -> bool {
        match self.walker.grammar.row.constructors {
            Constructors::Named(names) => names.contains(&name),
            Constructors::LikeType | Constructors::QualifiedLikeType => name == self.scope.name,
        }
    }
}
