//! Imports of JavaScript and related languages, `import`, `export … from`, `require`, `import()`, and the names that
//! they export separately from their declarations.

use crate::syntax::import::{Export, Import};
use crate::syntax::query::modules;
use crate::syntax::walker::{Walker, child_of_kind, named_children};
use tree_sitter::Node;

/// Maximum number of nodes around a value.
const MAX_CHAIN_LEN: usize = 16;

/// Imports of a node.
pub(super) fn imports(walker: &Walker<'_>, node: Node<'_>) -> Vec<Import> {
    let at = node.start_byte();
    match node.kind() {
        "import_statement" | "export_statement" | "import_alias" => modules::imports(walker, node),
        "variable_declarator" => bound(walker, node, at),
        "call_expression" => match called_module(walker, node) {
            Some(module) => {
                let import = passed_on(walker, node, &module);
                vec![import.unwrap_or_else(|| Import::new(&module, "", at))]
            }
            None => Vec::new(),
        },
        _ => named_children(node)
            .flat_map(|declarator| bound(walker, declarator, at))
            .collect(),
    }
}

/// Local name of a required module without another name.
fn required_name(walker: &Walker<'_>, value: Node<'_>) -> Option<String> {
    let (module, member) = required(walker, value)?;
    let import = Import::new(&module, &member, value.start_byte());
    Some(import.local_name().to_owned())
}

/// `a = require("x")`, `{ b, c: d } = await import("x")`.
fn bound(walker: &Walker<'_>, declarator: Node<'_>, at: usize) -> Vec<Import> {
    let (Some(name), Some(value)) = (
        declarator.child_by_field_name("name"),
        declarator.child_by_field_name("value"),
    ) else {
        return Vec::new();
    };
    let Some((module, member)) = required(walker, value) else {
        return Vec::new();
    };
    if name.kind() != "object_pattern" {
        // `await import("x")` gives all names of the module.
        let is_whole = member.is_empty() && value.kind() == "await_expression";
        let member = if is_whole { "*" } else { &member };
        return vec![Import::new(&module, member, at).called(&walker.words(name))];
    }
    // `{ util: { pad } }` takes a member of what the module exports.
    let inner = named_children(name).filter_map(|taken| taken.child_by_field_name("value"));
    let inner = inner
        .filter(|value| value.kind() == "object_pattern")
        .flat_map(named_children);
    named_children(name)
        .chain(inner)
        .filter_map(|taken| {
            let (name, alias) = taken_name(walker, taken)?;
            Some(Import::new(&module, &name, at).called(&alias))
        })
        .collect()
}

/// The import of a module by a call within a larger value, with the name that the value has:
/// `exports.a = require("b").c`, `module.exports = { a: require("b") }`, `const A = lazy(() => import("./A"))`.
fn passed_on(walker: &Walker<'_>, call: Node<'_>, module: &str) -> Option<Import> {
    let text = |node: Node<'_>, field| {
        let child = node.child_by_field_name(field);
        child.map_or_else(String::new, |child| walker.words(child))
    };
    let (mut name, mut key) = (String::new(), String::new());
    let (mut is_lazy, mut is_passed) = (false, false);
    let mut node = call;
    for _ in 0..MAX_CHAIN_LEN {
        let parent = node.parent()?;
        match parent.kind() {
            "member_expression" if text(parent, "property") == "then" => is_lazy = true,
            "member_expression" if name.is_empty() => name = text(parent, "property"),
            // `.then(it => ({ default: it.A }))` takes `A`.
            "call_expression" if text(node, "property") == "then" => {
                let mut words = text(parent, "arguments");
                words.truncate(words.trim_end_matches([')', '}', ' ', ',']).len());
                name = words.rsplit('.').next().unwrap_or_default().to_owned();
            }
            "arrow_function" => is_lazy = true,
            "arguments" | "call_expression" if is_lazy => is_passed = true,
            "spread_element" if name.is_empty() => name = "*".to_owned(),
            "pair" if key.is_empty() => key = walker.simple(parent.child_by_field_name("key")?).own,
            // `const load = () => import("./a")` is a function.
            "variable_declarator" if key.is_empty() && is_passed => {
                let alias = text(parent, "name");
                return Some(Import::new(module, &name, call.start_byte()).called(&alias));
            }
            "assignment_expression" => {
                let left = text(parent, "left");
                let left = left.strip_prefix("module.").unwrap_or(&left);
                let alias = left.strip_prefix("exports.").unwrap_or(&key);
                let is_export = left.starts_with("exports") && (!alias.is_empty() || name == "*");
                let import = Import::new(module, &name, call.start_byte());
                return is_export.then(|| import.called(alias));
            }
            "object" | "as_expression" | "parenthesized_expression" | "await_expression" => {}
            _ => return None,
        }
        node = parent;
    }
    None
}

/// A name in a pattern, and the local name for it; empty for the same name.
fn taken_name(walker: &Walker<'_>, taken: Node<'_>) -> Option<(String, String)> {
    let name = match taken.kind() {
        "pair_pattern" => {
            let name = walker.simple(taken.child_by_field_name("key")?).own;
            let value = taken.child_by_field_name("value")?;
            let is_renamed = value.kind() == "identifier";
            return Some((
                name,
                if is_renamed {
                    walker.words(value)
                } else {
                    String::new()
                },
            ));
        }
        "rest_pattern" => return Some(("*".to_owned(), walker.words(taken.named_child(0)?))),
        "object_assignment_pattern" => taken.child_by_field_name("left")?,
        "shorthand_property_identifier_pattern" => taken,
        _ => return None,
    };
    Some((walker.words(name), String::new()))
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
        "identifier" => walker.text_of(callee) == "require",
        _ => false,
    };
    if !is_import {
        return None;
    }
    let given = arguments(call).next()?;
    let is_constant = match given.kind() {
        "string" => true,
        "template_string" => child_of_kind(given, "template_substitution").is_none(),
        _ => false,
    };
    is_constant.then(|| walker.simple(given).own)
}

pub(super) fn arguments(call: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let list = call.child_by_field_name("arguments");
    // A module wrapper has few arguments; a call may have a table of data.
    (0..8).map_while(move |index| list?.named_child(index))
}

/// The names that a statement exports. In `declare module "kit" { … }`, they are not those of the file.
pub(super) fn exports(walker: &Walker<'_>, node: Node<'_>) -> Vec<Export> {
    let is_inner = |parent: Node<'_>| parent.kind() == "statement_block";
    match node.kind() {
        "export_statement" if node.parent().is_some_and(is_inner) => Vec::new(),
        "export_statement" => modules::exports(walker, node),
        "expression_statement" if assigns_exports(walker.text_of(node)) => {
            let exports = modules::exports(walker, node);
            if exports.is_empty() {
                return required_export(walker, node).into_iter().collect();
            }
            exports
        }
        _ => Vec::new(),
    }
}

fn assigns_exports(statement: &str) -> bool {
    statement.starts_with("exports") || statement.starts_with("module.exports")
}

/// `module.exports = require("a")`.
fn required_export(walker: &Walker<'_>, statement: Node<'_>) -> Option<Export> {
    let assignment = statement.named_child(0)?;
    let left = walker.words(assignment.child_by_field_name("left")?);
    let value = assignment.child_by_field_name("right")?;
    if !matches!(left.as_str(), "module.exports" | "exports") {
        return None;
    }
    Some(Export {
        name: "default".to_owned(),
        local: required_name(walker, value)?,
        at: value.start_byte(),
    })
}
