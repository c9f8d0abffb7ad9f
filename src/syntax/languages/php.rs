//! PHP.

use crate::syntax::import::Import as Imported;
use crate::syntax::naming::Name;
use crate::syntax::outline::DeclarationKind::{Accessor, Class, Function, Module};
use crate::syntax::query;
use crate::syntax::row::{Constructors, Declarations, Hooks, Linking, Reach, Row, Rule};
use crate::syntax::shape::{Draft, Reader, Shape, child_of_kind, named_children};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "php",
    extensions: "php phtml php5 php7",
    shebangs: "php",
    grammar: || tree_sitter_php::LANGUAGE_PHP.into(),
    query: include_str!("../queries/php.scm"),
    declarations: Declarations {
        bases: &["base_clause", "class_interface_clause"],
        targets: &["name", "property_element", "left"],
        constructors: Constructors::Named(&["__construct"]),
        ..Declarations::CODE
    },
    linking: Linking::of(Reach::Directory),
    hooks: Hooks {
        special,
        fields,
        imports,
        ..Hooks::CODE
    },
    highlights: &[tree_sitter_php::HIGHLIGHTS_QUERY],
    more_highlights: include_str!("../queries/highlights/php.scm"),
    injections: tree_sitter_php::INJECTIONS_QUERY,
    ..Row::CODE
};

/// PHP's own name for an anonymous class.
const ANONYMOUS: &str = "class@anonymous";
/// Functions of test frameworks that are no more than the place where tests stand.
const SUITES: &[&str] = &["describe", "context"];

fn special<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    match node.kind() {
        "namespace_definition" => namespace(reader, node),
        "property_declaration" => property(reader, node),
        "const_declaration" | "use_declaration" => query::shape(reader, node),
        _ => statement(reader, node),
    }
}

/// `namespace A;` says where the file is, `namespace A { … }` is a scope.
fn namespace<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    let name = node.child_by_field_name("name");
    let name = name.map(|name| reader.split(name)).unwrap_or_default();
    match node.child_by_field_name("body") {
        None => Shape::Element(Draft::import(node)),
        Some(body) if name.own.is_empty() => Shape::Cross(body),
        body => Shape::Element(Draft::declaration(Module, name, node).with_body(body)),
    }
}

/// A property with hooks is an accessor.
fn property<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    let hooks = child_of_kind(node, "property_hook_list");
    let definitions = reader.definitions(node);
    match (hooks, definitions.as_slice()) {
        (Some(hooks), [(own, at)]) if has_code(hooks) => {
            let name = Name::new(own.clone(), *at);
            Shape::Element(Draft::declaration(Accessor, name, node).with_body(Some(hooks)))
        }
        _ => Shape::Element(Draft::items(node, definitions)),
    }
}

fn has_code(hooks: Node<'_>) -> bool {
    named_children(hooks).any(|hook| hook.child_by_field_name("body").is_some())
}

/// Shape of a statement outside of functions, by its expression.
fn statement<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    let Some(expression) = node.named_child(0) else {
        return Shape::Element(Draft::items(node, Vec::new()));
    };
    match expression.kind() {
        "assignment_expression" => assignment(reader, node, expression),
        "object_creation_expression" => match child_of_kind(expression, "anonymous_class") {
            Some(class) => {
                let name = Name::new(ANONYMOUS.to_owned(), class.start_byte());
                let body = class.child_by_field_name("body");
                Shape::Element(Draft::declaration(Class, name, class).with_body(body))
            }
            None => Shape::Element(Draft::items(node, Vec::new())),
        },
        "function_call_expression" => call(reader, node, expression),
        _ if reader.grammar.rule(expression) == Rule::Import => {
            Shape::Element(Draft::import(expression))
        }
        _ => Shape::Element(Draft::items(node, Vec::new())),
    }
}

