//! Svelte.

use super::markup;
use crate::syntax::Language;
use crate::syntax::grammar::Rule::{Comment, Declaration, Embedded, Silent, Special, Transparent};
use crate::syntax::grammar::{Packages, Row};
use crate::syntax::naming::Name;
use crate::syntax::outline::DeclarationKind::Function;
use crate::syntax::shape::{Reader, child_of_kind};
use tree_sitter::Node;

pub(in crate::syntax) const ROW: Row = Row {
    name: "svelte",
    extensions: &["svelte"],
    grammar: || tree_sitter_svelte_ng::LANGUAGE.into(),
    kinds: &[
        (Comment, "comment"),
        (
            Transparent,
            "element script_element style_element if_statement else_if_block else_block \
             each_statement await_statement then_block catch_block key_statement",
        ),
        (Special, "start_tag self_closing_tag"),
        (Declaration(Function), "snippet_statement"),
        (Embedded, "raw_text svelte_raw_text"),
        (
            Silent,
            "doctype end_tag erroneous_end_tag if_start else_if_start else_start each_start \
             await_start then_start catch_start key_start",
        ),
    ],
    names: "tag_name",
    name_of: name,
    embedded,
    highlights: &[tree_sitter_svelte_ng::HIGHLIGHTS_QUERY, SVELTE_TAGS],
    injections: SVELTE_INJECTIONS,
    packages: Packages::Relative,
    family: "script",
    ..markup::ROW
};

/// What the grammar's own query expects of that of HTML.
const SVELTE_TAGS: &str = "
(tag_name) @tag
(attribute_name) @attribute
(attribute_value) @string
(quoted_attribute_value) @string
(snippet_name) @function
[\"<\" \">\" \"</\" \"/>\"] @punctuation
(comment) @comment
";

/// The grammar's own query has a script in TypeScript as JavaScript, too.
const SVELTE_INJECTIONS: &str = "
((script_element (start_tag) @_tag (raw_text) @injection.content)
  (#not-match? @_tag \"lang *= *.?(ts|typescript)\")
  (#set! injection.language \"javascript\"))
((script_element (start_tag) @_tag (raw_text) @injection.content)
  (#match? @_tag \"lang *= *.?(ts|typescript)\")
  (#set! injection.language \"typescript\"))
((style_element (raw_text) @injection.content)
  (#set! injection.language \"css\"))
((svelte_raw_text) @injection.content
  (#set! injection.language \"typescript\"))
";

/// `{#snippet row(item)}` is called like a function.
fn name(reader: &Reader<'_>, node: Node<'_>) -> Name {
    child_of_kind(node, "snippet_start")
        .and_then(|start| child_of_kind(start, "snippet_name"))
        .map(|name| reader.simple(name))
        .unwrap_or_default()
}

/// What stands between braces is an expression of the script's language; TypeScript reads both.
fn embedded(reader: &Reader<'_>, node: Node<'_>) -> Option<Language> {
    match node.kind() {
        "svelte_raw_text" => Language::named("typescript"),
        _ => (markup::ROW.embedded)(reader, node),
    }
}
