//! Summaries of declarations, files, directories and the repository, extracted from their text or written by
//! a server.
//!
//! Principal types: [`Digest`], the contribution of one file to the summaries above it, and
//! [`endpoint::Endpoint`], the client of a server. Invariant: a summary depends only on its input, so an
//! updated index equals a new one. It is one line of bounded length without control characters.
//!
//! The indexer writes summaries, the index stores them, and results and the tree show their leads.

mod digest;
mod directory;
pub mod endpoint;
mod line;
mod manifest;
mod prose;
#[cfg(test)]
mod tests;

pub use digest::{Digest, SUMMARY_VERSION, digest, file, file_lead, symbol};
pub use directory::{directory, languages, technologies};
pub use line::MAX_LEAD_LEN;
pub use manifest::dependencies;
