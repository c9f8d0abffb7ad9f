//! The file of a session: read, changed and replaced while no other process does the same.

use super::{Change, Session};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

/// What is written; a file of a later version is left as it is.
const VERSION: u32 = 1;
/// A larger file is none of ours, in bytes.
const LARGEST: u64 = 8 << 20;
/// How often another process is asked whether it is done, and how long between.
const ATTEMPTS: usize = 100;
const PAUSE: Duration = Duration::from_millis(10);

/// Why a session cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// It is of a program that is newer than this one.
    #[error(
        "session: {path} is of a newer smriti-tui; history and bookmarks of this run are not kept, update to have both", path = .0.display()
    )]
    Newer(PathBuf),
    /// Another process does not let go of it.
    #[error(
        "session: another smriti-tui holds {path}; history and bookmarks are written with the next change", path = .0.display()
    )]
    Held(PathBuf),
    /// It cannot be read or written.
    #[error("session: cannot {doing} {path} ({cause}); history and bookmarks of this run may be lost", path = .path.display())]
    File {
        /// `read`, `write`, …
        doing: &'static str,
        /// What.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
}

/// Where a session is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionFile {
    path: PathBuf,
}

/// A session as it was found.
#[derive(Debug, Default)]
pub struct Loaded {
    /// What is remembered; nothing where there was no file, or a damaged one.
    pub session: Session,
    /// The file was damaged: where it is kept now.
    pub damaged: Option<PathBuf>,
}

/// The whole file.
#[derive(Serialize, Deserialize)]
struct Whole {
    version: u32,
    #[serde(flatten)]
    session: Session,
}

/// What every version has.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

impl SessionFile {
    /// The session kept at `path`, which need not exist yet.
    pub fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads it. A damaged one is put aside under another name, so that nothing of it is lost.
    pub fn load(&self) -> Result<Loaded, SessionError> {
        // Where nothing was remembered yet nothing is made.
        if !self.path.exists() {
            return Ok(Loaded::default());
        }
        let _lock = self.lock()?;
        self.read()
    }

    /// Makes changes to what it is now, and gives what it is then.
    pub fn change(&self, changes: &[Change]) -> Result<Loaded, SessionError> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(|cause| self.failed("make the folder of", cause))?;
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

    /// Until it is dropped no other process reads or writes. Where the file system knows no locks
    /// the last who writes wins.
    fn lock(&self) -> Result<Option<File>, SessionError> {
        let path = self.path.with_extension("lock");
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).write(true);
        let file = private(&mut options)
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
        Err(SessionError::Held(self.path.clone()))
    }

    fn read(&self) -> Result<Loaded, SessionError> {
        let file = match open_at_once(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Loaded::default()),
            Err(cause) => return Err(self.failed("read", cause)),
        };
        // Another kind of file, a pipe say, might never end or begin.
        let is_file = file.metadata().is_ok_and(|it| it.is_file());
        if !is_file {
            let cause = io::Error::other("it is no regular file");
            return Err(self.failed("read", cause));
        }
        let mut bytes = Vec::new();
        file.take(LARGEST + 1)
            .read_to_end(&mut bytes)
            .map_err(|cause| self.failed("read", cause))?;
        if bytes.len() as u64 <= LARGEST {
            let versioned = serde_json::from_slice::<Versioned>(&bytes);
            if versioned.is_ok_and(|it| it.version > VERSION) {
                return Err(SessionError::Newer(self.path.clone()));
            }
            if let Ok(whole) = serde_json::from_slice::<Whole>(&bytes) {
                return Ok(Loaded {
                    session: whole.session,
                    damaged: None,
                });
            }
        }
        let aside = self.aside();
        fs::rename(&self.path, &aside).map_err(|cause| self.failed("put aside", cause))?;
        Ok(Loaded {
            session: Session::default(),
            damaged: Some(aside),
        })
    }

    /// A name for a damaged one that no earlier one has.
    fn aside(&self) -> PathBuf {
        let name = |number: u32| match number {
            1 => "damaged.json".to_owned(),
            number => format!("damaged-{number}.json"),
        };
        let mut names = (1..).map(|number| self.path.with_extension(name(number)));
        let free = names.find(|path| !path.exists());
        free.unwrap_or_else(|| self.path.with_extension(name(1)))
    }

    /// Written beside it and synced, then put in its place, and that synced too.
    fn replace(&self, session: &Session) -> Result<(), SessionError> {
        let whole = Whole {
            version: VERSION,
            session: session.clone(),
        };
        // Named by process, for where there are no locks.
        let extension = format!("{}.new", std::process::id());
        let beside = self.path.with_extension(extension);
        let written = self.write(&beside, &whole);
        let placed = written.and_then(|()| fs::rename(&beside, &self.path));
        if placed.is_err() {
            // What is half written is of no use; that it cannot be removed changes nothing.
            let _ = fs::remove_file(&beside);
        }
        placed
            .and_then(|()| sync_folder(&self.path))
            .map_err(|cause| self.failed("write", cause))
    }

    fn write(&self, path: &Path, whole: &Whole) -> io::Result<()> {
        let mut text = serde_json::to_vec_pretty(whole)?;
        text.push(b'\n');
        let mut options = OpenOptions::new();
        options.create(true).truncate(true).write(true);
        let mut file = private(&mut options).open(path)?;
        file.write_all(&text)?;
        file.sync_all()
    }

    fn failed(&self, doing: &'static str, cause: io::Error) -> SessionError {
        SessionError::File {
            doing,
            path: self.path.clone(),
            cause,
        }
    }
}

