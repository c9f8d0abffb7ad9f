//! A path on the command line as documents of its repository.

use super::{NotFound, complain};
use crate::chunk::ChunkTree;
use crate::context::Sources;
use crate::corpus::{Cancel, Fingerprint, ReadError, Skipped, SourcePath, walk};
use crate::project::{Choices, Project};
use anyhow::{Context, bail};
use serde::Serialize;
use std::io::ErrorKind;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;

/// Files of a path argument: one file, or the indexed files below a directory.
pub(super) struct Selection {
    pub(super) project: Project,
    /// The directory that was named: empty for the root. Of a file, the file.
    pub(super) directory: String,
    /// Sorted by path; the file itself where one was named.
    pub(super) files: Vec<SourcePath>,
    /// Files skipped by the walk, sorted by path.
    pub(super) skipped: Vec<Skipped>,
    /// A file was named: it must be readable.
    pub(super) is_file: bool,
}

impl Selection {
    /// Finds the repository around a path (here, without one), and what of it is meant.
    pub(super) fn of(choices: &Choices, path: Option<&Path>) -> anyhow::Result<Self> {
        let path = &located(choices, path.unwrap_or(Path::new(".")));
        if !path.is_dir() {
            let (project, file) = file(choices, path)?;
            return Ok(Self {
                project,
                directory: file.to_string(),
                files: vec![file],
                skipped: Vec::new(),
                is_file: true,
            });
        }
        let project = Project::of_path(choices, path)?;
        let directory = path.canonicalize();
        let directory = directory.with_context(|| format!("cannot open {}", path.display()))?;
        let directory = below(&project, &directory)?;
        let walk = walk(project.root(), project.reader.limits(), &Cancel::new());
        let is_below = |path: &SourcePath| {
            let rest = path.as_str().strip_prefix(directory.as_str());
            directory.as_str().is_empty() || rest.is_some_and(|rest| rest.starts_with('/'))
        };
        let files = walk.files.into_iter().map(|found| found.path);
        let skipped = walk.skipped.into_iter();
        Ok(Self {
            files: files.filter(is_below).collect(),
            skipped: skipped.filter(|skipped| is_below(&skipped.path)).collect(),
            project,
            directory: directory.to_string(),
            is_file: false,
        })
    }
}

/// A file that is left out, in JSON.
#[derive(Serialize)]
pub(super) struct SkippedObject {
    pub(super) path: String,
    pub(super) reason: String,
}

impl Selection {
    /// Reads and cuts the files one after the other. Those that cannot be read are left out and
    /// given back, with those that the walk left out; a file that was named itself is an error.
    pub(super) fn each(
        &self,
        sources: &mut Sources,
        mut visit: impl FnMut(&ChunkTree, Fingerprint) -> anyhow::Result<()>,
    ) -> anyhow::Result<Vec<SkippedObject>> {
        let mut skipped = self.skipped.clone();
        for path in &self.files {
            match sources.cut(path, &Cancel::new()) {
                Ok((tree, fingerprint)) => visit(&tree, fingerprint)?,
                Err(error) if self.is_file => return Err(error.into()),
                Err(ReadError { path, reason, .. }) => skipped.push(Skipped { path, reason }),
            }
        }
        Ok(SkippedObject::all(skipped))
    }
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

/// Says that files are left out, on standard error.
pub(super) fn mention(skipped: &[SkippedObject]) {
    match skipped {
        [] => {}
        [SkippedObject { path, reason }] => complain(&format!("{path} is skipped: {reason}")),
        _ => complain(&format!(
            "{} files are skipped; `smriti-tui status --skipped` shows why",
            skipped.len()
        )),
    }
}

/// A path relative to the current directory, or else to the root of the repository around it, as JSON prints
/// it.
fn located(choices: &Choices, path: &Path) -> PathBuf {
    if path.symlink_metadata().is_ok() {
        return path.to_owned();
    }
    let project = Project::open(choices, None).ok();
    let below = project.map(|project| project.root().path().join(path));
    below
        .filter(|below| below.symlink_metadata().is_ok())
        .unwrap_or_else(|| path.to_owned())
}

/// A file's repository, and its name there.
pub(super) fn file(choices: &Choices, path: &Path) -> anyhow::Result<(Project, SourcePath)> {
    let path = &located(choices, path);
    let cannot = || format!("cannot open {}", path.display());
    if path.is_dir() {
        bail!("{} is a directory; give a file in it", path.display());
    }
    if let Err(cause) = path.symlink_metadata() {
        if cause.kind() == ErrorKind::NotFound {
            bail!("{}: no such file", path.display());
        }
        return Err(cause).with_context(cannot);
    }
    let name = path.file_name().with_context(cannot)?;
    let directory = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let project = Project::of_path(choices, directory)?;
    // The file's own name stays as it is: a link is refused, not followed.
    let file = directory.canonicalize().with_context(cannot)?.join(name);
    let file = below(&project, &file)?;
    Ok((project, file))
}

/// The leaf on a line of a file as it is now.
pub(super) struct OnLine {
    pub(super) project: Project,
    pub(super) sources: Sources,
    pub(super) path: SourcePath,
    pub(super) tree: Arc<ChunkTree>,
    pub(super) leaf: usize,
}

pub(super) fn on_line(choices: &Choices, file: &Path, line: u32) -> anyhow::Result<OnLine> {
    let (project, path) = self::file(choices, file)?;
    let mut sources = project.sources();
    let (tree, _) = sources.cut(&path, &Cancel::new())?;
    let Some(leaf) = tree.leaf_at_line(line) else {
        let lines = tree.chunks.first().map_or(0, |file| file.lines.1);
        bail!(NotFound(format!(
            "{path} has no line {line}; its last is {lines}"
        )));
    };
    Ok(OnLine {
        project,
        sources,
        path,
        tree,
        leaf,
    })
}

/// The name in the repository of what is at a canonical path.
fn below(project: &Project, path: &Path) -> anyhow::Result<SourcePath> {
    let root = project.root().path();
    let Ok(inside) = path.strip_prefix(root) else {
        bail!(
            "{} is not in the repository {}; leave --root out, or give the one it is in",
            path.display(),
            root.display()
        );
    };
    let Some(name) = inside.to_str() else {
        bail!("{}: its name is not UTF-8", path.display());
    };
    Ok(SourcePath::new(&name.replace(MAIN_SEPARATOR, "/")))
}
