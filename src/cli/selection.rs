//! A path argument as documents of its repository.

use super::output::print_error;
use crate::corpus::SourcePath;
use crate::project::{NamedPath, Overrides, Project, Selection, SkippedObject};
use anyhow::Result;
use std::path::{Path, PathBuf};

/// The repository of a path (the current directory without one), and the files of the path.
pub(super) fn select(choices: &Overrides, path: Option<&Path>) -> Result<(Project, Selection)> {
    let path = existing(choices, path.unwrap_or(Path::new(".")));
    let named = NamedPath::find(Path::new(""), &path)?;
    let mut project = Project::of_path(choices, named.directory())?;
    if path.is_dir() && project.root().path() == path.canonicalize()? {
        project = Project::open_all(choices, std::slice::from_ref(&path))?;
    }
    let start = named.in_repository(&project)?;
    let selection = Selection::new(&project, &start);
    Ok((project, selection))
}

/// The repository of a file, and its name there.
pub(super) fn file(choices: &Overrides, path: &Path) -> Result<(Project, SourcePath)> {
    let path = existing(choices, path);
    let named = NamedPath::find(Path::new(""), &path)?;
    let project = Project::of_path(choices, named.directory())?;
    let file = named.file_in_repository(&project)?;
    Ok((project, file))
}

/// The repository of a file, and its name there; with directories, the repositories of these.
pub(super) fn file_of(
    choices: &Overrides,
    directories: &[PathBuf],
    path: &Path,
) -> Result<(Project, SourcePath)> {
    if directories.is_empty() {
        return file(choices, path);
    }
    let project = Project::open_all(choices, directories)?;
    let mut below = project.root().path().join(path);
    if !below.exists() {
        path.clone_into(&mut below);
    }
    let file = NamedPath::find(Path::new(""), &below)?.file_in_repository(&project)?;
    Ok((project, file))
}

/// A path relative to the current directory, or else to the root of the repository around it, as JSON prints
/// it.
fn existing(choices: &Overrides, path: &Path) -> PathBuf {
    if path.symlink_metadata().is_ok() {
        return path.to_owned();
    }
    if let Ok(project) = Project::open(choices, None) {
        let below = project.root().path().join(path);
        if below.symlink_metadata().is_ok() {
            return below;
        }
    }
    path.to_owned()
}

/// Reports skipped files on standard error.
pub(super) fn report_skipped(skipped: &[SkippedObject]) {
    match skipped {
        [] => {}
        [SkippedObject { path, reason }] => print_error(&format!("{path} is skipped: {reason}")),
        _ => print_error(&format!(
            "{} files are skipped; `smriti-tui status --skipped` shows why",
            skipped.len()
        )),
    }
}
