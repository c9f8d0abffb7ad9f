//! Walk: lists the files of the repository by the ignore rules.
//!
//! Principal types: [`Walk`] and [`WalkedFile`]. Invariant: the walk reads ignore rules but no document,
//! enters no link, and lists each entry once: as a file, or as skipped with a reason. The indexer calls
//! [`walk_part()`], commands and the index page call [`walk()`].

use super::fingerprint::mtime_ns;
use super::limit::{FileLimits, RuleOptions};
use super::path::SourcePath;
use super::read::read_regular;
use super::reserved::{IGNORE_FILES, is_export, is_version_control};
use super::root::Root;
use super::rules::{self, IgnoreRules};
use super::scope::Scope;
use super::skip::{SkipReason, Skipped};
use super::threads::{Cancel, locked};
use ignore::{DirEntry, WalkBuilder, WalkState};
use std::collections::BTreeMap;
use std::fs::{FileType, Metadata};
use std::path::{MAIN_SEPARATOR, Path};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

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
    let count = AtomicUsize::new(0);
    walk_part(root, &Scope::Everything, limits, &count, cancel)
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
    let found = Mutex::new(Walk::default());
    let rules = Arc::new(IgnoreRules::of(root.path(), limits.rules));
    let (top, within, known) = (root.path().to_owned(), scope.clone(), Arc::clone(&rules));
    builder(root.path(), Arc::clone(&rules), move |entry| {
        is_in(&within, entry, &top, &known)
    })
    .build_parallel()
    .run(|| {
        Box::new(|entry| {
            if cancel.is_cancelled() {
                return WalkState::Quit;
            }
            match &entry {
                Ok(entry) if is_directory(entry) && rules.is_nested(entry.path()) => {
                    let (path, _) = relative(entry.path(), root.path());
                    let reason = SkipReason::Repository;
                    locked(&found).skipped.push(Skipped { path, reason });
                    return WalkState::Skip;
                }
                Ok(entry) => add(entry, root.path(), limits, count, &found),
                Err(error) => {
                    let skipped = skipped_by_error(error, root.path());
                    locked(&found).skipped.extend(skipped);
                }
            }
            WalkState::Continue
        })
    });
    let mut walk = std::mem::take(&mut *locked(&found));
    walk.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    walk.skipped.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    walk.directories.sort_unstable();
    walk
}

/// Names the rule by which most entries are ignored, for a person; none if no entry is.
pub fn explain_ignored(root: &Root, limits: &FileLimits) -> Option<String> {
    let rules = Arc::new(IgnoreRules::of(root.path(), limits.rules));
    let (counts, known) = (Arc::new(Mutex::new(BTreeMap::new())), Arc::clone(&rules));
    let counted = Arc::clone(&counts);
    builder(root.path(), rules, move |entry| {
        if let Some(line) = known.rule(entry.path(), is_directory(entry)) {
            *locked(&counted).entry(line).or_insert(0) += 1;
        }
        true
    })
    .build()
    .for_each(drop);
    let counts = locked(&counts);
    let (rule, entries) = counts.iter().max_by_key(|(_, entries)| **entries)?;
    let (file, line) = (rule.parent()?, rule.file_name()?.to_str()?);
    let text = String::from_utf8(read_regular(file, rules::LIMIT.bytes)?).ok()?;
    let pattern = text.lines().nth(line.parse::<usize>().ok()? - 1)?.trim();
    let file = file.strip_prefix(root.path()).unwrap_or(file).display();
    let others = if counts.len() > 1 {
        ", and other rules more"
    } else {
        ""
    };
    Some(format!(
        "`{pattern}` in {file}, line {line}, hides {entries} files or directories{others}"
    ))
}

/// Returns true if an entry is in the scope or an ancestor of it; always for the root. A nested repository is an
/// entry of its parent.
fn is_in(scope: &Scope, entry: &DirEntry, root: &Path, rules: &IgnoreRules) -> bool {
    if *scope == Scope::Everything || entry.depth() == 0 {
        return true;
    }
    let (path, _) = relative(entry.path(), root);
    if is_directory(entry) {
        scope.enters(&path) || scope.covers(&path) && rules.is_nested(entry.path())
    } else {
        scope.covers(&path)
    }
}

