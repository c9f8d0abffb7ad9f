//! The index pipeline: walk, compare, read and chunk, keywords, vectors, maintenance.
//!
//! Principal type: [`Pipeline`], used by the explorer's thread ([`Indexer`]) and by the commands. Invariant:
//! keywords never wait for vectors, and a commit is never undone.
//!
//! The submodules follow the pipeline; [`Pipeline`] is the only owner of an
//! [`IndexWriter`](crate::index::IndexWriter).

mod directory_summaries;
mod embedding;
mod handle;
mod index_diff;
mod keywords;
mod maintenance;
mod pipeline;
mod progress;
mod reading;
mod report;
mod run;
mod scheduler;
mod server_summaries;
#[cfg(test)]
mod tests;
mod thread;
mod walking;

pub use crate::protocol::Stage;
pub use handle::{Indexer, Indexers};
pub use pipeline::{Pipeline, chunk_limits};
pub use progress::{LiveCounters, Progress, UpdateSummary};
pub use reading::file_text;
pub use report::{Report, UpdateError};
pub use server_summaries::{
    MissingSummary, SUMMARIZED_DECLARATIONS, Summarizer, SummarizerError, author_of, unwritten,
};
