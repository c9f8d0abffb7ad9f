//! C#.

use super::conditional;
use crate::syntax::naming::{self, Name, at_token};
use crate::syntax::outline::DeclarationKind::{self, Impl, Struct};
use crate::syntax::query;
use crate::syntax::row::{Declarations, Hooks, Linking, Reach, Row};
use crate::syntax::shape::{Reader, child_of_kind, children};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "csharp",
    aliases: &["c#", "cs"],
    extensions: "cs csx",
    shebangs: "dotnet-script",
    grammar: || tree_sitter_c_sharp::LANGUAGE.into(),
    parse_limit: 1_000_000,
    query: include_str!("../queries/csharp.scm"),
    declarations: Declarations {
        bodies: &["body", "accessors", "value"],
        bases: &["base_list"],
        targets: &[
            "name",
            "variable_declaration",
            "variable_declarator",
            "tuple_pattern",
        ],
        ..Declarations::CODE
    },
    linking: Linking::of(Reach::Program).with_implicit_self(),
    hooks: Hooks {
        name,
        refine,
        fields: query::fields,
        ..Hooks::CODE
    },
    readable: conditional::masked,
    highlights: &[tree_sitter_c_sharp::HIGHLIGHTS_QUERY],
    more_highlights: include_str!("../queries/highlights/csharp.scm"),
    ..Row::CODE
};

/// Operators are named by their signs, members of another interface by that.
fn name(reader: &Reader<'_>, node: Node<'_>) -> Name {
    let mut name = match node.kind() {
        "namespace_declaration" => {
            let name = node.child_by_field_name("name");
            return name.map(|name| reader.split(name)).unwrap_or_default();
        }
        "destructor_declaration" => {
            let name = naming::field(reader, node);
            at_token(node, "~", &format!("~{}", name.own))
        }
        "operator_declaration" | "conversion_operator_declaration" => {
            let sign = node
                .child_by_field_name("operator")
                .or_else(|| node.child_by_field_name("type"));
            let sign = sign.map(|sign| reader.words(sign)).unwrap_or_default();
            at_token(node, "operator", &format!("operator {sign}"))
        }
        "constructor_declaration" => match extended(reader, node) {
            Some(of) => reader.simple(of),
            None => naming::field(reader, node),
        },
        _ => naming::field(reader, node),
    };
    let interface = child_of_kind(node, "explicit_interface_specifier");
    if let Some(interface) = interface.and_then(|of| of.named_child(0)) {
        let interface = reader.words(interface);
        let generics = interface.find('<').unwrap_or(interface.len());
        let path = interface.get(..generics).unwrap_or_default();
        name.path.extend(path.rsplit('.').next().map(str::to_owned));
    }
    name
}

/// The type that a block `extension(T value) { … }` is for: to the grammar that is a constructor.
fn extended<'t>(reader: &Reader<'_>, node: Node<'t>) -> Option<Node<'t>> {
    let name = node.child_by_field_name("name")?;
    let parameters = node.child_by_field_name("parameters")?;
    let of = parameters.named_child(0)?.child_by_field_name("type")?;
    let of = match of.kind() {
        "generic_name" => of.named_child(0)?,
        _ => of,
    };
    (reader.words(name) == "extension").then_some(of)
}

fn refine(
    reader: &Reader<'_>,
    kind: DeclarationKind,
    node: Node<'_>,
    name: &Name,
) -> DeclarationKind {
    match node.kind() {
        "record_declaration" => {
            let mut head = children(node).take_while(|child| child.start_byte() < name.at);
            match head.any(|child| child.kind() == "struct") {
                true => Struct,
                false => kind,
            }
        }
        "constructor_declaration" if extended(reader, node).is_some() => Impl,
        _ => kind,
    }
}