/// What somebody asks of his code is for nobody else to read.
#[cfg(unix)]
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    options.mode(0o600)
}

#[cfg(not(unix))]
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Opens for reading without waiting for a pipe's other end.
#[cfg(unix)]
fn open_at_once(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let flags = nix::fcntl::OFlag::O_NONBLOCK.bits();
    OpenOptions::new().read(true).custom_flags(flags).open(path)
}

#[cfg(not(unix))]
fn open_at_once(path: &Path) -> io::Result<File> {
    File::open(path)
}

#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(path.parent().unwrap_or(Path::new(".")))?.sync_all()
}

/// A folder cannot be opened as a file here.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Asked, Bookmark, LastPlace};
    use proptest::prelude::*;
    use tempfile::TempDir;

    fn folder() -> (TempDir, SessionFile) {
        let folder = tempfile::tempdir().unwrap();
        let file = SessionFile::new(folder.path().join("state/tokio-1.json"));
        (folder, file)
    }

    fn asked(text: &str) -> Change {
        Change::Asked(Asked {
            text: text.to_owned(),
            mode: "regex".to_owned(),
        })
    }

    fn marked(chunk: u64) -> Change {
        Change::Marked(Bookmark {
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
        let place = LastPlace {
            chunk: Some(u64::MAX),
            view: "ranked".into(),
            zoom: 2,
            line: Some(42),
            ..LastPlace::default()
        };
        vec![
            asked("a \"b\" /c\\d/"),
            marked(u64::MAX),
            Change::Moved(place),
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
    fn what_was_changed_is_there_again() {
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
    fn nobody_else_may_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let (_folder, file) = folder();
        file.change(&all()).unwrap();
        let mode = fs::metadata(file.path()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn two_processes_lose_nothing_of_each_other() {
        let (_folder, file) = folder();
        let write = |from: u64| {
            let file = file.clone();
            move || {
                for number in from..from + 20 {
                    file.change(&[asked(&number.to_string()), marked(number)])
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
    fn a_damaged_file_is_put_aside_and_said() {
        let (folder, file) = folder();
        file.change(&all()).unwrap();
        let whole = fs::read(file.path()).unwrap();
        for end in [0, 1, whole.len() / 2, whole.len() - 3] {
            fs::write(file.path(), &whole[..end]).unwrap();
            let loaded = file.load().unwrap();
            assert_eq!(loaded.session, Session::default());
            let aside = loaded.damaged.expect("it is kept");
            assert_eq!(fs::read(aside).unwrap(), &whole[..end]);
        }
        file.change(&[asked("again")]).unwrap();
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
    fn a_newer_file_is_left_as_it_is() {
        let (_folder, file) = folder();
        file.change(&all()).unwrap();
        let newer = "{\"version\": 2, \"history\": {}}";
        fs::write(file.path(), newer).unwrap();
        assert!(matches!(file.load(), Err(SessionError::Newer(_))));
        assert!(matches!(file.change(&all()), Err(SessionError::Newer(_))));
        assert_eq!(fs::read_to_string(file.path()).unwrap(), newer);
    }

    #[test]
    fn a_lock_that_is_not_let_go_of_is_said() {
        let (_folder, file) = folder();
        file.change(&all()).unwrap();
        let held = file.lock().unwrap();
        assert!(matches!(
            file.change(&[asked("x")]),
            Err(SessionError::Held(_))
        ));
        drop(held);
        assert!(file.change(&[asked("x")]).is_ok());
    }

    #[test]
    fn what_cannot_be_written_leaves_what_there_is() {
        let (folder, file) = folder();
        file.change(&all()).unwrap();
        let before = fs::read(file.path()).unwrap();
        // Where the new file would be written there is a folder.
        let beside = file
            .path()
            .with_extension(format!("{}.new", std::process::id()));
        fs::create_dir(&beside).unwrap();
        let failed = file.change(&[asked("x")]).unwrap_err().to_string();
        assert!(failed.starts_with("session: cannot write"), "{failed}");
        assert_eq!(fs::read(file.path()).unwrap(), before);
        drop(folder);
    }

    proptest! {
        #[test]
        fn no_bytes_are_too_much(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            let (_folder, file) = folder();
            fs::create_dir_all(file.path().parent().unwrap()).unwrap();
            fs::write(file.path(), &bytes).unwrap();
            let loaded = file.load().unwrap();
            prop_assert!(loaded.damaged.is_some());
        }
    }
}
