//! Settings of the app, derived from the settings of the project, and the start of a run.
//!
//! [`options()`] is called once, before the first frame.

use super::themes::ThemeList;
use crate::app::{AppSettings, IndexSettings, Keymap};
use crate::corpus::{Head, Location, head};
use crate::project::Project;

/// Number of hits that the explorer requests.
const HITS: usize = 100;

/// Settings of a project with a theme.
pub(super) fn options(
    project: &Project,
    themes: &ThemeList,
    theme: &str,
    start: &Start,
) -> anyhow::Result<AppSettings> {
    Ok(AppSettings {
        root_name: match project.repositories().len() {
            1 => project.root().name(),
            several => format!("{}: {several} repositories", project.root().name()),
        },
        head: if project.is_workspace() {
            Head::default()
        } else {
            head(project.root())
        },
        limit: HITS,
        capture_mouse: true,
        keys: Keymap::from_config(&project.config.keys)?,
        themes: themes.names(),
        index: IndexSettings {
            folder: project.index.path().to_string_lossy().into_owned(),
            config: project.config_file.to_string_lossy().into_owned(),
            graph: project.config.vector.graph,
            backend: project.model.backend(),
        },
        theme: theme.to_owned(),
        fresh: start.fresh,
        picks: start.pick.is_some(),
    })
}

/// The first view of the explorer.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// True to start without the last location.
    pub fresh: bool,
    /// A location to show instead of the last one.
    pub visit: Option<Location>,
    /// A query to start with, to choose results instead of editing them.
    pub pick: Option<String>,
}
