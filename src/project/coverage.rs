//! Comparison of the working tree with the index of another process.
//!
//! Principal type: [`TreeCoverage`]. The other process may be indexing, so its manifest may be that of an earlier commit;
//! files that are unchanged since are not read.

use super::freshness::Freshness;
use super::repository::Project;
use crate::chunk::{ChunkId, file_id};
use crate::corpus::{Cancel, SkipReason, Skipped, SourcePath, WalkedFile, content_hash, walk};
use crate::index::{IndexError, IndexReader, Manifest, Snapshot};
use std::collections::HashMap;

/// Expected file chunks of the working tree: each file's chunk hashes all of its text. The chunk of a file
/// depends only on its path and bytes, so nothing is parsed.
#[derive(Default)]
pub(crate) struct TreeCoverage {
    /// The files.
    files: HashMap<SourcePath, (WalkedFile, Expected)>,
}

/// What an index that reflects the working tree has of a file.
enum Expected {
    /// This chunk with this content hash.
    Text(ChunkId, u64),
    /// This chunk, whose text is unchanged since a manifest of the index.
    Unchanged(ChunkId),
    /// Nothing: it is skipped.
    Skipped(SkipReason),
}

impl TreeCoverage {
    /// Scans the working tree; unchanged files are not read again. Returns the skipped files; none when cancelled.
    pub(crate) fn scan(&mut self, project: &Project, cancel: &Cancel) -> Option<Vec<Skipped>> {
        let walk = walk(project.root(), project.reader.limits(), cancel);
        let mut before = std::mem::take(&mut self.files);
        let mut manifest = None;
        if before.is_empty() {
            manifest = Manifest::read_unchecked(&project.index);
        }
        for found in walk.files {
            if cancel.is_cancelled() {
                // The next scan continues from here.
                self.files.extend(before);
                return None;
            }
            let expected = match before.remove(&found.path) {
                Some((known, expected)) if known == found => expected,
                _ => match manifest.as_ref().and_then(|known| known.outcome(&found)) {
                    Some(outcome) => match outcome.skip_reason(&found.path) {
                        Some(reason) => Expected::Skipped(reason),
                        None => Expected::Unchanged(file_id(&found.path)),
                    },
                    None => read(project, &found.path, cancel),
                },
            };
            self.files.insert(found.path.clone(), (found, expected));
        }
        if cancel.is_cancelled() {
            return None;
        }
        let mut skipped = walk.skipped;
        for (path, (_, expected)) in &self.files {
            if let Expected::Skipped(reason) = expected {
                let (path, reason) = (path.clone(), reason.clone());
                skipped.push(Skipped { path, reason });
            }
        }
        Some(skipped)
    }

    /// Returns true if the snapshot contains exactly these files with exactly these texts.
    pub(crate) fn is_in(&self, snapshot: &Snapshot) -> Result<bool, IndexError> {
        let mut files = 0;
        for (_, expected) in self.files.values() {
            let is_there = match expected {
                Expected::Skipped(_) => continue,
                Expected::Unchanged(id) => snapshot.has(*id),
                Expected::Text(id, hash) => {
                    let record = snapshot.find(*id)?;
                    record.is_some_and(|record| record.hash == *hash)
                }
            };
            if !is_there {
                return Ok(false);
            }
            files += 1;
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

/// Reads a file.
fn read(project: &Project, path: &SourcePath, cancel: &Cancel) -> Expected {
    match project.reader.read(path, cancel) {
        Ok((document, _)) => Expected::Text(file_id(path), content_hash(document.text.bytes())),
        Err(error) => Expected::Skipped(error.reason),
    }
}
