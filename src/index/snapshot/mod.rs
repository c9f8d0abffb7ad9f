//! An immutable state of the index.
//!
//! Principal type: [`Snapshot`]. Invariant: it never changes, and every lookup has a deterministic order.
//! `search` and `context` read it; each file adds lookups on one subject.

mod columns;
mod coverage;
mod documents;
mod names;
mod nearest;
mod parents;
mod passing;
mod paths;
mod repeated_bytes;
mod rows;
mod segment;
mod segment_paths;
mod summaries;
#[cfg(test)]
mod tests;
mod tiles;
mod view;

pub use columns::Counts;
pub use coverage::{Coverage, SEARCHED_FIELDS, Word};
pub use nearest::{Nearest, VectorSearch};
pub use segment::LetterSet;
pub use summaries::DigestOf;
pub use tiles::FileTiles;
pub use view::Snapshot;
