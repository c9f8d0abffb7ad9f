//! The commit at HEAD, or another one that is compared instead, read from git's objects without running git.
//!
//! Principal type: [`HeadCommit`]. Invariant: the repository is untrusted. Nothing that it names can run; files
//! are regular and of limited size, and outside the repository only objects of the same user are read.

use super::alternates::object_directories;
use super::compare::Recorded;
use super::unavailable::GitUnavailable::{
    self, Borrowed, Elsewhere, NoCommit, TooLarge, Unreadable,
};
use crate::corpus::git::{GitDirectory, Head};
use crate::corpus::git_config::has_other_worktree;
use crate::corpus::root::Root;
use crate::corpus::threads::Cancel;
use gix_hash::{Kind as HashKind, ObjectId, oid};
use gix_object::FindExt;
use gix_object::tree::EntryMode;
use gix_odb::Header;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

/// Maximum number of files, directories and other entries in a commit.
pub(super) const FILES_LIMIT: usize = 1_000_000;
/// Maximum size in bytes of a file whose lines are compared.
pub(super) const FILE_LIMIT: u64 = 4 << 20;
/// Maximum size in bytes of one object in memory, and of a file that is compared as a whole.
pub(super) const OBJECT_LIMIT: usize = 64 << 20;

/// The commit at HEAD, or the base that a query names, with its objects; for one thread.
pub struct HeadCommit {
    pub(super) root: Root,
    pub(super) git: GitDirectory,
    pub(super) hash: HashKind,
    pub(super) recorded: OnceCell<Recorded>,
    objects: Vec<PathBuf>,
    pub(super) store: gix_odb::Handle,
    /// The hash of the commit.
    pub(super) id: ObjectId,
    tree: ObjectId,
    /// Directories that were read, since many deleted files may be in one, and the number of their entries.
    directories: RefCell<(HashMap<ObjectId, Directory>, usize)>,
}

/// The entries of a directory by their names.
type Directory = HashMap<Vec<u8>, CommittedFile>;

/// An entry of a tree: its object and its mode.
pub(super) type CommittedFile = (ObjectId, EntryMode);

impl HeadCommit {
    /// Opens the commit at HEAD.
    ///
    /// # Errors
    /// The reason why it cannot be read.
    pub fn open(root: &Root) -> Result<Self, GitUnavailable> {
        Self::open_base(root, None)
    }

    /// Opens the base that a query names: the commit that HEAD and a branch or tag have in common, or a commit by its
    /// hash. Without a base, opens the commit at HEAD.
    ///
    /// # Errors
    /// The reason why it cannot be read; [`GitUnavailable::UnknownBase`] if there is none of this name.
    pub fn open_base(root: &Root, base: Option<&str>) -> Result<Self, GitUnavailable> {
        let git = GitDirectory::of(root.path()).ok_or(NoCommit)?;
        if has_other_worktree(&git, root.path()) {
            return Err(Elsewhere);
        }
        let head = match git.head() {
            Some(head) if head != Head::default() => head,
            _ if git.own.join("HEAD").exists() => return Err(Unreadable),
            _ => return Err(NoCommit),
        };
        let commit = head.commit.ok_or(NoCommit)?;
        let id = ObjectId::from_hex(commit.as_bytes()).or(Err(Unreadable))?;
        let own = git.common.join("objects");
        let borrows = own.join("info/alternates").exists();
        let why = if borrows { Borrowed } else { Unreadable };
        let objects = object_directories(own).ok_or(why)?;
        let options = gix_odb::store::init::Options {
            alloc_limit_bytes: Some(OBJECT_LIMIT),
            // Else that of the process, which may be gone: a repository is cloned again while it is explored.
            current_dir: Some(root.path().to_owned()),
            ..Default::default()
        };
        let first = objects.first().ok_or(Unreadable)?;
        let store = gix_odb::at_opts(first, id.kind(), [], options).or(Err(Unreadable))?;
        let mut opened = Self {
            root: root.clone(),
            git,
            hash: id.kind(),
            recorded: OnceCell::new(),
            objects,
            store,
            id,
            tree: id,
            directories: RefCell::default(),
        };
        if let Some(name) = base {
            opened.id = opened.base(name, id)?;
        }
        opened.tree = opened.tree_of(opened.id).ok_or(Unreadable)?;
        Ok(opened)
    }

    fn tree_of(&self, id: ObjectId) -> Option<ObjectId> {
        let mut buffer = Vec::new();
        let mut commit = self
            .readable(&id)?
            .find_commit_iter(&id, &mut buffer)
            .ok()?;
        commit.tree_id().ok()
    }

    /// Returns every file of the commit, and every submodule with a slash after its path; not all when
    /// cancelled.
    pub(super) fn files(
        &self,
        cancel: &Cancel,
    ) -> Result<HashMap<String, CommittedFile>, GitUnavailable> {
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
                let file = (entry.oid.to_owned(), entry.mode);
                match entry.mode {
                    mode if mode.is_tree() => pending.push((path + "/", file.0)),
                    mode if mode.is_commit() => drop(files.insert(path + "/", file)),
                    _ => drop(files.insert(path, file)),
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

    /// Returns a file or directory of the commit, if HEAD has it; none if a directory cannot be read.
    pub(super) fn entry(&self, path: &str) -> Option<Option<CommittedFile>> {
        self.entry_in(self.tree, path)
    }

    /// As [`Self::entry`], in any tree.
    pub(super) fn entry_in(&self, mut id: ObjectId, path: &str) -> Option<Option<CommittedFile>> {
        let mut parts = path.split('/').peekable();
        while let Some(part) = parts.next() {
            let Some((next, mode)) = self.child(id, part)? else {
                return Some(None);
            };
            match parts.peek() {
                None => return Some(Some((next, mode))),
                Some(_) if mode.is_tree() => id = next,
                Some(_) if mode.is_commit() => return None,
                Some(_) => return Some(None),
            }
        }
        Some(None)
    }

    /// Returns the entry of a directory that has a name; none if the directory cannot be read.
    fn child(&self, id: ObjectId, name: &str) -> Option<Option<CommittedFile>> {
        let (directories, count) = &mut *self.directories.borrow_mut();
        if !directories.contains_key(&id) {
            let mut buffer = Vec::new();
            let tree = self.readable(&id)?.find_tree_iter(&id, &mut buffer).ok()?;
            let mut entries = Directory::new();
            for entry in tree.filter_map(Result::ok) {
                let file = (entry.oid.to_owned(), entry.mode);
                entries.entry(entry.filename.to_vec()).or_insert(file);
            }
            if *count > FILES_LIMIT {
                (*directories, *count) = Default::default();
            }
            *count += entries.len();
            directories.insert(id, entries);
        }
        Some(directories.get(&id)?.get(name.as_bytes()).copied())
    }

    /// Returns the content of a blob of limited size.
    pub(super) fn content(&self, id: &oid, limit: u64) -> Option<Vec<u8>> {
        let store = self.readable(id)?;
        let size = store.try_header(id).ok()??.size();
        let mut buffer = Vec::new();
        (size <= limit && store.find_blob(id, &mut buffer).is_ok()).then_some(buffer)
    }

    /// The store, unless the object is a file that is not regular: opening a pipe could block forever.
    pub(super) fn readable(&self, id: &oid) -> Option<&gix_odb::Handle> {
        let name = id.to_hex().to_string();
        for objects in &self.objects {
            let loose = objects.join(&name[..2]).join(&name[2..]);
            if fs::symlink_metadata(loose).is_ok_and(|metadata| !metadata.is_file()) {
                return None;
            }
        }
        Some(&self.store)
    }
}
