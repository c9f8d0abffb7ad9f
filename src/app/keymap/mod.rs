//! Key bindings: actions by name, and the active keymap, from which help, footer and palette are made.
//!
//! Principal types: [`Keymap`] and [`Context`]. Invariant: of several contexts the most specific one decides, and
//! a binding that cannot be typed is reported as a conflict. `config` parses the rows,
//! [`App::key`](super::App::key) looks keys up.

mod action;
mod bindings;
mod key;
mod read;
#[cfg(test)]
mod tests;

pub use bindings::{Keymap, ListedBinding};
pub use read::KeyError;

pub(crate) use action::{ACTIONS, Action, CodeAction, Editing, NamedAction, Step};
pub(crate) use bindings::{Context, KeyMatch};
pub(crate) use key::{Key, shown};
