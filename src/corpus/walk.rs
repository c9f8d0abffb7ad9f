//! Walk: lists the files of the repository by the ignore rules.
//!
//! Principal types: [`Walk`] and [`WalkedFile`]. Invariant: the walk reads ignore rules but no document,
//! enters no link, and lists each entry once: as a file, or as skipped with a reason. The indexer calls
//! [`walk_part()`], commands and the index page call [`walk()`].

use super::fingerprint::mtime_ns;
use super::rules::{self, IgnoreRules};
use super::secret::Secrets;
use super::{Cancel, Extraction, Root, Scope, SkipReason, Skipped, SourcePath};
use ignore::gitignore::gitconfig_excludes_path;
use ignore::{DirEntry, WalkBuilder, WalkState};
use std::ffi::OsStr;
use std::fs::FileType;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Names of version control directories, or the `.git` file of a worktree.
const VERSION_CONTROL: &[&str] = &[".git", ".jj", ".hg", ".svn"];

/// Ignore file of smriti-tui, in addition to git's.
pub(super) const SMRITI_IGNORE: &str = ".smritiignore";
/// Files whose rules apply to their directory and below. A `.git` adds rules, in `info/exclude`.
const RULES: &[&str] = &[".gitignore", SMRITI_IGNORE, ".git"];

/// Prefix of the names of exports, which repeat content of the repository.
pub const EXPORT: &str = "smriti-export";

/// Limits of the files that are read, in bytes.
#[derive(Clone, Debug)]
pub struct FileLimits {
    /// Longer files are skipped and listed.
    pub index_limit: u64,
    /// Limit of files whose text is extracted: most of their bytes are pictures.
    pub document_limit: u64,
    /// Names of files that are never read.
    pub secrets: Secrets,
}

impl FileLimits {
    /// Returns the limit of this file.
    pub fn of(&self, path: &SourcePath) -> FileLimit {
        let (bytes, key) = match Extraction::of(path) {
            Some(_) => (self.document_limit, "document.size_limit"),
            None => (self.index_limit, "corpus.index_limit"),
        };
        FileLimit {
            bytes,
            key,
            is_secret: self.secrets.name(path),
        }
    }
}

/// Limit of a file, and its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileLimit {
    /// In bytes.
    pub bytes: u64,
    /// The key of the configuration.
    pub key: &'static str,
    /// True if the name matches the rules for secrets: the file is never read.
    pub is_secret: bool,
}

/// A file found by the walk; its bytes were not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WalkedFile {
    /// The file.
    pub path: SourcePath,
    /// Bytes on disk.
    pub length: u64,
    /// Modification time, nanoseconds since the Unix epoch.
    pub mtime_ns: i64,
}

/// All files of the repository in path order, and those skipped by name or size.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Walk {
    /// Sorted by path.
    pub files: Vec<WalkedFile>,
    /// Sorted by path. Without files that are skipped after reading (binary content); with directories
    /// that cannot be listed, the root as `.`.
    pub skipped: Vec<Skipped>,
    /// Entered directories, the root as `.`, sorted by path, without those whose name is not UTF-8.
    pub directories: Vec<SourcePath>,
}

/// Walks the repository. When cancelled, the result is incomplete: check `cancel` before treating a
/// missing file as removed.
pub fn walk(root: &Root, limits: &FileLimits, cancel: &Cancel) -> Walk {
    walk_part(
        root,
        &Scope::Everything,
        limits,
        &AtomicUsize::new(0),
        cancel,
    )
}

/// Walks a part of the repository by the same rules and with the same result as a full walk. `count` counts
/// files as they are found.
pub fn walk_part(
    root: &Root,
    scope: &Scope,
    limits: &FileLimits,
    count: &AtomicUsize,
    cancel: &Cancel,
) -> Walk {
    let (sender, receiver) = mpsc::channel();
    let (top, within) = (root.path().to_owned(), scope.clone());
    let builder = builder(root.path(), move |entry| is_in(&within, entry, &top));
    builder.build_parallel().run(|| {
        let sender = sender.clone();
        Box::new(move |entry| {
            if cancel.is_cancelled() {
                return WalkState::Quit;
            }
            let seen = match &entry {
                Ok(entry) => classify(entry, root.path(), limits),
                Err(error) => skipped_by_error(error, root.path()).map(WalkEntry::Skipped),
            };
            if let Some(WalkEntry::File(_)) = seen {
                count.fetch_add(1, Ordering::Relaxed);
            }
            match seen.map(|seen| sender.send(seen)) {
                Some(Err(_)) => WalkState::Quit,
                _ => WalkState::Continue,
            }
        })
    });
    drop(sender);

    let mut walk = Walk::default();
    for seen in receiver {
        match seen {
            WalkEntry::File(found) => walk.files.push(found),
            WalkEntry::Skipped(skipped) => walk.skipped.push(skipped),
            WalkEntry::Directory(path) => walk.directories.push(path),
        }
    }
    walk.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    walk.skipped.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    walk.directories.sort_unstable();
    walk
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
    let rest = name.strip_prefix(EXPORT).unwrap_or_default();
    let rest = rest.strip_prefix('-').unwrap_or(rest);
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.starts_with('.')
}

/// Returns the user's global ignore file, existing or not.
pub fn user_ignore_file() -> Option<PathBuf> {
    gitconfig_excludes_path()
}

/// Result of an entry of the walk.
enum WalkEntry {
    File(WalkedFile),
    Skipped(Skipped),
    Directory(SourcePath),
}

