//! Errors of a lookup that found nothing.

/// Error of a lookup that needs the index before there is one.
pub(crate) const NOT_INDEXED: &str = "nothing is indexed yet; run `smriti-tui index`";

/// Error of a lookup without a result. A command then exits with the status of an empty search.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct NotFound(pub(crate) String);
