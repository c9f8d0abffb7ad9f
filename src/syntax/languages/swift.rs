//! Swift.

use crate::syntax::import::Import as Imported;
use crate::syntax::naming::{self, Name, at_token};
use crate::syntax::outline::DeclarationKind::{self, Accessor, Enum, Function, Impl, Struct};
use crate::syntax::row::{Declarations, Hooks, Linking, Reach, Row};
use crate::syntax::shape::{Draft, Reader, Shape, child_of_kind, children, named_children};
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
        special,
        refine,
        imports,
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

fn special<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    match node.kind() {
        "property_declaration" => property(reader, node),
        "subscript_declaration" => {
            let name = at_token(node, "subscript", "subscript");
            let body = reader.body(node);
            Shape::Element(match body.filter(|body| has_code(*body)) {
                body @ Some(_) => Draft::declaration(Accessor, name, node).with_body(body),
                None => Draft {
                    name,
                    ..Draft::items(node, Vec::new())
                },
            })
        }
        "directive" => match reader.words(node).starts_with("#endif") {
            true => Shape::Closing,
            false => Shape::Attribute,
        },
        _ => {
            let name = child_of_kind(node, "custom_operator")
                .or_else(|| child_of_kind(node, "simple_identifier"));
            let name = name.map(|name| (reader.words(name), name.start_byte()));
            Shape::Element(Draft::items(node, name.into_iter().collect()))
        }
    }
}

/// A property that is computed or observed is an accessor, one that is bound to a closure a
/// function, and every other an item.
fn property<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    let definitions = reader.definitions(node);
    let closure = node
        .child_by_field_name("value")
        .filter(|value| value.kind() == "lambda_literal");
    let code = match (reader.body(node), closure) {
        (Some(body), _) => Some((Accessor, body)),
        (None, Some(closure)) => Some((Function, closure)),
        (None, None) => None,
    };
    Shape::Element(match (code, definitions.as_slice()) {
        (Some((kind, body)), [(own, at)]) => {
            let name = Name::new(own.clone(), *at);
            Draft::declaration(kind, name, node).with_body(Some(body))
        }
        _ => Draft::items(node, definitions),
    })
}

/// Returns true if accessors have code; those of a protocol do not.
fn has_code(accessors: Node<'_>) -> bool {
    let mut cursor = accessors.walk();
    accessors.named_children(&mut cursor).any(|accessor| {
        accessor.kind() == "statements" || children(accessor).any(|child| child.kind() == "{")
    })
}

/// `import A` brings in all of a module, `import struct A.B` one name of it.
fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Imported> {
    let Some(path) = child_of_kind(node, "identifier") else {
        return Vec::new();
    };
    let at = node.start_byte();
    let names_one = children(node).any(|child| !child.is_named() && child.kind() != "import");
    let path = reader.path(path);
    vec![match names_one {
        true => Imported::of_path(&path, ".", "", at),
        false => Imported::new(&path, "*", "", at),
    }]
}
