//! What the user chose: the embedded commented `default.toml`, then the user's file, then arguments.
//!
//! Principal type: [`Config`]. Invariant: no key is ignored; an unknown one is an error that names
//! file, line and key.

mod dirs;
mod keys;
mod load;
mod near;
mod raw;

pub use dirs::{Dirs, NoHome};
pub use keys::{KeyRow, KeysConfig, Layer, Preset};
pub use load::{ConfigError, Fault};
pub use near::hint;

use std::path::PathBuf;

/// Everything that can be configured, lifted into ready values.
#[derive(Clone, Debug)]
pub struct Config {
    /// Which files are read and how.
    pub corpus: CorpusConfig,
    /// How texts are extracted from DOCX and PDF.
    pub document: DocumentConfig,
    /// How documents are cut.
    pub chunk: ChunkConfig,
    /// Which model runs where.
    pub embed: EmbedConfig,
    /// How vectors are searched.
    pub vector: VectorConfig,
    /// Who writes summaries besides the program itself.
    pub summary: SummaryConfig,
    /// Which editor opens a hit.
    pub editor: EditorConfig,
    /// How text gets to the clipboard.
    pub clipboard: ClipboardConfig,
    /// How it looks.
    pub ui: UiConfig,
    /// Which key does what.
    pub keys: KeysConfig,
}

/// `[corpus]`
#[derive(Clone, Debug)]
pub struct CorpusConfig {
    /// Bytes above which a file is skipped and listed (default 10 MB).
    pub index_limit: u64,
}

/// `[document]`
#[derive(Clone, Debug)]
pub struct DocumentConfig {
    /// Bytes above which a DOCX or PDF file is skipped and listed (default 50 MB).
    pub size_limit: u64,
    /// Seconds that extracting the text of one may take.
    pub seconds: u64,
    /// Bytes of memory that it may take.
    pub memory: u64,
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
    /// The folder of the model; none: the bundled one.
    pub model: Option<PathBuf>,
    /// Path of a libonnxruntime to run the model on; none: the pure-Rust backend.
    pub onnxruntime: Option<PathBuf>,
}

/// `[vector]`
#[derive(Clone, Debug)]
pub struct VectorConfig {
    /// When the graph answers.
    pub graph: GraphUse,
}

/// Use of the HNSW graph in place of an exact scan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GraphUse {
    /// From 50,000 passing vectors.
    Auto,
    /// Whenever there is a vector.
    Always,
    /// Never: always an exact scan.
    Never,
}

/// `[summary]`
#[derive(Clone, Debug)]
pub struct SummaryConfig {
    /// The server; none: nothing is ever sent anywhere.
    pub server: Option<SummaryServer>,
    /// Requests at a time.
    pub concurrency: usize,
    /// Seconds that one request may take.
    pub seconds: u64,
    /// How often a request is made again after a failure that may pass.
    pub retries: u32,
    /// Tokens, sent and received, that one run of indexing may use.
    pub token_budget: u64,
}

/// An OpenAI-compatible server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SummaryServer {
    /// Its base address: `http://localhost:11434/v1`.
    pub url: String,
    /// The model's name there.
    pub model: String,
    /// The environment variable that holds the key; none for a server without keys.
    pub key_env: Option<String>,
}

/// `[editor]`
#[derive(Clone, Debug)]
pub struct EditorConfig {
    /// A command line that comes before `$VISUAL`; may hold `{file}`, `{line}`, `{column}`.
    pub command: Option<String>,
    /// A command line for documents that no editor opens; may hold `{file}`.
    pub viewer: Option<String>,
}

/// `[clipboard]`
#[derive(Clone, Debug)]
pub struct ClipboardConfig {
    /// Through what.
    pub way: ClipboardWay,
    /// A command line that reads the text; it comes before everything else.
    pub command: Option<String>,
}

/// Through what text gets to the clipboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClipboardWay {
    /// A program of the desktop; the terminal over SSH and where there is none.
    Auto,
    /// The terminal (OSC 52).
    Terminal,
    /// A program; it is an error where none is installed.
    Program,
}

/// `[ui]`
#[derive(Clone, Debug)]
pub struct UiConfig {
    /// The theme's name: a file of `themes/` or of the user's themes folder; or [`UiConfig::AUTO`].
    pub theme: String,
    /// The theme for a light terminal, where the name is [`UiConfig::AUTO`].
    pub light: String,
    /// The theme for a dark one.
    pub dark: String,
    /// When the screen is drawn with ASCII alone.
    pub ascii: AsciiUse,
}

impl UiConfig {
    /// The name that stands for the light or the dark theme, as the terminal is.
    pub const AUTO: &str = "auto";
}

/// How many colours a terminal shows, or are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colours {
    /// None.
    None,
    /// The terminal's own sixteen.
    Sixteen,
    /// Those and the fixed 240 of xterm.
    Indexed,
    /// All.
    True,
}

/// When the screen is drawn with ASCII alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AsciiUse {
    /// Where the terminal cannot do more.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}
