//! A path on the command line as documents of its repository.
//!
//! Principal type: [`Selection`]. Contract: a file that is named must be readable; of a directory, unreadable
//! files are skipped and reported.

use super::{NotFound, print_error};
use crate::chunk::ChunkTree;
use crate::context::Sources;
use crate::corpus::{Cancel, Fingerprint, ReadError, Skipped, SourcePath, walk};
use crate::project::{Overrides, Project};
use anyhow::{Context, bail};
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use std::io::ErrorKind;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;

/// Files of a path argument: one file, or the indexed files below a directory.
pub(super) struct Selection {
    pub(super) project: Project,
    /// The named directory, empty for the root; or the named file.
    pub(super) directory: String,
    /// The files, sorted by path; a named file alone.
    pub(super) files: Vec<SourcePath>,
    /// Files skipped by the walk, sorted by path.
    pub(super) skipped: Vec<Skipped>,
    /// True if a file was named, which must be readable.
    pub(super) is_file: bool,
    /// Cancelled when no more files are needed.
    pub(super) cancel: Cancel,
}

impl Selection {
    /// The files of a path (the current directory without one) in its repository.
    pub(super) fn of(choices: &Overrides, path: Option<&Path>) -> anyhow::Result<Self> {
        let (project, start) = resolve(choices, path.unwrap_or(Path::new(".")))?;
        let is_file = !start.under(project.root().path()).is_dir();
        let (files, skipped) = match is_file {
            true => (vec![start.clone()], Vec::new()),
            false => {
                let walk = walk(project.root(), project.reader.limits(), &Cancel::new());
                let is_below = |path: &SourcePath| {
                    let rest = path.as_str().strip_prefix(start.as_str());
                    start.as_str().is_empty() || rest.is_some_and(|rest| rest.starts_with('/'))
                };
                let files = walk.files.into_iter().map(|found| found.path);
                let skipped = walk.skipped.into_iter();
                let skipped = skipped.filter(|file| is_below(&file.path));
                (files.filter(is_below).collect(), skipped.collect())
            }
        };
        Ok(Self {
            project,
            directory: start.to_string(),
            files,
            skipped,
            is_file,
            cancel: Cancel::new(),
        })
    }

    /// Reads and chunks the files one after the other, until cancelled. Returns the files that cannot be read or
    /// that the walk skipped. A named file that cannot be read is an error.
    pub(super) fn each(
        &self,
        sources: &mut Sources,
        mut visit: impl FnMut(&ChunkTree, Fingerprint) -> anyhow::Result<()>,
    ) -> anyhow::Result<Vec<SkippedObject>> {
        let mut skipped = self.skipped.clone();
        let files = self.files.iter();
        for path in files.take_while(|_| !self.cancel.is_cancelled()) {
            match sources.cut(path, &self.cancel) {
                Ok((tree, fingerprint)) => visit(&tree, fingerprint)?,
                Err(error) if self.is_file => return Err(error.into()),
                Err(ReadError { path, reason, .. }) => skipped.push(Skipped { path, reason }),
            }
        }
        Ok(SkippedObject::all(skipped))
    }
}

/// A skipped file.
#[derive(Serialize, JsonSchema)]
pub(super) struct SkippedObject {
    pub(super) path: String,
    pub(super) reason: String,
}

impl SkippedObject {
    /// Sorted by path.
    pub(super) fn all(mut skipped: Vec<Skipped>) -> Vec<Self> {
        skipped.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        let object = |file: Skipped| Self {
            path: file.path.to_string(),
            reason: file.reason.to_string(),
        };
        skipped.into_iter().map(object).collect()
    }
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

/// A path relative to the current directory, or else to the root of the repository around it, as JSON prints
/// it.
fn resolve_path(choices: &Overrides, path: &Path) -> PathBuf {
    let exists = |path: &PathBuf| path.symlink_metadata().is_ok();
    let path = path.to_owned();
    if exists(&path) {
        return path;
    }
    let project = Project::open(choices, None).ok();
    let below = project.map(|project| project.root().path().join(&path));
    below.filter(exists).unwrap_or(path)
}

/// The repository of a file or a directory, and its name there; the root's is empty.
fn resolve(choices: &Overrides, path: &Path) -> anyhow::Result<(Project, SourcePath)> {
    let path = &resolve_path(choices, path);
    let cannot = || format!("cannot open {}", path.display());
    match path.symlink_metadata() {
        Err(cause) if cause.kind() == ErrorKind::NotFound => {
            bail!("{}: no such file", path.display())
        }
        metadata => metadata.with_context(cannot)?,
    };
    // A file's own name is not changed: a link is refused, not followed.
    let (directory, name) = match path.is_dir() {
        true => (path.as_path(), None),
        false => (
            path.parent().unwrap_or(path),
            Some(path.file_name().with_context(cannot)?),
        ),
    };
    let directory = match directory.as_os_str().is_empty() {
        true => Path::new("."),
        false => directory,
    };
    let project = Project::of_path(choices, directory)?;
    let mut canonical = directory.canonicalize().with_context(cannot)?;
    canonical.extend(name);
    let root = project.root().path();
    let Ok(inside) = canonical.strip_prefix(root) else {
        bail!(
            "{} is not in the repository {}; name a path in it, or use the repository that contains the path",
            canonical.display(),
            root.display()
        );
    };
    let name = inside.to_str();
    let name = name.with_context(|| format!("{}: its name is not UTF-8", canonical.display()))?;
    let name = SourcePath::new(&name.replace(MAIN_SEPARATOR, "/"));
    Ok((project, name))
}

/// The repository of a file, and its name there.
pub(super) fn file(choices: &Overrides, path: &Path) -> anyhow::Result<(Project, SourcePath)> {
    let (project, file) = resolve(choices, path)?;
    if file.under(project.root().path()).is_dir() {
        bail!("{} is a directory; name a file in it", path.display());
    }
    Ok((project, file))
}

/// The project and sources of a file, its chunks, and the leaf on a line, at a column in bytes if there is one.
pub(super) fn on_line(
    choices: &Overrides,
    file: &Path,
    (line, column): (u32, Option<u32>),
) -> anyhow::Result<(Project, Sources, Arc<ChunkTree>, usize)> {
    let (project, path) = self::file(choices, file)?;
    let mut sources = project.sources();
    let (tree, _) = sources.cut(&path, &Cancel::new())?;
    let Some(leaf) = tree.leaf_at_line(line) else {
        let lines = tree.chunks.first().map_or(0, |file| file.lines.1);
        bail!(NotFound(format!(
            "{path} has no line {line}; its last line is {lines}"
        )));
    };
    let at_column = column.and_then(|column| {
        let bytes = tree.document.text.lines(line, line);
        let at = (bytes.start + column as usize).min(bytes.end);
        tree.leaves()
            .find(|(_, leaf)| leaf.bytes.contains(&at.saturating_sub(1)))
    });
    let leaf = at_column.map_or(leaf, |(leaf, _)| leaf);
    Ok((project, sources, tree, leaf))
}
