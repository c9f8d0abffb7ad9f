//! The index on disk: one writer, immutable snapshots.
//!
//! Principal types: [`IndexWriter`] and [`Snapshot`]. Invariant: no source code is stored, and tantivy's
//! commit is the only commit point: what it does not reference does not exist.
//!
//! A folder contains `lexical/` (tantivy: terms and records; and the words of large segments, by which phrases are
//! found), `vectors/` (files of packed rows, which map an
//! embedding key to a row, and the graph's dump), `store/` (sled, the writer's cache) and `manifest` (data by
//! which readers detect that nothing changed). An index that started from another one may share the files of the
//! first two with it, as hard links. A leaf's document has the key of its vector, so a row is live
//! while a live leaf references it: moved code keeps its vector, and a commit writes only new rows.
//!
//! `workers::indexer` writes it; `search`, `context` and commands read snapshots.

mod distinct;
mod entry_set;
mod error;
mod folder;
mod frame;
mod graph_builder;
mod lazy_graph;
mod lexical;
mod listing;
mod lock;
mod manifest;
mod pack;
mod payload;
mod published;
mod reader;
mod record;
mod sibling;
mod snapshot;
mod staging;
mod store;
#[cfg(test)]
mod tests;
pub mod vector;
mod verified;
mod writer;

#[cfg(test)]
pub(crate) use tests::PANIC_AT;

pub use entry_set::EntrySet;
pub(crate) use error::Result;
pub use error::{IndexError, IndexPart};
pub use folder::{IndexFolder, Sizes};
pub use graph_builder::{GRAPH_THRESHOLD, GraphBuilder, GraphProgress};
pub use lexical::bm25::{Keywords, STEPS_PER_UNIT};
pub use lexical::conditions::{Clause, Column, Condition, meets};
pub use lexical::document::{is_marked_test, purpose_of};
pub use lexical::terms;
pub use manifest::Manifest;
pub use pack::{PackError, open_pack, pack, pack_into, pack_target, unpack};
pub use payload::{FORMAT, Generation, Identity};
pub use reader::IndexReader;
pub use record::{ROOT, Record, Summary};
pub use sibling::start_from_sibling;
pub use snapshot::{
    Counts, Coverage, DigestOf, FileTiles, LetterSet, Nearest, SEARCHED_FIELDS, Snapshot,
    VectorSearch, Word,
};
pub use store::{FileOutcome, FileState};
pub use writer::{IndexWriter, Merging, OpenMode};

pub(crate) use lexical::conditions::{PathTest, is_met_at, path_test};
