//! Parsing of keymap rows, and conflicts between bindings.
//!
//! Contract of [`read()`]: the error names what is unknown and suggests a similar name. [`conflicts()`]
//! returns sentences for `doctor`, `keys` and the start of the explorer.

use super::key::{Key, names, shown};
use super::{ACTIONS, Action, Context, KeyBinding, KeyMatch, Keymap};
use crate::app::layout::Focus;
use crate::config::{KeyRow, did_you_mean};

/// Action name that unbinds a key.
const NONE: &str = "none";

/// Parses a row; `none` stands for no action.
pub(super) fn read(row: &KeyRow) -> Result<(Context, Vec<Key>, Option<Action>), String> {
    let context = Context::ALL.into_iter().find(|it| it.name() == row.section);
    let context = context.ok_or_else(|| {
        let near = did_you_mean(&row.section, Context::ALL.map(Context::name));
        format!("unknown section {}{near}", row.section)
    })?;
    let mut keys = Vec::new();
    for word in row.keys.split(' ') {
        let unknown = || format!("unknown key {word:?}{}", did_you_mean(word, names()));
        keys.push(Key::parse(word).ok_or_else(unknown)?);
    }
    if keys.len() > 1 && keys.iter().any(|key| key.is_escape()) {
        return Err("Esc cancels a key sequence, so it cannot be part of one".to_owned());
    }
    if keys.len() > 1 && context.fallback().is_some() {
        let name = context.name();
        return Err(format!("[{name}] takes single keys only"));
    }
    let types = keys.first().is_some_and(|key| key.is_printable());
    let is_typed_into = context == Context::Prompt || context.fallback() == Some(Focus::Prompt);
    if types && (context == Context::Everywhere || is_typed_into) {
        let keys = shown(&keys);
        return Err(format!("{keys} always types in the prompt"));
    }
    let action = match row.action.as_str() {
        NONE => None,
        name => Some(Action::from_name(name).ok_or_else(|| {
            let names = ACTIONS.iter().map(|row| row.name).chain([NONE]);
            format!("unknown action {name}{}", did_you_mean(name, names))
        })?),
    };
    Ok((context, keys, action))
}

/// Message for a key that is bound twice in one context.
pub(super) fn duplicate(context: Context, keys: &[Key], actions: [Option<Action>; 2]) -> String {
    let [earlier, later] = actions.map(|action| action.map_or(NONE, Action::name));
    let (context, keys) = (context.name(), shown(keys));
    format!("[{context}] {keys} is bound to {earlier} and {later}; the second wins")
}

/// Sequences that cannot be typed, and actions whose only key is bound in a more specific context.
pub(super) fn conflicts(keymap: &Keymap) -> Vec<String> {
    let mut conflicts = Vec::new();
    for focus in Focus::ALL {
        let active: Vec<&KeyBinding> = keymap.active(focus).collect();
        for (at, one) in active.iter().enumerate() {
            let found = active.iter().enumerate().find_map(|(other_at, other)| {
                let is_later = other_at > at;
                match other.keys == one.keys {
                    true if is_later => shadowed(keymap, focus, one, other),
                    false if one.keys.starts_with(&other.keys) => Some(unreachable(one, other)),
                    _ => None,
                }
            });
            conflicts.extend(found.filter(|it| !conflicts.contains(it)));
        }
    }
    conflicts
}

/// Message for a hidden binding. None if the action has another key here.
fn shadowed(keymap: &Keymap, focus: Focus, hidden: &KeyBinding, by: &KeyBinding) -> Option<String> {
    let is_asked = |binding: &KeyBinding| {
        let resolved = keymap.resolve(focus, &binding.keys);
        resolved == KeyMatch::Action(hidden.action)
    };
    if by.action == hidden.action || keymap.active(focus).any(is_asked) {
        return None;
    }
    Some(format!(
        "[{}] {} is {} and hides {} of [{}]; bind that to another key or to none",
        by.context.name(),
        shown(&by.keys),
        by.action.name(),
        hidden.action.name(),
        hidden.context.name()
    ))
}

/// Message for a sequence that begins with a bound key.
fn unreachable(binding: &KeyBinding, prefix: &KeyBinding) -> String {
    format!(
        "[{}] {} is unreachable: {} is {} in [{}]; bind that to \"none\"",
        binding.context.name(),
        shown(&binding.keys),
        shown(&prefix.keys),
        prefix.action.name(),
        prefix.context.name()
    )
}
