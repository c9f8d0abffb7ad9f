//! `smriti-tui chunks`: every chunk of a file or a directory, as one document.
//!
//! Principal type: [`ChunkObject`](object::ChunkObject). Contract: the document is written as the files are read,
//! so its size does not limit the repository. It needs no index.

mod census;
mod entries;
mod export;
mod object;
#[cfg(test)]
pub(super) mod tests;

pub(super) use export::{ChunksOptions, VERSION, run};
