//! The file of a session, guarded by a lock against other processes.
//!
//! Principal type: [`SessionFile`]. Invariant: the file is replaced as a whole under the lock; a damaged one
//! is renamed and kept. The recorder is its only writer.

use super::state::{Change, Session};
use crate::config::read_text;
use crate::corpus::{create_private_folder, private_file, replace_file};
use anyhow::{Error, Result, anyhow, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

/// Format version; files of a later version are not modified.
const VERSION: u32 = 1;
/// Maximum size of a session file in bytes; a larger file is treated as damaged.
const MAX_BYTES: u64 = 8 << 20;
/// Number of attempts to take the lock, and the pause between them.
const ATTEMPTS: usize = 100;
const PAUSE: Duration = Duration::from_millis(10);

/// Location of a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionFile {
    path: PathBuf,
}

/// Result of reading a session file.
#[derive(Debug, Default)]
pub struct LoadedSession {
    /// The session; empty if the file is missing or damaged.
    pub session: Session,
    /// New path of a damaged file.
    pub damaged: Option<PathBuf>,
}

/// Contents of the file.
#[derive(Serialize, Deserialize)]
struct SessionContents {
    version: u32,
    #[serde(flatten)]
    session: Session,
}

impl SessionFile {
    /// Creates a handle for the session at `path`, which need not exist.
    pub fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// Path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the session. A damaged file is renamed and kept.
    pub fn load(&self) -> Result<LoadedSession> {
        // Without a file there is nothing to read or to lock.
        if !self.path.exists() {
            return Ok(LoadedSession::default());
        }
        let _lock = self.lock()?;
        self.read()
    }

