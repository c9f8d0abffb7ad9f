//! Comparison of the working tree with the index of another process.
//!
//! Principal type: [`TreeCoverage`].

use super::freshness::Freshness;
use super::repository::Project;
use crate::chunk::{ChunkId, file_id};
use crate::corpus::{Cancel, SkipReason, Skipped, SourcePath, WalkedFile, content_hash, walk};
use crate::index::{IndexError, IndexReader, Snapshot};
use std::collections::HashMap;

/// Expected file chunks of the working tree: each file's chunk hashes all of its text. The chunk of a file
/// depends only on its path and bytes, so nothing is parsed.
#[derive(Default)]
pub(crate) struct TreeCoverage {
    /// The files, each with its file chunk and the content hash of that chunk, or the reason why it is skipped.
    files: HashMap<SourcePath, (WalkedFile, FileChunk)>,
}

type FileChunk = Result<(ChunkId, u64), SkipReason>;

impl TreeCoverage {
    /// Scans the working tree; unchanged files are not read again. Returns the skipped files; none when cancelled.
    pub(crate) fn scan(&mut self, project: &Project, cancel: &Cancel) -> Option<Vec<Skipped>> {
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
        let mut skipped = walk.skipped;
        for (path, (_, chunk)) in &self.files {
            if let Err(reason) = chunk {
                let (path, reason) = (path.clone(), reason.clone());
                skipped.push(Skipped { path, reason });
            }
        }
        Some(skipped)
    }

    /// Returns true if the snapshot contains exactly these files with exactly these texts.
    pub(crate) fn is_in(&self, snapshot: &Snapshot) -> Result<bool, IndexError> {
        let mut files = 0;
        for (id, hash) in self
            .files
            .values()
            .filter_map(|(_, chunk)| chunk.as_ref().ok())
        {
            files += 1;
            if snapshot
                .find(*id)?
                .is_none_or(|record| record.hash != *hash)
            {
                return Ok(false);
            }
        }
        Ok(files == snapshot.files())
    }

    /// Freshness of another writer's newest snapshot; unknown when cancelled. The skipped files are published.
    pub(crate) fn freshness(
        &mut self,
        project: &Project,
        snapshots: &IndexReader,
        cancel: &Cancel,
    ) -> Result<Freshness, IndexError> {
        if let Some(snapshot) = snapshots.refresh()?
            && let Some(skipped) = self.scan(project, cancel)
        {
            snapshots.publish_skipped(skipped);
            if self.is_in(&snapshot)? {
                return Ok(Freshness::UP_TO_DATE);
            }
        }
        Ok(Freshness::stale(None))
    }
}

/// The file chunk of a document and its content hash.
fn file_chunk(project: &Project, path: &SourcePath, cancel: &Cancel) -> FileChunk {
    let read = project.reader.read(path, cancel);
    let (document, _) = read.map_err(|error| error.reason)?;
    Ok((file_id(path), content_hash(document.text.bytes())))
}
