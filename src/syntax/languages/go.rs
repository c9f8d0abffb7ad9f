//! Go.

use crate::syntax::naming::{self, Name, base_type};
use crate::syntax::outline::DeclarationKind::{self, Interface, Struct, Type};
use crate::syntax::query;
use crate::syntax::row::{Declarations, Hooks, Linking, Packages, Reach, Row, Uses};
use crate::syntax::shape::Reader;
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "go",
    aliases: &["golang"],
    extensions: "go",
    grammar: || tree_sitter_go::LANGUAGE.into(),
    parse_limit: 1_000_000,
    query: include_str!("../queries/go.scm"),
    declarations: Declarations {
        bodies: &["body", "type"],
        patterns: "const_declaration var_declaration var_spec_list",
        ..Declarations::CODE
    },
    uses: Uses {
        member_marks: &["."],
        ..Uses::CODE
    },
    linking: Linking {
        reach: Reach::Directory,
        packages: Packages::Stated("go.mod"),
        ..Linking::CODE
    },
    hooks: Hooks {
        name,
        refine,
        bases: query::bases,
        ..Hooks::CODE
    },
    highlights: &[tree_sitter_go::HIGHLIGHTS_QUERY],
    more_highlights: include_str!("../queries/highlights/go.scm"),
    ..Row::CODE
};

/// A method's receiver is part of its path.
fn name(reader: &Reader<'_>, node: Node<'_>) -> Name {
    let mut name = naming::field(reader, node);
    if node.kind() == "method_declaration" {
        name.path.extend(receiver(reader, node));
    }
    name
}

fn receiver(reader: &Reader<'_>, node: Node<'_>) -> Option<String> {
    let parameters = node.child_by_field_name("receiver")?;
    let parameter = parameters.named_child(0)?;
    Some(reader.words(base_type(parameter.child_by_field_name("type")?)))
}

/// `type T struct { … }` is a struct.
fn refine(_: &Reader<'_>, kind: DeclarationKind, node: Node<'_>, _: &Name) -> DeclarationKind {
    match node.child_by_field_name("type").map(|of| of.kind()) {
        Some("struct_type") if kind == Type => Struct,
        Some("interface_type") if kind == Type => Interface,
        _ => kind,
    }
}
