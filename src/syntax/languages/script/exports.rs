//! Names that JavaScript and its kin export apart from their declarations.

use super::imports::required_name;
use super::plain;
use crate::syntax::import::Export;
use crate::syntax::shape::{Reader, child_of_kind, child_token, named_children};
use tree_sitter::Node;

/// Name of the export that `import a from` and `require()` import.
const DEFAULT: &str = "default";

/// The names that a statement exports.
pub(super) fn exports(reader: &Reader<'_>, node: Node<'_>) -> Vec<Export> {
    match node.kind() {
        "export_statement" => exported(reader, node),
        "expression_statement" => assigned(reader, node).unwrap_or_default(),
        _ => Vec::new(),
    }
}

fn export(name: &str, (local, at): (String, usize)) -> Export {
    Export {
        name: name.to_owned(),
        local,
        at,
    }
}

/// `export default a`, `export default function a() {}`, `export = a`, `export { a as b }`.
fn exported(reader: &Reader<'_>, node: Node<'_>) -> Vec<Export> {
    if node.child_by_field_name("source").is_some() {
        return Vec::new();
    }
    if let Some(clause) = child_of_kind(node, "export_clause") {
        let specifiers = named_children(clause);
        let exports = specifiers.filter_map(|specifier| {
            let local = named(reader, specifier.child_by_field_name("name")?)?;
            let alias = specifier.child_by_field_name("alias");
            let alias = alias.map_or(local.0.clone(), |alias| reader.unquoted(alias));
            Some(export(&alias, local))
        });
        return exports.collect();
    }
    let is_whole = ["default", "="]
        .iter()
        .any(|token| child_token(node, token).is_some());
    let declared = node.child_by_field_name("declaration");
    let value = declared.or_else(|| node.child_by_field_name("value"));
    let value = value.or_else(|| node.named_child(0)).filter(|_| is_whole);
    let local = value.and_then(|value| named(reader, value));
    let export = local.map(|local| export(DEFAULT, local));
    export.into_iter().collect()
}

/// `module.exports = a`, `module.exports = { a: b }`, `exports.a = b`.
fn assigned(reader: &Reader<'_>, statement: Node<'_>) -> Option<Vec<Export>> {
    let assignment = statement.named_child(0)?;
    let left = reader.words(assignment.child_by_field_name("left")?);
    let right = assignment.child_by_field_name("right")?;
    // `exports = module.exports = a`.
    let whole = ["module.exports", "exports"];
    let value = plain(right);
    if let Some(name) = left
        .strip_prefix("exports.")
        .or_else(|| left.strip_prefix("module.exports."))
    {
        return Some(vec![export(name, word(reader, value)?)]);
    }
    if !whole.contains(&left.as_str()) {
        return None;
    }
    if value.kind() != "object" {
        let required = || Some((required_name(reader, value)?, value.start_byte()));
        let local = match value.kind() {
            "function_expression" | "class" | "arrow_function" => {
                Some(("exports".to_owned(), value.start_byte()))
            }
            _ => word(reader, value).or_else(required),
        };
        return Some(vec![export(DEFAULT, local?)]);
    }
    let pairs = named_children(value).filter_map(|pair| {
        let local = word(reader, pair.child_by_field_name("value").unwrap_or(pair))?;
        let key = pair.child_by_field_name("key");
        let key = key.map_or(local.0.clone(), |key| reader.unquoted(key));
        Some(export(&key, local))
    });
    Some(pairs.collect())
}

/// The name of a declaration or value in the document, and where it stands.
fn named(reader: &Reader<'_>, value: Node<'_>) -> Option<(String, usize)> {
    word(reader, value.child_by_field_name("name").unwrap_or(value))
}

/// A value that is a name. A function that is assigned is called as what it is assigned to.
fn word(reader: &Reader<'_>, value: Node<'_>) -> Option<(String, usize)> {
    let words = [
        "identifier",
        "type_identifier",
        "shorthand_property_identifier",
        "default",
    ];
    words
        .contains(&value.kind())
        .then(|| (reader.words(value), value.start_byte()))
}
