//! Clipboard: copying text by a program of the system, or through the terminal.
//!
//! Principal type: [`ClipboardMethod`]. Invariant: the method is a pure function of the configuration and the
//! environment, so that `doctor` reports exactly the method that a key uses.

mod choice;
mod osc52;
mod program;

pub use choice::{ClipboardMethod, method};

use anyhow::Result;
use std::io;
use std::time::Duration;

/// Timeout of a clipboard program: a display server that is gone never answers.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Copies text to the clipboard. An escape sequence is written immediately, so this must run on the
/// drawing thread; returns true. A program runs in the background, and `later` receives its result;
/// returns false.
pub fn copy(
    text: String,
    method: &ClipboardMethod,
    later: impl FnOnce(Result<()>) + Send + 'static,
) -> Result<bool> {
    match method {
        ClipboardMethod::Terminal(multiplexer) => {
            osc52::send(&text, *multiplexer, &mut io::stdout().lock()).map(|()| true)
        }
        ClipboardMethod::Program(words) => {
            program::feed(words, text, TIMEOUT, later).map(|()| false)
        }
    }
}
