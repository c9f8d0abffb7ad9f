//! Dart.

use crate::syntax::grammar::Row;
use crate::syntax::grammar::Rule::{
    Attribute, Comment, Declaration, Import, Items, Preamble, Special, Wrapper,
};
use crate::syntax::import::Import as Imported;
use crate::syntax::naming::{self, Name};
use crate::syntax::outline::DeclarationKind::{
    self, Accessor, Class, Constructor, Enum, Function, Impl, Method, Struct, Trait, Type,
};
use crate::syntax::shape::{Draft, Reader, Shape, child_of_kind};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "dart",
    extensions: &["dart"],
    shebangs: &["dart"],
    grammar: || tree_sitter_dart::LANGUAGE.into(),
    kinds: &[
        (
            Comment,
            "comment block_comment documentation_comment documentation_block_comment",
        ),
        (Preamble, "script_tag"),
        (Attribute, "annotation"),
        (
            Import,
            "import_or_export part_directive part_of_directive library_name",
        ),
        (Items, "enum_entry external_variable_declaration"),
        (
            Special,
            "function_declaration getter_declaration setter_declaration method_declaration \
             declaration top_level_variable_declaration external_function_declaration \
             external_getter_declaration external_setter_declaration mixin_declaration \
             class_declaration",
        ),
        (Wrapper, "member_declaration"),
        (Declaration(Struct), "extension_type_declaration"),
        (Declaration(Enum), "enum_declaration"),
        (Declaration(Impl), "extension_declaration"),
        (Declaration(Type), "type_alias"),
        // No element is one of these: they are in one, and have its name.
        (
            Declaration(Function),
            "function_signature getter_signature setter_signature",
        ),
    ],
    bases: &["superclass", "mixins", "interfaces", "class"],
    names: "identifier type_identifier",
    targets: &[
        "name",
        "static_final_declaration_list",
        "static_final_declaration",
        "initialized_identifier_list",
        "initialized_identifier",
        "identifier_list",
        "identifier",
    ],
    calls: &[("call_expression", "function")],
    name_of: name,
    special,
    fields,
    imports,
    highlights: &[tree_sitter_dart::HIGHLIGHTS_QUERY],
    ..Row::CODE
};

fn name(reader: &Reader<'_>, node: Node<'_>) -> Name {
    let name = match node.kind() {
        "class_declaration" => node.child_by_field_name("name").or_else(|| {
            // `class A = B with C;`
            child_of_kind(
                child_of_kind(node, "mixin_application_class")?,
                "identifier",
            )
        }),
        // One without a name is named by the type that it is of.
        "extension_declaration" => node
            .child_by_field_name("name")
            .or_else(|| child_of_kind(node.child_by_field_name("class")?, "type_identifier")),
        "extension_type_declaration" => {
            let name = node.child_by_field_name("name");
            name.and_then(|name| child_of_kind(name, "identifier").or(Some(name)))
        }
        "type_alias" => child_of_kind(node, "type_identifier"),
        _ => return naming::field(reader, node),
    };
    name.map(|name| reader.simple(name)).unwrap_or_default()
}

fn special<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    match node.kind() {
        "mixin_declaration" => with_bases(reader, Trait, node, node),
        "class_declaration" => {
            // `class A = B with C;`
            let alias = child_of_kind(node, "mixin_application_class");
            with_bases(reader, Class, node, alias.unwrap_or(node))
        }
        _ => match signature(node) {
            Some(signature) => function(reader, node, signature),
            None => variables(reader, node),
        },
    }
}

/// What a mixin is `on` and what an alias is made of are bases, too.
fn with_bases<'t>(
    reader: &Reader<'_>,
    kind: DeclarationKind,
    node: Node<'t>,
    of: Node<'t>,
) -> Shape<'t> {
    let mut cursor = of.walk();
    let bases = of
        .named_children(&mut cursor)
        .filter(|child| matches!(child.kind(), "type" | "mixin_application"))
        .flat_map(|of| reader.base_names(of));
    Shape::Element(Draft {
        bases: bases.collect(),
        ..Draft::declaration(kind, reader.name(node), node).with_body(reader.body(node))
    })
}

