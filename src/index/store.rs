//! The writer's cache (sled): the state of every indexed file, and every summary that a server wrote.
//!
//! Opened only by the writer, whose lock protects it. Searches never read it, and losing it costs time, not
//! results.
//!
//! Principal types: [`Store`] and [`FileState`].

use super::error::{IndexError, IndexPart, Result, catch_panic, expect_regular};
use super::lock::lock_within;
use crate::corpus::{Fingerprint, SkipReason, SourcePath};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// sled's page cache, in bytes.
const CACHE: u64 = 32 << 20;
/// Time limit for the end of sled's threads, which keep its lock for a moment after closing.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);

/// Outcome of reading a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FileOutcome {
    /// It is indexed.
    Indexed,
    /// It is skipped: binary.
    Binary,
    /// It is skipped: it has a private-key header.
    Secret,
    /// It is skipped: its text cannot be extracted.
    NoText,
    /// It is indexed by lines, because cutting it took longer than the time limit.
    TimedOut,
}

impl FileOutcome {
    /// The outcome of a file that cannot be indexed until it changes.
    pub fn of(reason: &SkipReason) -> Self {
        match reason {
            SkipReason::Binary | SkipReason::Unread(_) => Self::Binary,
            SkipReason::Secret => Self::Secret,
            _ => Self::NoText,
        }
    }

    /// The reason why the file is skipped; none if it is indexed. Why it has no text is not stored.
    pub fn skip_reason(self, path: &SourcePath) -> Option<SkipReason> {
        match self {
            Self::Indexed | Self::TimedOut => None,
            Self::Binary => Some(SkipReason::binary(path)),
            Self::Secret => Some(SkipReason::Secret),
            Self::NoText => Some(SkipReason::NoText("contains no text".to_owned())),
        }
    }
}

/// State of a file that was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileState {
    /// Fingerprint at the time of indexing.
    pub fingerprint: Fingerprint,
    /// Time of indexing, in nanoseconds since the Unix epoch.
    pub indexed_at_ns: i64,
    /// Outcome of reading it.
    pub outcome: FileOutcome,
}

/// Path, fingerprint and outcome of reading of every file of an index.
pub(super) type IndexedFiles = Vec<(SourcePath, Fingerprint, FileOutcome)>;

/// The open store. sled panics on some damage, so panics of all accesses, and of dropping, are caught.
pub(super) struct Store {
    folder: PathBuf,
    trees: Option<Trees>,
}

struct Trees {
    db: sled::Db,
    files: sled::Tree,
    summaries: sled::Tree,
}

impl Drop for Store {
    fn drop(&mut self) {
        let trees = self.trees.take();
        // Everything was flushed before.
        _ = catch_panic(IndexPart::Store, || {
            drop(trees);
            Ok(())
        });
        // The next writer opens it without waiting; if it is still locked then, that process follows.
        let db = self.folder.join("db");
        if let Ok(db) = expect_regular(&db).and_then(|()| File::open(db)) {
            _ = lock_within(&db, CLOSE_TIMEOUT);
        }
    }
}

impl Store {
    /// Opens the store.
    ///
    /// # Errors
    /// [`IndexError::Locked`] while it is locked.
    pub(super) fn open(folder: &Path) -> Result<Self> {
        check_files(folder)?;
        catch_panic(IndexPart::Store, || {
            let opened = sled::Config::new()
                .path(folder)
                .cache_capacity(CACHE)
                .flush_every_ms(None)
                .mode(sled::Mode::LowSpace)
                .open();
            let db = match opened {
                // sled creates this kind of error only for a lock.
                Err(sled::Error::Io(error)) if error.kind() == ErrorKind::Other => {
                    return Err(IndexError::Locked);
                }
                opened => opened?,
            };
            let trees = Trees {
                files: db.open_tree("files")?,
                summaries: db.open_tree("summaries")?,
                db,
            };
            Ok(Self {
                folder: folder.to_owned(),
                trees: Some(trees),
            })
        })
    }

    fn with<T>(&self, work: impl FnOnce(&Trees) -> Result<T>) -> Result<T> {
        let trees = self.trees.as_ref().ok_or(IndexError::Closed)?;
        catch_panic(IndexPart::Store, || {
            #[cfg(test)]
            super::tests::count_down();
            work(trees)
        })
    }

