//! Dockerfiles and Containerfiles.

use crate::syntax::grammar::Row;
use crate::syntax::grammar::Rule::{Comment, Import, Special};
use crate::syntax::import::Import as Imported;
use crate::syntax::naming::Name;
use crate::syntax::outline::DeclarationKind::Module;
use crate::syntax::shape::{Draft, Reader, Shape, child_of_kind};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "dockerfile",
    aliases: &["docker", "containerfile"],
    extensions: &["dockerfile", "containerfile"],
    file_names: &["Dockerfile", "Containerfile"],
    file_prefixes: &["Dockerfile.", "Containerfile."],
    grammar: || tree_sitter_containerfile::LANGUAGE.into(),
    kinds: &[
        (Comment, "comment"),
        (Import, "image_spec"),
        (Special, "from_instruction arg_instruction env_instruction"),
    ],
    names: "variable",
    sections: true,
    special: instruction,
    imports,
    highlights: &[
        tree_sitter_containerfile::HIGHLIGHTS_QUERY,
        DOCKERFILE_NAMES,
    ],
    ..Row::CODE
};

/// What the grammar's own query leaves plain, and comments, which it marks twice.
const DOCKERFILE_NAMES: &str = "
(image_name) @type
(image_tag) @constant
(image_alias) @label
(variable) @variable
(arg_pair name: (unquoted_string) @property)
(env_pair name: (unquoted_string) @property)
(label_pair key: (unquoted_string) @property)
(comment) @comment
";

/// `FROM` begins a stage, with all that follows; `ARG` and `ENV` define names.
fn instruction<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    if node.kind() == "from_instruction" {
        return Shape::Element(Draft::declaration(Module, stage(reader, node), node));
    }
    let mut cursor = node.walk();
    let definitions = node
        .named_children(&mut cursor)
        .filter_map(|pair| pair.child_by_field_name("name"))
        .map(|name| (reader.simple(name).own, name.start_byte()));
    Shape::Element(Draft::items(node, definitions.collect()))
}

/// A stage is called as it says, else like the image that it begins with.
fn stage(reader: &Reader<'_>, node: Node<'_>) -> Name {
    let image = || child_of_kind(node, "image_spec")?.child_by_field_name("name");
    node.child_by_field_name("as")
        .or_else(image)
        .map(|name| reader.simple(name))
        .unwrap_or_default()
}

/// An image, without its tag.
fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Imported> {
    let image = node.child_by_field_name("name").map(|image| Imported {
        module: reader.words(image),
        at: node.start_byte(),
        ..Imported::default()
    });
    image.into_iter().collect()
}
