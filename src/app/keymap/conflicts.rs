//! Keys that get into each other's way.

use super::{Binding, Context, Keymap, Meaning, Read, name_of, shown};
use crate::app::Focus;

/// A key that two rows of one keymap give in one place; the later one holds.
pub(super) fn twice(earlier: &Read, later: &Read) -> String {
    let name = |read: &Read| read.action.map_or("none", name_of);
    format!(
        "[{}] {} is both {} and {}, which holds",
        later.context.name(),
        shown(&later.keys),
        name(earlier),
        name(later)
    )
}

/// Keys that can never be typed, and actions that lose their only key to a more special place.
pub(super) fn between(keymap: &Keymap) -> Vec<String> {
    let mut conflicts = Vec::new();
    for focus in [Focus::Prompt, Focus::Results, Focus::Code] {
        let active: Vec<&Binding> = keymap.active(focus).collect();
        for (at, one) in active.iter().enumerate() {
            let found = active.iter().enumerate().find_map(|(other_at, other)| {
                let is_later = other_at > at;
                match other.keys == one.keys {
                    true if is_later => hidden(keymap, focus, one, other),
                    false if one.keys.starts_with(&other.keys) => Some(cut(one, other)),
                    _ => None,
                }
            });
            conflicts.extend(found.filter(|it| !conflicts.contains(it)));
        }
    }
    conflicts
}

/// A key with two meanings: no conflict where the hidden one has another key here.
fn hidden(keymap: &Keymap, focus: Focus, hidden: &Binding, by: &Binding) -> Option<String> {
    let is_asked = |binding: &Binding| {
        let meaning = keymap.meaning(focus, &binding.keys);
        meaning == Meaning::Action(hidden.action)
    };
    if by.action == hidden.action || keymap.active(focus).any(is_asked) {
        return None;
    }
    Some(format!(
        "[{}] {} is {}, which hides {} of [{}]: give that another key, or none",
        by.context.name(),
        shown(&by.keys),
        name_of(by.action),
        name_of(hidden.action),
        hidden.context.name()
    ))
}

/// Keys that begin with others that mean something already.
fn cut(binding: &Binding, prefix: &Binding) -> String {
    let place = |context: Context| context.name();
    format!(
        "[{}] {} can never be typed: {} is {} in [{}]; make that \"none\"",
        place(binding.context),
        shown(&binding.keys),
        shown(&prefix.keys),
        name_of(prefix.action),
        place(prefix.context)
    )
}
