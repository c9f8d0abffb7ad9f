//! The writer's memory: which files were indexed how, and every summary that a server wrote.
//!
//! One file, a log of changes: magic, format (u32), then records of length (u32), crc32 (u32) and content,
//! little-endian. It is read as a whole when a writer opens it, and written anew when most of it is
//! outdated. A record that a crash cut short at the end is as if it had never been written. Losing it
//! costs time, not results.

use super::IndexError;
use super::damage::{Part, regular};
use super::manifest::Noted;
use crate::corpus::{Fingerprint, SourcePath, private_file, replace_file};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"smritmem";
/// Another value means another layout; such a memory is as good as none.
const FORMAT: u32 = 1;
const HEADER: usize = 12;
/// Bytes before the content of a record.
const PREFIX: usize = 8;
/// A log with this many times more changes than results is written anew, if there are many.
const OUTDATED: usize = 3;
const MANY: usize = 1_000;

/// State of an indexed file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileState {
    /// As it was when indexed.
    pub fingerprint: Fingerprint,
    /// Nanoseconds since the Unix epoch.
    pub indexed_at_ns: i64,
    /// It was read and cannot be indexed.
    pub is_refused: bool,
}

/// A record of the log.
#[derive(Serialize, Deserialize)]
enum Change {
    /// The files of another index follow.
    Begin(u64),
    /// States of files; `None` for one that is forgotten.
    Files(Vec<(SourcePath, Option<FileState>)>),
    /// Summaries by the hashes of all that they were requested with.
    Summaries(Vec<(u64, String)>),
    /// The commit that holds all of these files, for readers.
    Noted(Noted),
}

/// Result of all changes so far.
#[derive(Default)]
struct Memory {
    /// Number of changes that came to this.
    changes: usize,
    index: Option<u64>,
    files: HashMap<SourcePath, FileState>,
    summaries: HashMap<u64, String>,
    /// None after another change.
    noted: Option<Noted>,
}

/// What is noted for readers, and the files; none where nothing is noted that still holds.
pub(super) fn noted(path: &Path) -> Option<(Noted, HashMap<SourcePath, FileState>)> {
    let bytes = regular(path).and_then(|()| fs::read(path)).ok()?;
    let (memory, _) = Memory::read(&bytes).ok()?;
    Some((memory.noted?, memory.files))
}

/// The open memory.
pub(super) struct Store {
    path: PathBuf,
    log: File,
    /// End of the last complete record.
    end: u64,
    memory: Memory,
}

impl Store {
    /// Opens or creates it. Whoever does so holds the writer's lock.
    ///
    /// # Errors
    /// [`IndexError::Damaged`] if a record is not what was written; [`IndexError::Folder`] if the file
    /// system refuses.
    pub(super) fn open(path: &Path) -> Result<Self, IndexError> {
        let refused = |cause| IndexError::folder(path, cause);
        let bytes = match regular(path).and_then(|()| fs::read(path)) {
            Err(cause) if cause.kind() == ErrorKind::NotFound => Vec::new(),
            read => read.map_err(|cause| IndexError::unreadable(Part::Store, path, cause))?,
        };
        let damaged = |what| IndexError::damaged(Part::Store, what);
        let (memory, end) = match bytes.is_empty() {
            true => (Memory::default(), 0),
            false => Memory::read(&bytes).map_err(damaged)?,
        };
        let log = private_file().create(true).truncate(false).open(path);
        let mut store = Self {
            path: path.to_owned(),
            log: log.map_err(refused)?,
            end: end as u64,
            memory,
        };
        store.log.set_len(store.end).map_err(refused)?;
        if store.end == 0 || store.memory.is_outdated() {
            store.rewrite().map_err(refused)?;
        }
        Ok(store)
    }

    /// The index these files were indexed into; none before the first commit.
    pub(super) fn index(&self) -> Option<u64> {
        self.memory.index
    }

    /// Forgets all files, for a new index; summaries stay.
    pub(super) fn begin(&mut self, index: u64) -> Result<(), IndexError> {
        self.add(Change::Begin(index))
    }

    /// Every indexed file.
    pub(super) fn files(&self) -> impl Iterator<Item = (&SourcePath, FileState)> {
        self.memory.files.iter().map(|(path, state)| (path, *state))
    }

    /// State of a file.
    pub(super) fn file(&self, path: &SourcePath) -> Option<FileState> {
        self.memory.files.get(path).copied()
    }

