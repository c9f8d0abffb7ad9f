//! Which files the repository has.

use super::fingerprint::mtime_ns;
use super::secret::is_secret;
use super::{Cancel, Extraction, Root, SkipReason, Skipped, SourcePath};
use ignore::{DirEntry, WalkBuilder, WalkState};
use std::fs::FileType;
use std::path::{MAIN_SEPARATOR, Path};
use std::sync::mpsc;

/// What version control keeps for itself: folders, or the `.git` file of a worktree.
const VERSION_CONTROL: &[&str] = &[".git", ".jj", ".hg", ".svn"];

/// Limits that decide what is read, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Longer files are skipped and listed.
    pub index_limit: u64,
    /// The same for files whose text has to be extracted: most of those bytes are pictures.
    pub document_limit: u64,
}

impl Limits {
    /// The one for this file.
    pub fn of(&self, path: &SourcePath) -> Limit {
        match Extraction::of(path) {
            Some(_) => Limit {
                bytes: self.document_limit,
                key: "document.size_limit",
            },
            None => Limit {
                bytes: self.index_limit,
                key: "corpus.index_limit",
            },
        }
    }
}

/// The length of a file above which it is not read, and who says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// In bytes.
    pub bytes: u64,
    /// The key of the configuration.
    pub key: &'static str,
}

/// A file the walk found; its bytes were not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The file.
    pub path: SourcePath,
    /// Bytes on disk.
    pub length: u64,
    /// Modification time, nanoseconds since the Unix epoch.
    pub mtime_ns: i64,
}

/// All files of the repository in path order, and those left out by name or size.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Walk {
    /// Sorted by path.
    pub files: Vec<Found>,
    /// Sorted by path. What can only be seen by reading (binary content) is not here. A directory
    /// that cannot be listed is here under its own path, the root as `.`.
    pub skipped: Vec<Skipped>,
}

/// Walks the repository. Stops early, with what it has, when cancelled: whoever concludes from a
/// file's absence that it was removed must look at `cancel` first.
pub fn walk(root: &Root, limits: &Limits, cancel: &Cancel) -> Walk {
    let (sender, receiver) = mpsc::channel();
    builder(root.path()).build_parallel().run(|| {
        let sender = sender.clone();
        Box::new(move |entry| {
            if cancel.is_cancelled() {
                return WalkState::Quit;
            }
            let seen = match &entry {
                Ok(entry) => classify(entry, root.path(), limits),
                Err(error) => Some(Err(unreadable(error, root.path()))),
            };
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
            Ok(found) => walk.files.push(found),
            Err(skipped) => walk.skipped.push(skipped),
        }
    }
    walk.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    walk.skipped.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    walk
}

/// Whether a walk from `root` would arrive at the directory `below`: nothing on the way is ignored
/// or version control's own.
pub(super) fn reaches(root: &Path, below: &Path) -> bool {
    let way = below.to_owned();
    builder(root)
        .filter_entry(move |entry| walked(entry) && way.starts_with(entry.path()))
        .build()
        .filter_map(Result::ok)
        .any(|entry| entry.path() == below)
}

/// One set of rules for walking and for finding the root. Ignore files above the root do not
/// count: a `*` in the home directory's own `.gitignore` must not empty every project below it.
fn builder(root: &Path) -> WalkBuilder {
    let mut builder = WalkBuilder::new(root);
    builder
        .hidden(false)
        .parents(false)
        .ignore(false)
        .git_global(true)
        .git_ignore(true)
        .git_exclude(true)
        .require_git(false)
        .follow_links(false)
        .add_custom_ignore_filename(".smritiignore")
        .filter_entry(walked);
    builder
}

fn walked(entry: &DirEntry) -> bool {
    entry.depth() == 0
        || !VERSION_CONTROL
            .iter()
            .any(|name| entry.file_name() == *name)
}

/// What the walk makes of an entry; none for a directory.
fn classify(entry: &DirEntry, root: &Path, limits: &Limits) -> Option<Result<Found, Skipped>> {
    let kind = entry.file_type().filter(|kind| !kind.is_dir())?;
    let (path, exact) = relative(entry.path(), root);
    let examined = if exact {
        examine(entry, kind, &path, limits)
    } else {
        Err(SkipReason::Name)
    };
    Some(match examined {
        Ok((length, mtime_ns)) => Ok(Found {
            path,
            length,
            mtime_ns,
        }),
        Err(reason) => Err(Skipped { path, reason }),
    })
}

/// The length and modification time of a file that is to be read.
fn examine(
    entry: &DirEntry,
    kind: FileType,
    path: &SourcePath,
    limits: &Limits,
) -> Result<(u64, i64), SkipReason> {
    if !kind.is_file() {
        return Err(SkipReason::Special(special(kind)));
    }
    if is_secret(path) {
        return Err(SkipReason::Secret);
    }
    let metadata = entry
        .metadata()
        .map_err(|error| SkipReason::Unreadable(cause(&error)))?;
    let length = metadata.len();
    let limit = limits.of(path);
    if length > limit.bytes {
        return Err(SkipReason::TooLarge { length, limit });
    }
    Ok((length, mtime_ns(&metadata)))
}

/// The path below the root, and whether it is exact: a name that is not UTF-8 is shown with U+FFFD.
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

/// What a thing is that is not a regular file.
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
    match kind.is_symlink() {
        true => "symbolic link",
        false => "special file",
    }
}

/// A directory or file the walk itself could not look at.
fn unreadable(error: &ignore::Error, root: &Path) -> Skipped {
    let (path, _) = relative(path_of(error).unwrap_or(root), root);
    Skipped {
        path,
        reason: SkipReason::Unreadable(cause(error)),
    }
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

/// What the system said, without the path, which the list names already.
fn cause(error: &ignore::Error) -> String {
    match error.io_error() {
        Some(error) => error.to_string(),
        None => error.to_string(),
    }
}

#[cfg(test)]
mod tests;
