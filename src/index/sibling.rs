//! Starts an index from that of another working tree of the same repository: a worktree, a clone or a copy.
//!
//! [`start_from_sibling()`] is called by [`Pipeline`](crate::workers::indexer::Pipeline) before a first update.
//!
//! A sibling is any index of the same user, format, rules and model that shares at least half of its files, by
//! path and length; no git data is read. Files of an index never change once they have a name, so the files
//! of its last manifest are hard links, or copies on another file system; the writer's cache is rebuilt. No
//! lock of the sibling is taken: a file that it deletes meanwhile cannot be linked, and then it is not used.
//! Invariant: neither index can harm the other, except that damage to a shared file damages both.

use super::error::{IndexError, Result, expect_regular};
use super::folder::IndexFolder;
use super::lexical::term_list;
use super::lock::WriterLock;
use super::manifest::{COMMIT, Manifest};
use super::payload::{Identity, Payload};
use super::staging::{publish, stage};
use super::vector::Graph;
use crate::corpus::{WalkedFile, has_same_owner};
use std::cmp::Reverse;
use std::fs::{self, Metadata};
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
    folder.create()?;
    let own =
        fs::metadata(folder.path()).map_err(|cause| IndexError::folder(folder.path(), cause))?;
    let mut siblings = Vec::new();
    let newest = newest_folders(cache, &own).into_iter();
    for path in newest
        .filter(|path| path != folder.path())
        .take(MAX_MANIFESTS)
    {
        if let Some(sibling) = Sibling::at(&path, identity, found) {
            siblings.push((Reverse(sibling.shared), path));
        }
    }
    if siblings.is_empty() {
        return Ok(None);
    }
    siblings.sort_by_key(|(shared, _)| *shared);
    let _lock = WriterLock::acquire(folder)?;
    if has_commit(folder) {
        return Ok(None);
    }
    for (_, path) in siblings {
        // Read again, so that only one manifest is in memory.
        let Some(sibling) = Sibling::at(&path, identity, found) else {
            continue;
        };
        let staging = stage(folder)?;
        match sibling.link(&staging) {
            Err(cause) if cause.kind() == ErrorKind::StorageFull => {
                return Err(IndexError::folder(staging.path(), cause));
            }
            // A sibling may have been deleted in the meantime.
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

/// Folders in the cache directory with a manifest and the owner of the own folder, most recently updated first.
fn newest_folders(cache: &Path, own: &Metadata) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for entry in fs::read_dir(cache).into_iter().flatten().flatten() {
        let manifest = IndexFolder::new(&entry.path()).manifest();
        if let Ok(metadata) = manifest.symlink_metadata()
            && let Ok(modified) = metadata.modified()
            && fs::metadata(entry.path()).is_ok_and(|folder| has_same_owner(&folder, own))
        {
            folders.push((Reverse(modified), entry.path()));
        }
    }
    folders.sort();
    folders.into_iter().map(|(_, path)| path).collect()
}

impl Sibling {
    /// The index at a path, if it is a sibling.
    fn at(path: &Path, identity: &Identity, found: &[WalkedFile]) -> Option<Self> {
        let folder = IndexFolder::new(path);
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

    /// Links the files of the commit, and the term lists and graphs that exist.
    fn link(&self, staging: &IndexFolder) -> io::Result<()> {
        let mut optional = Vec::new();
        for (part, _) in self.manifest.parts(Path::new("")) {
            if !(part.components()).all(|component| matches!(component, Component::Normal(_))) {
                return Err(ErrorKind::InvalidData.into());
            }
            link(&self.folder.path().join(&part), &staging.path().join(&part))?;
            if part.extension().is_some_and(|found| found == "term") {
                let list = part.with_extension(term_list::EXTENSION);
                optional.push((self.folder.path().join(&list), staging.path().join(&list)));
            }
        }
        for vectors in &self.payload.vectors {
            let graph = Graph::name(vectors.generation);
            let from = self.folder.vectors().join(&graph);
            optional.push((from, staging.vectors().join(&graph)));
        }
        for (from, to) in optional {
            match link(&from, &to) {
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

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    #[test]
    fn an_index_of_another_user_is_no_sibling() {
        use super::{IndexFolder, newest_folders};
        use std::fs;
        use std::os::unix::fs::chown;
        use std::path::Path;
        let cache = tempfile::tempdir().unwrap();
        let path = cache.path().join("index");
        fs::create_dir(&path).unwrap();
        fs::write(IndexFolder::new(&path).manifest(), "").unwrap();
        let own = fs::metadata(&path).unwrap();
        assert_eq!(newest_folders(cache.path(), &own), [path]);
        // Only root can give a file away; for others root is the other user.
        let given = tempfile::tempdir().unwrap();
        let other = match chown(given.path(), Some(12_345), None) {
            Ok(()) => given.path(),
            Err(_) => Path::new("/"),
        };
        let other = fs::metadata(other).unwrap();
        assert!(newest_folders(cache.path(), &other).is_empty());
    }
}
