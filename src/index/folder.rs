//! Where the parts of an index lie, and how much each takes.

use super::IndexError;
use super::verified::{Stamp, Verified};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The folder of one repository's index. Clones share what is known of its files.
#[derive(Clone, Debug)]
pub struct IndexFolder {
    path: PathBuf,
    verified: Verified,
}

/// Bytes on disk by part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sizes {
    /// Terms, postings, records.
    pub lexical: u64,
    /// Vector files.
    pub vectors: u64,
    /// Graph dumps.
    pub graph: u64,
    /// The writer's memory, and what it tells readers of it.
    pub store: u64,
    /// Extracted texts.
    pub texts: u64,
}

impl IndexFolder {
    /// The index in `folder`, which need not exist yet.
    pub fn new(folder: &Path) -> Self {
        Self {
            path: folder.to_owned(),
            verified: Verified::default(),
        }
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where extracted texts are kept.
    pub fn texts(&self) -> PathBuf {
        self.path.join("texts")
    }

    pub(super) fn lexical(&self) -> PathBuf {
        self.path.join("lexical")
    }

    pub(super) fn vectors(&self) -> PathBuf {
        self.path.join("vectors")
    }

    /// Files in it that need no second look at their checksums.
    pub(super) fn verified(&self) -> &Verified {
        &self.verified
    }

    pub(super) fn store(&self) -> PathBuf {
        self.path.join("store")
    }

    /// What a writer holds locked. It stays when everything else is made anew.
    pub(super) fn lock(&self) -> PathBuf {
        self.path.join("lock")
    }

    /// What the writer last saw, for readers.
    pub(super) fn manifest(&self) -> PathBuf {
        self.path.join("manifest")
    }

    /// The same folder for who takes these files as verified; nobody else hears of it.
    pub(super) fn trusting(&self, files: impl Iterator<Item = (PathBuf, Stamp)>) -> Self {
        Self {
            path: self.path.clone(),
            verified: Verified::with(files),
        }
    }

    /// Creates what is missing.
    pub(super) fn create(&self) -> Result<(), IndexError> {
        [self.lexical(), self.vectors()]
            .into_iter()
            .try_for_each(create)
    }

    /// Removes keywords and records, and with them everything that is published. Vector files that the
    /// next commit does not name go with it.
    pub(super) fn clear(&self) -> Result<(), IndexError> {
        remove(&self.lexical())?;
        self.create()
    }

    /// Whether the writer's memory is there, which sled keeps in a file it calls `db`.
    pub(super) fn has_store(&self) -> bool {
        self.store().join("db").exists()
    }

    /// Empties the writer's memory.
    pub(super) fn clear_store(&self) -> Result<(), IndexError> {
        remove(&self.store())
    }

    /// Bytes on disk by part; what cannot be read counts nothing.
    pub fn sizes(&self) -> Sizes {
        let (graph, vectors) =
            files(&self.vectors())
                .into_iter()
                .partition::<Vec<_>, _>(|(path, _)| {
                    path.extension().is_none_or(|extension| extension != "vec")
                });
        let total = |files: Vec<(PathBuf, u64)>| files.iter().map(|(_, length)| length).sum();
        Sizes {
            lexical: total(files(&self.lexical())),
            vectors: total(vectors),
            graph: total(graph),
            store: total(files(&self.store())) + length(&self.manifest()),
            texts: total(files(&self.texts())),
        }
    }
}

fn create(folder: PathBuf) -> Result<(), IndexError> {
    std::fs::create_dir_all(&folder).map_err(|cause| IndexError::folder(&folder, cause))
}

fn remove(folder: &Path) -> Result<(), IndexError> {
    match std::fs::remove_dir_all(folder) {
        Err(cause) if cause.kind() != ErrorKind::NotFound => Err(IndexError::folder(folder, cause)),
        _ => Ok(()),
    }
}

/// Of a file that may not be there.
fn length(file: &Path) -> u64 {
    file.metadata().map_or(0, |metadata| metadata.len())
}

/// Every file below a folder of ours, with its length.
fn files(folder: &Path) -> Vec<(PathBuf, u64)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(folder) else {
            continue;
        };
        for entry in entries.flatten() {
            match entry.metadata() {
                Ok(metadata) if metadata.is_dir() => folders.push(entry.path()),
                Ok(metadata) => found.push((entry.path(), metadata.len())),
                Err(_) => {}
            }
        }
    }
    found
}
