//! Elixir: the function of another module that `defdelegate` declares and calls, and the fields of a struct in a map.

use crate::syntax::query;
use crate::syntax::reference::Reference;
use crate::syntax::walk::{last_word, member};
use crate::syntax::walker::{Hooks, Walker, child_of_kind, named_children};
use tree_sitter::Node;

pub(super) const HOOKS: Hooks = Hooks {
    delegate: |walker, node| match node.kind() {
        "map" => fields(walker, node),
        _ => delegate(walker, node).into_iter().collect(),
    },
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

/// The keys of `%Conf{port: 1}`, and of `%{conf | port: 1}`, which states no type.
fn fields(walker: &Walker<'_>, map: Node<'_>) -> Vec<Reference> {
    let end = child_of_kind(map, "struct").map_or(0, |stated| stated.end_byte());
    let owner = last_word(walker.text.get(..end).unwrap_or_default());
    let content = child_of_kind(map, "map_content");
    let update = content.and_then(|content| child_of_kind(content, "binary_operator"));
    let keywords = match update {
        Some(update) => update.child_by_field_name("right"),
        None if end > 0 => content.and_then(|content| child_of_kind(content, "keywords")),
        None => None,
    };
    let pairs = keywords.into_iter().flat_map(named_children);
    let keys = pairs.filter_map(|pair| pair.child_by_field_name("key"));
    let names = keys.map(|key| {
        let name = walker.text_of(key).trim_end_matches([':', ' ', '\n']);
        key.start_byte()..key.start_byte() + name.len()
    });
    names
        .filter_map(|name| member(name, owner.clone(), false))
        .collect()
}
