//! What a symbol, a file, a module and the repository are about, in a few plain sentences taken
//! from what they say of themselves.
//!
//! Principal type: [`Digest`], what one file gives to the summaries above it. Invariant: nothing
//! here depends on anything but its input. A digest is a function of one file's tree, a module's
//! summary one of its files' digests, so an index that grew says what a fresh one does. A summary
//! is one line without control characters, and never longer than its bound.

mod declared;
mod digest;
pub mod endpoint;
mod file;
mod imported;
mod language;
mod manifest;
mod module;
mod passage;
mod prose;
mod repository;
mod role;
mod symbol;
#[cfg(test)]
mod tests;

pub use declared::Declared;
pub use digest::{Digest, digest};
pub use file::{file, file_lead};
pub use manifest::Manifest;
pub use module::{module, module_lead};
pub use repository::{repository, repository_lead};
pub use role::FileRole;
pub use symbol::symbol;

/// The longest lead, the one line beside a node of a tree, in characters.
pub const LONGEST_LEAD: usize = 120;
/// Names the rules by which summaries are made; another value means other summaries.
pub const SUMMARY_VERSION: u32 = 3;
