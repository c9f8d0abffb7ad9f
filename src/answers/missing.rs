//! Errors of a lookup that found nothing.

/// Error of a lookup that needs the index before there is one.
pub(crate) const NOT_INDEXED: &str = "nothing is indexed yet; run `smriti-tui index`";

/// There is no such chunk. A command then ends as if nothing was found.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct NotFound(pub(crate) String);
