//! The only writer of an index.
//!
//! Principal type: [`IndexWriter`]. Invariant: staged changes become visible together or not at all, and
//! after an error no writer is left.

mod index_writer;
mod maintenance;
mod opening;
mod staging;
#[cfg(test)]
mod tests;

pub use index_writer::IndexWriter;
pub use maintenance::Merging;
pub use opening::OpenMode;
