//! GraphQL.

use crate::syntax::grammar::Rule::{Comment, Declaration, Silent, Special, Transparent, Wrapper};
use crate::syntax::grammar::{Reach, Row};
use crate::syntax::naming::Name;
use crate::syntax::outline::DeclarationKind::{
    Class, Enum, Function, Impl, Interface, Macro, Struct, Type,
};
use crate::syntax::shape::{Draft, Reader, Shape, child_of_kind};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "graphql",
    aliases: &["gql"],
    extensions: &["graphql", "gql", "graphqls"],
    grammar: || tree_sitter_graphql::LANGUAGE.into(),
    kinds: &[
        (Comment, "comment description"),
        (
            Wrapper,
            "definition type_system_definition type_definition type_system_extension \
             type_extension executable_definition",
        ),
        (Declaration(Class), "object_type_definition"),
        (Declaration(Interface), "interface_type_definition"),
        (Declaration(Enum), "enum_type_definition"),
        (Declaration(Struct), "input_object_type_definition"),
        (
            Declaration(Type),
            "union_type_definition scalar_type_definition",
        ),
        (
            Declaration(Impl),
            "object_type_extension interface_type_extension enum_type_extension \
             input_object_type_extension union_type_extension scalar_type_extension",
        ),
        (Declaration(Macro), "directive_definition"),
        (
            Declaration(Function),
            "operation_definition fragment_definition",
        ),
        (
            Special,
            "field_definition input_value_definition enum_value_definition",
        ),
        (Transparent, "document"),
        (Silent, "comma"),
    ],
    bodies: &[
        "fields_definition",
        "input_fields_definition",
        "enum_values_definition",
        "selection_set",
    ],
    bases: &["implements_interfaces"],
    names: "name",
    name_of: name,
    special: field,
    highlights: &[include_str!("queries/graphql.scm")],
    reach: Reach::Program,
    ..Row::CODE
};

fn name(reader: &Reader<'_>, node: Node<'_>) -> Name {
    let holder = ["fragment_name", "enum_value"]
        .iter()
        .find_map(|kind| child_of_kind(node, kind))
        .unwrap_or(node);
    child_of_kind(holder, "name")
        .map(|name| reader.simple(name))
        .unwrap_or_default()
}

/// A field or value defines its name; a schema and its extension have none.
fn field<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    let name = reader.name(node);
    let definition = Some((name.own, name.at)).filter(|(name, _)| !name.is_empty());
    Shape::Element(Draft::items(node, definition.into_iter().collect()))
}