/// Returns true if a walk from `root` reaches the directory `below`: no directory on the way is ignored or
/// belongs to version control.
pub(super) fn reaches(root: &Path, below: &Path, ignore_files: bool) -> bool {
    let target = below.to_owned();
    let options = RuleOptions {
        ignore_files,
        ..RuleOptions::default()
    };
    let rules = Arc::new(IgnoreRules::of(root, options));
    builder(root, rules, move |entry| target.starts_with(entry.path()))
        .build()
        .filter_map(Result::ok)
        .any(|entry| entry.path() == below)
}

/// Creates the walker for listing files and for finding the root; `passes` filters entries. Ignore files
/// above the root do not apply: a `*` in the home directory's `.gitignore` must not hide every project.
fn builder(
    root: &Path,
    rules: Arc<IgnoreRules>,
    passes: impl Fn(&DirEntry) -> bool + Send + Sync + 'static,
) -> WalkBuilder {
    let mut builder = WalkBuilder::new(root);
    // The library would read ignore files without limits.
    builder.standard_filters(false).follow_links(false);
    builder.filter_entry(move |entry| {
        if entry.depth() == 0 {
            return passes(entry);
        }
        let name = entry.file_name();
        let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
        if is_version_control(name) || is_file && is_export(name) || !passes(entry) {
            return false;
        }
        rules.rule(entry.path(), is_directory(entry)).is_none()
    });
    builder
}

fn is_directory(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_dir())
}

/// Adds an entry to the walk, and a file to the count. Standard input, directories whose names are not UTF-8 and
/// removed entries are ignored.
fn add(
    entry: &DirEntry,
    root: &Path,
    limits: &FileLimits,
    count: &AtomicUsize,
    walk: &Mutex<Walk>,
) {
    let Some(kind) = entry.file_type() else {
        return;
    };
    let (path, is_exact) = relative(entry.path(), root);
    if kind.is_dir() {
        locked(walk).directories.extend(is_exact.then_some(path));
        return;
    }
    let examined = if is_exact {
        examine(kind, &path, limits, || entry.metadata())
    } else {
        Err(SkipReason::Name)
    };
    match examined {
        Ok(found) => {
            count.fetch_add(usize::from(found.is_some()), Ordering::Relaxed);
            locked(walk).files.extend(found);
        }
        Err(reason) => locked(walk).skipped.push(Skipped { path, reason }),
    }
}

/// Returns a file of this kind with its length and modification time; none if it is gone.
pub(super) fn examine(
    kind: FileType,
    path: &SourcePath,
    limits: &FileLimits,
    metadata: impl FnOnce() -> Result<Metadata, ignore::Error>,
) -> Result<Option<WalkedFile>, SkipReason> {
    if !kind.is_file() {
        return Err(SkipReason::special(kind));
    }
    let limit = limits.of(path);
    if limit.is_secret {
        return Err(SkipReason::Secret);
    }
    let metadata = match metadata() {
        Ok(metadata) => metadata,
        Err(error) if is_gone(&error) => return Ok(None),
        Err(error) => return Err(SkipReason::Unreadable(cause(&error))),
    };
    let length = metadata.len();
    let limit = match path.file_name() {
        name if IGNORE_FILES.contains(&name) && length > rules::LIMIT.bytes => rules::LIMIT,
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

/// Classifies an error: none for an entry that was removed in the meantime, unless it is the root.
pub(super) fn skipped_by_error(error: &ignore::Error, root: &Path) -> Option<Skipped> {
    let path = path_of(error).unwrap_or(root);
    if path != root && is_gone(error) {
        return None;
    }
    Some(Skipped {
        path: relative(path, root).0,
        reason: SkipReason::Unreadable(cause(error)),
    })
}

fn is_gone(error: &ignore::Error) -> bool {
    let kind = error.io_error().map(std::io::Error::kind);
    kind == Some(std::io::ErrorKind::NotFound)
}

fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } => path_of(err),
        _ => None,
    }
}

/// Returns the error of the system without the path, which the list already shows.
fn cause(error: &ignore::Error) -> String {
    match error.io_error() {
        Some(error) => error.to_string(),
        None => error.to_string(),
    }
}
