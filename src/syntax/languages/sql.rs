//! SQL.

use super::dialect;
use crate::syntax::grammar::Rule::{Comment, Declaration, Silent, Special, Wrapper};
use crate::syntax::grammar::{Reach, Row};
use crate::syntax::naming::Name;
use crate::syntax::outline::DeclarationKind::{self, Enum, Function, Struct, Type};
use crate::syntax::shape::{Draft, Reader, Shape, child_of_kind};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "sql",
    aliases: &["postgresql", "mysql", "plpgsql"],
    extensions: &["sql", "ddl", "pgsql"],
    grammar: || tree_sitter_sequel::LANGUAGE.into(),
    kinds: &[
        (Comment, "comment marginalia"),
        (Wrapper, "statement"),
        (Declaration(Struct), "create_table"),
        (
            Declaration(Type),
            "create_view create_materialized_view create_type",
        ),
        (Declaration(Function), "create_function create_trigger"),
        (
            Special,
            "create_index create_schema create_sequence create_role create_extension \
             create_database column_definition",
        ),
        (Silent, "constraints"),
    ],
    bodies: &["column_definitions", "function_body", "create_query"],
    names: "identifier",
    name_of: name,
    special: item,
    refine,
    readable: dialect::standard,
    highlights: &[tree_sitter_sequel::HIGHLIGHTS_QUERY, SQL_NAMES],
    reach: Reach::Program,
    ..Row::CODE
};

/// What the grammar's own query has before more general patterns, and comments, which it marks
/// twice.
const SQL_NAMES: &str = "
[(comment) (marginalia)] @comment
(create_table (object_reference name: (identifier) @type))
(create_view (object_reference name: (identifier) @type))
(create_function (object_reference name: (identifier) @function))
(create_trigger . (keyword_create) (keyword_trigger) . (object_reference name: (identifier) @function))
(invocation (object_reference name: (identifier) @function.call))
(column_definition name: (identifier) @property)
";

/// Its schema is part of a name's path.
fn name(reader: &Reader<'_>, node: Node<'_>) -> Name {
    let Some(object) = child_of_kind(node, "object_reference") else {
        return Name::default();
    };
    let mut name = match object.child_by_field_name("name") {
        Some(name) => reader.simple(name),
        None => Name::default(),
    };
    let path = ["database", "schema"]
        .iter()
        .filter_map(|field| object.child_by_field_name(field));
    name.path = path
        .map(|part| unbracketed(reader.simple(part).own))
        .collect();
    name.own = unbracketed(name.own);
    name
}

/// `name` of `[name]`.
fn unbracketed(name: String) -> String {
    match name
        .strip_prefix('[')
        .and_then(|name| name.strip_suffix(']'))
    {
        Some(inner) => inner.to_owned(),
        None => name,
    }
}

/// What is created and is no declaration has the name that it was given; a statement has none.
fn item<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    let name = match node.kind() {
        "statement" => None,
        "create_index" => node.child_by_field_name("column"),
        "column_definition" => node.child_by_field_name("name"),
        _ => child_of_kind(node, "object_reference")
            .and_then(|object| object.child_by_field_name("name"))
            .or_else(|| child_of_kind(node, "identifier")),
    };
    let definitions = name.map(|name| (unbracketed(reader.simple(name).own), name.start_byte()));
    Shape::Element(Draft::items(node, definitions.into_iter().collect()))
}

/// A schema before the name of a function makes no method of it, and what the dialect has as a
/// type may be code.
fn refine(reader: &Reader<'_>, kind: DeclarationKind, node: Node<'_>, _: &Name) -> DeclarationKind {
    match kind {
        Type if node.kind() == "create_type" && is_routine(reader, node) => Function,
        Type if child_of_kind(node, "enum_elements").is_some() => Enum,
        _ => kind,
    }
}

fn is_routine(reader: &Reader<'_>, node: Node<'_>) -> bool {
    let text = reader.text.get(node.byte_range()).unwrap_or_default();
    dialect::routine(text).is_some()
}
