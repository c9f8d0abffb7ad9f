//! Settings of the explorer.
//!
//! Principal type: [`AppSettings`], given once at the start.

use super::keymap::Keymap;
use crate::config::GraphMode;
use crate::corpus::Head;

/// Settings of the app, given once at the start.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AppSettings {
    /// The repository's name, for the title.
    pub root_name: String,
    /// Checked-out commit for the title, updated by the indexer.
    pub head: Head,
    /// Number of hits to request.
    pub limit: usize,
    /// True to capture the mouse at the start.
    pub capture_mouse: bool,
    /// Key bindings.
    pub keys: Keymap,
    /// Names of the themes, in the order of their list.
    pub themes: Vec<String>,
    /// Name of the chosen theme.
    pub theme: String,
    /// True to start without the position of the last run.
    pub fresh: bool,
    /// True if the user chooses locations, which end the explorer, instead of editing them.
    pub picks: bool,
    /// Settings that the index page shows.
    pub index: IndexSettings,
}

/// Settings of the index, for the index page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct IndexSettings {
    /// Directory of the index.
    pub folder: String,
    /// Path of the configuration file.
    pub config: String,
    /// Use of the graph for semantic searches.
    pub graph: GraphMode,
    /// Name of the model's backend.
    pub backend: String,
}
