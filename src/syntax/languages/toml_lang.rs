//! TOML.

use crate::syntax::grammar::Row;
use crate::syntax::grammar::Rule::{Comment, Special};
use crate::syntax::shape::{Draft, Reader, Shape};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "toml",
    extensions: &["toml"],
    file_names: &["Cargo.lock", "poetry.lock", "uv.lock", "Pipfile"],
    grammar: || tree_sitter_toml_ng::LANGUAGE.into(),
    kinds: &[
        (Comment, "comment"),
        (Special, "table table_array_element pair"),
    ],
    names: "",
    special: keyed,
    highlights: &[include_str!("queries/toml.scm")],
    ..Row::CODE
};

/// A table, or a key at the top, is named by its whole key: `server.limits`.
fn keyed<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    let key = node
        .named_child(0)
        .filter(|key| key.kind().ends_with("key"));
    let definition = key.map(|key| (reader.simple(key).own, key.start_byte()));
    Shape::Element(Draft::items(node, definition.into_iter().collect()))
}
