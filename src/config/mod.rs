//! Configuration: the embedded commented `default.toml`, then the user's file, then arguments.
//!
//! Principal type: [`Config`]. Invariant: an unknown key is an error that names file, line and key; a key of
//! an earlier version is a warning.
//!
//! Loaded once by `project`, which combines it with arguments and environment; other modules receive the
//! section that they need.

mod commands;
mod dirs;
mod keys;
mod layers;
mod load;
mod nearest_name;
mod settings;

pub use commands::{CommandPlace, CommandsConfig, OwnCommand};
pub use dirs::Dirs;
pub use keys::{KeyRow, KeymapLayer, KeysConfig, Preset};
pub use load::{SETTINGS_LIMIT, read_text};
pub use nearest_name::{did_you_mean, nearest_names};
pub use settings::{
    AsciiMode, ChunkConfig, ClipboardConfig, ClipboardMode, ColorDepth, Config, CorpusConfig,
    DocumentConfig, EditorConfig, EmbedConfig, GraphMode, SummaryConfig, UiConfig, VectorConfig,
};
