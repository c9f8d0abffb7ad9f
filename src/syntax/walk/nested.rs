//! Named declarations within the code or the value of another one, as the walk over all nodes meets them.

use crate::syntax::grammar::NodeRules;
use crate::syntax::name::MAX_NAME_LEN;
use crate::syntax::outline::{ElementKind, Nested};
use crate::syntax::row::Rule;
use crate::syntax::shape::Shape;
use crate::syntax::walker::Walker;
use tree_sitter::{Node, TreeCursor};

/// Maximum number of nodes between a function and the statement that binds it to a name.
const MAX_WRAPPERS: usize = 8;

/// The declaration that the cursor's node is, or the one of a function that a statement binds to a name. None for one
/// whose name is known: an element of a scope.
pub(super) fn nested(
    walker: &Walker<'_>,
    cursor: &TreeCursor<'_>,
    rule: Rule,
    part: &NodeRules,
    is_known: impl Fn(usize) -> bool,
) -> Option<Nested> {
    let node = match rule {
        Rule::Declaration(kind) if kind.has_code() || kind.is_type() => cursor.node(),
        _ if part.is_function_value => binding_statement(walker, cursor)?,
        _ => return None,
    };
    // Most are elements, which need no query.
    let name = walker.grammar.name_field;
    let name = name.and_then(|field| node.child_by_field_id(field.get()));
    if name.is_some_and(|name| is_known(name.start_byte())) {
        return None;
    }
    let Shape::Element(declared) = walker.shape(node) else {
        return None;
    };
    let ElementKind::Declaration(kind) = declared.kind else {
        return None;
    };
    let (name, name_at) = (declared.name.own, declared.name.at);
    let in_text = walker.text.get(name_at..)?.starts_with(&name);
    // The name of a test is a string.
    let is_quoted = walker.text.get(..name_at)?.ends_with(['"', '\'', '`']);
    let is_named = in_text && !is_quoted && !name.is_empty() && name.len() <= MAX_NAME_LEN;
    let is_code = kind.has_code() || kind.is_type();
    (is_named && is_code && !is_known(name_at)).then(|| Nested {
        kind,
        name,
        name_at,
        bytes: node.byte_range(),
    })
}

/// The statement around the cursor's node, a function, that may bind it to a name.
fn binding_statement<'t>(walker: &Walker<'_>, cursor: &TreeCursor<'t>) -> Option<Node<'t>> {
    let mut above = cursor.clone();
    for _ in 0..MAX_WRAPPERS {
        if !above.goto_parent() {
            return None;
        }
        match walker.grammar.rule(above.node()) {
            Rule::Special => return Some(above.node()),
            Rule::Declaration(_) | Rule::Transparent => return None,
            _ => {}
        }
    }
    None
}
