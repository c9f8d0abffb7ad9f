//! tantivy's folder, with locks that never wait for ever and files that are not cut short.
//!
//! Every reader takes tantivy's meta lock for a moment. A process stopped inside that moment would
//! hold up all others for as long as it stays stopped, and a folder that may only be read has no
//! lock file to write; here the first is given up after a while and the second needs no lock.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    Directory, DirectoryLock, FileHandle, Lock, META_LOCK, MmapDirectory, WatchCallback,
    WatchHandle, WritePtr,
};

/// How long a lock is waited for.
const PATIENCE: Duration = Duration::from_secs(2);
/// Every file of tantivy's ends in a footer longer than this; of a shorter one it would read beyond
/// the start.
const SHORTEST: usize = 8;
/// Between two tries.
const PAUSE: Duration = Duration::from_millis(2);

/// [`MmapDirectory`] but for its locks.
#[derive(Clone, Debug)]
pub(super) struct Folder(MmapDirectory);

impl Folder {
    pub(super) fn open(path: &Path) -> tantivy::Result<Self> {
        Ok(Self(MmapDirectory::open(path)?))
    }
}

impl Directory for Folder {
    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        let started = Instant::now();
        loop {
            // A blocking lock of tantivy's waits without end, so it is asked for without blocking.
            let attempt = Lock {
                filepath: lock.filepath.clone(),
                is_blocking: false,
            };
            match self.0.acquire_lock(&attempt) {
                Err(LockError::LockBusy) if lock.is_blocking && started.elapsed() < PATIENCE => {
                    std::thread::sleep(PAUSE);
                }
                Err(LockError::IoError(error))
                    if lock.filepath == META_LOCK.filepath && is_read_only(&error) =>
                {
                    // Nobody can collect garbage in a folder nobody can write.
                    return Ok(DirectoryLock::from(Box::new(())));
                }
                result => return result,
            }
        }
    }

    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        let handle = self.0.get_file_handle(path)?;
        if handle.len() < SHORTEST {
            let cut = io::Error::new(io::ErrorKind::UnexpectedEof, "cut short");
            return Err(OpenReadError::wrap_io_error(cut, path.to_owned()));
        }
        Ok(handle)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.0.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.0.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        self.0.open_write(path)
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.0.atomic_read(path)
    }

    fn atomic_write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.0.atomic_write(path, bytes)
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.0.sync_directory()
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.0.watch(callback)
    }
}

fn is_read_only(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem
    )
}
