//! Shape of a node in its scope: the rule of its kind, refined by its content.
//!
//! Principal types: [`Walker`] and [`Shape`]. The walk asks for the shape of every node of a scope; hooks of
//! rows return one.

use super::grammar::Grammar;
use super::kind::Kind;
use super::naming::Name;
use super::outline::ElementKind;
use super::query;
use super::row::Rule;
use std::ops::Range;
use std::time::Instant;
use tree_sitter::Node;

/// Reader of the nodes of one text.
#[derive(Clone, Copy)]
pub(super) struct Walker<'a> {
    pub(super) grammar: &'static Grammar,
    pub(super) text: &'a str,
    /// Time at which the walk gives up.
    pub(super) deadline: Instant,
}

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

/// Maximum number of wrappers around a declaration.
pub(super) const MAX_WRAPPERS: usize = 8;

impl<'t> Walker<'_> {
    /// Shape of a node in its scope.
    pub(super) fn shape(&self, node: Node<'t>) -> Shape<'t> {
        let mut inner = node;
        let mut kind = None;
        let is_wrapped = |child: &Node<'t>| {
            matches!(
                self.grammar.rule(*child),
                Rule::Declaration(_) | Rule::Wrapper | Rule::Special | Rule::Items
            )
        };
        for _ in 0..MAX_WRAPPERS {
            if self.grammar.rule(inner) != Rule::Wrapper {
                return match (self.unwrapped(inner), kind) {
                    (Shape::Element(draft), Some(kind)) => {
                        Shape::Element(RawElement { kind, ..draft })
                    }
                    (shape, _) => shape,
                };
            }
            kind = kind.or_else(|| query::wrapped_kind(self, inner));
            let mut wrapped = named_children(inner).filter(is_wrapped);
            match (wrapped.next(), wrapped.next()) {
                (None, _) => return (self.grammar.row.hooks.special)(self, inner),
                (Some(one), None) => inner = one,
                // `type ( A …; B … )` of Go.
                (Some(_), Some(_)) => return Shape::Cross(inner),
            }
        }
        Shape::Element(RawElement::items(node, Vec::new()))
    }

    fn unwrapped(&self, node: Node<'t>) -> Shape<'t> {
        match self.grammar.rule(node) {
            Rule::Declaration(kind) => self.declaration(kind, node),
            Rule::Import => Shape::Element(RawElement::import(node)),
            Rule::Items => self.items(node),
            Rule::Special => (self.grammar.row.hooks.special)(self, node),
            Rule::Transparent => Shape::Cross(node),
            Rule::Conditional if self.has_declaration(node) => Shape::Cross(node),
            Rule::Conditional if self.only_imports(node) => {
                Shape::Element(RawElement::import(node))
            }
            Rule::Silent => Shape::Part(Rule::Silent),
            _ => Shape::Element(RawElement::items(node, Vec::new())),
        }
    }

    fn declaration(&self, kind: Kind, node: Node<'t>) -> Shape<'t> {
        let draft = query::declaration(self, kind, node);
        let needs_body = self.grammar.row.declarations.needs_body;
        match (kind, draft.body) {
            // Its members belong to the enclosing scope.
            (Kind::Module, Some(body)) if draft.name.own.is_empty() => Shape::Cross(body),
            (Kind::Module, None) => self.items(node),
            // `struct A;`, `A(const A&) = delete;`: a name without a body.
            (_, None) if needs_body && !matches!(kind, Kind::Type | Kind::Macro) => {
                self.items(node)
            }
            _ if draft.name.own.is_empty() => self.items(node),
            _ => Shape::Element(draft),
        }
    }

    /// The node with a declaration's members or code.
    pub(super) fn body(&self, node: Node<'t>) -> Option<Node<'t>> {
        let mut bodies = self.grammar.row.declarations.bodies.iter();
        bodies.find_map(|field| {
            let child = node.child_by_field_name(field)?;
            match *field {
                "type" if self.grammar.rule(child) == Rule::Body => Some(child),
                "type" => child.child_by_field_name("body"),
                _ => Some(child),
            }
        })
    }

    /// The bytes of a name: of a path, the last component.
    pub(super) fn name_bytes(&self, node: Node<'_>) -> Range<usize> {
        let bytes = node.byte_range();
        let part = self.grammar.part(node.kind_id());
        if !part.is_some_and(|part| part.is_path) {
            return bytes;
        }
        let text = self.text.get(bytes.clone()).unwrap_or_default();
        let last = text.rsplit(['.', ':', '\\']).next().unwrap_or_default();
        bytes.end - last.len()..bytes.end
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
        let before = self.text.get(..node.start_byte()).unwrap_or_default();
        let before =
            before.trim_end_matches(|letter: char| letter.is_whitespace() && letter != '\n');
        before.is_empty() || before.ends_with('\n')
    }

    /// Returns true if a word or a closing brace precedes the node on its line.
    pub(super) fn is_after_code(&self, node: Node<'_>) -> bool {
        let before = self.text.get(..node.start_byte()).unwrap_or_default();
        let mut letters = before.chars().rev().take_while(|letter| *letter != '\n');
        letters.any(|letter| letter == '}' || letter.is_alphanumeric())
    }

    /// An item, with the names that it defines.
    pub(super) fn items(&self, node: Node<'t>) -> Shape<'t> {
        let mut definitions = self.definitions(node);
        if let Some(of_type) = node.child_by_field_name("type")
            && of_type.child_by_field_name("body").is_some()
        {
            definitions.splice(0..0, self.definitions(of_type));
        }
        Shape::Element(RawElement::items(node, definitions))
    }

    /// Returns true if the blocks of a statement contain a declaration, at most three levels deep.
    fn has_declaration(&self, node: Node<'t>) -> bool {
        let mut level = vec![node];
        for _ in 0..3 {
            let mut next = Vec::new();
            for node in level {
                for child in named_children(node) {
                    match self.grammar.rule(child) {
                        Rule::Declaration(_) | Rule::Wrapper => return true,
                        Rule::Special if self.is_declared(child) => return true,
                        Rule::Transparent => next.push(child),
                        _ => {}
                    }
                }
            }
            level = next;
        }
        false
    }

    /// Returns true if the first block of a statement contains only imports: `try: import a`.
    fn only_imports(&self, node: Node<'t>) -> bool {
        let is_block = |child: &Node<'t>| self.grammar.rule(*child) == Rule::Transparent;
        named_children(node).find(is_block).is_some_and(|block| {
            let mut rules = named_children(block)
                .map(|child| self.grammar.rule(child))
                .filter(|rule| *rule != Rule::Comment)
                .peekable();
            rules.peek().is_some() && rules.all(|rule| rule == Rule::Import)
        })
    }

    /// Returns true if a special node is a declaration, or contains declarations.
    fn is_declared(&self, node: Node<'t>) -> bool {
        match (self.grammar.row.hooks.special)(self, node) {
            Shape::Element(draft) => matches!(draft.kind, ElementKind::Declaration(_)),
            Shape::Cross(_) => true,
            _ => false,
        }
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
