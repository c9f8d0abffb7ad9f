//! Clojure: the names that its forms bind, which have no nodes of their own.

use crate::syntax::query;
use crate::syntax::row::lists;
use crate::syntax::walker::{Hooks, Walker, child_of_kind, named_children};
use tree_sitter::{Node, TreeCursor};

pub(super) const HOOKS: Hooks = Hooks {
    visible_from,
    ..query::hooks::HOOKS
};

/// Forms whose first vector has parameters, after a name.
const FUNCTIONS: &str = "defn defn- defmacro fn fn* defrecord deftype s/defn";
/// Forms whose first vector has names, each before its value.
const LETS: &str =
    "let let* loop for doseq dotimes if-let when-let if-some when-some with-open binding*";
/// Forms with functions in them, each a list of its name, its parameters and its body.
const TYPES: &str = "defrecord deftype reify proxy extend-type extend-protocol defprotocol letfn";

/// The byte after which the cursor's symbol is a variable: all symbols of a vector of parameters, and those before a
/// value in the vector of a `let`.
fn visible_from(walker: &Walker<'_>, cursor: &TreeCursor<'_>) -> Option<usize> {
    let mut above = cursor.clone();
    let symbol = above.goto_parent().then(|| above.node())?;
    if symbol.child_by_field_name("namespace").is_some() {
        return None;
    }
    // The name, or the pattern with it, in the outermost vector in a list.
    let (mut bound, mut inner) = (symbol, symbol);
    let vector = loop {
        let around = above.goto_parent().then(|| above.node())?;
        let mut outer = above.clone();
        match around.kind() {
            "vec_lit" if outer.goto_parent() && outer.node().kind() == "list_lit" => break around,
            "vec_lit" | "map_lit" => (bound, inner) = (around, bound),
            // The name of a method declares it, and is visible nowhere as a variable.
            "list_lit" if is_method(around, symbol) && is_in_type(walker, &above) => {
                return Some(around.end_byte());
            }
            _ => return None,
        }
    };
    let list = above.goto_parent().then(|| above.node())?;
    let head = list.named_child(0)?;
    let name = walker.text_of(head);
    if lists(LETS, name) {
        let is_first = list.named_child(1) == Some(vector);
        return if is_first {
            end_of_value(walker, vector, bound, inner)
        } else {
            None
        };
    }
    let is_arity = head == vector;
    let parameters = match name {
        "defmethod" => named_children(list)
            .skip(3)
            .find(|child| child.kind() == "vec_lit"),
        _ => child_of_kind(list, "vec_lit"),
    };
    let has_parameters =
        is_arity || name == "defmethod" || lists(FUNCTIONS, name) || is_in_type(walker, &above);
    (has_parameters && parameters == Some(vector)).then_some(0)
}

/// Returns true for a list of a name and its parameters, or its arities.
fn is_method(list: Node<'_>, name: Node<'_>) -> bool {
    let second = list.named_child(1);
    let arity = second.and_then(|second| second.named_child(0));
    let mut vectors = [second, arity].into_iter().flatten();
    list.named_child(0) == Some(name) && vectors.any(|vector| vector.kind() == "vec_lit")
}

/// Returns true if the cursor's list is a function in a form with functions.
fn is_in_type(walker: &Walker<'_>, list: &TreeCursor<'_>) -> bool {
    let mut above = list.clone();
    let around = above.goto_parent().then(|| above.node());
    let holder = around.and_then(|around| match around.kind() {
        "vec_lit" => around.parent(),
        _ => Some(around),
    });
    let form = holder.and_then(|holder| holder.named_child(0));
    form.is_some_and(|form| lists(TYPES, walker.text_of(form)))
}

/// The end of the value of a bound name in the vector of a `let`; none if the node is a value itself. `:let` of a loop has
/// such a vector, with a bound name `inner`.
fn end_of_value(
    walker: &Walker<'_>,
    vector: Node<'_>,
    bound: Node<'_>,
    inner: Node<'_>,
) -> Option<usize> {
    let mut nodes = named_children(vector).filter(|node| node.kind() != "comment");
    while let (Some(name), Some(value)) = (nodes.next(), nodes.next()) {
        if name == bound {
            return Some(value.end_byte());
        }
        if value == bound && inner != bound && walker.text_of(name) == ":let" {
            return end_of_value(walker, bound, inner, inner);
        }
    }
    None
}
