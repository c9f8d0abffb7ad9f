//! Terminal: ownership of the screen, input, editors and the clipboard.
//!
//! Principal type: [`TerminalGuard`], which owns the screen from creation to drop. Invariant: no exit of the
//! process (normal end, panic, suspension, a child's turn) leaves the terminal in raw mode, on the
//! alternate screen or with a hidden cursor, and the input thread never reads while a child does.
//!
//! `runtime` owns the guard, `doctor` reports the capabilities.

mod background;
mod clicks;
pub mod clipboard;
pub mod editor;
mod guard;
mod input;
mod own_command;
mod programs;
mod redirect;
#[cfg(unix)]
mod reply;
mod surface;
mod wait;

pub use background::{Background, background, request_background};
pub use clicks::Clicks;
pub use guard::{ReleasedScreen, TerminalGuard};
pub use input::{InputReader, InputSink, Pause, TerminalInput};
pub use own_command::{PlaceholderValues, own_command};
pub use programs::is_found;
pub use redirect::redirect_to_terminal;
pub use surface::{Capabilities, identity, is_gone, shows, usable};
