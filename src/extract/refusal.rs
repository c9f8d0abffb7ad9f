//! Why a document gives no text.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a document gives no text, as one line for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Refusal {
    /// It opens with a password only.
    Encrypted,
    /// Its pages are pictures.
    Scanned,
    /// It holds no text.
    Empty,
    /// It is not what its name says, or broken; where.
    Malformed(String),
    /// Its text is longer than this, in bytes.
    TooLong {
        /// The configured limit.
        limit: u64,
    },
    /// It took longer than this.
    TimedOut {
        /// The configured limit.
        seconds: u64,
    },
    /// It took more memory than this, in bytes.
    OutOfMemory {
        /// The configured limit.
        limit: u64,
    },
    /// The process could not be run, or was stopped; why.
    Failed(String),
}

impl Refusal {
    /// Whether the same file will be refused the next time too: time, memory and limits may be
    /// others then.
    pub(super) fn is_lasting(&self) -> bool {
        matches!(
            self,
            Self::Encrypted | Self::Scanned | Self::Empty | Self::Malformed(_)
        )
    }

    /// Whether the file itself is the reason, and not what happens to go on around it.
    pub(super) fn is_of_the_file(&self) -> bool {
        !matches!(self, Self::Failed(_))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encrypted => out.write_str("encrypted: it opens with a password only; save it without one to index it"),
            Self::Scanned => out.write_str("scanned: its pages are pictures without text; have it recognised (OCR) to index it"),
            Self::Empty => out.write_str("empty: it holds no text"),
            Self::Malformed(what) => write!(out, "malformed: {what}"),
            Self::TooLong { limit } => write!(
                out,
                "too long: it holds more text than corpus.index_limit = {limit} bytes"
            ),
            Self::TimedOut { seconds } => write!(
                out,
                "too slow: reading it took more than document.seconds = {seconds}"
            ),
            Self::OutOfMemory { limit } => write!(
                out,
                "too large: reading it took more than document.memory = {limit} bytes"
            ),
            Self::Failed(why) => write!(out, "its text could not be extracted: {why}"),
        }
    }
}
