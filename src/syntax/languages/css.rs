//! CSS.

use crate::syntax::grammar::Row;
use crate::syntax::grammar::Rule::{Comment, Import, Special, Transparent};
use crate::syntax::import::{self, Import as Imported};
use crate::syntax::shape::{Draft, Reader, Shape, child_of_kind};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "css",
    extensions: &["css"],
    grammar: || tree_sitter_css::LANGUAGE.into(),
    kinds: &[
        (Comment, "comment js_comment"),
        (
            Import,
            "import_statement charset_statement namespace_statement",
        ),
        (Special, "rule_set keyframes_statement at_rule"),
        (
            Transparent,
            "media_statement supports_statement scope_statement block",
        ),
    ],
    names: "plain_value",
    special: rule,
    imports,
    highlights: &[tree_sitter_css::HIGHLIGHTS_QUERY],
    ..Row::CODE
};

/// A rule is read no further.
const MOST_NODES: usize = 4096;

/// A rule is an item; an at-rule around others is crossed.
fn rule<'t>(reader: &Reader<'_>, node: Node<'t>) -> Shape<'t> {
    let block = child_of_kind(node, "block").filter(|_| node.kind() == "at_rule");
    let first = block.and_then(|block| block.named_child(0));
    let holds_rules = first.is_some_and(|first| {
        matches!(
            first.kind(),
            "rule_set" | "at_rule" | "media_statement" | "supports_statement" | "comment"
        )
    });
    match holds_rules {
        // `@layer a { … }`, `@container (…) { … }`.
        true => Shape::Cross(node),
        false => Shape::Element(Draft::items(node, defined(reader, node))),
    }
}

/// The classes and ids of a rule's selectors, the custom properties that it sets, and the same of
/// the rules in it; the name of `@keyframes`, `@layer`, `@property`.
fn defined(reader: &Reader<'_>, rule: Node<'_>) -> Vec<(String, usize)> {
    let mut found: Vec<(String, usize)> = Vec::new();
    let names_itself = rule.kind() == "at_rule"
        && child_of_kind(rule, "at_keyword")
            .is_some_and(|word| matches!(&*reader.words(word), "@layer" | "@property"));
    let mut cursor = rule.walk();
    let mut around: Vec<&str> = Vec::new();
    for _ in 0..MOST_NODES {
        let node = cursor.node();
        let defines = match node.kind() {
            // That of `:hover` is none.
            "class_name" => around.last() == Some(&"class_selector"),
            "id_name" | "keyframes_name" => true,
            "keyword_query" => names_itself,
            "property_name" => reader.words(node).starts_with("--"),
            _ => false,
        };
        if defines {
            let name = reader.words(node);
            if found.iter().all(|(known, _)| *known != name) {
                found.push((name, node.start_byte()));
            }
        }
        if cursor.goto_first_child() {
            around.push(node.kind());
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
            around.pop();
        }
    }
    found
}

/// The file of `@import "a.css"` and `@import url(a.css)`.
fn imports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Imported> {
    if node.kind() != "import_statement" {
        return Vec::new();
    }
    let text = reader.text.get(node.byte_range()).unwrap_or_default();
    let bare = text
        .split_once("url(")
        .and_then(|(_, rest)| rest.split_once(')'))
        .map(|(file, _)| file.trim().trim_matches(['"', '\'']));
    match bare {
        Some(file) => vec![Imported {
            module: file.to_owned(),
            at: node.start_byte(),
            ..Imported::default()
        }],
        None => import::by_words(reader, node).into_iter().take(1).collect(),
    }
}
