//! Putting text on the clipboard: by a program of the system, or through the terminal itself.
//!
//! Principal type: [`Way`]. Invariant: which way is taken is decided by a pure function of the
//! configuration and the environment, so that `doctor` says what a key would do.

mod choice;
mod osc52;
mod program;

pub use choice::{Way, way};

use super::TerminalError;
use std::io;
use std::time::Duration;

/// How long a clipboard program may take: a display server that is gone never answers.
const DEADLINE: Duration = Duration::from_secs(3);

/// Why nothing was copied.
#[derive(Debug, thiserror::Error)]
pub enum ClipboardError {
    /// A program is wanted and none is there.
    #[error(
        "clipboard: none of {0} is installed; install one, or set clipboard.way = \"terminal\" in config.toml"
    )]
    NoProgram(String),
    /// What should be a command line is not.
    #[error("clipboard: clipboard.command is not a command line: {0:?}; check its quotes")]
    NotACommand(String),
    /// Too much for an escape sequence.
    #[error(
        "clipboard: {length} bytes are too many for the terminal, which takes {limit}; copy less, or install one of {programs}"
    )]
    TooLong {
        /// Of the text.
        length: usize,
        /// The most that is sent.
        limit: usize,
        /// What takes more.
        programs: String,
    },
    /// It cannot be started.
    #[error(
        "clipboard: cannot run {program}: {cause}; set clipboard.way = \"terminal\" or clipboard.command in config.toml"
    )]
    Start {
        /// The program.
        program: String,
        /// What the system said.
        cause: io::Error,
    },
    /// It ended badly, or not at all.
    #[error(
        "clipboard: {program} {how}; set clipboard.way = \"terminal\" or clipboard.command in config.toml"
    )]
    Failed {
        /// The program.
        program: String,
        /// How it ended.
        how: String,
    },
    /// The terminal cannot be written to.
    #[error(transparent)]
    Terminal(#[from] TerminalError),
}

/// Puts text on the clipboard. What goes through the terminal is sent now, on this thread, which
/// must be the one that draws; a program is waited for elsewhere, and `later` hears of its end.
/// `Some` when it is done.
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
