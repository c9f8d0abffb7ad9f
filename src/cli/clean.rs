//! `smriti-tui clean`, and the list of all indexes for `status --all`.
//!
//! Principal type: [`StoredIndex`]. Invariant: an index that a process writes is never deleted.

use super::output::{EXIT_OK, NOTHING, print, print_error};
use crate::app::counted;
use crate::config::Dirs;
use crate::corpus::ByteSize;
use crate::index::IndexFolder;
use crate::pages::path;
use crate::project::{Overrides, Project};
use anyhow::{Context, Result};
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::Duration;

#[derive(clap::Args, Debug)]
pub(super) struct CleanOptions {
    /// Any directory of the repository [default: current directory]
    #[arg(value_name = "DIR", conflicts_with_all = ["all", "gone", "older_than"])]
    pub(super) directory: Option<PathBuf>,
    /// Delete every index
    #[arg(long, conflicts_with_all = ["gone", "older_than"])]
    pub(super) all: bool,
    /// Delete indexes of repositories that no longer exist
    #[arg(long)]
    pub(super) gone: bool,
    /// Delete indexes that were not updated for this long, such as 30d
    #[arg(long, value_name = "AGE", value_parser = days)]
    pub(super) older_than: Option<Duration>,
}

/// An age in days: `30d`.
fn days(text: &str) -> Result<Duration, &'static str> {
    let days = text
        .strip_suffix('d')
        .and_then(|days| days.parse::<u64>().ok());
    let days = days.ok_or("expected a number of days, such as 30d")?;
    Ok(Duration::from_secs(days.saturating_mul(24 * 3_600)))
}

/// An index in the cache directory.
struct StoredIndex {
    folder: IndexFolder,
    /// Root of the repository. None for an index of an earlier version.
    root: Option<PathBuf>,
    bytes: u64,
    /// Those of them that another index has, too: deleting this one does not free them.
    shared: u64,
}

impl StoredIndex {
    fn at(path: PathBuf) -> Self {
        let folder = IndexFolder::new(&path);
        let sizes = folder.sizes();
        Self {
            root: folder.repository(),
            bytes: sizes.lexical + sizes.vectors + sizes.graph + sizes.store + sizes.texts,
            shared: sizes.shared,
            folder,
        }
    }

    /// Returns true if the repository was deleted or moved. False if unknown: a path that is not UTF-8 is not
    /// recorded exactly.
    fn is_gone(&self) -> bool {
        match &self.root {
            Some(root) => !root.is_dir() && !root.to_string_lossy().contains('\u{fffd}'),
            None => true,
        }
    }

    /// Returns true if the last update was longer ago than this.
    fn is_older_than(&self, age: Duration) -> bool {
        let path = self.folder.path();
        let manifest = path.join("manifest").metadata();
        let metadata = manifest.or_else(|_| path.metadata());
        let changed = metadata.and_then(|metadata| metadata.modified());
        changed.is_ok_and(|at| at.elapsed().unwrap_or_default() >= age)
    }

    /// `  12.3 MB  repository  (index)`
    fn line(&self) -> String {
        let root = match &self.root {
            Some(root) if self.is_gone() => format!("{} (deleted)", root.display()),
            Some(root) => root.display().to_string(),
            None => "unknown repository".to_owned(),
        };
        let index = self.folder.path().display().to_string();
        let (root, index) = (path(&root), path(&index));
        let size = ByteSize(self.bytes).to_string();
        let shared = match self.shared {
            0 => String::new(),
            shared => format!("  ({} shared)", ByteSize(shared)),
        };
        format!("{size:>10}  {root}  {index}{shared}\n")
    }
}

/// Every index in the cache directory, by path.
fn stored() -> Result<Vec<StoredIndex>> {
    let cache = Dirs::from_environment()?.cache;
    let entries = match fs::read_dir(&cache) {
        Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.with_context(|| format!("cannot read {}", cache.display()))?,
    };
    let mut paths: Vec<PathBuf> = (entries.flatten().map(|entry| entry.path()))
        .filter(|path| path.join("lexical").is_dir())
        .collect();
    paths.sort_unstable();
    Ok(paths.into_iter().map(StoredIndex::at).collect())
}

/// The list of `status --all`.
pub(super) fn list() -> Result<u8> {
    let stored = stored()?;
    let total = ByteSize(stored.iter().map(|index| index.bytes).sum()).to_string();
    let lines: String = stored.iter().map(StoredIndex::line).collect();
    let count = counted(stored.len(), "index", "indexes");
    print(&format!("{lines}{total:>10}  {count}\n"))?;
    Ok(EXIT_OK)
}

pub(super) fn run(choices: &Overrides, options: &CleanOptions) -> Result<u8> {
    let mut chosen = Vec::new();
    if options.all || options.gone || options.older_than.is_some() {
        chosen = stored()?;
    } else {
        let project = Project::open(choices, options.directory.as_deref())?;
        let path = project.index.path();
        if path.is_dir() {
            chosen.push(StoredIndex::at(path.to_owned()));
        }
    }
    chosen.retain(|index| !options.gone || index.is_gone());
    if let Some(age) = options.older_than {
        chosen.retain(|index| index.is_older_than(age));
    }
    let mut page = String::new();
    for index in &chosen {
        let path = index.folder.path();
        if index.folder.is_being_written() == Some(true) {
            print_error(&format!("{} is in use and is kept", path.display()));
            continue;
        }
        fs::remove_dir_all(path).with_context(|| format!("cannot delete {}", path.display()))?;
        page.push_str(&index.line());
    }
    if page.is_empty() {
        print_error("no index to delete");
        return Ok(NOTHING);
    }
    print(&page)?;
    Ok(EXIT_OK)
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn a_repository_whose_path_is_not_utf8_is_not_gone() {
        let directory = tempfile::tempdir().unwrap();
        let check = |name: &[u8], is_gone: bool| {
            let root = directory.path().join(OsStr::from_bytes(name));
            IndexFolder::new(directory.path())
                .write_repository(&root)
                .unwrap();
            let stored = StoredIndex::at(directory.path().to_owned());
            assert_eq!(stored.is_gone(), is_gone, "{}", root.display());
        };
        check(b"deleted", true);
        check(b"caf\xe9", false);
    }
}
