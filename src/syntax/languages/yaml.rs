//! YAML.

use super::overrun;
use crate::syntax::grammar::Row;
use crate::syntax::grammar::Rule::{Comment, Silent, Special, Transparent};
use crate::syntax::shape::{Draft, Reader, Shape, child_of_kind};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "yaml",
    aliases: &["yml"],
    extensions: &["yml", "yaml"],
    file_names: &[".clang-format", ".clang-tidy"],
    grammar: || tree_sitter_yaml::LANGUAGE.into(),
    kinds: &[
        (Comment, "comment"),
        (
            Transparent,
            "document block_node flow_node block_mapping flow_mapping",
        ),
        (Special, "block_mapping_pair flow_pair"),
        (
            Silent,
            "yaml_directive tag_directive reserved_directive tag anchor",
        ),
    ],
    names: "alias_name",
    special: pair,
    bearable: Some(overrun::narrow_blocks),
    highlights: &[tree_sitter_yaml::HIGHLIGHTS_QUERY, YAML_KEYS],
    ..Row::CODE
};

/// In the grammar's own query the patterns for all scalars come after those for keys.
const YAML_KEYS: &str = "
(block_mapping_pair key: (flow_node [(double_quote_scalar) (single_quote_scalar)] @property))
(block_mapping_pair key: (flow_node (plain_scalar (string_scalar) @property)))
(flow_pair key: (flow_node [(double_quote_scalar) (single_quote_scalar)] @property))
(flow_pair key: (flow_node (plain_scalar (string_scalar) @property)))
";

/// A key at the top defines its name, and that of an anchor on its value.
fn pair<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    let key = node.child_by_field_name("key");
    let anchor = node
        .child_by_field_name("value")
        .and_then(|value| child_of_kind(value, "anchor"))
        .and_then(|anchor| anchor.named_child(0));
    let names = key.into_iter().chain(anchor);
    let definitions = names.map(|name| (reader.simple(name).own, name.start_byte()));
    Shape::Element(Draft::items(node, definitions.collect()))
}