    /// The index that these files belong to; none before the first commit.
    pub(super) fn index(&self) -> Result<Option<u64>> {
        let stored = self.with(|trees| Ok(trees.db.get("index")?))?;
        Ok(stored.and_then(|bytes| Some(u64::from_be_bytes(bytes.as_ref().try_into().ok()?))))
    }

    /// Forgets all files, for a new index; summaries stay.
    pub(super) fn begin(&self, index: u64) -> Result<()> {
        self.with(|trees| {
            trees.files.clear()?;
            trees.db.insert("index", &index.to_be_bytes())?;
            trees.db.flush()?;
            Ok(())
        })
    }

    /// Every indexed file.
    pub(super) fn files(&self) -> Result<Vec<(SourcePath, FileState)>> {
        self.with(|trees| {
            let mut files = Vec::new();
            for entry in &trees.files {
                let (path, state) = entry?;
                // Unreadable entries are indexed again.
                if let Ok(path) = std::str::from_utf8(&path)
                    && let Ok(state) = postcard::from_bytes(&state)
                {
                    files.push((SourcePath::new(path), state));
                }
            }
            Ok(files)
        })
    }

    /// State of a file.
    pub(super) fn file(&self, path: &SourcePath) -> Result<Option<FileState>> {
        let stored = self.with(|trees| Ok(trees.files.get(path.as_str())?))?;
        Ok(stored.and_then(|state| postcard::from_bytes(&state).ok()))
    }

    /// Forgets the states of files, before a commit that changes them.
    pub(super) fn forget<'p>(&self, paths: impl Iterator<Item = &'p SourcePath>) -> Result<()> {
        self.with(|trees| {
            let mut batch = sled::Batch::default();
            let mut is_empty = true;
            for path in paths {
                if trees.files.contains_key(path.as_str())? {
                    batch.remove(path.as_str());
                    is_empty = false;
                }
            }
            if is_empty {
                return Ok(());
            }
            trees.apply(batch)
        })
    }

    /// Applies the changes of a commit; `None` for a removed file.
    pub(super) fn remember(
        &self,
        files: impl Iterator<Item = (SourcePath, Option<FileState>)>,
    ) -> Result<()> {
        let mut batch = sled::Batch::default();
        for (path, state) in files {
            match state.and_then(|state| postcard::to_stdvec(&state).ok()) {
                Some(state) => batch.insert(path.as_str(), state),
                None => batch.remove(path.as_str()),
            }
        }
        self.with(|trees| trees.apply(batch))
    }

    /// A server-written summary, by the hash of its request.
    pub(super) fn summary(&self, key: u64) -> Result<Option<String>> {
        let stored = self.with(|trees| Ok(trees.summaries.get(key.to_be_bytes())?))?;
        Ok(stored.and_then(|text| String::from_utf8(text.to_vec()).ok()))
    }

    /// Stores a server-written summary.
    pub(super) fn keep_summary(&self, key: u64, text: &str) -> Result<()> {
        self.with(|trees| {
            trees.summaries.insert(key.to_be_bytes(), text)?;
            trees.db.flush()?;
            Ok(())
        })
    }
}

impl Trees {
    /// Changes the states of files.
    fn apply(&self, batch: sled::Batch) -> Result<()> {
        self.files.apply_batch(batch)?;
        self.db.flush()?;
        Ok(())
    }
}

/// Fails if an entry is not the file or folder that sled expects: opening a pipe would block.
fn check_files(folder: &Path) -> Result<()> {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let file_type = entry.file_type().map_err(sled::Error::Io)?;
        let is_expected = if name == "blobs" {
            file_type.is_dir()
        } else {
            file_type.is_file()
        };
        if !is_expected {
            let what = format!("{}: not a regular file", name.display());
            return Err(IndexError::damaged(IndexPart::Store, what));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_store_opens_again_at_once() {
        let directory = tempfile::tempdir().unwrap();
        for round in 0..30 {
            let store = Store::open(directory.path()).unwrap();
            store.begin(round).unwrap();
            store.keep_summary(round, &"text".repeat(5_000)).unwrap();
        }
    }
}