    /// Forgets what is known of files, for a commit that changes them.
    pub(super) fn forget<'p>(
        &mut self,
        paths: impl Iterator<Item = &'p SourcePath>,
    ) -> Result<(), IndexError> {
        let known = paths.filter(|path| self.memory.files.contains_key(*path));
        let forgotten: Vec<_> = known.map(|path| (path.clone(), None)).collect();
        self.remember(forgotten)
    }

    /// Applies what became part of a commit: `None` for a removed file.
    pub(super) fn remember(
        &mut self,
        files: Vec<(SourcePath, Option<FileState>)>,
    ) -> Result<(), IndexError> {
        match files.is_empty() {
            true => Ok(()),
            false => self.add(Change::Files(files)),
        }
    }

    /// A summary that was written before, by the hash of all that it was requested with.
    pub(super) fn summary(&self, key: u64) -> Option<&str> {
        self.memory.summaries.get(&key).map(String::as_str)
    }

    /// Keeps summaries that were written.
    pub(super) fn keep_summaries(&mut self, written: Vec<(u64, String)>) -> Result<(), IndexError> {
        self.add(Change::Summaries(written))
    }

    /// Notes for readers that a commit holds all of these files.
    pub(super) fn note(&mut self, noted: Noted) -> Result<(), IndexError> {
        match self.memory.noted.as_ref() == Some(&noted) {
            true => Ok(()),
            false => self.add(Change::Noted(noted)),
        }
    }

    /// Appends a change, which has reached the disk when this returns. The next change overwrites what is
    /// left of one that could not be written.
    fn add(&mut self, change: Change) -> Result<(), IndexError> {
        let record = record(&change);
        let written = (|| {
            self.log.seek(SeekFrom::Start(self.end))?;
            self.log.write_all(&record)?;
            self.log.sync_data()
        })();
        written.map_err(|cause| IndexError::folder(&self.path, cause))?;
        self.end += record.len() as u64;
        self.memory.apply(change);
        Ok(())
    }

    /// Replaces the log by one that comes to the same.
    fn rewrite(&mut self) -> io::Result<()> {
        let records = self.memory.records();
        replace_file(&self.path, |out| {
            out.write_all(MAGIC)?;
            out.write_all(&FORMAT.to_le_bytes())?;
            out.write_all(&records)
        })?;
        self.log = private_file().open(&self.path)?;
        self.end = (HEADER + records.len()) as u64;
        Ok(())
    }
}

impl Memory {
    /// Reads a log; returns the end of its last complete record as well. The error is the damage.
    fn read(bytes: &[u8]) -> Result<(Self, usize), &'static str> {
        let (header, mut rest) = bytes.split_at_checked(HEADER).ok_or("it is cut off")?;
        if !header.starts_with(MAGIC) || header[MAGIC.len()..] != FORMAT.to_le_bytes() {
            return Err("it has another format");
        }
        let mut memory = Self::default();
        while let Some((prefix, content)) = rest.split_first_chunk::<PREFIX>() {
            let [a, b, c, d, checksum @ ..] = *prefix;
            let length = u32::from_le_bytes([a, b, c, d]) as usize;
            let Some((content, after)) = content.split_at_checked(length) else {
                break;
            };
            let change = match crc32fast::hash(content).to_le_bytes() == checksum {
                true => postcard::from_bytes(content).ok(),
                false => None,
            };
            match change {
                Some(change) => memory.apply(change),
                None if after.is_empty() => break,
                None => return Err("a checksum does not fit"),
            }
            rest = after;
        }
        Ok((memory, bytes.len() - rest.len()))
    }

    fn apply(&mut self, change: Change) {
        self.noted = None;
        match change {
            Change::Begin(index) => {
                self.index = Some(index);
                self.files.clear();
            }
            Change::Files(files) => {
                self.changes += files.len();
                for (path, state) in files {
                    match state {
                        Some(state) => _ = self.files.insert(path, state),
                        None => _ = self.files.remove(&path),
                    }
                }
            }
            Change::Summaries(written) => {
                self.changes += written.len();
                self.summaries.extend(written);
            }
            Change::Noted(noted) => {
                self.changes += noted.parts.len();
                self.noted = Some(noted);
            }
        }
    }

    fn is_outdated(&self) -> bool {
        let results = self.files.len() + self.summaries.len();
        self.changes > OUTDATED * results + MANY
    }

    /// Records that come to the same.
    fn records(&self) -> Vec<u8> {
        let files = self.files.iter();
        let files = files.map(|(path, state)| (path.clone(), Some(*state)));
        let summaries = self.summaries.iter();
        let summaries = summaries.map(|(key, text)| (*key, text.clone()));
        let changes = self.index.map(Change::Begin).into_iter().chain([
            Change::Files(files.collect()),
            Change::Summaries(summaries.collect()),
        ]);
        let changes = changes.chain(self.noted.clone().map(Change::Noted));
        changes.flat_map(|change| record(&change)).collect()
    }
}

