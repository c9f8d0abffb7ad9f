//! Opens a location in the user's editor, or a document such as a PDF in its viewer.
//!
//! Principal type: [`Launch`], a command line. Invariant: the command is a pure function of the
//! configuration, the environment and the location. Windowed programs are started here; editors that run in
//! the terminal are returned to the caller, which owns the screen.

mod choice;
mod launch;
mod open;
mod table;

pub use choice::{EditorChoice, GitEditor, choose};
pub use launch::{EditorLocation, Launch, Window};
pub use open::{open, plan};
pub use table::launch;
