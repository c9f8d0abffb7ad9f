//! Parsing of keymap rows, and conflicts between bindings.
//!
//! Principal function: [`Keymap::from_config()`]. Contract: an error names what is
//! unknown and suggests a similar name; conflicts are sentences for `doctor`, `keys` and the start of the
//! explorer.

use super::action::{ACTIONS, Action};
use super::bindings::{Context, KeyBinding, KeyMatch, Keymap};
use super::key::{Key, names, shown};
use crate::app::layout::Focus;
use crate::config::{KeyRow, KeymapLayer, KeysConfig, did_you_mean};
use std::path::PathBuf;

/// Action name that unbinds a key.
const NONE: &str = "none";

/// An invalid row of a keymap.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}key {key}: {why}", prefix_of(.file, .line))]
pub struct KeyError {
    /// The file that contains it, if any.
    pub file: Option<PathBuf>,
    /// 1-based; 0 if it is not known.
    pub line: usize,
    /// The key with its table: `keys.code."g g"`.
    pub key: String,
    /// Description of the error, with a suggestion.
    pub why: String,
}

fn prefix_of(file: &Option<PathBuf>, line: &usize) -> String {
    let line = match line {
        0 => String::new(),
        line => format!("line {line}, "),
    };
    match file {
        Some(file) => format!("{}, {line}", file.display()),
        None => line,
    }
}

impl Keymap {
    /// The configured keymap.
    pub fn from_config(config: &KeysConfig) -> Result<Self, KeyError> {
        Self::from_parts(&config.rows(), &config.commands).map_err(|fault| KeyError {
            file: config.file.clone(),
            ..fault
        })
    }

    /// Builds a keymap with the user's commands of these names. Rows of a later layer replace or remove those of an
    /// earlier one. An invalid row is an error; conflicts are not.
    pub(crate) fn from_parts(rows: &[KeyRow], commands: &[String]) -> Result<Self, KeyError> {
        let mut keymap = Self {
            commands: commands.to_vec(),
            ..Self::default()
        };
        for name in commands {
            if Action::from_name(name).is_some() {
                let why = "this is the name of an action; choose another one".to_owned();
                return Err(KeyError {
                    file: None,
                    line: 0,
                    key: format!("commands.{name}"),
                    why,
                });
            }
        }
        let mut layers: Vec<(Context, Vec<Key>, Option<Action>, KeymapLayer)> = Vec::new();
        for row in rows {
            let (context, keys, action) = read(row, commands).map_err(|why| KeyError {
                file: None,
                line: row.line,
                key: format!("keys.{}.{:?}", row.section, row.keys),
                why,
            })?;
            let mut earlier = layers.iter();
            if let Some(at) = earlier.position(|known| (known.0, &known.1) == (context, &keys)) {
                let (.., bound, layer) = layers.remove(at);
                if layer == row.layer {
                    let conflict = duplicate(context, &keys, [bound, action]);
                    keymap.conflicts.push(conflict);
                }
            }
            layers.push((context, keys, action, row.layer));
        }
        for (context, keys, action, _) in layers {
            if let Some(action) = action {
                keymap.bindings.push(KeyBinding {
                    context,
                    keys,
                    action,
                });
            }
        }
        let others = conflicts(&keymap);
        keymap.conflicts.extend(others);
        Ok(keymap)
    }
}

/// Parses a row; `none` unbinds the keys.
fn read(row: &KeyRow, commands: &[String]) -> Result<(Context, Vec<Key>, Option<Action>), String> {
    let mut contexts = Context::ALL.into_iter();
    let Some(context) = contexts.find(|context| context.name() == row.section) else {
        let near = did_you_mean(&row.section, Context::ALL.map(Context::name));
        return Err(format!("unknown section {}{near}", row.section));
    };
    let mut keys = Vec::new();
    for word in row.keys.split(' ') {
        let Some(key) = Key::parse(word) else {
            let near = did_you_mean(word, names());
            return Err(format!("unknown key {word:?}{near}"));
        };
        keys.push(key);
    }
    if keys.len() > 1 && keys.iter().any(|key| key.is_escape()) {
        return Err("Esc cancels a key sequence, so it cannot be part of one".to_owned());
    }
    if keys.len() > 1 && context.fallback().is_some() {
        let name = context.name();
        return Err(format!("[{name}] takes single keys only"));
    }
    let types = keys.first().is_some_and(|key| key.is_printable());
    if types && (context == Context::Everywhere || context.takes_text()) {
        let keys = shown(&keys);
        return Err(format!("{keys} always types in the prompt"));
    }
    let action = match row.action.as_str() {
        NONE => None,
        name => Some(action_of(name, commands).ok_or_else(|| {
            let own = commands.iter().map(String::as_str);
            let names = ACTIONS.iter().map(|row| row.name).chain(own).chain([NONE]);
            format!("unknown action {name}{}", did_you_mean(name, names))
        })?),
    };
    Ok((context, keys, action))
}

/// The action with a name, or the user's command.
fn action_of(name: &str, commands: &[String]) -> Option<Action> {
    let own = commands.iter().position(|command| command == name);
    Action::from_name(name).or(own.map(Action::Own))
}

/// Message for a key that is bound twice in one context.
fn duplicate(context: Context, keys: &[Key], actions: [Option<Action>; 2]) -> String {
    let [earlier, later] = actions.map(|action| action.map_or(NONE, Action::name));
    let (context, keys) = (context.name(), shown(keys));
    format!("[{context}] {keys} is bound to {earlier} and {later}; the second wins")
}

/// Sequences that cannot be typed, and actions whose only key is bound in a more specific context.
fn conflicts(keymap: &Keymap) -> Vec<String> {
    let mut conflicts = Vec::new();
    for focus in Focus::ALL {
        let active: Vec<&KeyBinding> = keymap.active(focus).collect();
        for (at, one) in active.iter().enumerate() {
            let found = active.iter().enumerate().find_map(|(other_at, other)| {
                if other.keys != one.keys && one.keys.starts_with(&other.keys) {
                    Some(unreachable(one, other))
                } else if other.keys == one.keys && other_at > at {
                    shadowed(keymap, focus, one, other)
                } else {
                    None
                }
            });
            if let Some(conflict) = found
                && !conflicts.contains(&conflict)
            {
                conflicts.push(conflict);
            }
        }
    }
    conflicts
}

/// Message for a hidden binding. None if the action has another key here.
fn shadowed(keymap: &Keymap, focus: Focus, hidden: &KeyBinding, by: &KeyBinding) -> Option<String> {
    let action = KeyMatch::Action(hidden.action);
    let mut active = keymap.active(focus);
    if by.action == hidden.action
        || active.any(|binding| keymap.resolve(focus, &binding.keys) == action)
    {
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