fn record(change: &Change) -> Vec<u8> {
    // Writing to memory does not fail.
    let content = postcard::to_stdvec(change).unwrap_or_default();
    let (length, checksum) = (content.len() as u32, crc32fast::hash(&content));
    [&length.to_le_bytes()[..], &checksum.to_le_bytes(), &content].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    fn state(crc32: u32) -> FileState {
        FileState {
            fingerprint: Fingerprint {
                length: 1,
                mtime_ns: 2,
                crc32,
            },
            indexed_at_ns: 3,
            is_refused: false,
        }
    }

    fn path(number: u32) -> SourcePath {
        SourcePath::new(&format!("src/{number}.rs"))
    }

    fn open(directory: &TempDir) -> Result<Store, IndexError> {
        Store::open(&directory.path().join("store"))
    }

    fn remember(store: &mut Store, numbers: impl Iterator<Item = u32>) {
        let files = numbers.map(|number| (path(number), Some(state(number))));
        store.remember(files.collect()).unwrap();
    }

    /// A memory of an index with two files and a summary.
    fn sample() -> TempDir {
        let directory = TempDir::new().unwrap();
        let mut store = open(&directory).unwrap();
        assert_eq!(store.index(), None);
        store.begin(7).unwrap();
        remember(&mut store, 0..3);
        store.keep_summaries(vec![(5, "five".to_owned())]).unwrap();
        store.forget([path(1), path(9)].iter()).unwrap();
        directory
    }

    #[track_caller]
    fn check(store: &Store, files: &[u32]) {
        assert_eq!(store.index(), Some(7));
        let mut known: Vec<_> = store
            .files()
            .map(|(path, state)| (path.clone(), state))
            .collect();
        known.sort_by(|a, b| a.0.cmp(&b.0));
        let expected: Vec<_> = files.iter().map(|it| (path(*it), state(*it))).collect();
        assert_eq!(known, expected);
        assert_eq!((store.summary(5), store.summary(6)), (Some("five"), None));
    }

    #[test]
    fn changes_are_remembered_after_opening_again() {
        let directory = sample();
        let mut store = open(&directory).unwrap();
        check(&store, &[0, 2]);
        assert_eq!(store.file(&path(2)), Some(state(2)));
        assert_eq!(store.file(&path(1)), None);
        store.begin(8).unwrap();
        drop(store);
        let store = open(&directory).unwrap();
        assert_eq!((store.index(), store.files().count()), (Some(8), 0));
        assert_eq!(store.summary(5), Some("five"));
    }

    #[test]
    fn a_record_that_was_cut_short_is_overwritten() {
        let directory = sample();
        let file = directory.path().join("store");
        let whole = fs::read(&file).unwrap();
        remember(&mut open(&directory).unwrap(), 3..4);
        let longer = fs::read(&file).unwrap();
        for length in whole.len()..longer.len() {
            fs::write(&file, &longer[..length]).unwrap();
            let mut store = open(&directory).unwrap();
            check(&store, &[0, 2]);
            remember(&mut store, 4..5);
            drop(store);
            check(&open(&directory).unwrap(), &[0, 2, 4]);
        }
    }

    #[test]
    fn a_changed_byte_is_damage_or_the_end() {
        let directory = sample();
        let file = directory.path().join("store");
        let whole = fs::read(&file).unwrap();
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 0x10;
            fs::write(&file, changed).unwrap();
            match open(&directory) {
                Err(error) => assert_eq!(error.damaged_part(), Some(Part::Store), "{at}"),
                // A length, or the last record: what was written before is there.
                Ok(store) => assert!(store.files().all(|(path, it)| {
                    state(it.fingerprint.crc32) == it && path.as_str().len() == 8
                })),
            }
        }
    }

    #[test]
    fn an_outdated_log_is_written_anew() {
        let directory = sample();
        let mut store = open(&directory).unwrap();
        for _ in 0..40 {
            remember(&mut store, 10..1_000);
        }
        store
            .forget((10..1_000).map(path).collect::<Vec<_>>().iter())
            .unwrap();
        drop(store);
        let length = || directory.path().join("store").metadata().unwrap().len();
        let before = length();
        let mut store = open(&directory).unwrap();
        assert!(length() < before / 1_000, "{before}, {}", length());
        check(&store, &[0, 2]);
        remember(&mut store, 3..4);
        drop(store);
        check(&open(&directory).unwrap(), &[0, 2, 3]);
    }
}