/// Returns true if an entry is in the scope or an ancestor of it; always for the root.
fn is_in(scope: &Scope, entry: &DirEntry, root: &Path) -> bool {
    if *scope == Scope::Everything {
        return true;
    }
    let (path, _) = relative(entry.path(), root);
    let is_directory = entry.file_type().is_some_and(|kind| kind.is_dir());
    match is_directory {
        _ if entry.depth() == 0 => true,
        true => scope.enters(&path),
        false => scope.covers(&path),
    }
}

/// Returns true if a walk from `root` reaches the directory `below`: no directory on the way is ignored or
/// belongs to version control.
pub(super) fn reaches(root: &Path, below: &Path) -> bool {
    let target = below.to_owned();
    builder(root, move |entry| target.starts_with(entry.path()))
        .build()
        .filter_map(Result::ok)
        .any(|entry| entry.path() == below)
}

/// Creates the walker for listing files and for finding the root; `wanted` filters entries. Ignore files
/// above the root do not apply: a `*` in the home directory's `.gitignore` must not hide every project.
fn builder(root: &Path, wanted: impl Fn(&DirEntry) -> bool + Send + Sync + 'static) -> WalkBuilder {
    let rules = IgnoreRules::of(root);
    let mut builder = WalkBuilder::new(root);
    // The library would read ignore files without limits.
    builder.standard_filters(false).follow_links(false);
    builder.filter_entry(move |entry| {
        let is_directory = entry.file_type().is_some_and(|kind| kind.is_dir());
        let is_ignored = || entry.depth() > 0 && rules.ignore(entry.path(), is_directory);
        walked(entry) && wanted(entry) && !is_ignored()
    });
    builder
}

fn walked(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
    let is_left_out = is_version_control(name) || is_file && is_export(name);
    entry.depth() == 0 || !is_left_out
}

/// Returns true for a name of [`VERSION_CONTROL`], in any case: file systems may ignore it.
pub(super) fn is_version_control(name: &OsStr) -> bool {
    VERSION_CONTROL
        .iter()
        .any(|it| name.eq_ignore_ascii_case(it))
}

/// Classifies an entry; none for standard input, a directory whose name is not UTF-8, and a removed
/// entry.
fn classify(entry: &DirEntry, root: &Path, limits: &FileLimits) -> Option<WalkEntry> {
    let kind = entry.file_type()?;
    let (path, exact) = relative(entry.path(), root);
    if kind.is_dir() {
        return exact.then_some(WalkEntry::Directory(path));
    }
    let examined = if exact {
        examine(entry, kind, &path, limits)
    } else {
        Err(SkipReason::Name)
    };
    match examined {
        Ok(found) => found.map(WalkEntry::File),
        Err(reason) => Some(WalkEntry::Skipped(Skipped { path, reason })),
    }
}

/// Returns a file with its length and modification time; none if it is gone.
fn examine(
    entry: &DirEntry,
    kind: FileType,
    path: &SourcePath,
    limits: &FileLimits,
) -> Result<Option<WalkedFile>, SkipReason> {
    if !kind.is_file() {
        return Err(SkipReason::Special(special(kind)));
    }
    let limit = limits.of(path);
    if limit.is_secret {
        return Err(SkipReason::Secret);
    }
    let metadata = match entry.metadata() {
        Ok(metadata) => metadata,
        Err(error) if is_gone(&error) => return Ok(None),
        Err(error) => return Err(SkipReason::Unreadable(cause(&error))),
    };
    let length = metadata.len();
    let limit = match path.file_name() {
        ".gitignore" | SMRITI_IGNORE if length > rules::LIMIT.bytes => rules::LIMIT,
        _ => limit,
    };
    if length > limit.bytes {
        return Err(SkipReason::TooLarge { length, limit });
    }
    Ok(Some(WalkedFile {
        path: path.clone(),
        length,
        mtime_ns: mtime_ns(&metadata),
    }))
}

/// Returns the path below the root, and true if it is exact: a name that is not UTF-8 has U+FFFD.
fn relative(path: &Path, root: &Path) -> (SourcePath, bool) {
    let below = path.strip_prefix(root).unwrap_or(path);
    let text = below.to_string_lossy();
    let name = match &*text {
        "" => SourcePath::new("."),
        text if MAIN_SEPARATOR == '/' => SourcePath::new(text),
        text => SourcePath::new(&text.replace(MAIN_SEPARATOR, "/")),
    };
    (name, below.to_str().is_some())
}

/// Names a file type that is not a regular file.
pub(super) fn special(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "pipe";
        }
        if kind.is_socket() {
            return "socket";
        }
        if kind.is_block_device() || kind.is_char_device() {
            return "device";
        }
    }
    match kind {
        _ if kind.is_symlink() => "symbolic link",
        _ if kind.is_dir() => "directory",
        _ => "special file",
    }
}

/// Classifies an error: none for an entry that was removed in the meantime, unless it is the root.
fn skipped_by_error(error: &ignore::Error, root: &Path) -> Option<Skipped> {
    let is_below = path_of(error).is_some_and(|path| path != root);
    let (path, _) = relative(path_of(error).unwrap_or(root), root);
    let reason = SkipReason::Unreadable(cause(error));
    let is_missing = is_below && is_gone(error);
    (!is_missing).then_some(Skipped { path, reason })
}

fn is_gone(error: &ignore::Error) -> bool {
    let kind = error.io_error().map(std::io::Error::kind);
    kind == Some(std::io::ErrorKind::NotFound)
}

fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            path_of(err)
        }
        ignore::Error::Partial(errors) => errors.iter().find_map(path_of),
        ignore::Error::Loop { child, .. } => Some(child),
        _ => None,
    }
}

/// Returns the error of the system without the path, which the list already shows.
fn cause(error: &ignore::Error) -> String {
    let error_of_system = error.io_error().map(ToString::to_string);
    error_of_system.unwrap_or_else(|| error.to_string())
}

#[cfg(test)]
mod tests;
