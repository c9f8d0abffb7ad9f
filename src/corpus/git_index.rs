//! Git's index, read without running git.
//!
//! Principal function: [`git_index()`]. Invariant: the files are untrusted; they are regular and of limited size.

use super::read::read_regular;
use gix_hash::Kind as HashKind;
use gix_index::{File, State};
use std::path::Path;

/// Maximum size in bytes of git's index.
const INDEX_LIMIT: u64 = 256 << 20;

/// Reads git's index; none if it is missing or damaged.
pub(super) fn git_index(path: &Path, hash: HashKind) -> Option<State> {
    let written = path.metadata().ok()?.modified().ok()?;
    let data = read_regular(path, INDEX_LIMIT)?;
    let options = gix_index::decode::Options {
        thread_limit: Some(1),
        alloc_limit_bytes: Some(INDEX_LIMIT as usize),
        ..Default::default()
    };
    let (state, _) = State::from_bytes(&data, written.into(), hash, options).ok()?;
    let Some(link) = state.link() else {
        return Some(state);
    };
    // A split index: most entries are in a second file.
    let shared = format!("sharedindex.{}", link.shared_index_checksum);
    let shared = path.with_file_name(shared).metadata().ok()?;
    if !shared.is_file() || shared.len() > INDEX_LIMIT {
        return None;
    }
    Some(File::at(path, hash, false, options).ok()?.into_parts().0)
}
