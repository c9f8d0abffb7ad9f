//! JavaScript and its kin, where most declarations are values that a name is bound to.

mod exports;
mod imports;

use self::exports::exports;
use self::imports::{imports, is_required};
use crate::syntax::naming::{self, Name};
use crate::syntax::outline::DeclarationKind::{self, Method, Module};
use crate::syntax::row::{Declarations, Hooks, Linking, Packages, Row, Rule, Uses, lists};
use crate::syntax::shape::{self, Draft, Reader, Shape, child_of_kind, children, named_children};
use tree_sitter::Node;

pub(in crate::syntax) const JAVASCRIPT: Row = Row {
    name: "javascript",
    aliases: &["js", "jsx", "mjs", "node"],
    extensions: "js mjs cjs jsx",
    file_names: "Jakefile",
    shebangs: "node nodejs bun",
    grammar: || tree_sitter_javascript::LANGUAGE.into(),
    query: concat!(
        include_str!("../queries/script.scm"),
        include_str!("../queries/javascript.scm"),
        include_str!("../queries/jsx.scm")
    ),
    highlights: &[
        tree_sitter_javascript::HIGHLIGHT_QUERY,
        tree_sitter_javascript::JSX_HIGHLIGHT_QUERY,
    ],
    injections: tree_sitter_javascript::INJECTIONS_QUERY,
    ..ROW
};

pub(in crate::syntax) const TYPESCRIPT: Row = Row {
    name: "typescript",
    aliases: &["ts"],
    extensions: "ts mts cts",
    shebangs: "ts-node tsx deno",
    grammar: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
    parse_limit: 1_000_000,
    query: concat!(
        include_str!("../queries/script.scm"),
        include_str!("../queries/typescript.scm")
    ),
    highlights: &[
        tree_sitter_javascript::HIGHLIGHT_QUERY,
        tree_sitter_typescript::HIGHLIGHTS_QUERY,
    ],
    injections: tree_sitter_javascript::INJECTIONS_QUERY,
    ..ROW
};

pub(in crate::syntax) const TSX: Row = Row {
    name: "tsx",
    extensions: "tsx",
    grammar: || tree_sitter_typescript::LANGUAGE_TSX.into(),
    parse_limit: 1_000_000,
    query: concat!(
        include_str!("../queries/script.scm"),
        include_str!("../queries/typescript.scm"),
        include_str!("../queries/jsx.scm")
    ),
    highlights: &[
        tree_sitter_javascript::HIGHLIGHT_QUERY,
        tree_sitter_javascript::JSX_HIGHLIGHT_QUERY,
        tree_sitter_typescript::HIGHLIGHTS_QUERY,
    ],
    injections: tree_sitter_javascript::INJECTIONS_QUERY,
    ..ROW
};

/// The fields that all of them share.
const ROW: Row = Row {
    declarations: Declarations {
        bases: &["class_heritage", "extends_type_clause"],
        patterns: "lexical_declaration variable_declaration object_pattern array_pattern rest_pattern \
               assignment_pattern",
        ..Declarations::CODE
    },
    uses: Uses {
        member_marks: &["?.", "."],
        ..Uses::CODE
    },
    linking: Linking {
        family: "script",
        packages: Packages::Relative,
        ..Linking::CODE
    },
    hooks: Hooks {
        special: script,
        refine,
        bases,
        imports,
        exports,
        ..Hooks::CODE
    },
    ..Row::CODE
};

/// Getters, setters and constructors are methods to the grammar.
fn refine(
    reader: &Reader<'_>,
    kind: DeclarationKind,
    node: Node<'_>,
    name: &Name,
) -> DeclarationKind {
    match kind {
        Method => reader.script_method(node, name),
        _ => shape::as_written(reader, kind, node, name),
    }
}

/// Those of the class that a name is bound to, too.
fn bases(reader: &Reader<'_>, node: Node<'_>) -> Vec<String> {
    let mut class = Some(node);
    for _ in 0..LONGEST_CHAIN {
        let Some(node) = class else { break };
        class = match node.kind() {
            "lexical_declaration" | "variable_declaration" | "expression_statement" => {
                node.named_child(0)
            }
            "assignment_expression" => node.child_by_field_name("right").map(plain),
            "variable_declarator" | "pair" | "field_definition" | "public_field_definition" => {
                node.child_by_field_name("value").map(plain)
            }
            _ => return naming::listed_bases(reader, node),
        };
    }
    Vec::new()
}

fn script<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    match reader.grammar.rule(node) {
        Rule::Wrapper => reader.bare_export(node),
        _ => reader.script_binding(node),
    }
}

/// Calls whose function argument contains declarations and is none itself.
const SUITES: &str = "describe fdescribe xdescribe suite context define require requirejs jQuery $";

/// No value that people write has more around it.
const LONGEST_CHAIN: usize = 16;

