//! HCL: Terraform, Packer, Nomad.

use crate::syntax::grammar::Rule::{Comment, Silent, Special, Transparent};
use crate::syntax::grammar::{Reach, Row};
use crate::syntax::import::{self, Import};
use crate::syntax::naming::Name;
use crate::syntax::outline::DeclarationKind::{self, Module, Struct};
use crate::syntax::shape::{Draft, Reader, Shape, child_of_kind};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "hcl",
    aliases: &["terraform", "tf"],
    extensions: &["hcl", "tf", "tfvars", "tofu", "nomad"],
    grammar: || tree_sitter_hcl::LANGUAGE.into(),
    kinds: &[
        (Comment, "comment"),
        (Transparent, "body"),
        (Special, "block attribute"),
        (Silent, "block_start block_end"),
    ],
    names: "identifier",
    importing: "attribute",
    special: block,
    imports,
    highlights: &[include_str!("queries/hcl.scm")],
    reach: Reach::Directory,
    ..Row::CODE
};

/// Blocks that declare what their last label names, and whether their address begins with their
/// own type: `data.aws_ami.base`, but `aws_vpc.main`.
const DECLARING: &[(&str, DeclarationKind, bool)] = &[
    ("resource", Struct, false),
    ("data", Struct, true),
    ("ephemeral", Struct, true),
    ("module", Module, true),
    ("provider", Struct, true),
    ("check", Struct, true),
    ("source", Struct, true),
    ("job", Struct, false),
    ("group", Struct, false),
    ("task", Struct, false),
];
/// Blocks that give a value a name.
const NAMING: &[&str] = &["variable", "output", "function"];
/// Blocks whose attribute `source` says where their code is.
const SOURCED: &[&str] = &["module", "terraform"];
/// No block that people write has more labels or attributes that are names.
const MOST: usize = 1024;

fn block<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    let of = type_of(reader, node);
    if node.kind() == "attribute" {
        return Shape::Element(match of.as_str() {
            _ if is_source(reader, node) => Draft::import(node),
            _ if is_outermost(node) => Draft::items(node, name_of(reader, node)),
            _ => Draft::items(node, Vec::new()),
        });
    }
    let mut labels = labels(reader, node);
    let declares = DECLARING.iter().find(|(block, ..)| *block == of);
    Shape::Element(match (declares, labels.pop()) {
        (Some((_, kind, is_addressed)), Some((own, at))) => {
            let mut path: Vec<String> = is_addressed.then_some(of).into_iter().collect();
            path.extend(labels.into_iter().map(|(label, _)| label));
            let name = Name { path, own, at };
            let body = child_of_kind(node, "body");
            Draft::declaration(*kind, name, node).with_body(body)
        }
        (None, Some(label)) if NAMING.contains(&of.as_str()) => Draft::items(node, vec![label]),
        (None, None) if of == "locals" => Draft::items(node, locals(reader, node)),
        (_, None) if is_outermost(node) => Draft::items(node, name_of(reader, node)),
        _ => Draft::items(node, Vec::new()),
    })
}

/// The word that a block or attribute begins with.
fn type_of(reader: &Reader<'_>, node: Node<'_>) -> String {
    let word = node.named_child(0);
    word.map(|word| reader.words(word)).unwrap_or_default()
}

fn labels(reader: &Reader<'_>, block: Node<'_>) -> Vec<(String, usize)> {
    let mut cursor = block.walk();
    block
        .named_children(&mut cursor)
        .skip(1)
        .take_while(|child| matches!(child.kind(), "string_lit" | "identifier"))
        .take(MOST)
        .map(|label| (reader.simple(label).own, label.start_byte()))
        .collect()
}

/// The names in `locals { … }`.
fn locals(reader: &Reader<'_>, block: Node<'_>) -> Vec<(String, usize)> {
    let Some(body) = child_of_kind(block, "body") else {
        return Vec::new();
    };
    let mut cursor = body.walk();
    body.named_children(&mut cursor)
        .take(MOST)
        .filter(|child| child.kind() == "attribute")
        .flat_map(|attribute| name_of(reader, attribute))
        .collect()
}

/// The word that a block or attribute begins with, and where.
fn name_of(reader: &Reader<'_>, node: Node<'_>) -> Vec<(String, usize)> {
    let name = node.named_child(0);
    name.map(|name| (reader.words(name), name.start_byte()))
        .into_iter()
        .collect()
}

/// Whether an attribute says where the code of its block is.
fn is_source(reader: &Reader<'_>, attribute: Node<'_>) -> bool {
    type_of(reader, attribute) == "source"
        && attribute
            .parent()
            .and_then(|body| body.parent())
            .is_some_and(|block| SOURCED.contains(&type_of(reader, block).as_str()))
}

/// Whether a block or attribute stands in no other.
fn is_outermost(node: Node<'_>) -> bool {
    node.parent()
        .and_then(|body| body.parent())
        .is_none_or(|above| above.kind() == "config_file")
}

/// `source = "./modules/gateway"`.
fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Import> {
    match is_source(reader, node) {
        true => import::by_words(reader, node),
        false => Vec::new(),
    }
}
