//! What the user chose: the embedded commented `default.toml`, then the user's file, then arguments.
//!
//! Principal type: [`Config`]. Invariant: no key is ignored; an unknown one is an error that names
//! file, line and key.

mod dirs;
mod load;
mod raw;

pub use dirs::{Dirs, NoHome};
pub use load::{ConfigError, Fault};

use std::path::PathBuf;

/// Everything that can be configured, lifted into ready values.
#[derive(Clone, Debug)]
pub struct Config {
    /// Which files are read and how.
    pub corpus: CorpusConfig,
    /// How documents are cut.
    pub chunk: ChunkConfig,
    /// Which model runs where.
    pub embed: EmbedConfig,
    /// How vectors are searched.
    pub vector: VectorConfig,
    /// Which editor opens a hit.
    pub editor: EditorConfig,
    /// How it looks.
    pub ui: UiConfig,
}

/// `[corpus]`
#[derive(Clone, Debug)]
pub struct CorpusConfig {
    /// Bytes above which a file is skipped and listed (default 10 MB).
    pub index_limit: u64,
}

/// `[chunk]`
#[derive(Clone, Debug)]
pub struct ChunkConfig {
    /// Bytes above which a leaf is split.
    pub leaf_limit: usize,
    /// Bytes above which a file is cut by lines, not parsed (default 1 MB).
    pub parse_limit: usize,
}

/// `[embed]`
#[derive(Clone, Debug)]
pub struct EmbedConfig {
    /// Path of a libonnxruntime to run the model on; none: the pure-Rust backend.
    pub onnxruntime: Option<PathBuf>,
}

/// `[vector]`
#[derive(Clone, Debug)]
pub struct VectorConfig {
    /// When the graph answers.
    pub graph: GraphUse,
}

/// When the HNSW graph answers instead of an exact scan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GraphUse {
    /// Above about 10 000 passing vectors.
    Auto,
    /// Whenever there is a vector.
    Always,
    /// Never: always an exact scan.
    Never,
}

/// `[editor]`
#[derive(Clone, Debug)]
pub struct EditorConfig {
    /// A command line that comes before `$VISUAL`; may hold `{file}`, `{line}`, `{column}`.
    pub command: Option<String>,
}

/// `[ui]`
#[derive(Clone, Debug)]
pub struct UiConfig {
    /// The theme's name: a file of `themes/` or of the user's themes folder.
    pub theme: String,
}