impl<'t> Reader<'_> {
    /// `export default …`, `export { a } from "b"`, `declare global { … }`.
    fn bare_export(&self, node: Node<'t>) -> Shape<'t> {
        if let Some(global) = child_of_kind(node, "statement_block") {
            let name = Name::new("global".to_owned(), node.start_byte());
            let draft = Draft::declaration(Module, name, node);
            return Shape::Element(draft.with_body(Some(global)));
        }
        match node.child_by_field_name("value") {
            Some(value) => self.exported(value),
            None if node.child_by_field_name("source").is_some() => {
                Shape::Element(Draft::import(node))
            }
            None => Shape::Element(Draft::items(node, Vec::new())),
        }
    }

    /// A variable, an assignment, a field, a property: its value decides.
    fn script_binding(&self, node: Node<'t>) -> Shape<'t> {
        match node.kind() {
            "lexical_declaration" | "variable_declaration" => self.variables(node),
            "expression_statement" => match node.named_child(0) {
                Some(only) if only.kind() == "string" => Shape::Preamble,
                Some(expression) => self.expression(node, expression),
                None => Shape::Nothing,
            },
            "pair" => {
                let key = node.child_by_field_name("key");
                let name = key.map(|key| self.simple(key)).unwrap_or_default();
                self.member(node, name)
            }
            _ => {
                let name = node
                    .child_by_field_name("name")
                    .or_else(|| node.child_by_field_name("property"));
                let name = name.map(|name| self.simple(name)).unwrap_or_default();
                self.member(node, name)
            }
        }
    }

    /// `export default` and then a value.
    fn exported(&self, value: Node<'t>) -> Shape<'t> {
        let name = value.child_by_field_name("name");
        let name = match name {
            Some(name) => self.simple(name),
            None => Name::new("default".to_owned(), value.start_byte()),
        };
        match self.bound(value, name, value) {
            Some(draft) => Shape::Element(draft),
            None => Shape::Element(Draft::items(value, Vec::new())),
        }
    }

    /// Getters, setters and constructors are methods to the grammar.
    fn script_method(&self, node: Node<'t>, name: &Name) -> DeclarationKind {
        let accessor = children(node)
            .take_while(|child| child.start_byte() < name.at)
            .any(|child| matches!(child.kind(), "get" | "set"));
        match name.own.as_str() {
            _ if accessor => DeclarationKind::Accessor,
            "constructor" => DeclarationKind::Constructor,
            _ => DeclarationKind::Method,
        }
    }

    fn member(&self, node: Node<'t>, name: Name) -> Shape<'t> {
        let value = node.child_by_field_name("value");
        let definition = (name.own.clone(), name.at);
        match value.and_then(|value| self.bound(value, name, node)) {
            Some(draft) => Shape::Element(draft),
            None => Shape::Element(Draft::items(node, vec![definition])),
        }
    }

    fn variables(&self, node: Node<'t>) -> Shape<'t> {
        let mut declarators =
            named_children(node).filter(|child| child.kind() == "variable_declarator");
        let only = match (declarators.next(), declarators.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        };
        let value = only.and_then(|only| only.child_by_field_name("value"));
        let name = only.and_then(|only| only.child_by_field_name("name"));
        let (Some(value), Some(name)) = (value, name) else {
            return Shape::Element(Draft::items(node, self.definitions(node)));
        };
        if is_required(self, value) {
            return Shape::Element(Draft::import(node));
        }
        let bound = match name.kind() {
            "identifier" => self.bound(value, self.simple(name), node),
            _ => None,
        };
        let items = || Draft::items(node, self.definitions(node));
        Shape::Element(bound.unwrap_or_else(items))
    }

    fn expression(&self, node: Node<'t>, expression: Node<'t>) -> Shape<'t> {
        match expression.kind() {
            "assignment_expression" => {
                let left = expression.child_by_field_name("left");
                let name = left.map(|left| self.target(left)).unwrap_or_default();
                let definition = (name.own.clone(), name.at);
                let right = expression.child_by_field_name("right");
                match right.and_then(|right| self.bound(right, name, node)) {
                    Some(draft) => Shape::Element(draft.of_path()),
                    None => Shape::Element(Draft::items(node, vec![definition])),
                }
            }
            // TypeScript's `namespace A { … }`.
            "internal_module" => {
                let name = self.name(expression);
                let draft = Draft::declaration(DeclarationKind::Module, name, node);
                Shape::Element(draft.with_body(expression.child_by_field_name("body")))
            }
            _ => match self.suite(expression) {
                Some(body) => Shape::Cross(body),
                None => Shape::Element(Draft::items(node, Vec::new())),
            },
        }
    }

    /// The name that is assigned to: `b` with the path `A` for `A.prototype.b` and `exports.A.b`.
    fn target(&self, mut left: Node<'t>) -> Name {
        if left.kind() != "member_expression" {
            return self.simple(left);
        }
        let mut name = match left.child_by_field_name("property") {
            Some(property) => self.simple(property),
            None => return self.simple(left),
        };
        let mut path = Vec::new();
        for _ in 0..LONGEST_CHAIN {
            let Some(object) = left.child_by_field_name("object") else {
                break;
            };
            let word = match object.child_by_field_name("property") {
                Some(property) => self.words(property),
                None => self.words(object),
            };
            if !["exports", "module", "prototype", "this", "window"].contains(&word.as_str()) {
                path.push(word);
            }
            left = object;
        }
        path.reverse();
        name.path = path;
        name
    }

    /// The declaration that a bound value makes of its name, if it makes one.
    fn bound(&self, value: Node<'t>, name: Name, node: Node<'t>) -> Option<Draft<'t>> {
        if name.own.is_empty() {
            return None;
        }
        let value = plain(value);
        let body = value.child_by_field_name("body");
        let draft = |kind| Some(Draft::declaration(kind, name, node).with_body(body));
        match value.kind() {
            kind if is_function(kind) => draft(DeclarationKind::Function),
            "class" | "class_declaration" => draft(DeclarationKind::Class),
            "object" if has_functions(value) => {
                Some(draft(DeclarationKind::Class)?.with_body(Some(value)))
            }
            // `memo(() => …)`, `forwardRef(function Name() { … })`.
            "call_expression" => {
                let callee = value.child_by_field_name("function")?;
                let by_name =
                    callee.kind() == "identifier" || self.words(callee).starts_with("React.");
                let function = arguments(value).next().map(plain)?;
                let wraps = by_name && is_function(function.kind());
                let body = function.child_by_field_name("body");
                draft(DeclarationKind::Function)
                    .filter(|_| wraps)
                    .map(|draft| draft.with_body(body))
            }
            _ => None,
        }
    }

    /// The body of the function that a call wraps around a file or a suite.
    fn suite(&self, expression: Node<'t>) -> Option<Node<'t>> {
        let mut call = expression;
        for _ in 0..LONGEST_CHAIN {
            match call.kind() {
                "unary_expression" => call = call.child_by_field_name("argument")?,
                "parenthesized_expression" | "await_expression" => call = call.named_child(0)?,
                _ => break,
            }
        }
        if call.kind() != "call_expression" {
            return None;
        }
        let callee = call.child_by_field_name("function")?;
        let given = arguments(call)
            .filter(|argument| is_function(argument.kind()))
            .filter_map(block)
            .max_by_key(|body| body.end_byte() - body.start_byte());
        let called = block(invoked(callee));
        match called {
            // A universal module: the longer of the two functions has the code.
            Some(called) => match given {
                Some(given) if given.byte_range().len() > called.byte_range().len() => Some(given),
                _ => Some(called),
            },
            None => given.filter(|_| lists(SUITES, &self.root(callee))),
        }
    }

    /// The first name of `describe.each(…)`, `$(document).ready`.
    fn root(&self, mut callee: Node<'t>) -> String {
        for _ in 0..LONGEST_CHAIN {
            let next = callee
                .child_by_field_name("object")
                .or_else(|| callee.child_by_field_name("function"));
            match next {
                Some(inner) => callee = inner,
                None => break,
            }
        }
        self.words(callee)
    }
}

/// A value without what stands around it: parentheses, `as T`, `a = b = …`.
fn plain(mut value: Node<'_>) -> Node<'_> {
    for _ in 0..LONGEST_CHAIN {
        let inner = match value.kind() {
            "parenthesized_expression"
            | "as_expression"
            | "satisfies_expression"
            | "non_null_expression" => value.named_child(0),
            "assignment_expression" => value.child_by_field_name("right"),
            _ => None,
        };
        match inner {
            Some(inner) => value = inner,
            None => break,
        }
    }
    value
}

/// The function that is called where it is written, with or without `.call`.
fn invoked(callee: Node<'_>) -> Node<'_> {
    match callee.kind() {
        "member_expression" => callee.child_by_field_name("object").map_or(callee, plain),
        _ => plain(callee),
    }
}

/// The statements of a function.
fn block(function: Node<'_>) -> Option<Node<'_>> {
    is_function(function.kind())
        .then(|| function.child_by_field_name("body"))?
        .filter(|body| body.kind() == "statement_block")
}

fn is_function(kind: &str) -> bool {
    matches!(
        kind,
        "arrow_function"
            | "function_expression"
            | "function"
            | "generator_function"
            | "function_declaration"
            | "generator_function_declaration"
    )
}

fn has_functions(object: Node<'_>) -> bool {
    named_children(object).any(|member| {
        member.kind() == "method_definition"
            || member
                .child_by_field_name("value")
                .is_some_and(|value| is_function(value.kind()))
    })
}

fn arguments(call: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let list = call.child_by_field_name("arguments");
    // A suite has few arguments; a table of data in a call has many.
    (0..8).map_while(move |place| list?.named_child(place))
}
