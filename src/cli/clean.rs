//! `smriti-tui clean`, and the list of all indexes for `status --all`.
//!
//! Principal type: [`Stored`]. Invariant: an index that a process writes is never deleted.

use super::args::CleanOptions;
use super::{DONE, NOTHING, complain, plain};
use crate::config::Dirs;
use crate::corpus::ByteSize;
use crate::index::IndexFolder;
use crate::project::{Choices, Project};
use anyhow::Context;
use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

/// An index in the cache directory.
struct Stored {
    folder: IndexFolder,
    /// Root of the repository. None for an index of an earlier version.
    root: Option<PathBuf>,
    bytes: u64,
    /// Time since the last update.
    age: Duration,
}

impl Stored {
    fn at(path: PathBuf) -> Self {
        let folder = IndexFolder::new(&path);
        let sizes = folder.sizes();
        let changed = path
            .join("manifest")
            .metadata()
            .or_else(|_| path.metadata());
        let changed = changed.and_then(|it| it.modified()).ok();
        Self {
            root: folder.repository(),
            bytes: sizes.lexical + sizes.vectors + sizes.graph + sizes.store + sizes.texts,
            age: changed
                .and_then(|at| SystemTime::now().duration_since(at).ok())
                .unwrap_or_default(),
            folder,
        }
    }

    /// Returns true if the repository was deleted or moved.
    fn is_gone(&self) -> bool {
        self.root.as_ref().is_none_or(|root| !root.is_dir())
    }

    /// `  12.3 MB  repository  (index)`
    fn line(&self) -> String {
        let root = match &self.root {
            Some(root) if self.is_gone() => format!("{} (deleted)", root.display()),
            Some(root) => root.display().to_string(),
            None => "unknown repository".to_owned(),
        };
        let index = self.folder.path().display().to_string();
        let size = ByteSize(self.bytes).to_string();
        format!(
            "{size:>10}  {}  {}\n",
            plain::path(&root),
            plain::path(&index)
        )
    }
}

/// Every index in the cache directory, by path.
fn stored() -> anyhow::Result<Vec<Stored>> {
    let cache = Dirs::of_user()?.cache;
    let entries = match fs::read_dir(&cache) {
        Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.with_context(|| format!("cannot read {}", cache.display()))?,
    };
    let mut paths: Vec<PathBuf> = (entries.flatten().map(|entry| entry.path()))
        .filter(|path| path.join("lexical").is_dir())
        .collect();
    paths.sort_unstable();
    Ok(paths.into_iter().map(Stored::at).collect())
}

/// The list of `status --all`.
pub(super) fn list() -> anyhow::Result<u8> {
    let stored = stored()?;
    let total = stored.iter().map(|index| index.bytes).sum();
    let mut page: String = stored.iter().map(Stored::line).collect();
    let _ = writeln!(
        page,
        "{:>10}  {} indexes",
        ByteSize(total).to_string(),
        stored.len()
    );
    super::print(page.as_bytes()).map(|()| DONE)
}

pub(super) fn run(choices: &Choices, options: &CleanOptions) -> anyhow::Result<u8> {
    let mut chosen = match options {
        CleanOptions {
            all: false,
            gone: false,
            older_than: None,
            directory,
        } => {
            let project = Project::open(choices, directory.as_deref())?;
            let path = project.index.path().to_owned();
            let is_there = path.is_dir();
            is_there.then(|| Stored::at(path)).into_iter().collect()
        }
        _ => stored()?,
    };
    chosen.retain(|index| {
        (!options.gone || index.is_gone()) && options.older_than.is_none_or(|age| index.age >= age)
    });
    let mut page = String::new();
    for index in &chosen {
        let path = index.folder.path();
        if index.folder.is_being_written() == Some(true) {
            complain(&format!("{} is in use and is kept", path.display()));
            continue;
        }
        fs::remove_dir_all(path).with_context(|| format!("cannot delete {}", path.display()))?;
        page.push_str(&index.line());
    }
    super::print(page.as_bytes())?;
    Ok(if page.is_empty() { NOTHING } else { DONE })
}
