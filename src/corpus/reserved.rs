//! Names of files and directories that the walk treats specially: version control, ignore rules and exports.

use std::ffi::OsStr;

/// Names of files and directories of version control, which mark a root and are never listed.
pub(super) const VERSION_CONTROL: &[&str] = &[
    ".git",
    ".jj",
    ".hg",
    ".sl",
    ".svn",
    ".bzr",
    ".pijul",
    "_darcs",
    ".fslckout",
    "_FOSSIL_",
];

/// Ignore file of smriti-tui, in addition to git's.
const SMRITI_IGNORE: &str = ".smritiignore";
/// Ignore file of Mercurial, at the root of a repository.
pub(super) const HG_IGNORE: &str = ".hgignore";
/// Files whose rules apply to their directory and below.
pub(super) const IGNORE_FILES: &[&str] = &[SMRITI_IGNORE, ".rgignore", ".ignore", ".gitignore"];
/// Others that decide which files are listed. A `.git` adds rules, in `info/exclude`.
const RULES: &[&str] = &[
    ".git",
    ".jj",
    ".hg",
    ".sl",
    ".gitmodules",
    ".hgsub",
    HG_IGNORE,
];

/// Prefix of the names of exports, which repeat content of the repository.
pub const EXPORT: &str = "smriti-export";

/// Returns true for a name of version control, in any case: file systems may ignore it.
pub(super) fn is_version_control(name: &OsStr) -> bool {
    VERSION_CONTROL
        .iter()
        .any(|reserved| name.eq_ignore_ascii_case(reserved))
}

/// Returns true for the name of a file with ignore rules.
pub(super) fn is_ignore_file(name: &str) -> bool {
    IGNORE_FILES.contains(&name) || name == HG_IGNORE
}

/// Returns true if a change of a file with this name affects other files of the walk.
pub fn is_rule_file(name: &OsStr) -> bool {
    let mut rules = IGNORE_FILES.iter().chain(RULES);
    rules.any(|rules| name == *rules)
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
