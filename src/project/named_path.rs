//! A path as a person or a program names it, and as the repository names it.
//!
//! Principal type: [`NamedPath`].

use super::repository::Project;
use crate::corpus::SourcePath;
use anyhow::{Context, Result, bail};
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// An existing file or directory.
pub(crate) struct NamedPath<'p> {
    /// The path in errors.
    shown: &'p Path,
    /// The path itself.
    path: PathBuf,
}

impl<'p> NamedPath<'p> {
    /// Finds a path that is relative to a directory; an empty one is the current directory.
    pub(crate) fn find(base: &Path, shown: &'p Path) -> Result<Self> {
        let path = base.join(shown);
        match path.symlink_metadata() {
            Ok(_) => Ok(Self { shown, path }),
            Err(cause) if cause.kind() == ErrorKind::NotFound => {
                bail!("{}: no such file", shown.display())
            }
            Err(cause) => Err(cause).with_context(|| cannot_open(shown)),
        }
    }

    /// Returns true for a directory.
    pub(crate) fn is_directory(&self) -> bool {
        self.path.is_dir()
    }

    /// The directory itself, or the directory of the file.
    pub(crate) fn directory(&self) -> &Path {
        if self.path.is_dir() {
            return &self.path;
        }
        match self.path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        }
    }

    /// A file's own name, which is not changed: a link is refused, not followed.
    fn file_name(&self) -> Result<Option<&OsStr>> {
        if self.path.is_dir() {
            return Ok(None);
        }
        let name = self.path.file_name();
        name.map(Some).with_context(|| cannot_open(self.shown))
    }

    /// The name in a repository; the root's is empty.
    pub(crate) fn in_repository(&self, project: &Project) -> Result<SourcePath> {
        let name = self.file_name()?;
        let directory = self.directory().canonicalize();
        let mut canonical = directory.with_context(|| cannot_open(self.shown))?;
        canonical.extend(name);
        let root = project.root().path();
        let Ok(inside) = canonical.strip_prefix(root) else {
            bail!(
                "{} is not in the repository {}; name a path in it, or use the repository that contains the path",
                canonical.display(),
                root.display()
            );
        };
        let Some(inside) = inside.to_str() else {
            bail!("{}: its name is not UTF-8", canonical.display());
        };
        let path = SourcePath::new(&inside.replace(MAIN_SEPARATOR, "/"));
        Ok(project.placed(&path))
    }

    /// The name of a file in a repository. A directory is an error.
    pub(crate) fn file_in_repository(&self, project: &Project) -> Result<SourcePath> {
        let file = self.in_repository(project)?;
        if file.under(project.root().path()).is_dir() {
            bail!("{} is a directory; name a file in it", self.shown.display());
        }
        Ok(file)
    }
}

fn cannot_open(path: &Path) -> String {
    format!("cannot open {}", path.display())
}
