//! Settings of the app, derived from the settings of the project.
//!
//! [`options()`] is called once, before the first frame.

use super::ThemeList;
use crate::app::{AppSettings, IndexSettings, Keymap};
use crate::corpus::{create_private_folder, head};
use crate::project::Project;
use std::path::Path;
use std::{fs, io};

/// Number of hits that the explorer requests.
const HITS: usize = 100;

/// Settings of a project with a theme. With `fresh`, the last location is not restored.
pub(super) fn options(
    project: &Project,
    themes: &ThemeList,
    theme: &str,
    fresh: bool,
) -> anyhow::Result<AppSettings> {
    Ok(AppSettings {
        root_name: project.root().name(),
        head: head(project.root()),
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
        fresh,
    })
}

/// Writes a small file of the state directory.
pub(super) fn note(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        create_private_folder(folder)?;
    }
    // Opening a pipe would wait.
    match fs::metadata(file) {
        Ok(metadata) if !metadata.is_file() => Err(io::Error::other("not a regular file")),
        _ => fs::write(file, text),
    }
}
