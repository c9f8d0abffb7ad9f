//! The writer's lock: one process at a time may write an index.
//!
//! Principal type: [`WriterLock`]. The system releases it when the process ends, however it ends.

use super::error::{IndexError, Result, expect_regular};
use super::folder::IndexFolder;
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
    pub(super) fn acquire(folder: &IndexFolder) -> Result<Self> {
        let path = folder.lock();
        let mut file = private_file()
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|cause| IndexError::folder(&path, cause))?;
        lock_within(&file, BRIEF_WAIT).map_err(|error| match error {
            TryLockError::WouldBlock => IndexError::Locked,
            TryLockError::Error(cause) => IndexError::folder(&path, cause),
        })?;
        // Only for messages; on a full disk the file stays empty.
        if file.set_len(0).is_ok() {
            let name = env!("CARGO_PKG_NAME");
            _ = write!(file, "{name} (process {})", std::process::id());
        }
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
    /// Checks that a writer could use the folder; another one may use it now.
    ///
    /// # Errors
    /// The error of the file system.
    pub fn expect_writable(&self) -> Result<()> {
        self.create()?;
        match WriterLock::acquire(self) {
            Err(IndexError::Locked) | Ok(_) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Returns true if another process may be writing; none if unknown.
    pub fn is_being_written(&self) -> Option<bool> {
        let path = self.lock();
        let file = match expect_regular(&path).and_then(|()| File::open(path)) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Some(false),
            Err(_) => return None,
        };
        match file.try_lock_shared() {
            Ok(()) => Some(false),
            Err(TryLockError::WouldBlock) => Some(true),
            Err(TryLockError::Error(_)) => None,
        }
    }

    /// The writing process as `NAME (process ID)`; none if there is none.
    pub fn writer(&self) -> Option<String> {
        if self.is_being_written() != Some(true) {
            return None;
        }
        let process = std::fs::read_to_string(self.lock()).ok()?;
        (!process.is_empty()).then_some(process)
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
