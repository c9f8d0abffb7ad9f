//! An index that was made elsewhere, beside the one that it replaces: unpacked, or linked from a sibling.
//!
//! Principal function: [`publish()`]. Invariant: the published index has a new id, so that no process
//! takes it for an earlier index in the same folder. Its files are read once, because fingerprints made
//! elsewhere do not prove that a file here is unchanged.

use super::error::{IndexError, IndexPart, Result};
use super::folder::{IndexFolder, remove};
use super::lexical::term_list;
use super::manifest::COMMIT;
use super::payload::{Payload, new_index_id};
use super::store::{FileState, IndexedFiles, Store};
use crate::corpus::replace_file;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// tantivy's list of the files that it wrote. It deletes those of them that no commit needs, wherever they are, so
/// the list is never taken from elsewhere.
pub(super) const WRITTEN_FILES: &str = ".managed.json";

/// Creates an empty staging folder in an index folder. Requires the lock.
pub(super) fn stage(folder: &IndexFolder) -> Result<IndexFolder> {
    folder.remove_unfinished()?;
    let staging = IndexFolder::new(&folder.path().join("unpack.tmp"));
    staging.create()?;
    Ok(staging)
}

/// Replaces the index in `folder` by a staged one. `commit` is tantivy's commit file, `origin` is shown to users.
pub(super) fn publish(
    folder: &IndexFolder,
    staging: &IndexFolder,
    commit: &[u8],
    files: IndexedFiles,
    origin: &str,
) -> Result<()> {
    let foreign = || IndexError::damaged(IndexPart::Lexical, "its commit cannot be read");
    let mut payload = Payload::of_commit(commit).ok_or_else(foreign)?;
    payload.index = new_index_id();
    let commit = payload.replace_in(commit).ok_or_else(foreign)?;
    let path = staging.lexical().join(COMMIT);
    replace_file(&path, |out| out.write_all(&commit))
        .map_err(|cause| IndexError::folder(&path, cause))?;
    list_files(&staging.lexical())
        .map_err(|cause| IndexError::folder(&staging.lexical(), cause))?;
    folder.write_origin(origin)?;
    let parts = [
        (staging.lexical(), folder.lexical()),
        (staging.vectors(), folder.vectors()),
    ];
    for (staged, part) in parts {
        remove(&part)?;
        fs::rename(staged, &part).map_err(|cause| IndexError::folder(&part, cause))?;
    }
    remove(&folder.manifest())?;
    folder.clear_store()?;
    let store = Store::open(&folder.store())?;
    store.begin(payload.index)?;
    let files = files.into_iter().map(|(path, fingerprint, outcome)| {
        let state = FileState {
            fingerprint,
            indexed_at_ns: i64::MIN,
            outcome,
        };
        (path, Some(state))
    });
    store.remember(files)
}

/// Writes tantivy's list for the files in a folder.
fn list_files(lexical: &Path) -> io::Result<()> {
    let mut names = Vec::new();
    for entry in fs::read_dir(lexical)? {
        let name = PathBuf::from(entry?.file_name());
        // tantivy deletes what it knows and no segment has.
        if name
            .extension()
            .is_none_or(|found| found != term_list::EXTENSION)
        {
            names.push(name);
        }
    }
    let list = serde_json::to_vec(&names)?;
    replace_file(&lexical.join(WRITTEN_FILES), |out| out.write_all(&list))
}
