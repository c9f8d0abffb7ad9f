//! Limits of an extraction, and reasons why a document yields no text.

use crate::config::Config;
use crate::corpus::ByteSize;
use serde::{Deserialize, Serialize};

/// Message for PDF and DOCX in builds without the Cargo feature.
pub(super) const NO_DOCUMENTS: &str =
    "this build cannot read PDF and DOCX; build it with the feature `documents`";

/// Reason why a document yields no text, as one line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
pub enum Refusal {
    /// A password is required.
    #[error("encrypted: save it without a password to index it")]
    Encrypted,
    /// The pages are images without text.
    #[error("scanned: the pages are images; run OCR on it to index it")]
    Scanned,
    /// The document contains no text.
    #[error("empty: it contains no text")]
    Empty,
    /// The content does not match the format, or is damaged; with details.
    #[error("malformed: {0}")]
    Malformed(String),
    /// The text exceeds the size limit.
    #[error("too long: its text exceeds corpus.index_limit = {limit} bytes")]
    TooLong {
        /// The configured limit.
        limit: u64,
    },
    /// The extraction exceeded the time limit.
    #[error("too slow: extraction took more than {seconds} s")]
    TimedOut {
        /// The configured limit.
        seconds: u64,
    },
    /// The extraction exceeded the memory limit.
    #[error("too large: extraction needs more than {} of memory", ByteSize(*limit))]
    OutOfMemory {
        /// The configured limit.
        limit: u64,
    },
    /// The child process could not be started or was stopped; with the reason.
    #[error("extraction failed: {0}")]
    Failed(String),
}

impl Refusal {
    /// Returns true if the same file is always refused: the reason is neither time nor memory nor a
    /// limit.
    pub(super) fn is_permanent(&self) -> bool {
        matches!(
            self,
            Self::Encrypted | Self::Scanned | Self::Empty | Self::Malformed(_)
        )
    }

    /// Returns true if the file itself is the reason, not the state of the machine.
    pub(super) fn is_file_fault(&self) -> bool {
        !matches!(self, Self::Failed(_))
    }
}

/// Time limit of an extraction, in seconds.
const SECONDS: u64 = 60;
/// Memory limit of an extraction, in bytes.
const MEMORY: u64 = 1_000_000_000;

/// Limits of an extraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Bounds {
    /// Time limit in seconds.
    pub seconds: u64,
    /// Memory limit in bytes (of address space, if the system can limit it).
    pub memory: u64,
    /// Maximum size of the text, in bytes.
    pub text: u64,
}

impl Bounds {
    /// Returns the limits of the program; a text may be as long as any other file.
    pub fn of(config: &Config) -> Self {
        Self {
            seconds: SECONDS,
            memory: MEMORY,
            text: config.corpus.index_limit,
        }
    }
}
