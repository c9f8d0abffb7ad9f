//! Clipboard: copying text by a program of the system, or through the terminal.
//!
//! Principal type: [`ClipboardMethod`]. Invariant: the method is a pure function of the configuration and the
//! environment, so that `doctor` reports exactly the method that a key uses.

mod choice;
mod osc52;
mod program;

pub use choice::{ClipboardMethod, copy, method};
