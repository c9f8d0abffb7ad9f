//! Hooks for SQL: the members of a package, whose text the grammar does not parse.

use crate::syntax::kind::Kind;
use crate::syntax::outline::ElementKind;
use crate::syntax::query;
use crate::syntax::query::declarations::shape;
use crate::syntax::reference::Reference;
use crate::syntax::shape::Shape;
use crate::syntax::walk::narrow;
use crate::syntax::walker::{Hooks, Walker};
use regex::Regex;
use std::sync::LazyLock;
use tree_sitter::Node;

pub(super) const HOOKS: Hooks = Hooks {
    special,
    delegate: |walker, node| used_in_body(walker, node).unwrap_or_default(),
    ..query::hooks::HOOKS
};

/// Beginning of a function or procedure on a line.
static MEMBER: LazyLock<Regex> = regex!(
    r"(?im)^[ \t]*(?:(?:static|member|overriding|constructor|map|order)[ \t]+)*(?:function|procedure)[ \t]+(\w+)"
);

/// A comment or text, a table or function after a word, or a called function.
static USED: LazyLock<Regex> = regex!(
    r"(?i)--[^\n]*|'[^']*'|\b(?:from|join|into|update|table|call|exec(?:ute)?)\s+(?:only\s+)?(?:\w+\.)?(\w+)|(\w+)\s*\("
);

/// The functions and tables that a call, or the body of a function uses, which the grammar does not parse.
fn used_in_body(walker: &Walker<'_>, node: Node<'_>) -> Option<Vec<Reference>> {
    let text = walker.text_of(node);
    let body = match node.kind() {
        "create_function" | "create_view" | "create_type" => BODY.find(text)?.end(),
        "statement" => CALL.find(text)?.start(),
        _ => return None,
    };
    let mut found = Vec::new();
    for used in USED.captures_iter(&text[body..]) {
        let called = used.get(2);
        let Some(name) = used.get(1).or(called) else {
            continue;
        };
        let start = node.start_byte() + body;
        found.push(Reference {
            bytes: narrow(start + name.start()..start + name.end())?,
            qualifier: 0..0,
            is_member: false,
            is_called: called.is_some() || CALL.is_match(&text[body + used.get(0)?.start()..]),
            is_key: false,
        });
    }
    Some(found)
}

/// A call of a procedure.
static CALL: LazyLock<Regex> = regex!(r"(?i)\A\s*(?:call|exec(?:ute)?)\s");

/// The beginning of the body of a function or a procedure.
static BODY: LazyLock<Regex> = regex!(
    r"(?is)\A\s*(?:create|alter)\s.*?\b(?:function|procedure|trigger|proc)\b.*?(?:\bas\b|\bbegin\b)"
);

/// Shape of a node by the query; a package defines its functions and procedures.
fn special<'t>(walker: &Walker<'_>, node: Node<'t>) -> Shape<'t> {
    let mut found = shape(walker, node);
    if let Shape::Element(package) = &mut found
        && package.kind == ElementKind::Declaration(Kind::Module)
    {
        let members = MEMBER.captures_iter(walker.text_of(node));
        let names = members.filter_map(|member| member.get(1));
        package
            .definitions
            .extend(names.map(|name| (name.as_str().to_owned(), node.start_byte() + name.start())));
    }
    found
}
