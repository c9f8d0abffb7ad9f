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
    let project = project_of(choices, &named)?;
    let start = named.in_repository(&project)?;
    let selection = Selection::new(&project, &start);
    Ok((project, selection))
}

/// The repository of a path, or those of a directory of clones.
pub(super) fn project_of(choices: &Overrides, named: &NamedPath) -> Result<Project> {
    let directory = named.directory();
    let project = Project::of_path(choices, directory)?;
    if named.is_directory() && project.root().path() == directory.canonicalize()? {
        return Project::open_all(choices, &[directory.to_owned()]);
    }
    Ok(project)
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
        let (project, file) = file(choices, path)?;
        let here = std::env::current_dir()?.canonicalize()?;
        // In a directory of clones, the others may refer to the file.
        if !here.starts_with(project.root().path())
            && let Ok(all) = Project::open_all(choices, &[])
            && all.contains(&project)
        {
            let path = existing(choices, path);
            let named = NamedPath::find(Path::new(""), &path)?;
            let file = named.file_in_repository(&all)?;
            return Ok((all, file));
        }
        return Ok((project, file));
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
