//! Named declarations within the code or the value of another one, as the walk over all nodes meets them.

use crate::syntax::grammar::NodeRules;
use crate::syntax::kind::Kind;
use crate::syntax::name::MAX_NAME_LEN;
use crate::syntax::outline::{ElementKind, Nested};
use crate::syntax::row::Rule;
use crate::syntax::shape::Shape;
use crate::syntax::walker::Walker;
use tree_sitter::{Node, TreeCursor};

/// Maximum number of nodes between a function and the statement that binds it to a name.
const MAX_WRAPPERS: usize = 8;

/// The declaration that the cursor's node is, or the one of a function that has a name or is bound to one by a
/// statement. It may be an element of a scope, too.
pub(super) fn nested(
    walker: &Walker<'_>,
    cursor: &TreeCursor<'_>,
    rule: Rule,
    part: &NodeRules,
) -> Option<Nested> {
    let node = cursor.node();
    match rule {
        Rule::Declaration(kind) if is_symbol(kind) => decorated(walker, cursor),
        Rule::Special if part.defines => declared(walker, node),
        _ if part.is_function_value => {
            let bound = binding_statement(walker, cursor);
            let bound = bound.and_then(|statement| declared(walker, statement));
            bound.or_else(|| named_value(walker, node))
        }
        _ => None,
    }
}

/// The function or class of an expression that has a name itself.
fn named_value(walker: &Walker<'_>, node: Node<'_>) -> Option<Nested> {
    let field = walker.grammar.name_field?;
    let name = node.child_by_field_id(field.get())?;
    Some(Nested {
        kind: Kind::Function,
        name: walker.text_of(name).to_owned(),
        name_at: name.start_byte(),
        bytes: node.byte_range(),
    })
}

/// The declaration that the cursor's node is, with the wrapper around it alone and the attributes before it.
fn decorated(walker: &Walker<'_>, cursor: &TreeCursor<'_>) -> Option<Nested> {
    let has_rule = |node: &Node<'_>, rule: Rule| walker.grammar.rule(*node) == rule;
    let mut above = cursor.clone();
    let wrapper = above.goto_parent().then(|| above.node());
    let wrapper = wrapper.filter(|wrapper| has_rule(wrapper, Rule::Wrapper));
    let wrapped = wrapper.and_then(|wrapper| declared(walker, wrapper));
    let mut declared = wrapped.or_else(|| declared(walker, cursor.node()))?;
    let before = std::iter::successors(cursor.node().prev_sibling(), Node::prev_sibling);
    for attribute in before.take_while(|before| has_rule(before, Rule::Attribute)) {
        declared.bytes.start = declared.bytes.start.min(attribute.start_byte());
    }
    Some(declared)
}

/// The declaration that a node is.
fn declared(walker: &Walker<'_>, node: Node<'_>) -> Option<Nested> {
    let Shape::Element(declared) = walker.shape(node) else {
        return None;
    };
    let ElementKind::Declaration(kind) = declared.kind else {
        return None;
    };
    let (name, name_at) = (declared.name.own, declared.name.at);
    let own = walker.text.get(name_at..)?;
    // The key of a member may be a string. The name of a test is one, too.
    let key = own
        .strip_prefix(['"', '\''])
        .and_then(|key| key.strip_prefix(&name));
    let is_key = key.is_some_and(|after| {
        after
            .trim_start_matches(['"', '\''])
            .trim_start()
            .starts_with([':', '('])
    });
    let name_at = name_at + usize::from(is_key);
    let is_quoted = walker.text.get(..name_at)?.ends_with(['"', '\'', '`']) && !is_key;
    let in_text = own.starts_with(&name) || is_key;
    let is_named = in_text && !is_quoted && !name.is_empty() && name.len() <= MAX_NAME_LEN;
    (is_named && is_symbol(kind)).then(|| Nested {
        kind,
        name,
        name_at,
        bytes: walker.trimmed(node.byte_range()),
    })
}

/// Returns true for the kinds of declarations within code that are symbols.
fn is_symbol(kind: Kind) -> bool {
    kind.has_code() || kind.is_type() || kind == Kind::Module
}

/// The statement around the cursor's node, a function, that may bind it to a name.
fn binding_statement<'t>(walker: &Walker<'_>, cursor: &TreeCursor<'t>) -> Option<Node<'t>> {
    let mut above = cursor.clone();
    for _ in 0..MAX_WRAPPERS {
        if !above.goto_parent() {
            return None;
        }
        let part = walker.grammar.part(above.node().kind_id());
        if part.is_some_and(|part| part.is_function_value) {
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
