//! Directories and files that only their owner can read: the index and the session reveal code and searches.
//!
//! Invariant: [`replace_file()`] leaves either the old or the complete new content under a name.

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
/// disk when this returns. A link is replaced, not followed. The process id makes the name of the unfinished
/// file unique, so another thread must not replace the same file.
pub fn replace_file(
    path: &Path,
    content: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let unfinished = &path.with_added_extension(format!("{}.tmp", std::process::id()));
    let written = (|| {
        // A killed process with the same id may have left it.
        let _ = fs::remove_file(unfinished);
        let file = private_file().create_new(true).open(unfinished)?;
        let mut out = BufWriter::with_capacity(1 << 18, file);
        content(&mut out)?;
        out.into_inner()?.sync_all()?;
        fs::rename(unfinished, path)?;
        if cfg!(unix)
            && let Some(folder) = path.parent()
            && !folder.as_os_str().is_empty()
        {
            File::open(folder)?.sync_all()?;
        }
        Ok(())
    })();
    written.inspect_err(|_| {
        // If it remains, it only takes space.
        let _ = fs::remove_file(unfinished);
    })
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
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

    #[test]
    fn an_unfinished_file_overwrites_and_follows_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        fs::write(at("precious"), "kept").unwrap();
        fs::write(at("a.tmp"), "kept").unwrap();
        let left = at(&format!("a.{}.tmp", std::process::id()));
        std::os::unix::fs::symlink(at("precious"), left).unwrap();
        replace_file(&at("a"), |out| out.write_all(b"new")).unwrap();
        let contents = ["precious", "a.tmp", "a"].map(|name| fs::read_to_string(at(name)).unwrap());
        assert_eq!(contents, ["kept", "kept", "new"]);
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 3);
    }
}
