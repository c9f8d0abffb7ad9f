//! Refusals: reasons why a document yields no text.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Reason why a document yields no text, as one line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Refusal {
    /// A password is required.
    Encrypted,
    /// The pages are images without text.
    Scanned,
    /// The document contains no text.
    Empty,
    /// The content does not match the format, or is damaged; with details.
    Malformed(String),
    /// The text exceeds the size limit.
    TooLong {
        /// The configured limit.
        limit: u64,
    },
    /// The extraction exceeded the time limit.
    TimedOut {
        /// The configured limit.
        seconds: u64,
    },
    /// The extraction exceeded the memory limit.
    OutOfMemory {
        /// The configured limit.
        limit: u64,
    },
    /// The child process could not be started or was stopped; with the reason.
    Failed(String),
}

impl Refusal {
    /// Returns true if the same file is always refused: the reason is neither time nor memory nor a
    /// limit.
    pub(super) fn is_lasting(&self) -> bool {
        matches!(
            self,
            Self::Encrypted | Self::Scanned | Self::Empty | Self::Malformed(_)
        )
    }

    /// Returns true if the file itself is the reason, not the state of the machine.
    pub(super) fn is_of_the_file(&self) -> bool {
        !matches!(self, Self::Failed(_))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encrypted => out.write_str("encrypted: save it without a password to index it"),
            Self::Scanned => {
                out.write_str("scanned: the pages are images; run OCR on it to index it")
            }
            Self::Empty => out.write_str("empty: it contains no text"),
            Self::Malformed(what) => write!(out, "malformed: {what}"),
            Self::TooLong { limit } => write!(
                out,
                "too long: its text exceeds corpus.index_limit = {limit} bytes"
            ),
            Self::TimedOut { seconds } => write!(
                out,
                "too slow: extraction exceeded document.seconds = {seconds}"
            ),
            Self::OutOfMemory { limit } => write!(
                out,
                "too large: extraction exceeded document.memory = {limit} bytes"
            ),
            Self::Failed(why) => write!(out, "extraction failed: {why}"),
        }
    }
}
