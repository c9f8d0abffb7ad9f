//! The commit at HEAD, read from git's index and its objects without running git.
//!
//! Principal type: [`HeadCommit`]. Invariant: the repository is untrusted. Only HEAD, the index and the
//! objects are read, never a configuration, so that nothing a repository names can run; files are regular
//! and of limited size.

use super::hunk::Hunk;
use super::unavailable::GitUnavailable::{
    self, Borrowed, File, NoCommit, TooLarge, Unreadable, Unsupported,
};
use crate::corpus::document::Text;
use crate::corpus::git::{GitDirectory, Head};
use crate::corpus::path::SourcePath;
use crate::corpus::read::read_regular;
use crate::corpus::root::Root;
use crate::corpus::threads::Cancel;
use gix_hash::{Kind as HashKind, ObjectId, oid};
use gix_index::State;
use gix_object::{FindExt, Kind as ObjectKind, compute_hash};
use gix_odb::Header;
use std::collections::{HashMap, HashSet};
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Maximum number of files, directories and other entries in a commit.
const FILES_LIMIT: usize = 1_000_000;
/// Maximum size in bytes of a file whose lines are compared.
pub(super) const FILE_LIMIT: u64 = 4 << 20;
/// Maximum size in bytes of git's index.
const INDEX_LIMIT: u64 = 256 << 20;
/// Maximum size in bytes of one object in memory, and of a file that is compared as a whole.
const OBJECT_LIMIT: usize = 64 << 20;

/// The commit at HEAD with its objects, for one thread.
pub struct HeadCommit {
    worktree: PathBuf,
    index: PathBuf,
    objects: PathBuf,
    store: gix_odb::Handle,
    tree: ObjectId,
}

impl HeadCommit {
    /// Opens the commit at HEAD.
    ///
    /// # Errors
    /// The reason why it cannot be read.
    pub fn open(root: &Root) -> Result<Self, GitUnavailable> {
        let git = GitDirectory::of(root.path()).ok_or(NoCommit)?;
        let head = match git.head() {
            Some(head) if head != Head::default() => head,
            _ if git.common.join("reftable").exists() => return Err(Unsupported),
            _ if git.own.join("HEAD").exists() => return Err(Unreadable),
            _ => return Err(NoCommit),
        };
        let commit = head.commit.ok_or(NoCommit)?;
        if commit.len() == 64 {
            return Err(Unsupported);
        }
        let objects = git.common.join("objects");
        if objects.join("info/alternates").exists() {
            return Err(Borrowed);
        }
        let id = ObjectId::from_hex(commit.as_bytes()).or(Err(Unreadable))?;
        if !has_no_pipes(&objects.join("pack")) {
            return Err(Unreadable);
        }
        Self::read(root, &git, objects, id).ok_or(Unreadable)
    }

    fn read(root: &Root, git: &GitDirectory, objects: PathBuf, id: ObjectId) -> Option<Self> {
        let options = gix_odb::store::init::Options {
            alloc_limit_bytes: Some(OBJECT_LIMIT),
            ..Default::default()
        };
        let store = gix_odb::at_opts(&objects, HashKind::Sha1, [], options).ok()?;
        let mut committed = Self {
            worktree: root.path().to_owned(),
            index: git.own.join("index"),
            objects,
            store,
            tree: id,
        };
        let mut buffer = Vec::new();
        let mut commit = committed
            .readable(&id)?
            .find_commit_iter(&id, &mut buffer)
            .ok()?;
        committed.tree = commit.tree_id().ok()?;
        Some(committed)
    }

    /// Returns the runs of lines of a file that differ from HEAD, in order. `text` is its decoded content.
    ///
    /// # Errors
    /// [`GitUnavailable::File`] if the content at HEAD cannot be read, or either content is too large.
    pub fn hunks(&self, path: &SourcePath, text: &[u8]) -> Result<Vec<Hunk>, GitUnavailable> {
        let mut buffer = Vec::new();
        let committed: &[u8] = match self.blob_of(path).ok_or(File)? {
            Some(id) => self.content(&id, &mut buffer).ok_or(File)?,
            None => &[],
        };
        if text.len() as u64 > FILE_LIMIT {
            return Err(File);
        }
        Ok(Hunk::between(
            Text::decode(committed.to_vec()).bytes(),
            text,
        ))
    }

