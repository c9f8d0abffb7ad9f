//! Where names stand in a declaration, and which names an item defines.

use super::grammar::{Naming, Rule};
use super::shape::Reader;
use tree_sitter::Node;

/// A declaration's name.
#[derive(Default)]
pub(super) struct Name {
    /// Names before its own: `A` of `A::b`.
    pub(super) path: Vec<String>,
    /// Its own; empty when there is none.
    pub(super) own: String,
    /// The byte where its own begins.
    pub(super) at: usize,
}

/// No chain of declarators or types that people write is longer.
const LONGEST_CHAIN: usize = 64;
/// Names are for people and for the index: what is longer is not one.
const LONGEST_NAME: usize = 200;
/// How deep the names of an item lie below it.
const DEEPEST_DEFINITION: u8 = 6;

impl<'t> Reader<'_> {
    /// The name of a declaration, by its language's rule.
    pub(super) fn name(&self, node: Node<'t>) -> Name {
        match self.grammar.row.naming {
            Naming::Rust if node.kind() == "impl_item" => node
                .child_by_field_name("type")
                .map(|of| self.simple(base_type(of)))
                .unwrap_or_default(),
            Naming::Go if node.kind() == "method_declaration" => {
                let mut name = self.field_name(node);
                name.path.extend(self.receiver(node));
                name
            }
            Naming::Declarator => match node.child_by_field_name("declarator") {
                Some(declarator) => self.declared(node, declarator),
                None => self.field_name(node),
            },
            _ => self.field_name(node),
        }
    }

    fn field_name(&self, node: Node<'t>) -> Name {
        node.child_by_field_name("name")
            .map(|name| self.scoped(name))
            .unwrap_or_default()
    }

    /// A name that is one node, without quotes.
    pub(super) fn simple(&self, node: Node<'_>) -> Name {
        Name {
            path: Vec::new(),
            own: unquoted(&self.words(node)).to_owned(),
            at: node.start_byte(),
        }
    }

    /// A name that may be a path: `a::b`, `A.B`, `A<T>::b`.
    fn scoped(&self, mut node: Node<'t>) -> Name {
        let mut path = Vec::new();
        for _ in 0..LONGEST_CHAIN {
            match node.kind() {
                "qualified_identifier" => {
                    let Some(name) = node.child_by_field_name("name") else {
                        break;
                    };
                    if let Some(scope) = node.child_by_field_name("scope") {
                        path.extend(self.scope(scope, name));
                    }
                    node = name;
                }
                "template_type" | "template_function" | "template_method" => {
                    let Some(name) = node.child_by_field_name("name") else {
                        break;
                    };
                    node = name;
                }
                "nested_namespace_specifier" | "nested_identifier" => {
                    return self.split(node);
                }
                _ => break,
            }
        }
        Name {
            path,
            ..self.simple(node)
        }
    }

    /// The scope before `::name`. Behind a macro that the grammar took for it, it is what stands
    /// beside the `::`; where the grammar only guessed the `::`, there is none.
    fn scope(&self, scope: Node<'_>, name: Node<'_>) -> Option<String> {
        let between = self.text.get(scope.end_byte()..name.start_byte())?;
        match between.trim().strip_suffix("::")?.trim() {
            "" => Some(self.words(base_type(scope))),
            beside => Some(shortened(beside)),
        }
    }

    fn split(&self, node: Node<'_>) -> Name {
        let text = self.words(node);
        let mut path: Vec<String> = text
            .split([':', '.'])
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .take(LONGEST_CHAIN)
            .map(str::to_owned)
            .collect();
        let own = path.pop().unwrap_or_default();
        let at = node.end_byte().saturating_sub(own.len());
        Name { path, own, at }
    }

    fn receiver(&self, node: Node<'t>) -> Option<String> {
        let parameters = node.child_by_field_name("receiver")?;
        let parameter = parameters.named_child(0)?;
        Some(self.words(base_type(parameter.child_by_field_name("type")?)))
    }

    /// The name at the end of a chain of declarators.
    fn declared(&self, node: Node<'t>, mut declarator: Node<'t>) -> Name {
        let mut parameters = None;
        for _ in 0..LONGEST_CHAIN {
            if declarator.kind() == "function_declarator" {
                parameters = declarator.child_by_field_name("parameters");
            }
            let next =
                declarator
                    .child_by_field_name("declarator")
                    .or_else(|| match declarator.kind() {
                        "reference_declarator"
                        | "parenthesized_declarator"
                        | "attributed_declarator" => declarator.named_child(0),
                        _ => None,
                    });
            match next {
                Some(inner) => declarator = inner,
                None => break,
            }
        }
        let mut name = self.scoped(declarator);
        // `TEST(Suite, Case) { … }` is a function without a type to the grammar: what tells one
        // from the other is in the parentheses.
        let is_macro = node.kind() == "function_definition"
            && node.child_by_field_name("type").is_none()
            && name.path.is_empty()
            && is_shouted(&name.own);
        if let Some(parameters) = parameters.filter(|_| is_macro) {
            name.own = shortened(&format!("{}{}", name.own, self.words(parameters)));
        }
        name
    }

