//! Swift.

use crate::syntax::naming::{self, Name, at_token};
use crate::syntax::outline::DeclarationKind::{self, Enum, Impl, Struct};
use crate::syntax::row::{Declarations, Hooks, Linking, Reach, Row};
use crate::syntax::shape::{Reader, child_of_kind, named_children};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "swift",
    extensions: "swift swiftinterface",
    shebangs: "swift",
    grammar: || tree_sitter_swift::LANGUAGE.into(),
    parse_limit: 1_000_000,
    query: include_str!("../queries/swift.scm"),
    declarations: Declarations {
        bodies: &[
            "body",
            "computed_value",
            "willset_didset_block",
            "computed_property",
            "definition",
        ],
        bases: &["inheritance_specifier"],
        targets: &["name", "bound_identifier"],
        patterns: "pattern",
        ..Declarations::CODE
    },
    linking: Linking::of(Reach::Program).with_implicit_self(),
    hooks: Hooks {
        name,
        refine,
        ..Hooks::CODE
    },
    highlights: &[tree_sitter_swift::HIGHLIGHTS_QUERY],
    more_highlights: include_str!("../queries/highlights/swift.scm"),
    ..Row::CODE
};

fn name(reader: &Reader<'_>, node: Node<'_>) -> Name {
    match node.kind() {
        "class_declaration" => match node.child_by_field_name("name") {
            // `extension A.B<C>`
            Some(of) if of.kind() == "user_type" => extended(reader, of),
            _ => naming::field(reader, node),
        },
        "deinit_declaration" => at_token(node, "deinit", "deinit"),
        "macro_declaration" => match child_of_kind(node, "simple_identifier") {
            Some(name) => reader.simple(name),
            None => Name::default(),
        },
        _ => naming::field(reader, node),
    }
}

/// The type that an extension is of.
fn extended(reader: &Reader<'_>, of: Node<'_>) -> Name {
    let parts = named_children(of);
    let mut parts: Vec<Node<'_>> = parts
        .filter(|part| part.kind() == "type_identifier")
        .collect();
    let own = parts.pop();
    Name {
        path: parts.iter().map(|part| reader.words(*part)).collect(),
        ..own.map(|own| reader.simple(own)).unwrap_or_default()
    }
}

fn refine(reader: &Reader<'_>, kind: DeclarationKind, node: Node<'_>, _: &Name) -> DeclarationKind {
    let word = reader.field_words(node, "declaration_kind");
    match word.as_str() {
        "struct" => Struct,
        "enum" => Enum,
        "extension" => Impl,
        _ => kind,
    }
}
