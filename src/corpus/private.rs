//! Directories and files that only their owner can read: the index and the session reveal code and searches.
//!
//! Invariant: [`replace_file()`] leaves either the old content or all of the new one under a name.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, BufWriter};
use std::path::Path;

/// Creates a directory and its missing ancestors, readable by their owner only. Existing ones keep their
/// mode.
pub fn create_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Returns options to write a file that, if created, only its owner can read.
pub fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true);
    options
}

/// Replaces a file atomically: the name refers to either the old content or all of `content`, which is on
/// disk when this returns. No other process may write the `unfinished` file at the same time.
pub fn replace_file(
    path: &Path,
    unfinished: &Path,
    content: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let written = (|| {
        let file = private_file()
            .create(true)
            .truncate(true)
            .open(unfinished)?;
        let mut out = BufWriter::with_capacity(1 << 18, file);
        content(&mut out)?;
        out.into_inner()?.sync_all()?;
        fs::rename(unfinished, path)?;
        match path
            .parent()
            .filter(|it| cfg!(unix) && !it.as_os_str().is_empty())
        {
            Some(folder) => File::open(folder)?.sync_all(),
            None => Ok(()),
        }
    })();
    written.inspect_err(|_| {
        // The next attempt would overwrite it; until then it only takes space.
        let _ = fs::remove_file(unfinished);
    })
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn created_files_are_readable_by_their_owner_only() {
        let directory = tempfile::tempdir().unwrap();
        let folder = directory.path().join(".cache/smriti-tui");
        create_private_folder(&folder).unwrap();
        let file = folder.join("a");
        private_file().create_new(true).open(&file).unwrap();
        let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(folder.parent().unwrap()), 0o700);
        assert_eq!((mode(&folder), mode(&file)), (0o700, 0o600));
    }
}
