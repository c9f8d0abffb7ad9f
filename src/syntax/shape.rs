//! What one node of a scope is: the rule of its kind, and what its inside adds to that.

use super::grammar::{Grammar, Naming, Rule};
use super::naming::Name;
use super::outline::{DeclarationKind, ElementKind};
use tree_sitter::Node;

/// Reads the nodes of one text.
pub(super) struct Reader<'a> {
    pub(super) grammar: &'a Grammar,
    pub(super) text: &'a str,
}

/// What a node is to the scope that it lies in.
pub(super) enum Shape<'t> {
    /// One of its elements.
    Element(Draft<'t>),
    /// Its children are those of the scope.
    Cross(Node<'t>),
    /// Part of what is around it.
    Nothing,
}

/// An element before its surroundings are known.
pub(super) struct Draft<'t> {
    pub(super) kind: ElementKind,
    pub(super) name: Name,
    /// The declaration inside its wrappers.
    pub(super) inner: Node<'t>,
    /// Members or code.
    pub(super) body: Option<Node<'t>>,
    pub(super) definitions: Vec<(String, usize)>,
}

impl<'t> Draft<'t> {
    pub(super) fn declaration(kind: DeclarationKind, name: Name, inner: Node<'t>) -> Self {
        Self {
            kind: ElementKind::Declaration(kind),
            name,
            inner,
            body: None,
            definitions: Vec::new(),
        }
    }

    pub(super) fn items(inner: Node<'t>, definitions: Vec<(String, usize)>) -> Self {
        Self {
            kind: ElementKind::Items,
            name: Name::default(),
            inner,
            body: None,
            definitions,
        }
    }

    pub(super) fn import(inner: Node<'t>) -> Self {
        Self {
            kind: ElementKind::Import,
            ..Self::items(inner, Vec::new())
        }
    }

    /// A function that is bound in something is a method of that.
    pub(super) fn of_path(self) -> Self {
        match self.kind {
            ElementKind::Declaration(DeclarationKind::Function) if !self.name.path.is_empty() => {
                Self {
                    kind: ElementKind::Declaration(DeclarationKind::Method),
                    ..self
                }
            }
            _ => self,
        }
    }

    pub(super) fn with_body(self, body: Option<Node<'t>>) -> Self {
        Self { body, ..self }
    }
}

/// No declaration that people write has more wrappers around it.
const MOST_WRAPPERS: usize = 8;

