//! Hooks for values bound to names, functions that wrap a file, and exports without a declaration.

use super::imports::{arguments, exports, imports, required};
use crate::syntax::kind::Kind;
use crate::syntax::name::{Name, is_word};
use crate::syntax::query;
use crate::syntax::query::declarations::{bound, shape};
use crate::syntax::row::Rule;
use crate::syntax::shape::{RawElement, Shape};
use crate::syntax::walker::{Hooks, Walker, child_of_kind, named_children};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;
use tree_sitter::{Node, TreeCursor};

pub(in crate::syntax::languages) const HOOKS: Hooks = Hooks {
    special,
    imports,
    exports,
    words: indexed,
    ..query::hooks::HOOKS
};

/// Text before a template of Angular.
const TEMPLATE: &str = "template: `";

/// The names in the code of the cursor's node, a template of Angular: `{{ title }}`, `(click)="reload()"`.
fn inserted(walker: &Walker<'_>, node: Node<'_>) -> Vec<Range<usize>> {
    static CODE: LazyLock<Regex> = regex!(
        r#"\{\{(?<a>[^}]*)\}\}|(?:[\])]|\*\w+)="(?<b>[^"]*)"|@(?:if|for|switch|case|let)\b(?<c>[^{;]*)"#
    );
    static NAME: LazyLock<Regex> = regex!(r"'[^']*'|\.\s*\w+|(?<name>\b[a-zA-Z_]\w*)");
    let codes = CODE.captures_iter(walker.text_of(node));
    let codes = codes.filter_map(|code| code.iter().skip(1).flatten().next());
    let names = codes.flat_map(|code| {
        let start = node.start_byte() + code.start();
        let names = NAME.captures_iter(code.as_str());
        let names = names.filter_map(|found| found.name("name"));
        names.map(move |name| start + name.start()..start + name.end())
    });
    names.collect()
}

/// The name in the cursor's node, the content of a string, that indexes a value, `lib["open"]`, or that a function takes as
/// the name of a declaration.
fn indexed(walker: &Walker<'_>, cursor: &TreeCursor<'_>) -> Vec<Range<usize>> {
    let node = cursor.node();
    let before = walker.text_before(node);
    if before.ends_with(TEMPLATE) {
        return inserted(walker, node);
    }
    let value = before
        .strip_suffix(['"', '\''])
        .and_then(|before| before.strip_suffix('['));
    let is_value = |end: char| is_word(end) || matches!(end, ')' | ']' | '.');
    let is_index = value.is_some_and(|value| value.ends_with(is_value));
    let is_name = walker.text_of(node).chars().all(is_word);
    if is_index && is_name {
        vec![node.byte_range()]
    } else {
        query::hooks::named_in_call(walker, node)
    }
}

fn special<'t>(walker: &Walker<'_>, node: Node<'t>) -> Shape<'t> {
    match node.kind() {
        "expression_statement" => {
            let body = node.named_child(0).and_then(|call| invoked(walker, call));
            body.map_or_else(|| shape(walker, node), Shape::Cross)
        }
        "lexical_declaration" | "variable_declaration" if declares_required(walker, node) => {
            Shape::Element(RawElement::import(node))
        }
        _ if walker.grammar.rule(node) == Rule::Wrapper => bare_export(walker, node),
        _ => shape(walker, node),
    }
}

/// Returns true for one variable with the result of `require`.
fn declares_required(walker: &Walker<'_>, node: Node<'_>) -> bool {
    let mut declarators =
        named_children(node).filter(|child| child.kind() == "variable_declarator");
    let (Some(only), None) = (declarators.next(), declarators.next()) else {
        return false;
    };
    let value = only.child_by_field_name("value");
    value.is_some_and(|value| required(walker, value).is_some())
}

/// Maximum number of nodes around a value.
const MAX_CHAIN_LEN: usize = 16;

/// `export default …`, `export { a } from "b"`, `export import A = B.C`, `declare global { … }`.
fn bare_export<'t>(walker: &Walker<'_>, node: Node<'t>) -> Shape<'t> {
    if let Some(global) = child_of_kind(node, "statement_block") {
        let name = Name::new("global".to_owned(), node.start_byte());
        let draft = RawElement::declaration(Kind::Module, name, node);
        return Shape::Element(draft.with_body(Some(global)));
    }
    let Some(value) = node.child_by_field_name("value") else {
        // `export import A = B.C`
        let alias = child_of_kind(node, "import_alias").and_then(|alias| alias.named_child(0));
        let defined = alias.map(|name| (walker.text_of(name).to_owned(), name.start_byte()));
        return Shape::Element(match node.child_by_field_name("source") {
            Some(_) => RawElement::import(node),
            None => RawElement::items(node, Vec::from_iter(defined)),
        });
    };
    let name = match value.child_by_field_name("name") {
        Some(name) => walker.simple(name),
        None => Name::new("default".to_owned(), value.start_byte()),
    };
    let bound = bound(walker, value, name, value);
    Shape::Element(bound.unwrap_or_else(|| RawElement::items(value, Vec::new())))
}

/// The body of a function that is called where it is defined, which wraps a file.
fn invoked<'t>(walker: &Walker<'_>, expression: Node<'t>) -> Option<Node<'t>> {
    let mut call = expression;
    for _ in 0..MAX_CHAIN_LEN {
        match call.kind() {
            "unary_expression" => call = call.child_by_field_name("argument")?,
            "parenthesized_expression" | "await_expression" => call = call.named_child(0)?,
            _ => break,
        }
    }
    if call.kind() != "call_expression" {
        return None;
    }
    let callee = call.child_by_field_name("function")?;
    // With or without `.call`.
    let called = match callee.kind() {
        "member_expression" => callee.child_by_field_name("object")?,
        _ => callee,
    };
    let called = statements(walker, called)?;
    // A universal module: the longer of the two functions contains the code.
    let given = arguments(call).filter_map(|argument| statements(walker, argument));
    let bodies = given.chain([called]);
    bodies.max_by_key(|body| body.byte_range().len())
}

/// The statements of a function.
fn statements<'t>(walker: &Walker<'_>, value: Node<'t>) -> Option<Node<'t>> {
    if value.kind() == "call_expression" {
        return None;
    }
    let body = bound(walker, value, Name::default(), value)?.body?;
    (body.kind() == "statement_block").then_some(body)
}
