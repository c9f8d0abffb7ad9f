//! C, and what C++ has of it.

use super::mask::masked;
use crate::syntax::naming::{self, Name};
use crate::syntax::outline::DeclarationKind::{
    self, Constructor, Enum, Function, Method, Struct, Type,
};
use crate::syntax::row::{Constructors, Declarations, Hooks, Linking, Reach, Row, Uses};
use crate::syntax::shape::{Reader, Shape};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "c",
    extensions: "c h",
    grammar: || tree_sitter_c::LANGUAGE.into(),
    query: include_str!("../queries/c.scm"),
    highlights: &[tree_sitter_c::HIGHLIGHT_QUERY],
    ..ROW_OF_BOTH
};

pub(in crate::syntax) const CPP: Row = Row {
    name: "cpp",
    parse_limit: 1_000_000,
    aliases: &["c++", "cxx", "cc"],
    extensions: "cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp txx ixx cppm",
    grammar: || tree_sitter_cpp::LANGUAGE.into(),
    query: concat!(
        include_str!("../queries/c.scm"),
        include_str!("../queries/cpp.scm")
    ),
    highlights: &[
        tree_sitter_c::HIGHLIGHT_QUERY,
        tree_sitter_cpp::HIGHLIGHT_QUERY,
    ],
    ..ROW_OF_BOTH
};

/// The fields that C and C++ share.
const ROW_OF_BOTH: Row = Row {
    declarations: Declarations {
        bodies: &["body", "type"],
        bases: &["base_class_clause"],
        patterns: "enum_specifier enumerator_list struct_specifier union_specifier \
               field_declaration_list",
        constructors: Constructors::LikeType,
        needs_body: true,
        ..Declarations::CODE
    },
    uses: Uses {
        member_marks: &["->", "::", "."],
        ..Uses::CODE
    },
    linking: Linking {
        family: "c",
        reach: Reach::Program,
        implicit_self: true,
        ..Linking::CODE
    },
    hooks: Hooks {
        name: naming::declarator,
        special: declaration,
        refine,
        ..Hooks::CODE
    },
    readable: masked,
    ..Row::CODE
};

/// `struct A { … };` in a class is a field without a name to the grammar.
fn declaration<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    let of_type = node.child_by_field_name("type").filter(|of| {
        of.child_by_field_name("body").is_some()
            && of.child_by_field_name("name").is_some()
            && node.child_by_field_name("declarator").is_none()
    });
    match of_type {
        Some(of) => reader.shape(of),
        None => reader.items(node),
    }
}

/// `typedef struct { … } T;` is a struct, and `void A::b() {}` a method.
fn refine(_: &Reader<'_>, kind: DeclarationKind, node: Node<'_>, name: &Name) -> DeclarationKind {
    let of_type = node.child_by_field_name("type");
    let defined = of_type.filter(|of| of.child_by_field_name("body").is_some());
    match (kind, defined.map(|of| of.kind())) {
        (Type, Some("struct_specifier" | "union_specifier")) => Struct,
        (Type, Some("enum_specifier")) => Enum,
        (Function, _) if name.path.last() == Some(&name.own) => Constructor,
        (Function, _) if !name.path.is_empty() => Method,
        _ => kind,
    }
}
