//! Java.

use crate::syntax::import::Import as Imported;
use crate::syntax::row::{Declarations, Hooks, Linking, Reach, Row, Uses};
use crate::syntax::shape::{Reader, child_of_kind};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "java",
    extensions: "java",
    grammar: || tree_sitter_java::LANGUAGE.into(),
    query: include_str!("../queries/java.scm"),
    declarations: Declarations {
        bases: &["superclass", "interfaces", "extends_interfaces"],
        ..Declarations::CODE
    },
    uses: Uses {
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
        ..Uses::CODE
    },
    linking: Linking {
        reach: Reach::Directory,
        implicit_self: true,
        ..Linking::CODE
    },
    hooks: Hooks {
        imports,
        ..Hooks::CODE
    },
    highlights: &[tree_sitter_java::HIGHLIGHTS_QUERY],
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