    /// Applies changes to the current contents of the file and returns the result.
    pub fn change(&self, changes: &[Change]) -> Result<LoadedSession> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        create_private_folder(folder)
            .map_err(|cause| self.failed("create the folder of", cause))?;
        let _lock = self.lock()?;
        let mut loaded = self.read()?;
        let before = loaded.session.clone();
        for change in changes {
            loaded.session.apply(change);
        }
        if loaded.session != before {
            self.replace(&loaded.session)?;
        }
        Ok(loaded)
    }

    /// Takes the lock. Other processes neither read nor write until it is dropped. On file systems without
    /// locks, the last writer wins.
    fn lock(&self) -> Result<Option<File>> {
        let path = self.path.with_extension("lock");
        let file = private_file()
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|cause| self.failed("lock", cause))?;
        for _ in 0..ATTEMPTS {
            match file.try_lock() {
                Ok(()) => return Ok(Some(file)),
                Err(TryLockError::WouldBlock) => sleep(PAUSE),
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                    return Ok(None);
                }
                Err(TryLockError::Error(cause)) => return Err(self.failed("lock", cause)),
            }
        }
        bail!(
            "session: another smriti-tui process has locked {}; history and bookmarks are saved with the next change",
            self.path.display()
        )
    }

    fn read(&self) -> Result<LoadedSession> {
        let text = match read_text(&self.path, MAX_BYTES) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok(LoadedSession::default());
            }
            // Too large, or not a text: damaged.
            Err(error) if error.kind() == ErrorKind::InvalidData => String::new(),
            Err(cause) => return Err(self.failed("read", cause)),
        };
        let value = serde_json::from_str::<Value>(&text).unwrap_or_default();
        // The field that every format version has.
        ensure!(
            value["version"].as_u64().unwrap_or_default() <= u64::from(VERSION),
            "session: {} was written by a newer smriti-tui; history and bookmarks of this run are not saved until \
             you update",
            self.path.display()
        );
        if let Ok(contents) = serde_json::from_value::<SessionContents>(value) {
            return Ok(LoadedSession {
                session: contents.session,
                damaged: None,
            });
        }
        let damaged = self.damaged_path();
        fs::rename(&self.path, &damaged)
            .map_err(|cause| self.failed("rename the damaged", cause))?;
        Ok(LoadedSession {
            session: Session::default(),
            damaged: Some(damaged),
        })
    }

    /// Returns an unused name for a damaged file.
    fn damaged_path(&self) -> PathBuf {
        let mut path = self.path.with_extension("damaged.json");
        let mut number = 1;
        while path.exists() {
            number += 1;
            path = self.path.with_extension(format!("damaged-{number}.json"));
        }
        path
    }

    /// Replaces the file atomically.
    fn replace(&self, session: &Session) -> Result<()> {
        let contents = SessionContents {
            version: VERSION,
            session: session.clone(),
        };
        replace_file(&self.path, |out| {
            serde_json::to_writer_pretty(&mut *out, &contents)?;
            out.write_all(b"\n")
        })
        .map_err(|cause| self.failed("write", cause))
    }

    fn failed(&self, doing: &str, cause: io::Error) -> Error {
        let path = self.path.display();
        anyhow!(
            "session: cannot {doing} {path}: {cause}; history and bookmarks of this run may be lost"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Bookmark, HistoryEntry, LastPosition};
    use proptest::prelude::*;
    use tempfile::TempDir;

    fn folder() -> (TempDir, SessionFile) {
        let folder = tempfile::tempdir().unwrap();
        let file = SessionFile::new(folder.path().join("state/tokio-1.json"));
        (folder, file)
    }

    fn searched(text: &str) -> Change {
        Change::Searched(HistoryEntry {
            text: text.to_owned(),
            mode: "regex".to_owned(),
        })
    }

    fn marked(chunk: u64) -> Change {
        Change::BookmarkAdded(Bookmark {
            path: crate::corpus::SourcePath::new("src/größe.rs"),
            chunk,
            names: vec!["größe.rs".into()],
            line: 1,
            hash: u64::MAX,
            body: u64::MAX,
            note: "\u{1b}[31m\"quoted\"\n".into(),
        })
    }

    fn all() -> Vec<Change> {
        let position = LastPosition {
            chunk: Some(u64::MAX),
            view: "ranked".into(),
            zoom: 2,
            line: Some(42),
            ..LastPosition::default()
        };
        vec![
            searched("a \"b\" /c\\d/"),
            marked(u64::MAX),
            Change::Moved(position),
        ]
    }

    fn names(folder: &TempDir) -> Vec<String> {
        let entries = fs::read_dir(folder.path().join("state")).unwrap();
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name();
        let mut names: Vec<_> = entries.map(name).collect();
        names.sort();
        let names = names.into_iter();
        names.map(|name| name.into_string().unwrap()).collect()
    }

    #[test]
    fn changes_are_read_back() {
        let (folder, file) = folder();
        assert_eq!(file.load().unwrap().session, Session::default());
        assert!(!folder.path().join("state").exists());
        let changed = file.change(&all()).unwrap().session;
        assert_eq!(file.load().unwrap().session, changed);
        assert_eq!(changed.history.len(), 1);
        assert_eq!(names(&folder), ["tokio-1.json", "tokio-1.lock"]);
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_may_read_the_file() {
        use std::os::unix::fs::PermissionsExt;
        let (_folder, file) = folder();
        file.change(&all()).unwrap();
        let mode = fs::metadata(file.path()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn concurrent_processes_keep_each_others_changes() {
        let (_folder, file) = folder();
        let write = |from: u64| {
            let file = file.clone();
            move || {
                for number in from..from + 20 {
                    file.change(&[searched(&number.to_string()), marked(number)])
                        .unwrap();
                }
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(write(0));
            scope.spawn(write(100));
        });
        let session = file.load().unwrap().session;
        assert_eq!((session.history.len(), session.bookmarks.len()), (40, 40));
    }

    #[test]
    fn a_damaged_file_is_renamed_and_reported() {
        let (folder, file) = folder();
        file.change(&all()).unwrap();
        let whole = fs::read(file.path()).unwrap();
        for end in [0, 1, whole.len() / 2, whole.len() - 3] {
            fs::write(file.path(), &whole[..end]).unwrap();
            let loaded = file.load().unwrap();
            assert_eq!(loaded.session, Session::default());
            let damaged = loaded.damaged.expect("the renamed file");
            assert_eq!(fs::read(damaged).unwrap(), &whole[..end]);
        }
        file.change(&[searched("again")]).unwrap();
        assert_eq!(file.load().unwrap().session.history.len(), 1);
        assert_eq!(
            names(&folder),
            [
                "tokio-1.damaged-2.json",
                "tokio-1.damaged-3.json",
                "tokio-1.damaged-4.json",
                "tokio-1.damaged.json",
                "tokio-1.json",
                "tokio-1.lock"
            ]
        );
    }

    #[test]
    fn a_newer_file_is_not_modified() {
        let (_folder, file) = folder();
        file.change(&all()).unwrap();
        let newer = "{\"version\": 2, \"history\": {}}";
        fs::write(file.path(), newer).unwrap();
        for error in [file.load().unwrap_err(), file.change(&all()).unwrap_err()] {
            let message = error.to_string();
            assert!(
                message.contains("was written by a newer smriti-tui"),
                "{message}"
            );
        }
        assert_eq!(fs::read_to_string(file.path()).unwrap(), newer);
    }

    #[test]
    fn a_locked_file_is_reported() {
        let (_folder, file) = folder();
        file.change(&all()).unwrap();
        let held = file.lock().unwrap();
        let message = file.change(&[searched("x")]).unwrap_err().to_string();
        assert!(
            message.contains("another smriti-tui process has locked"),
            "{message}"
        );
        drop(held);
        assert!(file.change(&[searched("x")]).is_ok());
    }

    #[test]
    fn a_failed_write_keeps_the_file() {
        let (folder, file) = folder();
        file.change(&all()).unwrap();
        let before = fs::read(file.path()).unwrap();
        // A folder occupies the name of the unfinished file.
        let beside = file
            .path()
            .with_added_extension(format!("{}.tmp", std::process::id()));
        fs::create_dir(&beside).unwrap();
        let failed = file.change(&[searched("x")]).unwrap_err().to_string();
        assert!(failed.starts_with("session: cannot write"), "{failed}");
        assert_eq!(fs::read(file.path()).unwrap(), before);
        drop(folder);
    }

    proptest! {
        #[test]
        fn arbitrary_bytes_are_a_damaged_file(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            let (_folder, file) = folder();
            fs::create_dir_all(file.path().parent().unwrap()).unwrap();
            fs::write(file.path(), &bytes).unwrap();
            let loaded = file.load().unwrap();
            prop_assert!(loaded.damaged.is_some());
        }
    }
}
