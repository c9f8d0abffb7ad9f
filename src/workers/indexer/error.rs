//! Reasons why an update ends early.

use crate::corpus::RootError;
use crate::embed::EmbedError;
use crate::index::IndexError;

/// Reason why an update ended early. Its commits stay.
#[derive(Debug, thiserror::Error)]
pub enum UpdateError {
    /// Cancelled.
    #[error("indexing was stopped")]
    Cancelled,
    /// Only a part was to be updated, but the index does not contain the rest.
    #[error("the index was rebuilt: all files must be read")]
    NeedsFullUpdate,
    /// The index cannot be written.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The repository is gone.
    #[error("{0}; its index stays as it was")]
    Root(#[from] RootError),
    /// The model ran and failed; keywords are complete.
    #[error("{0}; keywords answer alone")]
    Embed(#[from] EmbedError),
    /// A thread cannot be started.
    #[error("indexing: cannot start a thread: {0}")]
    Thread(#[from] std::io::Error),
    /// A panic, as a sentence for people.
    #[error("{0}")]
    Fault(String),
}
