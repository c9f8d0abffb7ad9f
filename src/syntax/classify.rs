//! Classification of nodes: from the rule of a node's kind, refined by its content, to its shape.
//!
//! | rule | shape | example |
//! | --- | --- | --- |
//! | `Declaration` | an element; an item without a name or a body that it needs | `fn a() {}`; `struct A;` of C |
//! | `Declaration(Module)` without a name | its members cross into the scope | `namespace { … }` |
//! | `Import` | an element | `use a::b;` |
//! | `Items` | an item, with the names that it defines | `const A: u8 = 1;` |
//! | `Statement` | an item without names | `a();` |
//! | `Macro` with a name and code as its arguments | an element | `a!(b, \|c\| { … });` |
//! | other `Macro` | an item without names | `a!(b);` |
//! | `Wrapper` around one declaration | the shape of that | `export class A {}` |
//! | `Wrapper` around several | crossed | `type ( A …; B … )` of Go |
//! | `Wrapper` around none | decided by the hook | `export default 1` |
//! | `Transparent` | crossed | `#ifdef A … #endif` |
//! | `Conditional` around declarations | crossed | `if TYPE_CHECKING: class A: …` |
//! | `Conditional` around imports alone | an import | `try: import a` |
//! | other `Conditional` | an item | `if a: b()` |
//! | `Special` | decided by the hook, mostly by the query | `const a = () => {}` |
//! | `Silent` | part of the element around it | `;` |
//!
//! `Comment`, `Preamble`, `Attribute`, `Closing`, `Body` and `Embedded` are handled by the walk.

use super::kind::Kind;
use super::name::{Name, shortened};
use super::outline::ElementKind;
use super::query::declarations::{declaration, wrapped_kind};
use super::row::Rule;
use super::shape::{RawElement, Shape};
use super::walker::{Walker, named_children};
use tree_sitter::Node;

/// Maximum number of wrappers around a declaration.
const MAX_WRAPPERS: usize = 8;
/// Maximum depth of a declaration in a conditional statement.
const MAX_CONDITIONAL_DEPTH: usize = 3;

impl<'t> Walker<'_> {
    /// Shape of a node in its scope.
    pub(super) fn shape(&self, node: Node<'t>) -> Shape<'t> {
        let mut inner = node;
        let mut kind = None;
        for _ in 0..MAX_WRAPPERS {
            if self.grammar.rule(inner) != Rule::Wrapper {
                return match (self.unwrapped(inner), kind) {
                    (Shape::Element(draft), Some(kind)) => {
                        Shape::Element(RawElement { kind, ..draft })
                    }
                    (shape, _) => shape,
                };
            }
            kind = kind.or_else(|| wrapped_kind(self, inner));
            let mut wrapped = named_children(inner).filter(|child| self.is_wrapped(*child));
            match (wrapped.next(), wrapped.next()) {
                (None, _) => return (self.hooks.special)(self, inner),
                (Some(one), None) => inner = one,
                (Some(_), Some(_)) => return Shape::Cross(inner),
            }
        }
        Shape::Element(RawElement::items(node, Vec::new()))
    }

    /// Returns true if a child of a wrapper is a declaration in it.
    fn is_wrapped(&self, child: Node<'_>) -> bool {
        matches!(
            self.grammar.rule(child),
            Rule::Declaration(_) | Rule::Wrapper | Rule::Special | Rule::Items
        )
    }

    fn unwrapped(&self, node: Node<'t>) -> Shape<'t> {
        match self.grammar.rule(node) {
            Rule::Declaration(kind) => self.declaration(kind, node),
            Rule::Import => Shape::Element(RawElement::import(node)),
            Rule::Items => self.items(node),
            Rule::Special => (self.hooks.special)(self, node),
            Rule::Transparent => Shape::Cross(node),
            Rule::Conditional if self.has_declaration(node) => Shape::Cross(node),
            Rule::Conditional if self.only_imports(node) => {
                Shape::Element(RawElement::import(node))
            }
            Rule::Silent => Shape::Part(Rule::Silent),
            _ if let Some(name) = self.declared_by_macro(node) => {
                let name = Name::new(shortened(self.text_of(name)), name.start_byte());
                Shape::Element(RawElement::declaration(Kind::Function, name, node))
            }
            _ => Shape::Element(RawElement::items(node, Vec::new())),
        }
    }

    fn declaration(&self, kind: Kind, node: Node<'t>) -> Shape<'t> {
        let draft = declaration(self, kind, node);
        let kind = match draft.kind {
            ElementKind::Declaration(kind) => kind,
            _ => kind,
        };
        let needs_body = self.grammar.row.needs_body;
        match (kind, draft.body) {
            (Kind::Module, Some(body)) if draft.name.own.is_empty() => Shape::Cross(body),
            (Kind::Module, None) => self.items(node),
            // `struct A;`, `A(const A&) = delete;`
            (_, None) if needs_body && !matches!(kind, Kind::Type | Kind::Macro) => {
                self.items(node)
            }
            _ if draft.name.own.is_empty() => self.items(node),
            _ => Shape::Element(draft),
        }
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

    /// The name that a macro declares: its first argument, if code follows, as in `rgtest!(name, |dir| { … })`.
    fn declared_by_macro(&self, node: Node<'t>) -> Option<Node<'t>> {
        let is_macro = |node: &Node<'t>| self.grammar.rule(*node) == Rule::Macro;
        // With a semicolon, it is in a statement.
        let call = std::iter::once(node)
            .chain(named_children(node))
            .find(is_macro)?;
        let arguments = named_children(call).last()?;
        let name = arguments.named_child(0)?;
        let is_followed = name.next_sibling().is_some_and(|next| next.kind() == ",");
        let is_value = self
            .text_of(name)
            .starts_with(|c: char| c.is_lowercase() || c == '_');
        let mut others = named_children(arguments);
        let has_code = others.any(|other| other.child(0).is_some_and(|mark| mark.kind() == "{"));
        let is_name = name.kind() == "identifier" && is_value && is_followed;
        (is_name && has_code).then_some(name)
    }

    /// Returns true if the blocks of a statement contain a declaration.
    fn has_declaration(&self, node: Node<'t>) -> bool {
        let mut level = vec![node];
        for _ in 0..MAX_CONDITIONAL_DEPTH {
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

    /// Returns true if the first block of a statement contains only imports.
    fn only_imports(&self, node: Node<'t>) -> bool {
        let mut children = named_children(node);
        let Some(block) = children.find(|child| self.grammar.rule(*child) == Rule::Transparent)
        else {
            return false;
        };
        let mut has_imports = false;
        for child in named_children(block) {
            match self.grammar.rule(child) {
                Rule::Import => has_imports = true,
                Rule::Comment => {}
                _ => return false,
            }
        }
        has_imports
    }

    /// Returns true if a special node is a declaration, or contains declarations.
    fn is_declared(&self, node: Node<'t>) -> bool {
        match (self.hooks.special)(self, node) {
            Shape::Element(draft) => matches!(draft.kind, ElementKind::Declaration(_)),
            Shape::Cross(_) => true,
            _ => false,
        }
    }
}
