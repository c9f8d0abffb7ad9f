//! The settings, one struct for each section.
//!
//! Principal type: [`Config`].

use super::commands::CommandsConfig;
use super::keys::KeysConfig;
use serde::Deserialize;
use serde::de::{Deserializer, Error, IntoDeserializer};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// All settings, converted to their final types.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// File discovery.
    pub corpus: CorpusConfig,
    /// Text extraction from DOCX and PDF.
    pub document: DocumentConfig,
    /// Chunk sizes.
    pub chunk: ChunkConfig,
    /// Embedding model and backend.
    pub embed: EmbedConfig,
    /// Vector search.
    pub vector: VectorConfig,
    /// Optional server that writes summaries.
    pub summary: SummaryConfig,
    /// Editor and document viewer.
    pub editor: EditorConfig,
    /// Clipboard access.
    pub clipboard: ClipboardConfig,
    /// Themes and characters.
    pub ui: UiConfig,
    /// Key bindings.
    pub keys: KeysConfig,
    /// Own commands.
    #[serde(default)]
    pub commands: CommandsConfig,
    /// Directories of repositories that are searched together, by the name of the workspace.
    #[serde(default)]
    pub workspaces: BTreeMap<String, Vec<PathBuf>>,
    /// Warnings about keys of earlier versions, each with file, line and key.
    #[serde(skip)]
    pub warnings: Vec<String>,
}

/// `[corpus]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorpusConfig {
    /// Bytes above which a file is skipped and listed (default 10 MB).
    #[serde(deserialize_with = "at_least::<_, _, 1>")]
    pub index_limit: u64,
    /// Secret file name patterns in addition to the built-in ones.
    pub secrets: Vec<String>,
    /// True to read `.ignore` and `.rgignore`.
    pub ignore_files: bool,
    /// True to list the files of clones and linked worktrees inside the repository.
    pub nested_repositories: bool,
}

/// `[document]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DocumentConfig {
    /// Bytes above which a DOCX or PDF file is skipped and listed (default 50 MB).
    #[serde(deserialize_with = "at_least::<_, _, 1>")]
    pub size_limit: u64,
}

/// `[chunk]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChunkConfig {
    /// Bytes above which a leaf is split.
    #[serde(deserialize_with = "at_least::<_, _, 200>")]
    pub leaf_limit: usize,
    /// Bytes of a file that are parsed (default 2 MB); the rest is cut by lines.
    #[serde(deserialize_with = "at_least::<_, _, 1>")]
    pub parse_limit: usize,
}

/// `[embed]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmbedConfig {
    /// Directory of the embedding model. None selects the bundled model.
    #[serde(default, deserialize_with = "optional_not_empty")]
    pub model: Option<PathBuf>,
    /// Path of the libonnxruntime that runs the model. None searches the usual places.
    #[serde(default, deserialize_with = "optional_not_empty")]
    pub onnxruntime: Option<PathBuf>,
}

/// `[vector]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VectorConfig {
    /// Use of the HNSW graph.
    #[serde(deserialize_with = "one_of")]
    pub graph: GraphMode,
}

named! {
    /// Use of the HNSW graph in place of an exact scan.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum GraphMode {
        /// From 50,000 vectors that pass the filters.
        #[default]
        Auto = "auto",
        /// If there is at least one vector.
        Always = "always",
        /// Never: every search scans all vectors.
        Never = "never",
    }
}

/// `[summary]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SummaryConfig {
    /// Base URL of an OpenAI-compatible server: `http://localhost:11434/v1`.
    #[serde(default, deserialize_with = "optional_not_empty")]
    pub url: Option<String>,
    /// Model name on the server.
    #[serde(default, deserialize_with = "optional_not_empty")]
    pub model: Option<String>,
    /// Environment variable with the API key. None if the server needs no key.
    #[serde(default, deserialize_with = "optional_not_empty")]
    pub key_env: Option<String>,
    /// Maximum number of tokens, sent and received, per run of indexing.
    pub token_budget: u64,
}

impl SummaryConfig {
    /// URL and model of the server. If none, nothing is sent over the network.
    pub fn server(&self) -> Option<(&str, &str)> {
        self.url.as_deref().zip(self.model.as_deref())
    }
}

/// `[editor]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EditorConfig {
    /// Command line that takes precedence over `$VISUAL`; may contain `{file}`, `{line}`,
    /// `{column}`.
    #[serde(default, deserialize_with = "optional_not_empty")]
    pub command: Option<String>,
    /// Command line for documents that no editor opens; may contain `{file}`.
    pub viewer: Option<String>,
}

/// `[clipboard]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClipboardConfig {
    /// Clipboard mechanism.
    #[serde(deserialize_with = "one_of")]
    pub method: ClipboardMode,
    /// Command line that reads the text from standard input; takes precedence over `method`.
    #[serde(default, deserialize_with = "optional_not_empty")]
    pub command: Option<String>,
}

/// Clipboard mechanism.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClipboardMode {
    /// A desktop program; the terminal over SSH or if no program is installed.
    Auto,
    /// The terminal (OSC 52).
    Terminal,
    /// A desktop program; an error if none is installed.
    Program,
}

/// `[ui]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UiConfig {
    /// Theme name: a file in `themes/` or in the user's themes directory, or [`UiConfig::AUTO`].
    #[serde(deserialize_with = "not_empty")]
    pub theme: String,
    /// Theme for a light terminal if `theme` is [`UiConfig::AUTO`].
    #[serde(deserialize_with = "not_empty")]
    pub light: String,
    /// Theme for a dark terminal.
    #[serde(deserialize_with = "not_empty")]
    pub dark: String,
    /// Use of ASCII instead of Unicode characters.
    #[serde(deserialize_with = "one_of")]
    pub ascii: AsciiMode,
}

impl UiConfig {
    /// Theme name that selects the light or dark theme by the terminal's background.
    pub const AUTO: &str = "auto";
}

/// Color depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColorDepth {
    /// No colors.
    None,
    /// The 16 colors of the terminal's palette.
    Sixteen,
    /// The 256 colors of xterm.
    Indexed,
    /// 24-bit colors.
    True,
}

/// Use of ASCII instead of Unicode characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AsciiMode {
    /// If the terminal supports nothing else.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

fn at_least<'de, D: Deserializer<'de>, N: TryFrom<u64>, const LOWEST: u64>(
    value: D,
) -> Result<N, D::Error> {
    let number = u64::deserialize(value)?;
    if number < LOWEST {
        let message = format!("{number} is too small, the minimum is {LOWEST}");
        return Err(D::Error::custom(message));
    }
    N::try_from(number).map_err(|_| D::Error::custom(format!("{number} is too large")))
}

/// One of several words. Another value, such as `true`, is an error that lists them, as another word is.
pub(super) fn one_of<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    value: D,
) -> Result<T, D::Error> {
    let word = match toml::Value::deserialize(value)? {
        toml::Value::String(word) => word,
        other => other.to_string(),
    };
    T::deserialize(word.into_deserializer())
}

pub(super) fn not_empty<'de, D: Deserializer<'de>, T: From<String>>(
    value: D,
) -> Result<T, D::Error> {
    let text = String::deserialize(value)?;
    if text.trim().is_empty() {
        return Err(D::Error::custom("empty text; remove the key instead"));
    }
    Ok(text.into())
}

/// Like [`not_empty`], for an optional key.
fn optional_not_empty<'de, D: Deserializer<'de>, T: From<String>>(
    value: D,
) -> Result<Option<T>, D::Error> {
    not_empty(value).map(Some)
}
