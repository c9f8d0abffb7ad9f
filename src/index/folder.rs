//! Parts of an index directory, and their sizes.

use super::IndexError;
use super::damage::regular;
use super::verified::{Stamp, Verified};
use crate::corpus::{create_private_folder, private_file};
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Name of the file with the root of the repository.
const REPOSITORY: &str = "repository";

/// The folder of one repository's index. Clones share what is known of its files.
#[derive(Clone, Debug)]
pub struct IndexFolder {
    path: PathBuf,
    verified: Verified,
    refusals: Refusals,
}

/// The last refusal of the system that a thread of tantivy met; all that the thread says of it is that
/// it ended.
#[derive(Clone, Debug, Default)]
pub(super) struct Refusals(Arc<Mutex<Option<ErrorKind>>>);

impl Refusals {
    /// Notes the error of an operation, if it failed.
    pub(super) fn note<T>(&self, done: io::Result<T>) -> io::Result<T> {
        done.inspect_err(|cause| {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(cause.kind());
        })
    }

    /// The last refusal since this was asked before.
    pub(super) fn take(&self) -> Option<ErrorKind> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
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
            refusals: Refusals::default(),
        }
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Directory of extracted texts.
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

    /// Refusals of the system that were seen, and are in no error.
    pub(super) fn refusals(&self) -> &Refusals {
        &self.refusals
    }

    pub(super) fn store(&self) -> PathBuf {
        self.path.join("store")
    }

    /// Lock file of the writer. It survives a rebuild.
    pub(super) fn lock(&self) -> PathBuf {
        self.path.join("lock")
    }

    /// Manifest: the writer's last view of the working tree, for readers.
    pub(super) fn manifest(&self) -> PathBuf {
        self.path.join("manifest")
    }

    /// Root of the repository, if it was noted.
    pub fn repository(&self) -> Option<PathBuf> {
        let path = self.path.join(REPOSITORY);
        // Opening a pipe would block.
        let noted = regular(&path).and_then(|()| fs::read_to_string(path));
        let noted = noted.ok()?;
        Some(PathBuf::from(noted.trim_end_matches('\n')))
    }

    /// Notes the root of the repository, for the list of all indexes.
    pub fn note_repository(&self, root: &Path) -> Result<(), IndexError> {
        if self.repository().as_deref() == Some(root) {
            return Ok(());
        }
        let path = self.path.join(REPOSITORY);
        let file = private_file().create(true).truncate(true).open(&path);
        let written = file.and_then(|mut file| writeln!(file, "{}", root.display()));
        written.map_err(|cause| IndexError::folder(&path, cause))
    }

    /// The same folder for who takes these files as verified; nobody else hears of it.
    pub(super) fn trusting(&self, files: impl Iterator<Item = (PathBuf, Stamp)>) -> Self {
        Self {
            path: self.path.clone(),
            verified: Verified::with(files),
            refusals: self.refusals.clone(),
        }
    }

    /// Creates what is missing, for its owner alone, and removes what stands in the place of a part
    /// and is none: a file for a folder, anything else for a file.
    pub(super) fn create(&self) -> Result<(), IndexError> {
        create(&self.path)?;
        self.make_private()?;
        for folder in [self.lexical(), self.vectors(), self.store()] {
            if kind(&folder).is_some_and(|kind| !kind.is_dir()) {
                remove(&folder)?;
            }
        }
        for file in [self.lock(), self.manifest(), self.path.join(REPOSITORY)] {
            if kind(&file).is_some_and(|kind| !kind.is_file()) {
                remove(&file)?;
            }
        }
        create(&self.lexical())?;
        create(&self.vectors())
    }

    /// Makes all that is there its owner's alone: an index says much about private code, and earlier
    /// versions and sled leave files that everybody may read.
    pub(super) fn make_private(&self) -> Result<(), IndexError> {
        make_private(&self.path)
    }

    /// Removes keywords and records, and with them everything that is published. Vector files that the
    /// next commit does not name go with it.
    pub(super) fn clear(&self) -> Result<(), IndexError> {
        remove(&self.lexical())?;
        self.create()
    }

    /// Returns true if the store exists; sled keeps it in a file called `db`.
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

fn create(folder: &Path) -> Result<(), IndexError> {
    create_private_folder(folder).map_err(|cause| IndexError::folder(folder, cause))
}

#[cfg(unix)]
fn make_private(folder: &Path) -> Result<(), IndexError> {
    use std::os::unix::fs::PermissionsExt;

    let mut entries = vec![folder.to_owned()];
    while let Some(path) = entries.pop() {
        let Ok(metadata) = path.symlink_metadata() else {
            continue;
        };
        let mode = match metadata.is_dir() {
            true => 0o700,
            false => 0o600,
        };
        if metadata.is_dir() {
            let below = fs::read_dir(&path).into_iter().flatten().flatten();
            entries.extend(below.map(|entry| entry.path()));
        }
        let is_ours = metadata.is_dir() || metadata.is_file();
        if is_ours && metadata.permissions().mode() & 0o777 != mode {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode))
                .map_err(|cause| IndexError::folder(&path, cause))?;
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn make_private(_: &Path) -> Result<(), IndexError> {
    Ok(())
}

/// Removes a part, whatever it is.
fn remove(path: &Path) -> Result<(), IndexError> {
    let removed = match kind(path) {
        Some(kind) if kind.is_dir() => fs::remove_dir_all(path),
        Some(_) => fs::remove_file(path),
        None => Ok(()),
    };
    match removed {
        Err(cause) if cause.kind() != ErrorKind::NotFound => Err(IndexError::folder(path, cause)),
        _ => Ok(()),
    }
}

/// The kind of what bears a name; none where nothing does. Links are not followed.
fn kind(path: &Path) -> Option<fs::FileType> {
    path.symlink_metadata().ok().map(|it| it.file_type())
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
