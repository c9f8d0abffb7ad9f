//! Names of files and directories that the walk treats specially: version control, ignore rules and exports.

use std::ffi::OsStr;

/// Names of files and directories of version control, which mark a root and are never listed.
const VERSION_CONTROL: &str = ".git .jj .hg .sl .svn .bzr .pijul _darcs .fslckout _FOSSIL_";

/// Files whose rules apply to their directory and below: the one of smriti-tui, those of ripgrep and fd, git's.
pub(super) const IGNORE_FILES: [&str; 4] = [".smritiignore", ".rgignore", ".ignore", ".gitignore"];

/// Prefix of the names of exports, which repeat content of the repository.
pub const EXPORT: &str = "smriti-export";

/// Names of version control.
pub(super) fn version_control() -> impl Iterator<Item = &'static str> {
    VERSION_CONTROL.split(' ')
}

/// Returns true for a name of version control, in any case: file systems may ignore it.
pub(super) fn is_version_control(name: &OsStr) -> bool {
    version_control().any(|reserved| name.eq_ignore_ascii_case(reserved))
}

/// Returns true if a change of a file with this name affects other files of the walk. A `.git` has rules in
/// `info/exclude`.
pub fn is_rule_file(name: &OsStr) -> bool {
    name == ".git" || name == ".gitmodules" || IGNORE_FILES.iter().any(|rules| name == *rules)
}

/// Returns true for the name of an export: `smriti-export.md`, `smriti-export-2.json`, or a temporary
/// one.
pub fn is_export(name: &OsStr) -> bool {
    let name = name.to_str().unwrap_or_default();
    let name = name.strip_prefix('.').unwrap_or(name);
    let Some(rest) = name.strip_prefix(EXPORT) else {
        return false;
    };
    rest.strip_prefix('-')
        .unwrap_or(rest)
        .trim_start_matches(|digit: char| digit.is_ascii_digit())
        .starts_with('.')
}
