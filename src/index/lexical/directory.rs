//! tantivy's directory, without its locks and with checks against truncated and exchanged files.
//!
//! Principal type: [`LexicalDirectory`].
//!
//! Only our own lock decides who writes. tantivy's other lock protects files while a reader opens them; a
//! process stopped at that moment would block all others, and a read-only folder has no lock file. So no
//! reader takes it; a reader that a commit overtakes opens the newer commit.
//!
//! Each file ends with a hash of its name. tantivy's checksum proves that a file is complete, but not that it
//! is the one with that name, and tantivy panics when it reads exchanged files.
//! Invariant: only files directly in the folder are read, written or deleted, whatever tantivy's files name.

use crate::corpus::content_hash;
use crate::index::error::expect_regular;
use crate::index::folder::{IndexFolder, Refusals};
use std::fs;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    AntiCallToken, Directory, DirectoryLock, FileHandle, Lock, MmapDirectory, TerminatingWrite,
    WatchCallback, WatchHandle, WritePtr,
};

/// Minimum length of a file of tantivy: it would read beyond the start of a file that is shorter than its
/// footer.
const MIN_FILE_LEN: usize = 8;
/// Length of the hash after the file.
const NAME_HASH_LEN: usize = 8;

/// [`MmapDirectory`] with other locks and checks of its files.
#[derive(Clone, Debug)]
pub(super) struct LexicalDirectory {
    path: PathBuf,
    files: MmapDirectory,
    refusals: Refusals,
}

impl LexicalDirectory {
    pub(super) fn open(folder: &IndexFolder) -> tantivy::Result<Self> {
        let path = folder.lexical();
        Ok(Self {
            files: MmapDirectory::open(&path)?,
            path,
            refusals: folder.refusals.clone(),
        })
    }

    /// Runs `read` unless something other than a regular file has this name.
    fn read<T>(
        &self,
        path: &Path,
        read: impl FnOnce() -> Result<T, OpenReadError>,
    ) -> Result<T, OpenReadError> {
        if !is_name(path) {
            return Err(OpenReadError::FileDoesNotExist(path.to_owned()));
        }
        injected()
            .and_then(|()| expect_regular(&self.path.join(path)))
            .map_err(|cause| OpenReadError::wrap_io_error(cause, path.to_owned()))?;
        read()
    }
}

impl Directory for LexicalDirectory {
    fn acquire_lock(&self, _: &Lock) -> Result<DirectoryLock, LockError> {
        Ok(DirectoryLock::from(Box::new(())))
    }

    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        let damaged = |kind, what| {
            let cause = io::Error::new(kind, what);
            OpenReadError::wrap_io_error(cause, path.to_owned())
        };
        let handle = self.read(path, || self.files.get_file_handle(path))?;
        if handle.len() < MIN_FILE_LEN + NAME_HASH_LEN {
            return Err(damaged(ErrorKind::UnexpectedEof, "truncated"));
        }
        let (content, name) = handle
            .read_bytes(0..handle.len())
            .map_err(|cause| OpenReadError::wrap_io_error(cause, path.to_owned()))?
            .rsplit(NAME_HASH_LEN);
        if *name != name_hash(path) {
            return Err(damaged(ErrorKind::InvalidData, "content of another file"));
        }
        Ok(Arc::new(content))
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        if !is_name(path) {
            return Err(DeleteError::FileDoesNotExist(path.to_owned()));
        }
        self.files.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        Ok(is_name(path) && self.files.exists(path)?)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        expect_name(path).map_err(|cause| OpenWriteError::wrap_io_error(cause, path.to_owned()))?;
        let file = self.files.open_write(path).inspect_err(|error| {
            if let OpenWriteError::IoError { io_error, .. } = error {
                self.refusals.record(io_error.kind());
            }
        })?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(self.path.join(path), fs::Permissions::from_mode(0o600))
                .map_err(|cause| OpenWriteError::wrap_io_error(cause, path.to_owned()))?;
        }
        Ok(BufWriter::new(Box::new(TaggedFile {
            file,
            name: name_hash(path),
            refusals: self.refusals.clone(),
        })))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.read(path, || self.files.atomic_read(path))
    }

    fn atomic_write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        expect_name(path)?;
        self.refusals
            .record_error(self.files.atomic_write(path, bytes))
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.files.sync_directory()
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.files.watch(callback)
    }
}

/// A file being written.
struct TaggedFile {
    file: WritePtr,
    name: [u8; NAME_HASH_LEN],
    refusals: Refusals,
}

impl Write for TaggedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.refusals.record_error(self.file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.refusals.record_error(self.file.flush())
    }
}

impl TerminatingWrite for TaggedFile {
    fn terminate_ref(&mut self, token: AntiCallToken) -> io::Result<()> {
        let named = self.file.write_all(&self.name);
        self.refusals
            .record_error(named.and_then(|()| self.file.terminate_ref(token)))
    }
}

fn name_hash(path: &Path) -> [u8; NAME_HASH_LEN] {
    content_hash(path.as_os_str().as_encoded_bytes()).to_le_bytes()
}

/// Returns true for the name of a file, false for every other path.
fn is_name(path: &Path) -> bool {
    path.file_name() == Some(path.as_os_str())
}

fn expect_name(path: &Path) -> io::Result<()> {
    if is_name(path) {
        Ok(())
    } else {
        Err(io::Error::new(ErrorKind::InvalidInput, "not a file name"))
    }
}

fn injected() -> io::Result<()> {
    #[cfg(test)]
    if let Some(code) = crate::index::tests::REFUSAL.get() {
        return Err(io::Error::from_raw_os_error(code));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_out_of_the_folder_are_neither_read_nor_changed() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = IndexFolder::new(&temporary.path().join("index"));
        folder.create().unwrap();
        let directory = LexicalDirectory::open(&folder).unwrap();
        let beside = temporary.path().join("index/beside");
        fs::write(&beside, "a text of enough length").unwrap();
        for path in [
            beside.as_path(),
            Path::new("../beside"),
            Path::new("./../beside"),
        ] {
            assert!(!directory.exists(path).unwrap());
            assert!(directory.atomic_read(path).is_err());
            assert!(directory.get_file_handle(path).is_err());
            assert!(directory.atomic_write(path, b"other").is_err());
            assert!(directory.delete(path).is_err());
            assert_eq!(fs::read(&beside).unwrap(), b"a text of enough length");
            fs::remove_file(&beside).unwrap();
            assert!(directory.open_write(path).is_err());
            assert!(!beside.exists());
            fs::write(&beside, "a text of enough length").unwrap();
        }
    }
}
