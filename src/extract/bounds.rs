//! Limits of an extraction.

use crate::config::Config;

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
