//! Protocol Buffers.

use crate::syntax::grammar::Rule::{Comment, Declaration, Import, Silent, Special};
use crate::syntax::grammar::{Reach, Row};
use crate::syntax::import::{self, Import as Imported};
use crate::syntax::naming::Name;
use crate::syntax::outline::DeclarationKind::{Enum, Function, Impl, Interface, Struct};
use crate::syntax::shape::{Draft, Reader, Shape, child_of_kind};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "protobuf",
    aliases: &["proto"],
    extensions: &["proto"],
    grammar: || tree_sitter_proto::LANGUAGE.into(),
    kinds: &[
        (Comment, "comment"),
        // What stands at the top of every file, and says what is around it.
        (Import, "syntax edition package import"),
        (Declaration(Struct), "message group"),
        (Declaration(Enum), "enum"),
        (Declaration(Impl), "extend"),
        (Declaration(Function), "rpc"),
        (Special, "service field map_field oneof enum_field"),
        (
            Silent,
            "empty_statement service_name message_name enum_name rpc_name",
        ),
    ],
    bodies: &["message_body", "enum_body"],
    names: "identifier",
    name_of: name,
    special: member,
    imports,
    highlights: &[include_str!("queries/protobuf.scm")],
    reach: Reach::Program,
    ..Row::CODE
};

/// A name stands in a node of its own kind; that of an extended message may be a path.
fn name(reader: &Reader<'_>, node: Node<'_>) -> Name {
    let kind = match node.kind() {
        "message" => "message_name",
        "enum" => "enum_name",
        "service" => "service_name",
        "rpc" => "rpc_name",
        "extend" => "full_ident",
        _ => "identifier",
    };
    child_of_kind(node, kind)
        .map(|name| reader.split(name))
        .unwrap_or_default()
}

/// No `oneof` that people write has more fields.
const MOST_FIELDS: usize = 1024;

/// A service is the interface that its calls are of; a field defines its name.
fn member<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    let name = reader.name(node);
    Shape::Element(match node.kind() {
        "service" => Draft::declaration(Interface, name, node).with_body(Some(node)),
        "oneof" => {
            let mut cursor = node.walk();
            let fields = node.named_children(&mut cursor).take(MOST_FIELDS);
            let fields = fields.filter(|child| child.kind() == "oneof_field");
            let fields = fields.map(|field| reader.name(field));
            let names = std::iter::once(name).chain(fields);
            Draft::items(node, names.map(|name| (name.own, name.at)).collect())
        }
        _ => Draft::items(node, vec![(name.own, name.at)]),
    })
}

/// `syntax` and `package` bring nothing in.
fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Imported> {
    match node.kind() {
        "import" => import::by_words(reader, node),
        _ => Vec::new(),
    }
}
