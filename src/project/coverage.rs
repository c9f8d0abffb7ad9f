//! Comparison of the working tree with the index of another process.
//!
//! Principal type: [`TreeCoverage`].

use super::freshness::Freshness;
use super::repository::Project;
use crate::chunk::{ChunkId, file_id};
use crate::corpus::{Cancel, SourcePath, WalkedFile, content_hash, walk};
use crate::index::{IndexError, Snapshot};
use std::collections::HashMap;

/// Expected file chunks of the working tree: each file's chunk hashes all of its text. The chunk of a file
/// depends only on its path and bytes, so nothing is parsed.
#[derive(Default)]
pub(crate) struct TreeCoverage {
    /// The files, each with its file chunk and the content hash of that chunk; none for a skipped file.
    files: HashMap<SourcePath, (WalkedFile, Option<(ChunkId, u64)>)>,
}

impl TreeCoverage {
    /// Scans the working tree; unchanged files are not read again. Returns the number of skipped files; none when
    /// cancelled.
    pub(crate) fn scan(&mut self, project: &Project, cancel: &Cancel) -> Option<usize> {
        let walk = walk(project.root(), project.reader.limits(), cancel);
        let mut before = std::mem::take(&mut self.files);
        for found in walk.files {
            if cancel.is_cancelled() {
                // The next scan continues from here.
                self.files.extend(before);
                return None;
            }
            let chunk = match before.remove(&found.path) {
                Some((known, chunk)) if known == found => chunk,
                _ => file_chunk(project, &found.path, cancel),
            };
            self.files.insert(found.path.clone(), (found, chunk));
        }
        if cancel.is_cancelled() {
            return None;
        }
        let unreadable = self.files.values().filter(|(_, chunk)| chunk.is_none());
        Some(walk.skipped.len() + unreadable.count())
    }

    /// Returns true if the snapshot contains exactly these files with exactly these texts.
    pub(crate) fn is_in(&self, snapshot: &Snapshot) -> Result<bool, IndexError> {
        let mut files = 0;
        for (id, hash) in self.files.values().filter_map(|(_, chunk)| *chunk) {
            files += 1;
            if snapshot.find(id)?.is_none_or(|record| record.hash != hash) {
                return Ok(false);
            }
        }
        Ok(files == snapshot.files())
    }

    /// Freshness of another writer's snapshot; unknown when cancelled.
    pub(crate) fn freshness(
        &mut self,
        project: &Project,
        snapshot: Option<&Snapshot>,
        cancel: &Cancel,
    ) -> Result<Freshness, IndexError> {
        let is_scanned = snapshot.is_some() && self.scan(project, cancel).is_some();
        Ok(match snapshot {
            Some(snapshot) if is_scanned && self.is_in(snapshot)? => Freshness::UP_TO_DATE,
            _ => Freshness::stale(None),
        })
    }
}

/// The file chunk of a document and its content hash; none for a skipped file.
fn file_chunk(project: &Project, path: &SourcePath, cancel: &Cancel) -> Option<(ChunkId, u64)> {
    let (document, _) = project.reader.read(path, cancel).ok()?;
    Some((file_id(path), content_hash(document.text.bytes())))
}
