//! Cuts a document into a tree whose leaves tile it: code by syntax, documents by headings, other text by
//! lines.
//!
//! Principal type: [`ChunkTree`]. Invariant: the leaves, joined in order, are the text, byte for byte; the
//! same text gives the same tree everywhere.
//!
//! The indexer cuts changed files, and `context` cuts the displayed one; both get the same tree for the same
//! text.

mod assemble;
mod cells;
mod code;
mod cut;
mod declared;
mod document;
mod embedded;
mod encoded;
mod facet;
mod license;
mod lines;
mod nameless;
mod node;
mod opening;
mod part;
mod size;
mod source;
mod symbol;
#[cfg(test)]
mod tests;
mod tree;

pub use crate::syntax::Kind;
pub use assemble::{directory_id, file_id};
pub use cut::{CHUNKER_VERSION, Limits};
pub use document::{
    Format, HiddenRange, Markup, Table, TableColumn, TableRow, markup, sentences,
    without_inline_markup,
};
pub(crate) use document::{MARKDOWN_EXTENSIONS, front_matter};
pub use embedded::{embedded_text, enriched_text};
pub use facet::{API, SIGNATURE, UNPARSED};
pub(crate) use license::is_license_paragraph;
pub use node::{
    Boundary, Chunk, ChunkId, Definition, NestedSymbol, Role, heading_context, qualified_name,
    whole_name,
};
pub use opening::opening;
pub use source::{Source, decode_same_length};
pub use symbol::{NamePosition, Symbol};
pub use tree::ChunkTree;