impl<'t> Reader<'_> {
    /// What a node is to its scope.
    pub(super) fn shape(&self, node: Node<'t>) -> Shape<'t> {
        let mut inner = node;
        for _ in 0..MOST_WRAPPERS {
            if self.grammar.rule(inner) != Rule::Wrapper {
                return self.unwrapped(inner);
            }
            match self.wrapped(inner) {
                Wrapped::One(wrapped) => inner = wrapped,
                Wrapped::Many => return Shape::Cross(inner),
                Wrapped::None => return self.bare_wrapper(inner),
            }
        }
        Shape::Element(Draft::items(node, Vec::new()))
    }

    fn unwrapped(&self, node: Node<'t>) -> Shape<'t> {
        match self.grammar.rule(node) {
            Rule::Declaration(kind) => self.declaration(kind, node),
            Rule::Import => Shape::Element(Draft::import(node)),
            Rule::Items => self.items(node),
            Rule::Binding => self.binding(node),
            Rule::Transparent => Shape::Cross(node),
            Rule::Conditional if self.holds_declaration(node) => Shape::Cross(node),
            Rule::Silent => Shape::Nothing,
            _ if self.grammar.row.naming == Naming::Script => self.exported(node),
            _ => Shape::Element(Draft::items(node, Vec::new())),
        }
    }

    fn declaration(&self, kind: DeclarationKind, node: Node<'t>) -> Shape<'t> {
        let name = self.name(node);
        let body = self.body(node);
        let c = self.grammar.row.naming == Naming::Declarator;
        match (kind, body) {
            // Its members are those of the scope around it.
            (DeclarationKind::Module, Some(body)) if name.own.is_empty() => Shape::Cross(body),
            (DeclarationKind::Module, None) => self.items(node),
            // `struct A;`, `A(const A&) = delete;`: a name, and nothing in it.
            (_, None) if c && !matches!(kind, DeclarationKind::Type | DeclarationKind::Macro) => {
                self.items(node)
            }
            _ if name.own.is_empty() => self.items(node),
            _ => {
                let kind = self.refined(kind, node, &name);
                Shape::Element(Draft::declaration(kind, name, node).with_body(body))
            }
        }
    }

    /// What the node kind alone does not tell.
    fn refined(&self, kind: DeclarationKind, node: Node<'t>, name: &Name) -> DeclarationKind {
        let of_type = node.child_by_field_name("type").map(|of| of.kind());
        match (kind, of_type) {
            (
                DeclarationKind::Type,
                Some("struct_type" | "struct_specifier" | "union_specifier"),
            ) => DeclarationKind::Struct,
            (DeclarationKind::Type, Some("interface_type")) => DeclarationKind::Interface,
            (DeclarationKind::Type, Some("enum_specifier")) => DeclarationKind::Enum,
            (DeclarationKind::Function, _) if !name.path.is_empty() => {
                match name.path.last() == Some(&name.own) {
                    true => DeclarationKind::Constructor,
                    false => DeclarationKind::Method,
                }
            }
            (DeclarationKind::Method, _) if self.grammar.row.naming == Naming::Script => {
                self.script_method(node, name)
            }
            _ => kind,
        }
    }

    /// The node with a declaration's members or code.
    pub(super) fn body(&self, node: Node<'t>) -> Option<Node<'t>> {
        self.grammar.row.bodies.iter().find_map(|field| {
            let child = node.child_by_field_name(field)?;
            match *field {
                "type" if self.grammar.rule(child) == Rule::Body => Some(child),
                "type" => child.child_by_field_name("body"),
                _ => Some(child),
            }
        })
    }

    fn items(&self, node: Node<'t>) -> Shape<'t> {
        let mut definitions = self.definitions(node);
        if let Some(of_type) = node.child_by_field_name("type")
            && of_type.child_by_field_name("body").is_some()
        {
            definitions.splice(0..0, self.definitions(of_type));
        }
        Shape::Element(Draft::items(node, definitions))
    }

    /// Whether a `#define` is its file's include guard: it says nothing, and goes with what it
    /// guards.
    pub(super) fn is_include_guard(&self, node: Node<'t>, within: Node<'t>) -> bool {
        within.kind() == "preproc_ifdef"
            && node.kind() == "preproc_def"
            && node.child_by_field_name("value").is_none()
            && match (
                node.child_by_field_name("name"),
                within.child_by_field_name("name"),
            ) {
                (Some(name), Some(guard)) => self.words(name) == self.words(guard),
                _ => false,
            }
    }

    fn binding(&self, node: Node<'t>) -> Shape<'t> {
        match self.grammar.row.naming {
            Naming::Script => self.script_binding(node),
            Naming::Go => self.go_binding(node),
            _ => self.assignment(node),
        }
    }

    /// `var f = func() {}` is a function.
    fn go_binding(&self, node: Node<'t>) -> Shape<'t> {
        let function = only_named_child(node).filter(|spec| {
            spec.child_by_field_name("value")
                .and_then(only_named_child)
                .is_some_and(|value| value.kind() == "func_literal")
        });
        match function {
            Some(spec) => {
                let kind = DeclarationKind::Function;
                Shape::Element(Draft::declaration(kind, self.name(spec), node))
            }
            None => self.items(node),
        }
    }

    /// `f = lambda x: x` is a function; what else is assigned is an item.
    fn assignment(&self, node: Node<'t>) -> Shape<'t> {
        let Some(assignment) = node
            .named_child(0)
            .filter(|child| child.kind() == "assignment")
        else {
            return Shape::Element(Draft::items(node, Vec::new()));
        };
        let left = assignment.child_by_field_name("left");
        let right = assignment.child_by_field_name("right");
        match (left, right) {
            (Some(left), Some(right))
                if left.kind() == "identifier" && right.kind() == "lambda" =>
            {
                let (kind, name) = (DeclarationKind::Function, self.simple(left));
                let body = right.child_by_field_name("body");
                Shape::Element(Draft::declaration(kind, name, node).with_body(body))
            }
            _ => {
                let definitions = self.definitions(assignment);
                Shape::Element(Draft::items(node, definitions))
            }
        }
    }

    /// Whether a declaration lies in the blocks of a statement. Looks three levels deep.
    fn holds_declaration(&self, node: Node<'t>) -> bool {
        let mut level = vec![node];
        for _ in 0..3 {
            let mut next = Vec::new();
            for node in level {
                let mut cursor = node.walk();
                for child in node.named_children(&mut cursor) {
                    match self.grammar.rule(child) {
                        Rule::Declaration(_) | Rule::Wrapper => return true,
                        Rule::Transparent => next.push(child),
                        _ => {}
                    }
                }
            }
            level = next;
        }
        false
    }

    fn wrapped(&self, node: Node<'t>) -> Wrapped<'t> {
        let mut cursor = node.walk();
        let mut found = node.named_children(&mut cursor).filter(|child| {
            matches!(
                self.grammar.rule(*child),
                Rule::Declaration(_) | Rule::Wrapper | Rule::Binding | Rule::Items
            )
        });
        match (found.next(), found.next()) {
            (None, _) => Wrapped::None,
            (Some(one), None) => Wrapped::One(one),
            // `type ( A …; B … )` of Go.
            (Some(_), Some(_)) => Wrapped::Many,
        }
    }

    /// A wrapper around no declaration: `export default …`, `export { a } from "b"`.
    fn bare_wrapper(&self, node: Node<'t>) -> Shape<'t> {
        match node.child_by_field_name("value") {
            Some(value) => self.exported(value),
            None if node.child_by_field_name("source").is_some() => {
                Shape::Element(Draft::import(node))
            }
            None => Shape::Element(Draft::items(node, Vec::new())),
        }
    }
}

enum Wrapped<'t> {
    None,
    One(Node<'t>),
    Many,
}

fn only_named_child(node: Node<'_>) -> Option<Node<'_>> {
    node.named_child(0)
        .filter(|_| node.named_child_count() == 1)
}
