//! Shapes of nodes: the role of a node in its scope.
//!
//! Principal types: [`Shape`] and [`RawElement`]. `classify` decides the shape of a node; hooks return one.

use super::kind::Kind;
use super::name::Name;
use super::outline::ElementKind;
use super::row::Rule;
use tree_sitter::Node;

/// Role of a node in its scope.
pub(super) enum Shape<'t> {
    /// An element of the scope.
    Element(RawElement<'t>),
    /// Its children belong to the scope.
    Cross(Node<'t>),
    /// An element up to a byte, and after it a node whose children belong to the scope although the grammar
    /// has them inside the element.
    Until(RawElement<'t>, usize, Node<'t>),
    /// As [`Rule::Attribute`], and documents that declaration.
    Docs,
    /// A node with this rule, which has no element of its own. A preamble that is not at the start of its scope
    /// is an item.
    Part(Rule),
}

/// An element before its surroundings are known.
pub(super) struct RawElement<'t> {
    pub(super) kind: ElementKind,
    pub(super) name: Name,
    /// The declaration inside its wrappers.
    pub(super) inner: Node<'t>,
    /// Node that ends the signature, if the body does not begin there.
    pub(super) head: Option<Node<'t>>,
    /// Members or code.
    pub(super) body: Option<Node<'t>>,
    pub(super) definitions: Vec<(String, usize)>,
    /// Bases that are not in the row's fields; for an item, bases it adds to the enclosing declaration.
    pub(super) bases: Vec<String>,
    /// Docs at the start of the body, if the query captures them.
    pub(super) docs: Option<Node<'t>>,
    /// Number of parameters, in languages whose functions have clauses.
    pub(super) arity: usize,
}

impl<'t> RawElement<'t> {
    pub(super) fn declaration(kind: Kind, name: Name, inner: Node<'t>) -> Self {
        Self {
            kind: ElementKind::Declaration(kind),
            name,
            inner,
            head: None,
            body: None,
            definitions: Vec::new(),
            bases: Vec::new(),
            docs: None,
            arity: 0,
        }
    }

    pub(super) fn items(inner: Node<'t>, definitions: Vec<(String, usize)>) -> Self {
        Self {
            kind: ElementKind::Items,
            definitions,
            ..Self::declaration(Kind::Function, Name::default(), inner)
        }
    }

    pub(super) fn import(inner: Node<'t>) -> Self {
        Self {
            kind: ElementKind::Import,
            ..Self::items(inner, Vec::new())
        }
    }

    pub(super) fn with_body(self, body: Option<Node<'t>>) -> Self {
        Self { body, ..self }
    }
}
