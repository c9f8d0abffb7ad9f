//! Folders and files of our own that nobody but their owner reads: what is kept of code and of what
//! somebody searches in it says much about both.

use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::path::Path;

/// Creates a folder and those above it that are missing, for their owner alone. Those that are there stay
/// as they are.
pub fn create_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Options to write a file, which belongs to its owner alone if it is created.
pub fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true);
    options
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn what_is_created_is_its_owners_alone() {
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
