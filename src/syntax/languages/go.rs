//! Go.

use crate::syntax::import::Import as Imported;
use crate::syntax::naming::{self, Name, base_type};
use crate::syntax::outline::DeclarationKind::{self, Function, Interface, Struct, Type};
use crate::syntax::row::{Declarations, Hooks, Linking, Packages, Reach, Row, Uses};
use crate::syntax::shape::{Draft, Reader, Shape, child_of_kind, named_children, only_named_child};
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
        special: binding,
        refine,
        bases: embedded,
        imports,
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

/// `var f = func() {}` is a function.
fn binding<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    let function = only_named_child(node).filter(|spec| {
        spec.child_by_field_name("value")
            .and_then(only_named_child)
            .is_some_and(|value| value.kind() == "func_literal")
    });
    match function {
        Some(spec) => Shape::Element(Draft::declaration(Function, reader.name(spec), node)),
        None => reader.items(node),
    }
}

/// `import . "a/b"` takes all names of it; the package clause says where the file itself is.
fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Imported> {
    let at = node.start_byte();
    let list = child_of_kind(node, "import_spec_list").unwrap_or(node);
    named_children(list)
        .filter_map(|spec| {
            let module = reader.unquoted(spec.child_by_field_name("path")?);
            let name = reader.field_words(spec, "name");
            Some(match name.as_str() {
                "." => Imported::new(&module, "*", "", at),
                alias => Imported::new(&module, "", alias, at),
            })
        })
        .collect()
}

/// Embedded types: of a struct, its fields without a name; of an interface, its types.
fn embedded(reader: &Reader<'_>, node: Node<'_>) -> Vec<String> {
    let Some(of) = node.child_by_field_name("type") else {
        return Vec::new();
    };
    let list = match of.kind() {
        "struct_type" => child_of_kind(of, "field_declaration_list"),
        "interface_type" => Some(of),
        _ => None,
    };
    let Some(list) = list else { return Vec::new() };
    named_children(list)
        .filter_map(|member| match member.kind() {
            "field_declaration" if member.child_by_field_name("name").is_none() => {
                member.child_by_field_name("type")
            }
            // `~int | ~string` is a constraint.
            "type_elem" => only_named_child(member).filter(|of| {
                matches!(
                    of.kind(),
                    "type_identifier" | "qualified_type" | "generic_type"
                )
            }),
            _ => None,
        })
        .map(|base| reader.words(base_type(base)))
        .collect()
}
