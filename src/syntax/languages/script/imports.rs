//! Imports of JavaScript and related languages: `import`, `export … from`, `require`, `import()`.
//!
//! [`imports()`] is the hook of their rows.

use super::{MAX_CHAIN_LEN, arguments};
use crate::syntax::import::Import;
use crate::syntax::query;
use crate::syntax::shape::{Walker, child_of_kind, named_children};
use tree_sitter::Node;

/// Imports of a node.
pub(super) fn imports(walker: &Walker<'_>, node: Node<'_>) -> Vec<Import> {
    let at = node.start_byte();
    match node.kind() {
        "import_statement" | "export_statement" | "import_alias" => query::imports(walker, node),
        "variable_declarator" => bound(walker, node, at),
        "call_expression" => {
            let module = called_module(walker, node);
            let of = |module: String| Import::new(&module, "", at);
            module.map(of).into_iter().collect()
        }
        _ => named_children(node)
            .flat_map(|declarator| bound(walker, declarator, at))
            .collect(),
    }
}

/// Local name of a required module without another name.
pub(super) fn required_name(walker: &Walker<'_>, value: Node<'_>) -> Option<String> {
    let (module, member) = required(walker, value)?;
    let import = Import::new(&module, &member, value.start_byte());
    Some(import.local_name().to_owned())
}

/// `a = require("x")`, `{ b, c: d } = await import("x")`.
fn bound(walker: &Walker<'_>, declarator: Node<'_>, at: usize) -> Vec<Import> {
    let name = declarator.child_by_field_name("name");
    let value = declarator.child_by_field_name("value");
    let Some((name, value)) = name.zip(value) else {
        return Vec::new();
    };
    let Some((module, member)) = required(walker, value) else {
        return Vec::new();
    };
    if name.kind() != "object_pattern" {
        return vec![Import::new(&module, &member, at).called(&walker.words(name))];
    }
    named_children(name)
        .filter_map(|taken| {
            let (name, alias) = match taken.kind() {
                "pair_pattern" => {
                    let value = taken.child_by_field_name("value")?;
                    let alias = match value.kind() {
                        "identifier" => walker.words(value),
                        _ => String::new(),
                    };
                    (walker.simple(taken.child_by_field_name("key")?).own, alias)
                }
                "object_assignment_pattern" => (
                    walker.words(taken.child_by_field_name("left")?),
                    String::new(),
                ),
                "rest_pattern" => ("*".to_owned(), walker.words(taken.named_child(0)?)),
                "shorthand_property_identifier_pattern" => (walker.words(taken), String::new()),
                _ => return None,
            };
            Some(Import::new(&module, &name, at).called(&alias))
        })
        .collect()
}

/// The module of a value that is the result of `require("a")` or `import("a")`, or a member of it, and the name of
/// the member.
pub(super) fn required(walker: &Walker<'_>, mut value: Node<'_>) -> Option<(String, String)> {
    let mut member = String::new();
    for _ in 0..MAX_CHAIN_LEN {
        if let Some(module) = called_module(walker, value) {
            return Some((module, member));
        }
        value = match value.kind() {
            "member_expression" => {
                if member.is_empty() {
                    member = walker.words(value.child_by_field_name("property")?);
                }
                value.child_by_field_name("object")?
            }
            // `require("debug")("name")` is the result of the module's function.
            "call_expression" => {
                let function = value.child_by_field_name("function")?;
                (member.is_empty() && function.kind() == "call_expression").then_some(function)?
            }
            "await_expression"
            | "parenthesized_expression"
            | "as_expression"
            | "non_null_expression"
            | "satisfies_expression" => value.named_child(0)?,
            _ => return None,
        };
    }
    None
}

/// The module of `require("a")` and `import("a")`.
fn called_module(walker: &Walker<'_>, call: Node<'_>) -> Option<String> {
    if call.kind() != "call_expression" {
        return None;
    }
    let callee = call.child_by_field_name("function")?;
    let is_import = match callee.kind() {
        "import" => true,
        "identifier" => walker.text.get(callee.byte_range()) == Some("require"),
        _ => false,
    };
    let given = is_import.then(|| arguments(call).next())??;
    let is_constant = match given.kind() {
        "string" => true,
        "template_string" => child_of_kind(given, "template_substitution").is_none(),
        _ => false,
    };
    is_constant.then(|| walker.simple(given).own)
}
