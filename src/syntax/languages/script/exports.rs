//! Names that JavaScript and related languages export separately from their declarations.
//!
//! [`exports()`] is the hook of their rows.

use super::imports::required_name;
use crate::syntax::import::Export;
use crate::syntax::query;
use crate::syntax::shape::Walker;
use tree_sitter::Node;

/// The names that a statement exports.
pub(super) fn exports(walker: &Walker<'_>, node: Node<'_>) -> Vec<Export> {
    let text = walker.text.get(node.byte_range()).unwrap_or_default();
    let is_assigned = ["exports", "module.exports"]
        .iter()
        .any(|name| text.starts_with(name));
    match node.kind() {
        "export_statement" => query::exports(walker, node),
        "expression_statement" if is_assigned => match query::exports(walker, node) {
            exports if exports.is_empty() => required(walker, node).into_iter().collect(),
            exports => exports,
        },
        _ => Vec::new(),
    }
}

/// `module.exports = require("a")`.
fn required(walker: &Walker<'_>, statement: Node<'_>) -> Option<Export> {
    let assignment = statement.named_child(0)?;
    let left = walker.words(assignment.child_by_field_name("left")?);
    let value = assignment.child_by_field_name("right")?;
    let is_whole = ["module.exports", "exports"].contains(&left.as_str());
    Some(Export {
        name: "default".to_owned(),
        local: required_name(walker, value).filter(|_| is_whole)?,
        at: value.start_byte(),
    })
}
