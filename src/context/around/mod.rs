//! Surroundings of a chunk in its own document: pure functions over a tree and the index of a chunk.
//! An index out of bounds has no surroundings.
//!
//! Principal type: [`DefaultContext`]. The code pane, `context` and `search --json` call these.

mod automatic;
mod docs;
mod header;
mod hierarchy;
mod neighbors;
mod skeleton;
mod subject;
#[cfg(test)]
mod tests;

pub use automatic::{DefaultContext, automatic};
pub use docs::{docstring, signature_line};
pub use header::file_header;
pub use hierarchy::{members, members_or_siblings, owner_elsewhere, parents, siblings};
pub use neighbors::{Extent, NearbyText, neighbors, subtree};
pub use skeleton::{Skeleton, SkeletonPart, closes, skeleton};
pub use subject::{enclosing, subject, target};