    /// The names that an item defines, and where they begin.
    pub(super) fn definitions(&self, node: Node<'t>) -> Vec<(String, usize)> {
        let mut found = Vec::new();
        self.collect(node, DEEPEST_DEFINITION, &mut found);
        found
    }

    /// Recursion ends with `depth`, whatever the input.
    fn collect(&self, node: Node<'t>, depth: u8, found: &mut Vec<(String, usize)>) {
        if depth == 0 {
            return;
        }
        if is_identifier(node.kind()) {
            let name = self.simple(node);
            if !matches!(name.own.as_str(), "" | "_") {
                found.push((name.own, name.at));
            }
            return;
        }
        let mut cursor = node.walk();
        for field in ["name", "declarator", "left"] {
            let named: Vec<Node<'t>> = node.children_by_field_name(field, &mut cursor).collect();
            if named.is_empty() {
                continue;
            }
            for child in named {
                match field {
                    "declarator" if child.kind() != "variable_declarator" => {
                        let name = self.declared(node, child);
                        if !name.own.is_empty() {
                            found.push((name.own, name.at));
                        }
                    }
                    _ => self.collect(child, depth - 1, found),
                }
            }
            return;
        }
        if holds_definitions(node.kind()) {
            let children: Vec<Node<'t>> = node.named_children(&mut cursor).collect();
            for child in children {
                self.collect(child, depth - 1, found);
            }
        }
    }

    /// The docstring that opens a body, as Python has it.
    pub(super) fn docstring(&self, body: Node<'t>) -> Option<Node<'t>> {
        let first = (0..4)
            .map_while(|place| body.named_child(place))
            .find(|child| self.grammar.rule(*child) != Rule::Comment)?;
        let is_python = self.grammar.row.name == "python";
        (is_python && self.is_string_statement(first)).then_some(first)
    }

    /// Whether a statement is nothing but a string: a docstring, `"use strict"`.
    pub(super) fn is_string_statement(&self, statement: Node<'t>) -> bool {
        statement.kind() == "expression_statement"
            && statement
                .named_child(0)
                .is_some_and(|only| matches!(only.kind(), "string" | "concatenated_string"))
    }

    /// The text of a node on one line, cut where it is too long for a name.
    pub(super) fn words(&self, node: Node<'_>) -> String {
        shortened(self.text.get(node.byte_range()).unwrap_or_default())
    }
}

/// The name in a type: without references, generics and the path to it.
fn base_type(mut node: Node<'_>) -> Node<'_> {
    for _ in 0..LONGEST_CHAIN {
        let next = match node.kind() {
            "generic_type" | "reference_type" | "pointer_type" | "parenthesized_type" => node
                .child_by_field_name("type")
                .or_else(|| node.named_child(0)),
            "scoped_type_identifier" | "template_type" => node.child_by_field_name("name"),
            "dynamic_type" => node.child_by_field_name("trait"),
            _ => None,
        };
        match next {
            Some(inner) => node = inner,
            None => break,
        }
    }
    node
}

fn is_identifier(kind: &str) -> bool {
    matches!(
        kind,
        "identifier"
            | "type_identifier"
            | "field_identifier"
            | "property_identifier"
            | "private_property_identifier"
            | "shorthand_property_identifier_pattern"
            | "string"
    )
}

fn holds_definitions(kind: &str) -> bool {
    matches!(
        kind,
        "lexical_declaration"
            | "variable_declaration"
            | "const_declaration"
            | "var_declaration"
            | "var_spec_list"
            | "enum_specifier"
            | "enumerator_list"
            | "object_pattern"
            | "array_pattern"
            | "rest_pattern"
            | "pattern_list"
            | "tuple_pattern"
            | "list_pattern"
            | "assignment_pattern"
    )
}

fn is_shouted(name: &str) -> bool {
    name.chars().any(char::is_alphabetic) && !name.chars().any(char::is_lowercase)
}

fn unquoted(name: &str) -> &str {
    ['"', '\'', '`']
        .into_iter()
        .find_map(|quote| name.strip_prefix(quote)?.strip_suffix(quote))
        .unwrap_or(name)
}

fn shortened(text: &str) -> String {
    let mut name = String::new();
    for word in text.split_whitespace() {
        if !name.is_empty() {
            name.push(' ');
        }
        for letter in word.chars() {
            if name.len() >= LONGEST_NAME {
                return name;
            }
            name.push(letter);
        }
    }
    name
}
