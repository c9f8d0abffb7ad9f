//! A repository with its settings, shared by the commands and the explorer.
//!
//! Principal types: [`Project`], `Freshness`, which says whether its index reflects the working tree, and the two
//! indexes with one: `UpdatedIndex` and `LiveIndex`. Invariant: arguments, environment and configuration are
//! combined here and nowhere else.
//!
//! The explorer, the commands and the server for agents each open one.

mod choices;
mod coverage;
mod engine;
mod freshness;
mod live_index;
mod named_path;
mod repository;
mod selection;
mod temporary;
mod updated_index;
mod workspace;

pub use choices::Overrides;
pub(crate) use coverage::TreeCoverage;
pub(crate) use engine::EngineProject;
pub(crate) use freshness::Freshness;
pub(crate) use live_index::LiveIndex;
pub(crate) use named_path::NamedPath;
pub use repository::Project;
pub(crate) use selection::{Selection, SkippedObject};
pub(crate) use updated_index::{Refreshed, UpdatedIndex, nothing_indexed};
