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
use std::collections::{BTreeMap, BTreeSet, HashMap};
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

/// The files of a directory, by path.
type FileStates = BTreeMap<SourcePath, FileState>;

struct Trees {
    db: sled::Db,
    /// The states of files, by their directory: an entry a file would take three times as much.
    directories: sled::Tree,
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
            // Indexes made until November 2026 have an entry for each file.
            db.drop_tree("files")?;
            let trees = Trees {
                directories: db.open_tree("directories")?,
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
            trees.directories.clear()?;
            trees.db.insert("index", &index.to_be_bytes())?;
            trees.db.flush()?;
            Ok(())
        })
    }

    /// Every indexed file.
    pub(super) fn files(&self) -> Result<Vec<(SourcePath, FileState)>> {
        self.with(|trees| {
            let mut files = Vec::new();
            for entry in &trees.directories {
                files.extend(decode(&entry?.1));
            }
            Ok(files)
        })
    }

    /// States of the files in the directories of these paths.
    pub(super) fn files_beside<'p>(
        &self,
        paths: impl Iterator<Item = &'p SourcePath>,
    ) -> Result<HashMap<SourcePath, FileState>> {
        let directories: BTreeSet<&str> = paths.map(SourcePath::directory).collect();
        self.with(|trees| {
            let mut files = HashMap::new();
            for directory in directories {
                files.extend(trees.directory(directory)?);
            }
            Ok(files)
        })
    }

    /// Forgets the states of files, before a commit that changes them.
    pub(super) fn forget<'p>(&self, paths: impl Iterator<Item = &'p SourcePath>) -> Result<()> {
        self.remember(paths.map(|path| (path.clone(), None)))
    }

    /// Applies the changes of a commit; `None` for a removed file.
    pub(super) fn remember(
        &self,
        files: impl Iterator<Item = (SourcePath, Option<FileState>)>,
    ) -> Result<()> {
        let mut changes: BTreeMap<String, Vec<_>> = BTreeMap::new();
        for (path, state) in files {
            changes
                .entry(path.directory().to_owned())
                .or_default()
                .push((path, state));
        }
        self.with(|trees| {
            let mut batch = sled::Batch::default();
            let mut is_changed = false;
            for (directory, changed) in changes {
                let before = trees.directory(&directory)?;
                let mut after = before.clone();
                for (path, state) in changed {
                    match state {
                        Some(state) => after.insert(path, state),
                        None => after.remove(&path),
                    };
                }
                if after == before {
                    continue;
                }
                is_changed = true;
                match postcard::to_stdvec(&after) {
                    Ok(states) if !after.is_empty() => batch.insert(key_of(&directory), states),
                    _ => batch.remove(key_of(&directory)),
                }
            }
            if !is_changed {
                return Ok(());
            }
            trees.directories.apply_batch(batch)?;
            trees.db.flush()?;
            Ok(())
        })
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
    /// States of the files in a directory.
    fn directory(&self, directory: &str) -> Result<FileStates> {
        let states = self.directories.get(key_of(directory))?;
        Ok(states.map(|states| decode(&states)).unwrap_or_default())
    }
}

/// The key of a directory, which is not empty.
fn key_of(directory: &str) -> Vec<u8> {
    format!("{directory}/").into_bytes()
}

/// The files of an unreadable entry are indexed again.
fn decode(states: &[u8]) -> FileStates {
    postcard::from_bytes(states).unwrap_or_default()
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

    #[test]
    fn states_of_a_directory_are_kept_and_forgotten_one_by_one() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(directory.path()).unwrap();
        let state = |at: i64| FileState {
            fingerprint: Fingerprint {
                length: 0,
                mtime_ns: at,
                crc32: 0,
            },
            indexed_at_ns: at,
            outcome: FileOutcome::Indexed,
        };
        let [top, one, two] = ["top.rs", "src/one.rs", "src/two.rs"].map(SourcePath::new);
        let files =
            [(&top, 1), (&one, 2), (&two, 3)].map(|(path, at)| (path.clone(), Some(state(at))));
        store.remember(files.into_iter()).unwrap();
        store
            .remember([(two.clone(), Some(state(4)))].into_iter())
            .unwrap();
        let beside = store.files_beside([&one].into_iter()).unwrap();
        assert_eq!(
            beside,
            HashMap::from([(one.clone(), state(2)), (two.clone(), state(4))])
        );
        store.forget([&one, &top].into_iter()).unwrap();
        assert_eq!(store.files().unwrap(), [(two, state(4))]);
    }
}
