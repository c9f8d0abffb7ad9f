//! Why a worker has no answer, as sentences for people.

use super::ModelLoad;
use crate::corpus::{ReadError, SourcePath};
use crate::embed::EmbedError;
use crate::index::IndexError;
use crate::search::{SearchError, SimilarError};
use std::io;

/// Why a worker has no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum WorkError {
    /// A panic during this work.
    #[error("{0} failed by a fault in smriti-tui; quit to read its message, and report it")]
    Fault(String),
    #[error(transparent)]
    Index(#[from] IndexError),
    #[error(transparent)]
    Search(#[from] SearchError),
    #[error(transparent)]
    Similar(#[from] SimilarError),
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Model(#[from] EmbedError),
    /// A document that relations or exports need, by the sentence of [`crate::context::Sources`].
    #[error("{0}")]
    Source(String),
    #[error(transparent)]
    Export(#[from] ExportError),
    #[error("nothing is indexed yet; ask again in a moment")]
    NothingIndexed,
    #[error("the index was deleted; rescan for changes to rebuild it")]
    IndexRemoved,
    #[error("{0} changed since it was indexed; try again after indexing")]
    Changed(SourcePath),
    #[error("semantic search needs the embedding model, which is still loading")]
    ModelLoading,
    #[error("semantic search needs the embedding model, which failed: {0}")]
    ModelFailed(String),
}

/// Why nothing was exported.
#[derive(Debug, thiserror::Error)]
pub(super) enum ExportError {
    #[error("export: cannot write to the working directory ({0}); choose the clipboard")]
    NoDirectory(io::Error),
    #[error("export: {0} is not a file name")]
    NoName(String),
    #[error("export: {0} is a directory; name a file in it")]
    Directory(String),
    #[error(
        "export: {name} cannot be written ({cause}); choose another place for it, or the clipboard"
    )]
    Unwritten { name: String, cause: io::Error },
    #[error("export: there are {count} files of the name {name} already; choose another one")]
    TooMany { name: String, count: usize },
}

impl WorkError {
    /// Why there is no model yet, or none at all.
    pub(super) fn without_model(load: &ModelLoad) -> Self {
        match load {
            ModelLoad::Failed(cause) => Self::ModelFailed(cause.clone()),
            _ => Self::ModelLoading,
        }
    }
}

/// The sentence of a reply.
impl From<WorkError> for String {
    fn from(error: WorkError) -> Self {
        error.to_string()
    }
}
