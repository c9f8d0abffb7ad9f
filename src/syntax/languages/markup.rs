//! HTML and its kin: elements with ids, and scripts and styles in languages of their own.

use crate::syntax::Language;
use crate::syntax::grammar::Rule::{Comment, Embedded, Silent, Special, Transparent};
use crate::syntax::grammar::{Row, Rule};
use crate::syntax::import::Import;
use crate::syntax::shape::{Draft, Reader, Shape, child_of_kind};
use tree_sitter::Node;

/// What is the same in all of them.
pub(super) const ROW: Row = Row {
    names: "",
    importing: "start_tag self_closing_tag",
    special: tag,
    embedded,
    imports,
    ..Row::CODE
};

/// HTML; what is not in it a row adds.
pub(super) const KINDS: &[(Rule, &str)] = &[
    (Comment, "comment"),
    (Transparent, "element script_element style_element"),
    (Special, "start_tag self_closing_tag"),
    (Embedded, "raw_text"),
    (Silent, "doctype end_tag erroneous_end_tag"),
];

/// No tag that people write has more attributes.
const MOST_ATTRIBUTES: usize = 64;

/// What opens an element: it defines its id and its name, or brings a file in.
fn tag<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    if imported(reader, node).is_some() {
        return Shape::Element(Draft::import(node));
    }
    match tag_name(reader, node).as_str() {
        // What is written in it stands for it.
        "script" | "style" => Shape::Nothing,
        _ => Shape::Element(Draft::items(node, named(reader, node))),
    }
}

/// The values of `id` and `name`. A `<meta name>` or `<slot name>` names something else.
fn named(reader: &Reader<'_>, node: Node<'_>) -> Vec<(String, usize)> {
    let has_name = !matches!(tag_name(reader, node).as_str(), "meta" | "slot" | "param");
    let mut found: Vec<(String, usize)> = Vec::new();
    for attribute in ["id", "name"] {
        let value = attribute_of(reader, node, attribute).filter(|_| has_name || attribute == "id");
        let Some(value) = value else { continue };
        let name = reader.simple(value).own;
        if !name.is_empty() && found.iter().all(|(known, _)| *known != name) {
            found.push((name, value.start_byte()));
        }
    }
    found
}

fn tag_name(reader: &Reader<'_>, tag: Node<'_>) -> String {
    let name = tag
        .named_child(0)
        .filter(|child| child.kind() == "tag_name");
    let name = name.map(|name| reader.words(name).to_ascii_lowercase());
    name.unwrap_or_default()
}

/// The value of a tag's attribute.
fn attribute_of<'t>(reader: &Reader<'_>, tag: Node<'t>, wanted: &str) -> Option<Node<'t>> {
    let mut cursor = tag.walk();
    tag.named_children(&mut cursor)
        .take(MOST_ATTRIBUTES)
        .filter(|child| child.kind() == "attribute")
        .find(|attribute| {
            attribute
                .named_child(0)
                .is_some_and(|name| reader.words(name).eq_ignore_ascii_case(wanted))
        })
        .and_then(|attribute| match attribute.named_child(1)? {
            quoted if quoted.kind() == "quoted_attribute_value" => quoted.named_child(0),
            value => Some(value),
        })
        .filter(|value| value.kind() == "attribute_value")
}

/// The file that a `<script src>` or `<link href>` names.
fn imported<'t>(reader: &Reader<'_>, tag: Node<'t>) -> Option<Node<'t>> {
    match tag_name(reader, tag).as_str() {
        "script" => attribute_of(reader, tag, "src"),
        "link" => attribute_of(reader, tag, "href"),
        _ => None,
    }
}

fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Import> {
    let file = imported(reader, node).map(|file| Import {
        module: reader.words(file),
        at: node.start_byte(),
        ..Import::default()
    });
    file.into_iter().collect()
}

/// The language of a script or style: as its tag says, else that of the web.
fn embedded(reader: &Reader<'_>, node: Node<'_>) -> Option<Language> {
    let element = node.parent()?;
    let tag = child_of_kind(element, "start_tag")?;
    let said = ["lang", "type"]
        .iter()
        .find_map(|attribute| attribute_of(reader, tag, attribute))
        .map(|value| reader.words(value).to_ascii_lowercase());
    let usual = match element.kind() {
        "style_element" => "css",
        _ => "javascript",
    };
    let said = said.unwrap_or_default();
    Language::named(match said.as_str() {
        ""
        | "module"
        | "text/javascript"
        | "application/javascript"
        | "text/babel"
        | "text/css"
        | "scss"
        | "less"
        | "postcss" => usual,
        "text/typescript" => "typescript",
        said => said,
    })
    // JSON in a script declares nothing of the page.
    .filter(|language| matches!(language.name(), "javascript" | "typescript" | "tsx" | "css"))
}