    /// Returns the paths whose files differ from HEAD, new ones included; none in a submodule, and not all
    /// when cancelled.
    pub(super) fn changed<'p>(
        &self,
        paths: impl Iterator<Item = &'p SourcePath>,
        cancel: &Cancel,
    ) -> Result<HashSet<SourcePath>, GitUnavailable> {
        let committed = self.files(cancel)?;
        let index = self.index();
        let mut changed = HashSet::new();
        for path in paths {
            if cancel.is_cancelled() {
                break;
            }
            let name = path.as_str();
            let is_same = committed
                .get(name)
                .is_some_and(|id| self.is_same(path, id, index.as_ref()));
            let is_in_submodule = || {
                name.match_indices('/')
                    .any(|(slash, _)| committed.contains_key(&name[..=slash]))
            };
            if !is_same && !is_in_submodule() {
                changed.insert(path.clone());
            }
        }
        Ok(changed)
    }

    /// Returns true if a file has the content of a blob, according to git's index if it is conclusive, else
    /// by reading the file.
    fn is_same(&self, path: &SourcePath, id: &oid, index: Option<&(State, SystemTime)>) -> bool {
        let file = path.under(&self.worktree);
        let Ok(metadata) = fs::symlink_metadata(&file) else {
            return false;
        };
        if let Some((state, written)) = index
            && let Some(entry) = state.entry_by_path(path.as_str().into())
            && is_clean(&entry.stat, &metadata, *written)
        {
            return entry.id == id;
        }
        let Some(content) = read_regular(&file, OBJECT_LIMIT as u64) else {
            return false;
        };
        let has_id = |content: &[u8]| {
            compute_hash(HashKind::Sha1, ObjectKind::Blob, content).is_ok_and(|hash| hash == id)
        };
        // `core.autocrlf` checks out CR LF for LF.
        has_id(&content) || content.contains(&b'\r') && has_id(&with_lf(&content))
    }

    /// Returns git's index and the time it was written; none if it is missing, damaged or split.
    fn index(&self) -> Option<(State, SystemTime)> {
        let written = self.index.metadata().ok()?.modified().ok()?;
        let data = read_regular(&self.index, INDEX_LIMIT)?;
        let options = gix_index::decode::Options {
            thread_limit: Some(1),
            alloc_limit_bytes: Some(INDEX_LIMIT as usize),
            ..Default::default()
        };
        let (state, _) = State::from_bytes(&data, written.into(), HashKind::Sha1, options).ok()?;
        state.link().is_none().then_some((state, written))
    }

    /// Returns every file of the commit with the id of its content, and every submodule with a slash after its
    /// path; not all when cancelled.
    fn files(&self, cancel: &Cancel) -> Result<HashMap<String, ObjectId>, GitUnavailable> {
        let mut files = HashMap::new();
        // Directories may share a tree, so there may be far more entries than objects.
        let mut entries = 0;
        let mut pending = vec![(String::new(), self.tree)];
        let mut buffer = Vec::new();
        while let Some((directory, id)) = pending.pop() {
            let store = self.readable(&id).ok_or(Unreadable)?;
            let tree = store.find_tree_iter(&id, &mut buffer);
            for entry in tree.or(Err(Unreadable))? {
                let entry = entry.or(Err(Unreadable))?;
                entries += 1;
                let Ok(name) = std::str::from_utf8(entry.filename) else {
                    continue;
                };
                let path = format!("{directory}{name}");
                let id = entry.oid.to_owned();
                match entry.mode {
                    mode if mode.is_tree() => pending.push((path + "/", id)),
                    mode if mode.is_blob() => drop(files.insert(path, id)),
                    mode if mode.is_commit() => drop(files.insert(path + "/", id)),
                    _ => {}
                }
            }
            if entries > FILES_LIMIT {
                return Err(TooLarge);
            }
            if cancel.is_cancelled() {
                break;
            }
        }
        Ok(files)
    }

    /// Returns the blob of a file, if HEAD has the file; none if a directory cannot be read.
    fn blob_of(&self, path: &SourcePath) -> Option<Option<ObjectId>> {
        let mut buffer = Vec::new();
        let mut id = self.tree;
        let mut parts = path.as_str().split('/').peekable();
        while let Some(part) = parts.next() {
            let tree = self.readable(&id)?.find_tree_iter(&id, &mut buffer);
            let mut entries = tree.ok()?.filter_map(Result::ok);
            let Some(entry) = entries.find(|entry| entry.filename == part) else {
                return Some(None);
            };
            let (mode, next) = (entry.mode, entry.oid.to_owned());
            match parts.peek() {
                None => return Some(mode.is_blob().then_some(next)),
                Some(_) if mode.is_tree() => id = next,
                Some(_) if mode.is_commit() => return None,
                Some(_) => return Some(None),
            }
        }
        Some(None)
    }

    fn content<'b>(&self, id: &oid, buffer: &'b mut Vec<u8>) -> Option<&'b [u8]> {
        let store = self.readable(id)?;
        let size = store.try_header(id).ok()??.size();
        if size > FILE_LIMIT {
            return None;
        }
        Some(store.find_blob(id, buffer).ok()?.data)
    }

    /// The store, unless the object is a file that is not regular: opening a pipe could block forever.
    fn readable(&self, id: &oid) -> Option<&gix_odb::Handle> {
        let name = id.to_hex().to_string();
        let loose = self.objects.join(&name[..2]).join(&name[2..]);
        match fs::symlink_metadata(loose) {
            Ok(metadata) if !metadata.is_file() => None,
            _ => Some(&self.store),
        }
    }
}

/// Returns true if git recorded this state of the file, and the file is older than the record: a file
/// that changed in the same moment may look the same.
fn is_clean(stat: &gix_index::entry::Stat, metadata: &Metadata, written: SystemTime) -> bool {
    let recorded = UNIX_EPOCH + Duration::new(stat.mtime.secs.into(), stat.mtime.nsecs);
    metadata
        .modified()
        .is_ok_and(|modified| modified == recorded)
        && u64::from(stat.size) == metadata.len()
        && recorded < written
}

/// Returns true if a directory has no pipes or devices, also behind links, or is missing.
fn has_no_pipes(directory: &Path) -> bool {
    let Ok(mut entries) = fs::read_dir(directory) else {
        return !directory.exists();
    };
    entries.all(|entry| {
        entry.is_ok_and(|entry| match fs::metadata(entry.path()) {
            Ok(metadata) => metadata.is_file() || metadata.is_dir(),
            Err(_) => true,
        })
    })
}

/// Replaces CR LF with LF.
fn with_lf(content: &[u8]) -> Vec<u8> {
    let mut lf = content.to_vec();
    let mut next = content.iter().skip(1);
    lf.retain(|byte| (*byte, next.next()) != (b'\r', Some(&b'\n')));
    lf
}
