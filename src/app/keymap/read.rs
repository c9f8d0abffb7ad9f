//! A row of a keymap, read: or a sentence what is wrong with it.

use super::actions::{ACTIONS, action};
use super::context::Context;
use super::key::{Key, names, shown};
use super::{Action, Binding};
use crate::config::{KeyRow, hint};

/// What a keymap says of keys that are taken away.
const NONE: &str = "none";

/// A row, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Read {
    pub(super) context: Context,
    pub(super) keys: Vec<Key>,
    /// None where the keys are taken away.
    pub(super) action: Option<Action>,
}

impl Read {
    pub(super) fn binding(self) -> Option<Binding> {
        Some(Binding {
            context: self.context,
            keys: self.keys,
            action: self.action?,
        })
    }
}

/// A row, or what is wrong with it.
pub(super) fn read(row: &KeyRow) -> Result<Read, String> {
    let sections = || Context::ALL.map(Context::name);
    let context = Context::ALL.into_iter().find(|it| it.name() == row.section);
    let context = context.ok_or_else(|| {
        let near = hint(&row.section, sections());
        format!("there is no place {}{near}", row.section)
    })?;
    let mut keys = Vec::new();
    for word in row.keys.split(' ') {
        keys.push(Key::parse(word).ok_or_else(|| no_key(word))?);
    }
    if keys.len() > 1 && keys.iter().any(|key| key.is_escape()) {
        return Err("Esc forgets the keys before it, so it cannot stand among others".to_owned());
    }
    if keys.len() > 1 && context.beneath().is_some() {
        let name = context.name();
        return Err(format!(
            "keys of [{name}] stand alone; one after the other they go beneath it"
        ));
    }
    let types = keys.first().is_some_and(|key| key.is_printable());
    if types && context.types() {
        let keys = shown(&keys);
        return Err(format!("{keys} types in the prompt, always"));
    }
    let action = match row.action.as_str() {
        NONE => None,
        name => Some(action(name).ok_or_else(|| no_action(name))?),
    };
    Ok(Read {
        context,
        keys,
        action,
    })
}

fn no_key(word: &str) -> String {
    let near = hint(word, names());
    format!("there is no key {word:?}{near}")
}

fn no_action(name: &str) -> String {
    let names = ACTIONS.iter().map(|row| row.name).chain([NONE]);
    let near = hint(name, names);
    format!("there is no action {name}{near}")
}
