//! Comparison of another process's snapshot with the working tree.

use crate::chunk::{ChunkId, content_hash, file_id};
use crate::corpus::{Cancel, Found, SourcePath, walk};
use crate::index::{IndexError, Snapshot};
use crate::project::Project;
use std::collections::HashMap;

/// Expected file chunks of the working tree: each file's chunk hashes all of its text.
#[derive(Default)]
pub(super) struct Coverage {
    files: HashMap<SourcePath, Seen>,
}

struct Seen {
    found: Found,
    /// Its file chunk and content hash; none for a file that is left out.
    file: Option<(ChunkId, u64)>,
}

impl Coverage {
    /// Looks at the working tree; files that are as before are not read again. How many are left
    /// out; none when cancelled.
    pub(super) fn look(&mut self, project: &Project, cancel: &Cancel) -> Option<usize> {
        let found = walk(project.root(), project.reader.limits(), cancel);
        let mut before = std::mem::take(&mut self.files);
        for found in found.files {
            if cancel.is_cancelled() {
                return None;
            }
            let seen = match before.remove(&found.path) {
                Some(seen) if seen.found == found => seen,
                _ => Seen {
                    file: file_chunk(project, &found.path, cancel),
                    found,
                },
            };
            self.files.insert(seen.found.path.clone(), seen);
        }
        if cancel.is_cancelled() {
            return None;
        }
        let unreadable = self.files.len() - self.files.values().filter_map(|it| it.file).count();
        Some(found.skipped.len() + unreadable)
    }

    /// Returns true if the snapshot contains exactly these files with exactly these texts.
    pub(super) fn is_in(&self, snapshot: &Snapshot) -> Result<bool, IndexError> {
        let mut files = 0;
        for (id, hash) in self.files.values().filter_map(|seen| seen.file) {
            files += 1;
            if snapshot.find(id)?.is_none_or(|record| record.hash != hash) {
                return Ok(false);
            }
        }
        Ok(files == snapshot.files())
    }
}

/// Whatever is in a file, the chunk that it is follows from its path and its bytes: nothing is parsed.
fn file_chunk(project: &Project, path: &SourcePath, cancel: &Cancel) -> Option<(ChunkId, u64)> {
    let (document, _) = project.reader.read(path, cancel).ok()?;
    Some((file_id(path), content_hash(document.text.bytes())))
}
