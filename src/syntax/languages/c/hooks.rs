//! Hooks for declarations with macros, include guards and prototypes.

use super::macro_words::macro_words;
use crate::syntax::name::{Name, shortened};
use crate::syntax::query;
use crate::syntax::row::Rule;
use crate::syntax::shape::Shape;
use crate::syntax::walker::{Hooks, Walker};
use tree_sitter::{Node, TreeCursor};

pub(in crate::syntax::languages) const CPP: Hooks = Hooks {
    special,
    name: test_name,
    start: start_with_macro,
    words: macro_words,
    ..query::hooks::HOOKS
};

pub(in crate::syntax::languages) const C: Hooks = Hooks {
    is_local: is_variable,
    ..CPP
};

/// Shape of a node by the query, except for include guards, which belong to the guarded code.
fn special<'t>(walker: &Walker<'_>, node: Node<'t>) -> Shape<'t> {
    match node.kind() {
        "preproc_def" if is_include_guard(walker, node) => Shape::Part(Rule::Silent),
        "preproc_def" => walker.items(node),
        _ => query::declarations::shape(walker, node),
    }
}

/// Returns true if a `#define` is the include guard of its file. Decided by the text, because a guarded file
/// often does not parse as a whole.
fn is_include_guard(walker: &Walker<'_>, node: Node<'_>) -> bool {
    let Some(name) = node.child_by_field_name("name") else {
        return false;
    };
    let line = walker.text_before(node).trim_end().rsplit('\n').next();
    let guarded = line
        .unwrap_or_default()
        .trim()
        .strip_prefix("#ifndef")
        .map(str::trim);
    node.child_by_field_name("value").is_none() && guarded == Some(walker.text_of(name))
}

/// The name of a test, with its parentheses: the grammar gives `TEST(Case) { … }` a type, and
/// `TEST(Suite, Case) { … }` none.
fn test_name(walker: &Walker<'_>, node: Node<'_>, declarator: Node<'_>) -> Option<Name> {
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
    let is_other = name
        .contains(|letter: char| !letter.is_uppercase() && !letter.is_numeric() && letter != '_');
    !is_other && name.contains(char::is_alphabetic)
}

/// Start of a node, or of a macro before it that is hidden from the grammar: `API int f();`.
fn start_with_macro(walker: &Walker<'_>, node: Node<'_>) -> usize {
    let line = walker.text_before(node).rsplit('\n').next();
    let line = line.unwrap_or_default().trim_start();
    if line.contains(|letter: char| !letter.is_ascii_uppercase() && !"_ ".contains(letter)) {
        return node.start_byte();
    }
    node.start_byte() - line.len()
}

/// Returns false for a name that means a function even in a body: of a prototype, or of a call after a macro,
/// which the grammar of C reads as a type.
fn is_variable(cursor: &TreeCursor<'_>) -> bool {
    let mut above = cursor.clone();
    let mut is_in = |kind: &str| above.goto_parent() && above.node().kind() == kind;
    !(is_in("function_declarator") && is_in("declaration"))
}
