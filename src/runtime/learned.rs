//! Whether someone is new here: a file in the state directory says who is not.

use std::fs;
use std::io;
use std::path::Path;

/// Whether nobody has found the help or the palette yet.
pub(super) fn is_new(file: &Path) -> bool {
    !file.exists()
}

/// Notes that the hint is not needed any more.
pub(super) fn note(file: &Path) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(file, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_new_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("state/learned");
        assert!(is_new(&file));
        note(&file).unwrap();
        note(&file).unwrap();
        assert!(!is_new(&file));
    }
}
