//! Conversion of a node with a shape to an element of its scope, as methods of [`ScopeElements`].

use super::comments::PendingComments;
use super::{ScopeElements, ScopeNode};
use crate::syntax::kind::Kind;
use crate::syntax::outline::{Element, ElementKind};
use crate::syntax::row::{Constructors, Rule};
use crate::syntax::shape::RawElement;
use tree_sitter::Node;

/// Maximum depth of scopes; deeper ones are one element.
const MAX_SCOPE_DEPTH: usize = 32;

impl<'t> ScopeElements<'_, 't> {
    pub(super) fn push(&mut self, node: Node<'t>, draft: RawElement<'t>) {
        self.part_with_distant_docs(node.start_byte());
        let RawElement {
            kind,
            mut name,
            inner,
            head,
            body,
            mut definitions,
            mut bases,
            docs,
            arity,
        } = draft;
        let kind = self.placed(kind, &name.own);
        let opens = matches!(kind, ElementKind::Declaration(kind) if kind.has_members());
        if kind == ElementKind::Items && !name.own.is_empty() {
            definitions.push((std::mem::take(&mut name.own), name.at));
        }
        let grammar = self.walker.grammar;
        if !matches!(kind, ElementKind::Declaration(_)) {
            self.bases.append(&mut bases);
        }
        if kind == ElementKind::Import {
            let imports = (grammar.row.hooks.imports)(self.walker, inner);
            // Statements around imports, like `try:`, are searched for imports later.
            if grammar.rule(inner) == Rule::Import || !imports.is_empty() {
                self.imports.push((inner.byte_range(), imports));
            }
        }
        let docs = match docs {
            Some(docstring) => docstring.byte_range(),
            None => self.docs(inner),
        };
        let after = self.walker.trailing_comments(node);
        let end = after.first().map_or(node.end_byte(), |it| it.start_byte());
        let end = self.walker.trimmed(node.start_byte()..end).end;
        let element = Element {
            kind,
            node_type: grammar.kind_name(inner),
            bytes: self.start_of(node)..end,
            path: name.path,
            name: name.own,
            name_at: name.at,
            signature: match kind {
                ElementKind::Declaration(_) => {
                    self.walker.signature(node, inner, head, body, &docs)
                }
                _ => self.walker.trimmed(inner.byte_range()),
            },
            docs,
            bases,
            definitions,
            members: 0..0,
            apart: std::mem::take(&mut self.apart),
        };
        self.lead = PendingComments::default();
        if let Some(body) = body.filter(|_| opens && self.scope.depth < MAX_SCOPE_DEPTH) {
            self.inner.push(ScopeNode {
                walker: self.walker,
                node: body,
                comments: self.walker.comments_before(body, inner),
                element: Some(self.first + self.found.len()),
                kind: match element.kind {
                    ElementKind::Declaration(kind) => Some(kind),
                    _ => None,
                },
                name: element.name.clone(),
                end,
                depth: self.scope.depth + 1,
            });
        }
        self.add(element, arity);
        for comment in after {
            if comment.start_byte() < self.scope.end {
                self.comment(comment);
            }
        }
    }

    /// Adds an element, or joins it with the previous one if both are clauses of one function.
    fn add(&mut self, element: Element, arity: usize) {
        if !self.walker.grammar.row.declarations.clauses {
            return self.found.push(element);
        }
        let before = std::mem::replace(&mut self.arity, arity);
        // In Haskell, `a :: Rule` is an item unless it is the signature of the function that follows.
        if let Some(last) = self.found.last_mut()
            && (last.node_type, last.kind) == ("signature", ElementKind::Items)
            && matches!(element.kind, ElementKind::Declaration(_))
            && let [(name, at)] = last.definitions.as_slice()
            && *name == element.name
        {
            (last.kind, last.name_at) = (element.kind, *at);
            last.name.clone_from(&element.name);
            last.definitions.clear();
        }
        match self.found.last_mut() {
            Some(last) if before == self.arity && element.is_clause_of(last) => {
                last.bytes.end = element.bytes.end;
                last.definitions.push((element.name, element.name_at));
            }
            _ => self.found.push(element),
        }
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
        let Some(around) = self.scope.kind.filter(|around| around.has_methods()) else {
            return kind;
        };
        let row = self.walker.grammar.row;
        match kind {
            // `type Output = X;` of an `impl`.
            ElementKind::Declaration(Kind::Type) if matches!(around, Kind::Impl | Kind::Trait) => {
                ElementKind::Items
            }
            ElementKind::Declaration(Kind::Function) => {
                let constructs = match row.declarations.constructors {
                    Constructors::Named(names) => names.contains(&name),
                    Constructors::LikeType | Constructors::QualifiedLikeType => {
                        name == self.scope.name
                    }
                };
                ElementKind::Declaration(match constructs {
                    true => Kind::Constructor,
                    false => Kind::Method,
                })
            }
            _ => kind,
        }
    }
}
