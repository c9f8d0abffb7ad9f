//! The writer's lock: one process at a time may write an index.
//!
//! Principal type: [`WriterLock`]. The system releases it when the process ends, however it ends.

use super::damage::expect_regular;
use super::{IndexError, IndexFolder};
use crate::corpus::private_file;
use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Write};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Time limit for a lock that is held briefly: by a process that only checks it, or by a child process
/// between fork and exec.
const BRIEF_WAIT: Duration = Duration::from_millis(150);
const PAUSE: Duration = Duration::from_millis(2);

/// The lock of an index folder, released on drop.
pub(super) struct WriterLock {
    _held: File,
}

impl WriterLock {
    /// Acquires the lock.
    ///
    /// # Errors
    /// [`IndexError::Locked`] while another process has it; [`IndexError::Folder`] for an error of the file
    /// system.
    pub(super) fn acquire(folder: &IndexFolder) -> Result<Self, IndexError> {
        let path = folder.lock();
        let refused = |cause| IndexError::folder(&path, cause);
        let mut options = private_file();
        let file = options.create(true).truncate(false).open(&path);
        let mut file = file.map_err(refused)?;
        match lock_within(&file, BRIEF_WAIT) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(IndexError::Locked),
            Err(TryLockError::Error(cause)) => return Err(refused(cause)),
        }
        let name = env!("CARGO_PKG_NAME");
        // Only for messages; on a full disk the file stays empty.
        let emptied = file.set_len(0);
        _ = emptied.and_then(|()| write!(file, "{name} (process {})", std::process::id()));
        Ok(Self { _held: file })
    }
}

/// Locks a file, waiting up to `timeout` if it is locked.
pub(super) fn lock_within(file: &File, timeout: Duration) -> Result<(), TryLockError> {
    let started = Instant::now();
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if started.elapsed() < timeout => sleep(PAUSE),
            outcome => return outcome,
        }
    }
}

impl IndexFolder {
    /// Returns true if another process may be writing; none if unknown.
    pub fn is_being_written(&self) -> Option<bool> {
        let path = self.lock();
        match expect_regular(&path).and_then(|()| File::open(path)) {
            Ok(file) => match file.try_lock_shared() {
                Ok(()) => Some(false),
                Err(TryLockError::WouldBlock) => Some(true),
                Err(TryLockError::Error(_)) => None,
            },
            Err(error) if error.kind() == ErrorKind::NotFound => Some(false),
            Err(_) => None,
        }
    }

    /// The writing process as `NAME (process ID)`; none if there is none.
    pub fn writer(&self) -> Option<String> {
        let is_written = self.is_being_written() == Some(true);
        let noted = is_written.then(|| std::fs::read_to_string(self.lock()).ok());
        noted.flatten().filter(|noted| !noted.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_has_one_owner_at_a_time() {
        let directory = tempfile::tempdir().unwrap();
        let folder = IndexFolder::new(directory.path());
        assert_eq!(folder.is_being_written(), Some(false));
        let first = WriterLock::acquire(&folder).unwrap();
        assert_eq!(folder.is_being_written(), Some(true));
        let own = format!("smriti-tui (process {})", std::process::id());
        assert_eq!(folder.writer(), Some(own));
        let second = WriterLock::acquire(&folder);
        assert!(matches!(second, Err(IndexError::Locked)));
        drop(first);
        assert_eq!(folder.writer(), None);
        WriterLock::acquire(&folder).unwrap();
    }
}
