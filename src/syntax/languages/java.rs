//! Java.

use crate::syntax::grammar::Rule::{Comment, Declaration, Import, Items, Transparent};
use crate::syntax::grammar::{Reach, Row};
use crate::syntax::import::Import as Imported;
use crate::syntax::outline::DeclarationKind::{
    Class, Constructor, Enum, Interface, Method, Module,
};
use crate::syntax::shape::{Reader, child_of_kind};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "java",
    extensions: &["java"],
    grammar: || tree_sitter_java::LANGUAGE.into(),
    kinds: &[
        (Comment, "line_comment block_comment"),
        (
            Import,
            "package_declaration import_declaration requires_module_directive",
        ),
        (
            Items,
            "field_declaration constant_declaration enum_constant",
        ),
        (Declaration(Class), "class_declaration record_declaration"),
        (
            Declaration(Interface),
            "interface_declaration annotation_type_declaration",
        ),
        (Declaration(Enum), "enum_declaration"),
        (Declaration(Module), "module_declaration"),
        (
            Declaration(Method),
            "method_declaration annotation_type_element_declaration",
        ),
        (
            Declaration(Constructor),
            "constructor_declaration compact_constructor_declaration",
        ),
        (Transparent, "enum_body_declarations"),
    ],
    bases: &["superclass", "interfaces", "extends_interfaces"],
    member_marks: &["::", "."],
    bindings: &[
        (
            "formal_parameter catch_formal_parameter variable_declarator enhanced_for_statement \
             resource instanceof_expression annotation_type_element_declaration enum_constant",
            "name",
        ),
        ("element_value_pair", "key"),
        ("lambda_expression", "parameters"),
        (
            "inferred_parameters type_parameter type_pattern record_pattern_component",
            "",
        ),
    ],
    uncalled: &[
        ("annotation marker_annotation", "name arguments"),
        ("record_pattern", ""),
    ],
    imports,
    highlights: &[tree_sitter_java::HIGHLIGHTS_QUERY],

    reach: Reach::Directory,
    implicit_self: true,
    ..Row::CODE
};

/// The last part of a path is the name, if a `*` is not; the package says where the file itself is.
fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Imported> {
    let at = node.start_byte();
    let path = |node: Node<'_>| {
        let mut cursor = node.walk();
        let mut children = node.named_children(&mut cursor);
        let path =
            children.find(|child| matches!(child.kind(), "identifier" | "scoped_identifier"));
        path.map(|path| reader.path(path)).unwrap_or_default()
    };
    match node.kind() {
        "package_declaration" => Vec::new(),
        "requires_module_directive" => vec![Imported::new(&path(node), "", "", at)],
        _ if child_of_kind(node, "asterisk").is_some() => {
            vec![Imported::new(&path(node), "*", "", at)]
        }
        _ => vec![Imported::of_path(&path(node), ".", "", at)],
    }
}
