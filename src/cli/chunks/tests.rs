//! The whole document of `chunks --json`, which is written in parts.

use super::entries::Entry;
use super::export::ExportHeader;
use super::object::ChunkObject;
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;

/// The chunks of a file or a directory.
#[derive(Serialize, JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
pub(crate) struct Document<'a> {
    #[serde(flatten)]
    heading: ExportHeader<'a>,
    /// The repository, its directories and files.
    entries: Vec<Entry>,
    /// In document order, parents before their children.
    chunks: Vec<ChunkObject<'a>>,
}
