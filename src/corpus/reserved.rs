//! Names of files and directories that the walk treats specially: version control, ignore rules and exports.

use std::ffi::OsStr;

/// Names of version control directories, or the `.git` file of a worktree.
const VERSION_CONTROL: &[&str] = &[".git", ".jj", ".hg", ".svn"];

/// Ignore file of smriti-tui, in addition to git's.
pub(super) const SMRITI_IGNORE: &str = ".smritiignore";
/// Files whose rules apply to their directory and below. A `.git` adds rules, in `info/exclude`.
const RULES: &[&str] = &[".gitignore", SMRITI_IGNORE, ".git"];

/// Prefix of the names of exports, which repeat content of the repository.
pub const EXPORT: &str = "smriti-export";

/// Returns true for a name of version control, in any case: file systems may ignore it.
pub(super) fn is_version_control(name: &OsStr) -> bool {
    VERSION_CONTROL
        .iter()
        .any(|reserved| name.eq_ignore_ascii_case(reserved))
}

/// Returns true if a change of a file with this name affects other files of the walk.
pub fn is_rule_file(name: &OsStr) -> bool {
    RULES.iter().any(|rules| name == *rules)
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
