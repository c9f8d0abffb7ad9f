//! Clipboard: copying text by a program of the system, or through the terminal.
//!
//! Principal type: [`Way`]. Invariant: the way is a pure function of the configuration and the
//! environment, so that `doctor` reports exactly what a key does.

mod choice;
mod osc52;
mod program;

pub use choice::{Way, way};

use super::TerminalError;
use std::io;
use std::time::Duration;

/// Timeout of a clipboard program: a display server that is gone never answers.
const DEADLINE: Duration = Duration::from_secs(3);

/// Reason why nothing was copied.
#[derive(Debug, thiserror::Error)]
pub enum ClipboardError {
    /// A program is required, but none is installed.
    #[error(
        "clipboard: none of {0} is installed; install one, or set clipboard.way = \"terminal\" in config.toml"
    )]
    NoProgram(String),
    /// The configured command is not a command line.
    #[error("clipboard: clipboard.command is not a command line: {0:?}; check its quotes")]
    NotACommand(String),
    /// The text is too long for an escape sequence.
    #[error(
        "clipboard: {length} bytes exceed the terminal's limit of {limit}; copy less, or install one of {programs}"
    )]
    TooLong {
        /// Length of the text in bytes.
        length: usize,
        /// Maximum length in bytes.
        limit: usize,
        /// Programs without this limit.
        programs: String,
    },
    /// The program cannot be started.
    #[error(
        "clipboard: cannot run {program}: {cause}; set clipboard.way = \"terminal\" or clipboard.command in config.toml"
    )]
    Start {
        /// The program.
        program: String,
        /// Error of the system.
        cause: io::Error,
    },
    /// The program failed or timed out.
    #[error(
        "clipboard: {program} {how}; set clipboard.way = \"terminal\" or clipboard.command in config.toml"
    )]
    Failed {
        /// The program.
        program: String,
        /// Exit status or failure, as a verb phrase.
        how: String,
    },
    /// Writing to the terminal failed.
    #[error(transparent)]
    Terminal(#[from] TerminalError),
}

/// Copies text to the clipboard. An escape sequence is written immediately, so this must run on the
/// drawing thread; returns `Some`. A program runs in the background, and `later` receives its result;
/// returns `None`.
pub fn copy(
    text: String,
    way: &Way,
    later: impl FnOnce(Result<(), ClipboardError>) + Send + 'static,
) -> Result<Option<()>, ClipboardError> {
    match way {
        Way::Terminal(around) => {
            osc52::send(&text, *around, &mut io::stdout().lock())?;
            Ok(Some(()))
        }
        Way::Program(words) => {
            program::feed(words, text, DEADLINE, later)?;
            Ok(None)
        }
    }
}
