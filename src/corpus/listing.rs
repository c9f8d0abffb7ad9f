//! The listing of an earlier walk, by which a later one need not list directories that are unchanged.
//!
//! Principal type: [`Listing`]. Invariant: [`Listing::walk`] returns what a walk of the whole repository would
//! return, or none. The times of directories and rules only prove that the same entries are listed; the length and
//! time of each file are read again.

use super::fingerprint::{changed_ns, is_older, mtime_ns};
use super::git_config::user_ignore_file;
use super::limit::{FileLimits, RuleOptions};
use super::mount::remote;
use super::path::SourcePath;
use super::root::Root;
use super::rules::deciding_files;
use super::skip::{SkipReason, Skipped};
use super::threads::{Cancel, in_parallel, processors};
use super::walk::{Walk, WalkedFile, examine};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The entries that a walk of the whole repository listed, and the times of all that decides about them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Listing {
    root: PathBuf,
    options: RuleOptions,
    /// The ignore file of the user.
    user_rules: Option<PathBuf>,
    /// Files, in path order, and skipped entries that are not directories.
    files: Vec<SourcePath>,
    skipped: Vec<SourcePath>,
    /// Directories of other repositories.
    repositories: Vec<SourcePath>,
    directories: Vec<SourcePath>,
    /// Metadata of the directories and of the files that decide what is listed; none for a missing file.
    times: Vec<(PathBuf, Option<Times>)>,
}

/// Metadata that changes with every entry of a directory, and with every byte of a file.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
struct Times {
    device: u64,
    inode: u64,
    mtime_ns: i64,
    /// Time of the last change of content or attributes, which programs cannot set back.
    changed_ns: i64,
}

impl Times {
    fn of(path: &Path) -> Option<Self> {
        let metadata = path.metadata().ok()?;
        #[cfg(unix)]
        let (device, inode) = {
            use std::os::unix::fs::MetadataExt;
            (metadata.dev(), metadata.ino())
        };
        #[cfg(not(unix))]
        let (device, inode) = (0, 0);
        Some(Self {
            device,
            inode,
            mtime_ns: mtime_ns(&metadata),
            changed_ns: changed_ns(&metadata),
        })
    }
}

impl Listing {
    /// The listing of a walk that began at `began_ns` and was not cancelled. None if a later walk could not be
    /// sure: something changed less than two seconds before, or cannot be read, or the file system may not tell.
    pub fn of(root: &Root, limits: &FileLimits, walk: &Walk, began_ns: i64) -> Option<Self> {
        // Elsewhere a directory has no time that cannot be set back.
        if !cfg!(unix) || remote(root).is_some() {
            return None;
        }
        let (mut skipped, mut repositories) = (Vec::new(), Vec::new());
        for entry in &walk.skipped {
            match entry.reason {
                SkipReason::Name | SkipReason::Unreadable(_) => return None,
                SkipReason::Repository => repositories.push(entry.path.clone()),
                _ => skipped.push(entry.path.clone()),
            }
        }
        let user_rules = user_ignore_file(root.path());
        let mut times = Vec::new();
        let settled = |path: PathBuf| {
            let now = Times::of(&path);
            let is_settled = now.is_none_or(|now| is_older(now.changed_ns, began_ns));
            is_settled.then_some((path, now))
        };
        for path in walk.directories.iter().chain(&repositories) {
            times.push(settled(path.under_root(root.path()))?);
        }
        let device = times.first()?.1?.device;
        // A directory of another file system may be remote.
        if times
            .iter()
            .any(|(_, now)| now.is_none_or(|now| now.device != device))
        {
            return None;
        }
        for path in walk.directories.iter().chain(&repositories) {
            for file in deciding_files(&path.under_root(root.path())) {
                times.push(settled(file)?);
            }
        }
        if let Some(file) = &user_rules {
            times.push(settled(file.clone())?);
        }
        Some(Self {
            root: root.path().to_owned(),
            options: limits.rules,
            user_rules,
            files: walk.files.iter().map(|file| file.path.clone()).collect(),
            skipped,
            repositories,
            directories: walk.directories.clone(),
            times,
        })
    }

    /// Walks the repository again without listing directories. None if another entry may be listed now, and when
    /// cancelled. `count` is set to the number of files.
    pub fn walk(
        &self,
        root: &Root,
        limits: &FileLimits,
        count: &AtomicUsize,
        cancel: &Cancel,
    ) -> Option<Walk> {
        if self.root != root.path()
            || self.options != limits.rules
            || self.user_rules != user_ignore_file(root.path())
            || remote(root).is_some()
        {
            return None;
        }
        let examined = in_parts(&self.files, |path| {
            if cancel.is_cancelled() {
                return None;
            }
            examine_path(root, path, limits)
        })?;
        // Compared last: a file may have been deleted in the meantime.
        in_parts(&self.times, |(path, known)| {
            (Times::of(path) == *known).then_some(())
        })?;
        let mut walk = Walk {
            directories: self.directories.clone(),
            ..Walk::default()
        };
        let others = self.skipped.iter();
        let others = others.map(|path| examine_path(root, path, limits));
        for found in examined.into_iter().map(Some).chain(others) {
            match found? {
                Ok(file) => walk.files.push(file),
                Err(skipped) => walk.skipped.push(skipped),
            }
        }
        let repositories = self.repositories.iter().cloned();
        walk.skipped.extend(repositories.map(|path| Skipped {
            path,
            reason: SkipReason::Repository,
        }));
        walk.files.sort_by(|a, b| a.path.cmp(&b.path));
        walk.skipped.sort_by(|a, b| a.path.cmp(&b.path));
        count.store(walk.files.len(), Ordering::Relaxed);
        Some(walk)
    }
}

/// A listed entry as it is now; none if it is gone, cannot be read, or is a directory.
fn examine_path(
    root: &Root,
    path: &SourcePath,
    limits: &FileLimits,
) -> Option<Result<WalkedFile, Skipped>> {
    let metadata = path.under(root.path()).symlink_metadata().ok()?;
    let kind = metadata.file_type();
    if kind.is_dir() {
        return None;
    }
    match examine(kind, path, limits, || Ok(metadata)) {
        Ok(file) => Some(Ok(file?)),
        Err(reason) => Some(Err(Skipped {
            path: path.clone(),
            reason,
        })),
    }
}

/// Maps values with all processors, in their order; none if one of the results is none.
fn in_parts<T: Sync, R: Send>(all: &[T], map: impl Fn(&T) -> Option<R> + Sync) -> Option<Vec<R>> {
    let part = all.len().div_ceil(processors()).max(1);
    let mapped = in_parallel(processors(), all.chunks(part), |part| {
        part.iter().map(&map).collect::<Option<Vec<R>>>()
    });
    let mapped: Option<Vec<Vec<R>>> = mapped.into_iter().collect();
    Some(mapped?.into_iter().flatten().collect())
}
