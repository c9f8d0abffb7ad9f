//! Starts an index from that of another working tree of the same repository: a worktree, a clone or a copy.
//!
//! [`start_from_sibling()`] is called by [`Pipeline`](crate::workers::indexer::Pipeline) before a first update.
//!
//! A sibling is any index of the same user, format, rules and model that shares at least half of its files, by
//! path and length; no git data is read. Files of an index never change once they have a name, so the files
//! of its last manifest are hard links, or copies on another file system; the writer's cache is made anew. No
//! lock of the sibling is taken: a file that it deletes meanwhile cannot be linked, and then it is not used.
//! Invariant: neither index can harm the other, except that damage to a shared file damages both.

use super::damage::expect_regular;
use super::error::{IndexError, Result};
use super::folder::IndexFolder;
use super::lock::WriterLock;
use super::manifest::{COMMIT, Manifest};
use super::payload::{Identity, Payload};
use super::staging::{publish, stage};
use super::vector::Graph;
use crate::corpus::WalkedFile;
use std::cmp::Reverse;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

/// Maximum number of manifests that are read, newest first.
const MAX_MANIFESTS: usize = 64;

/// A sibling, and the number of files that it shares.
struct Sibling {
    folder: IndexFolder,
    manifest: Manifest,
    payload: Payload,
    shared: usize,
}

/// Starts the index in `folder`, if it has none, from the best sibling among the indexes in `cache`. `found`
/// are the files of the working tree. Returns the description of the sibling.
///
/// # Errors
/// [`IndexError::Locked`] while another process writes the index; [`IndexError::Folder`].
pub fn start_from_sibling(
    folder: &IndexFolder,
    identity: &Identity,
    cache: &Path,
    found: &[WalkedFile],
) -> Result<Option<String>> {
    if has_commit(folder) || found.is_empty() {
        return Ok(None);
    }
    let mut siblings: Vec<Sibling> = newest_folders(cache)
        .into_iter()
        .filter(|path| path != folder.path())
        .take(MAX_MANIFESTS)
        .filter_map(|path| Sibling::at(path, identity, found))
        .collect();
    siblings.sort_by_key(|sibling| Reverse(sibling.shared));
    if siblings.is_empty() {
        return Ok(None);
    }
    folder.create()?;
    let _lock = WriterLock::acquire(folder)?;
    if has_commit(folder) {
        return Ok(None);
    }
    for sibling in siblings {
        let staging = stage(folder)?;
        match sibling.link(&staging) {
            Err(cause) if cause.kind() == ErrorKind::StorageFull => {
                return Err(IndexError::folder(staging.path(), cause));
            }
            // A sibling that went away, or belongs to another user, is only no start.
            Err(_) => continue,
            Ok(()) => {}
        }
        let origin = sibling.description();
        let commit = sibling.manifest.commit().to_owned();
        let files = sibling.manifest.into_indexed_files();
        publish(folder, &staging, &commit, files, &origin)?;
        folder.remove_unfinished()?;
        return Ok(Some(origin));
    }
    folder.remove_unfinished()?;
    Ok(None)
}

/// Returns true if the folder has an index, whatever its state.
fn has_commit(folder: &IndexFolder) -> bool {
    folder.lexical().join(COMMIT).symlink_metadata().is_ok()
}

/// Returns true if the sibling replaced or lost the file.
fn is_gone(cause: &io::Error) -> bool {
    matches!(cause.kind(), ErrorKind::NotFound | ErrorKind::InvalidData)
}

/// Folders in the cache directory with a manifest, most recently updated first.
fn newest_folders(cache: &Path) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for entry in fs::read_dir(cache).into_iter().flatten().flatten() {
        let manifest = IndexFolder::new(&entry.path()).manifest();
        if let Ok(metadata) = manifest.symlink_metadata()
            && let Ok(modified) = metadata.modified()
        {
            folders.push((Reverse(modified), entry.path()));
        }
    }
    folders.sort();
    folders.into_iter().map(|(_, path)| path).collect()
}

impl Sibling {
    /// The index at a path, if it is a sibling.
    fn at(path: PathBuf, identity: &Identity, found: &[WalkedFile]) -> Option<Self> {
        let folder = IndexFolder::new(&path);
        let manifest = Manifest::read_unchecked(&folder)?;
        let payload = Payload::of_commit(manifest.commit())?;
        let made = &payload.identity;
        if !made.has_chunks_of(identity) || !made.has_vectors_of(identity) {
            return None;
        }
        let shared = manifest.shared_files(found);
        let is_sibling = 2 * shared >= manifest.len().max(found.len());
        is_sibling.then_some(Self {
            folder,
            manifest,
            payload,
            shared,
        })
    }

    /// `the index of /home/a/project`
    fn description(&self) -> String {
        let root = self.folder.repository();
        let root = root.unwrap_or_else(|| self.folder.path().to_owned());
        format!("the index of {}", root.display())
    }

    /// Links the files of the commit, and the graphs that exist.
    fn link(&self, staging: &IndexFolder) -> io::Result<()> {
        for (part, _) in self.manifest.parts(Path::new("")) {
            if !(part.components()).all(|component| matches!(component, Component::Normal(_))) {
                return Err(ErrorKind::InvalidData.into());
            }
            link(&self.folder.path().join(&part), &staging.path().join(&part))?;
        }
        for vectors in &self.payload.vectors {
            let graph = Graph::name(vectors.generation);
            let from = self.folder.vectors().join(&graph);
            match link(&from, &staging.vectors().join(&graph)) {
                Err(cause) if !is_gone(&cause) => return Err(cause),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Makes a hard link; a copy where the file system has none, or is another one.
fn link(from: &Path, to: &Path) -> io::Result<()> {
    expect_regular(from)?;
    match fs::hard_link(from, to) {
        // A copy over an existing link would write into the sibling's file.
        Err(cause) if !matches!(cause.kind(), ErrorKind::NotFound | ErrorKind::AlreadyExists) => {
            fs::copy(from, to).map(drop)
        }
        linked => linked,
    }
}
