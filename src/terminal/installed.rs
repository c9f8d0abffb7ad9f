//! Lookup of executable programs.

use std::ffi::OsStr;
use std::path::Path;

/// Returns true if a directory of `path`, in the format of `PATH`, has an executable of this name.
pub(super) fn is_installed(name: &str, path: &OsStr) -> bool {
    std::env::split_paths(path).any(|folder| is_executable(&folder.join(name)))
}

/// Returns true if a program, given by path or name, can be run.
pub fn is_found(program: &OsStr) -> bool {
    let is_path = Path::new(program).components().count() > 1;
    match program.to_str() {
        Some(name) if !is_path => is_installed(name, &std::env::var_os("PATH").unwrap_or_default()),
        _ => is_executable(Path::new(program)),
    }
}

/// Returns true if a file is executable by anyone.
fn is_executable(file: &Path) -> bool {
    let Ok(metadata) = file.metadata() else {
        return false;
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if metadata.permissions().mode() & 0o111 == 0 {
            return false;
        }
    }
    metadata.is_file()
}
