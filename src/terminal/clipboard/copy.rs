//! Copying of text by the chosen method.

use super::choice::ClipboardMethod;
use super::{osc52, program};
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
