//! Names that JavaScript and related languages export separately from their declarations.

use super::imports::required_name;
use crate::syntax::import::Export;
use crate::syntax::query::modules;
use crate::syntax::walker::Walker;
use tree_sitter::Node;

/// The names that a statement exports.
pub(super) fn exports(walker: &Walker<'_>, node: Node<'_>) -> Vec<Export> {
    match node.kind() {
        "export_statement" => modules::exports(walker, node),
        "expression_statement" if assigns_exports(walker.text_of(node)) => {
            let exports = modules::exports(walker, node);
            if exports.is_empty() {
                return required(walker, node).into_iter().collect();
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
fn required(walker: &Walker<'_>, statement: Node<'_>) -> Option<Export> {
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