/// A variable is what it is bound to, if that is a function or a class.
fn assignment<'t>(reader: &Reader<'_>, node: Node<'t>, assignment: Node<'t>) -> Shape<'t> {
    let definitions = reader.definitions(assignment);
    let left = assignment.child_by_field_name("left");
    let right = assignment.child_by_field_name("right");
    if let (Some(left), Some(right)) = (left, right)
        && left.kind() == "variable_name"
        && let Some(own) = left.named_child(0)
    {
        let class = child_of_kind(right, "anonymous_class");
        let bound = match right.kind() {
            "anonymous_function" | "arrow_function" => Some((Function, right)),
            "object_creation_expression" => class.map(|class| (Class, class)),
            _ => None,
        };
        if let Some((kind, value)) = bound {
            let body = value.child_by_field_name("body");
            let draft = Draft::declaration(kind, reader.simple(own), value);
            return Shape::Element(draft.with_body(body));
        }
    }
    Shape::Element(Draft::items(node, definitions))
}

/// `define('A', 1)` defines a constant; a suite is crossed.
fn call<'t>(reader: &Reader<'_>, node: Node<'t>, call: Node<'t>) -> Shape<'t> {
    let called = reader.field_words(call, "function");
    let list = call.child_by_field_name("arguments");
    let argument = |place| list?.named_child(place)?.named_child(0);
    let definitions = match argument(0) {
        Some(name) if called == "define" && name.kind() == "string" => {
            vec![(reader.simple(name).own, name.start_byte())]
        }
        _ => Vec::new(),
    };
    let suite = argument(1)
        .filter(|given| SUITES.contains(&called.as_str()) && given.kind() == "anonymous_function");
    match suite.and_then(|function| function.child_by_field_name("body")) {
        Some(body) => Shape::Cross(body),
        None => Shape::Element(Draft::items(node, definitions)),
    }
}

/// Parameters of a constructor that are properties.
fn fields(reader: &Reader<'_>, node: Node<'_>) -> Vec<(String, usize)> {
    if node.kind() != "method_declaration" {
        return Vec::new();
    }
    let Some(parameters) = node.child_by_field_name("parameters") else {
        return Vec::new();
    };
    named_children(parameters)
        .filter(|parameter| parameter.kind() == "property_promotion_parameter")
        .flat_map(|parameter| reader.definitions(parameter))
        .collect()
}

fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Imported> {
    match node.kind() {
        "namespace_use_declaration" => uses(reader, node),
        "namespace_definition" => Vec::new(),
        _ => included(reader, node).into_iter().collect(),
    }
}

/// `use A\B as C, D;`, `use A\{B, function c};`
fn uses(reader: &Reader<'_>, node: Node<'_>) -> Vec<Imported> {
    let prefix = child_of_kind(node, "namespace_name").map(|prefix| reader.path(prefix));
    let list = node.child_by_field_name("body").unwrap_or(node);
    named_children(list)
        .filter(|child| child.kind() == "namespace_use_clause")
        .filter_map(|clause| {
            let path = reader.path(clause.named_child(0)?);
            let path = match &prefix {
                Some(prefix) => format!("{prefix}\\{path}"),
                None => path,
            };
            let alias = reader.field_words(clause, "alias");
            let path = path.trim_start_matches('\\');
            Some(Imported::of_path(path, "\\", &alias, node.start_byte()))
        })
        .collect()
}

/// The file of a `require`, where one string says it: `require __DIR__ . '/a.php'`.
fn included(reader: &Reader<'_>, node: Node<'_>) -> Option<Imported> {
    let text = reader.words(node);
    let mut parts = text.split(['\'', '"']);
    let (before, file, after) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || after.contains(['.', '$']) || file.contains('$') {
        return None;
    }
    let directories = before.matches("dirname(").count();
    let from = match (before.contains("__DIR__"), before.contains("__FILE__")) {
        (true, _) if directories > 0 => vec![".."; directories].join("/"),
        (_, true) if directories > 1 => vec![".."; directories - 1].join("/"),
        (true, _) | (_, true) => ".".to_owned(),
        _ => String::new(),
    };
    let module = format!("{from}{file}");
    Some(Imported::new(&module, "", "", node.start_byte()))
}
