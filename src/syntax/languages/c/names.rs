//! Names and starts of declarations with macros, and include guards: hooks of the rows.

use crate::syntax::naming::{Name, shortened};
use crate::syntax::query;
use crate::syntax::row::Rule;
use crate::syntax::shape::{Shape, Walker};
use tree_sitter::{Node, TreeCursor};

/// Shape of a node by the query, except for include guards, which belong to the guarded code.
pub(super) fn special<'t>(walker: &Walker<'_>, node: Node<'t>) -> Shape<'t> {
    match node.kind() {
        "preproc_def" if is_include_guard(walker, node) => Shape::Part(Rule::Silent),
        "preproc_def" => walker.items(node),
        _ => query::shape(walker, node),
    }
}

/// Returns true if a `#define` is the include guard of its file. Decided by the text, because a guarded file
/// often does not parse as a whole.
fn is_include_guard(walker: &Walker<'_>, node: Node<'_>) -> bool {
    let Some(name) = node.child_by_field_name("name") else {
        return false;
    };
    let before = walker.text.get(..node.start_byte()).unwrap_or_default();
    let line = before.trim_end().rsplit('\n').next().unwrap_or_default();
    let guarded = line.trim().strip_prefix("#ifndef").map(str::trim);
    node.child_by_field_name("value").is_none() && guarded == walker.text.get(name.byte_range())
}

/// The name of a test, with its parentheses: the grammar gives `TEST(Case) { … }` a type, and
/// `TEST(Suite, Case) { … }` none.
pub(super) fn test_name(walker: &Walker<'_>, node: Node<'_>, declarator: Node<'_>) -> Option<Name> {
    if node.kind() != "function_definition" {
        return None;
    }
    let header = walker.text.get(node.start_byte()..declarator.end_byte())?;
    let (name, case) = header.split_once('(')?;
    let name = name.trim_end();
    let name = is_upper_case(name).then(|| shortened(&format!("{name}({case}")))?;
    Some(Name::new(name, node.start_byte()))
}

fn is_upper_case(name: &str) -> bool {
    let is_part = |letter: char| letter.is_uppercase() || letter.is_numeric() || letter == '_';
    name.chars().all(is_part) && name.contains(char::is_alphabetic)
}

/// Start of a node, or of a macro before it that is hidden from the grammar: `API int f();`.
pub(super) fn start_with_macro(walker: &Walker<'_>, node: Node<'_>) -> usize {
    let start = node.start_byte();
    let before = walker.text.get(..start).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
    let is_macro = |letter: char| letter.is_ascii_uppercase() || "_ ".contains(letter);
    match line.chars().all(is_macro) {
        true => start - line.len(),
        false => start,
    }
}

/// Returns false for a name that means a function even in a body: of a prototype, or of a call after a macro,
/// which the grammar of C reads as a type.
pub(super) fn is_variable(cursor: &TreeCursor<'_>) -> bool {
    let mut above = cursor.clone();
    let mut is_in = |kind: &str| above.goto_parent() && above.node().kind() == kind;
    !(is_in("function_declarator") && is_in("declaration"))
}