/// The part of a function that names it.
fn signature(node: Node<'_>) -> Option<Node<'_>> {
    let within = node.child_by_field_name("signature").unwrap_or(node);
    let within = match within.kind() {
        "method_signature" | "declaration" => within,
        kind => return kind.ends_with("_signature").then_some(within),
    };
    let mut cursor = within.walk();
    within
        .named_children(&mut cursor)
        .find(|child| child.kind().ends_with("_signature"))
}

fn function<'t>(reader: &Reader<'_>, node: Node<'t>, signature: Node<'t>) -> Shape<'t> {
    let body = reader.body(node);
    let mut cursor = signature.walk();
    let name = signature
        .children_by_field_name("name", &mut cursor)
        .last()
        .map(|name| reader.simple(name))
        .unwrap_or_default();
    let (kind, name) = match signature.kind() {
        // To be told by others, without code of its own.
        "getter_signature" | "setter_signature" if body.is_none() => {
            return Shape::Element(Draft {
                name,
                ..Draft::items(node, Vec::new())
            });
        }
        "getter_signature" | "setter_signature" => (Accessor, name),
        "operator_signature" => (Method, operator(reader, signature)),
        "function_signature" => (Function, name),
        // `A(…)`, `A.from(…)`: the type is around it.
        _ => (Constructor, name),
    };
    Shape::Element(match name.own.is_empty() {
        true => Draft::items(node, Vec::new()),
        false => Draft::declaration(kind, name, node).with_body(body),
    })
}

fn operator(reader: &Reader<'_>, signature: Node<'_>) -> Name {
    let sign = signature.child_by_field_name("operator");
    let mut cursor = signature.walk();
    let word = signature
        .children(&mut cursor)
        .find(|child| child.kind() == "operator");
    let sign = sign.map(|sign| reader.words(sign)).unwrap_or_default();
    Name {
        path: Vec::new(),
        own: format!("operator {sign}"),
        at: word.unwrap_or(signature).start_byte(),
    }
}

/// A variable that is bound to a function is that.
fn variables<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    let definitions = reader.definitions(node);
    let list = child_of_kind(node, "static_final_declaration_list")
        .or_else(|| child_of_kind(node, "initialized_identifier_list"));
    let function = list
        .filter(|list| list.named_child_count() == 1)
        .and_then(|list| list.named_child(0)?.child_by_field_name("value"))
        .filter(|value| value.kind() == "function_expression");
    Shape::Element(match (function, definitions.as_slice()) {
        (Some(function), [(own, at)]) => {
            let name = Name {
                path: Vec::new(),
                own: own.clone(),
                at: *at,
            };
            let body = function.child_by_field_name("body");
            Draft::declaration(Function, name, node).with_body(body)
        }
        _ => Draft::items(node, definitions),
    })
}

/// What an extension type is made of.
fn fields(reader: &Reader<'_>, node: Node<'_>) -> Vec<(String, usize)> {
    node.child_by_field_name("representation")
        .map(|representation| reader.definitions(representation))
        .unwrap_or_default()
}

/// All of a library, the names that it is asked to show, or the library under a prefix. A part
/// shares all names; the library's own name brings in nothing.
fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Imported> {
    let at = node.start_byte();
    if node.kind() == "library_name" {
        return Vec::new();
    }
    let specification = child_of_kind(node, "library_import")
        .and_then(|import| child_of_kind(import, "import_specification"))
        .or_else(|| child_of_kind(node, "library_export"))
        .unwrap_or(node);
    let uri = specification
        .child_by_field_name("uri")
        .or_else(|| child_of_kind(specification, "uri"))
        .or_else(|| child_of_kind(specification, "dotted_identifier_list"));
    let Some(uri) = uri else {
        return Vec::new();
    };
    // `'a.dart' if (dart.library.io) 'b.dart'`: what it is without conditions.
    let uri = child_of_kind(uri, "uri").unwrap_or(uri);
    let module = reader.simple(uri).own;
    if let Some(alias) = specification.child_by_field_name("alias") {
        return vec![Imported::new(&module, "", &reader.words(alias), at)];
    }
    let mut cursor = specification.walk();
    let shown: Vec<Imported> = specification
        .named_children(&mut cursor)
        .filter(|child| child.kind() == "combinator")
        .filter(|combinator| reader.words(*combinator).starts_with("show"))
        .flat_map(|combinator| {
            let mut cursor = combinator.walk();
            let names: Vec<Node<'_>> = combinator.named_children(&mut cursor).collect();
            names
        })
        .map(|name| Imported::new(&module, &reader.words(name), "", at))
        .collect();
    match shown.is_empty() {
        true => vec![Imported::new(&module, "*", "", at)],
        false => shown,
    }
}
