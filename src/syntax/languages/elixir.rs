//! Elixir: the function of another module that `defdelegate` declares and calls.

use crate::syntax::query;
use crate::syntax::reference::Reference;
use crate::syntax::walk::{last_word, member};
use crate::syntax::walker::{Hooks, Walker, child_of_kind, named_children};
use tree_sitter::Node;

pub(super) const HOOKS: Hooks = Hooks {
    delegate: |walker, node| delegate(walker, node).into_iter().collect(),
    ..query::hooks::HOOKS
};

/// The call of `keep` in `Core` by `defdelegate hold(item), to: Core, as: :keep`.
fn delegate(walker: &Walker<'_>, node: Node<'_>) -> Option<Reference> {
    if !walker.text_of(node).starts_with("defdelegate ") {
        return None;
    }
    let arguments = child_of_kind(node, "arguments")?;
    let declared = arguments.named_child(0)?;
    let declared = declared.child_by_field_name("target").unwrap_or(declared);
    let mut name = declared.byte_range();
    let mut module = None;
    for pair in named_children(child_of_kind(arguments, "keywords")?) {
        let (Some(key), Some(value)) = (
            pair.child_by_field_name("key"),
            pair.child_by_field_name("value"),
        ) else {
            continue;
        };
        let end = value.end_byte();
        match walker.text_of(key).trim_end() {
            "to:" => module = Some(last_word(walker.text.get(..end)?)),
            "as:" => name = value.start_byte() + ":".len()..end,
            _ => {}
        }
    }
    member(name, module?, true)
}
