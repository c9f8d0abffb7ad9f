//! Files that a long text names by their paths.

use crate::chunk::file_id;
use crate::corpus::SourcePath;
use crate::index::Snapshot;
use std::collections::HashSet;

/// Maximum number of files: a text that names more is a listing.
const MAX_FILES: usize = 8;
/// Maximum length of a path in bytes; a longer word is data, such as Base64.
const MAX_PATH: usize = 4_096;

/// Returns the files of the repository that a text names by paths with a directory, or by paths that end with theirs, as
/// those of installed copies; none if it names many.
pub(super) fn named_files(snapshot: &Snapshot, text: &str) -> HashSet<SourcePath> {
    let mut named = HashSet::new();
    for word in text.split(|c: char| c.is_whitespace() || "\"'`()[]{}<>,;:=|#".contains(c)) {
        let mut path = word.trim_matches('.').trim_start_matches('/');
        while path.len() <= MAX_PATH && path.contains('/') {
            let file = SourcePath::new(path);
            if snapshot.has(file_id(&file)) {
                named.insert(file);
                break;
            }
            path = path.split_once('/').map_or("", |(_, below)| below);
        }
    }
    if named.len() > MAX_FILES {
        named.clear();
    }
    named
}
