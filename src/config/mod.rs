//! What the user chose: the embedded commented `default.toml`, then the user's file, then arguments.
//!
//! Principal type: [`Config`]. Invariant: no key is ignored; an unknown one is an error that names
//! file, line and key.

mod dirs;
mod keys;
mod load;
mod near;

pub use dirs::{Dirs, DirsError};
pub use keys::{KeyRow, KeysConfig, Layer, Preset};
pub use load::{ConfigError, Fault, read_text};
pub use near::hint;

use serde::Deserialize;
use serde::de::{Deserializer, Error};
use std::path::PathBuf;

/// Everything that can be configured, lifted into ready values.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
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
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorpusConfig {
    /// Bytes above which a file is skipped and listed (default 10 MB).
    #[serde(deserialize_with = "at_least::<_, _, 1>")]
    pub index_limit: u64,
    /// Rules for names of secrets, after the built-in ones.
    pub secrets: Vec<String>,
}

/// `[document]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DocumentConfig {
    /// Bytes above which a DOCX or PDF file is skipped and listed (default 50 MB).
    #[serde(deserialize_with = "at_least::<_, _, 1>")]
    pub size_limit: u64,
    /// Seconds that extracting the text of one may take.
    #[serde(deserialize_with = "at_least::<_, _, 1>")]
    pub seconds: u64,
    /// Bytes of memory that it may take.
    #[serde(deserialize_with = "at_least::<_, _, 400_000_000>")]
    pub memory: u64,
}

/// `[chunk]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChunkConfig {
    /// Bytes above which a leaf is split.
    #[serde(deserialize_with = "at_least::<_, _, 200>")]
    pub leaf_limit: usize,
    /// Bytes up to which a file is parsed; behind them it is cut by lines (default 2 MB).
    #[serde(deserialize_with = "at_least::<_, _, 1>")]
    pub parse_limit: usize,
}

/// `[embed]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmbedConfig {
    /// The folder of the model; none: the bundled one.
    #[serde(default, deserialize_with = "some_not_empty")]
    pub model: Option<PathBuf>,
    /// Path of a libonnxruntime to run the model on; none: the pure-Rust backend.
    #[serde(default, deserialize_with = "some_not_empty")]
    pub onnxruntime: Option<PathBuf>,
}

/// `[vector]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VectorConfig {
    /// When the graph answers.
    pub graph: GraphUse,
}

/// Use of the HNSW graph in place of an exact scan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GraphUse {
    /// From 50,000 passing vectors.
    Auto,
    /// Whenever there is a vector.
    Always,
    /// Never: always an exact scan.
    Never,
}

/// `[summary]`
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "RawSummary")]
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
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EditorConfig {
    /// A command line that comes before `$VISUAL`; may hold `{file}`, `{line}`, `{column}`.
    #[serde(default, deserialize_with = "some_not_empty")]
    pub command: Option<String>,
    /// A command line for documents that no editor opens; may hold `{file}`.
    pub viewer: Option<String>,
}

/// `[clipboard]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClipboardConfig {
    /// Through what.
    pub way: ClipboardWay,
    /// A command line that reads the text; it comes before everything else.
    #[serde(default, deserialize_with = "some_not_empty")]
    pub command: Option<String>,
}

/// Through what text gets to the clipboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClipboardWay {
    /// A program of the desktop; the terminal over SSH and where there is none.
    Auto,
    /// The terminal (OSC 52).
    Terminal,
    /// A program; it is an error where none is installed.
    Program,
}

/// `[ui]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UiConfig {
    /// The theme's name: a file of `themes/` or of the user's themes folder; or [`UiConfig::AUTO`].
    #[serde(deserialize_with = "not_empty")]
    pub theme: String,
    /// The theme for a light terminal, where the name is [`UiConfig::AUTO`].
    #[serde(deserialize_with = "not_empty")]
    pub light: String,
    /// The theme for a dark one.
    #[serde(deserialize_with = "not_empty")]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AsciiUse {
    /// Where the terminal cannot do more.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// `[summary]` as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSummary {
    #[serde(default, deserialize_with = "some_not_empty")]
    url: Option<String>,
    #[serde(default, deserialize_with = "some_not_empty")]
    model: Option<String>,
    #[serde(default, deserialize_with = "some_not_empty")]
    key_env: Option<String>,
    #[serde(deserialize_with = "at_least::<_, _, 1>")]
    concurrency: usize,
    #[serde(deserialize_with = "at_least::<_, _, 1>")]
    seconds: u64,
    retries: u32,
    token_budget: u64,
}

impl From<RawSummary> for SummaryConfig {
    /// A server without a model is refused when the file is loaded.
    fn from(raw: RawSummary) -> Self {
        Self {
            server: raw.url.zip(raw.model).map(|(url, model)| SummaryServer {
                url,
                model,
                key_env: raw.key_env,
            }),
            concurrency: raw.concurrency,
            seconds: raw.seconds,
            retries: raw.retries,
            token_budget: raw.token_budget,
        }
    }
}

fn at_least<'de, D: Deserializer<'de>, N: TryFrom<u64>, const LOWEST: u64>(
    value: D,
) -> Result<N, D::Error> {
    let number = u64::deserialize(value)?;
    if number < LOWEST {
        let message = format!("{number} is too small, the lowest is {LOWEST}");
        return Err(D::Error::custom(message));
    }
    N::try_from(number).map_err(|_| D::Error::custom(format!("{number} is too large")))
}

fn not_empty<'de, D: Deserializer<'de>, T: From<String>>(value: D) -> Result<T, D::Error> {
    let text = String::deserialize(value)?;
    if text.trim().is_empty() {
        return Err(D::Error::custom("an empty text; remove the key instead"));
    }
    Ok(text.into())
}

/// The same for a key that may be absent.
fn some_not_empty<'de, D: Deserializer<'de>, T: From<String>>(
    value: D,
) -> Result<Option<T>, D::Error> {
    not_empty(value).map(Some)
}
