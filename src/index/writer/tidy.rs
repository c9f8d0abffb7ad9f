//! Work that waits until everything is searchable: merging, dropping dead rows.

use super::IndexWriter;
use crate::corpus::Cancel;
use crate::embed::EmbeddingKey;
use crate::index::payload::NamedFile;
use crate::index::vector::{self, VectorFile};
use crate::index::{IndexError, Snapshot};
use std::cmp::Reverse;
use std::collections::HashSet;
use tantivy::index::SegmentMeta;

/// More segments than this are merged into one beside that of most documents. Where none has most,
/// all become one: a term is kept once for each segment.
const SEGMENTS: usize = 4;
/// More rows than this outside the largest file, and more than one for so many in it, are merged into it.
const ROWS_BESIDE: usize = 5_000;
const ROWS_FOR_ONE_BESIDE: usize = 5;
/// Rows that nothing refers to stay while all rows together take no more bytes: a branch may come back.
const SPARE: usize = 16 << 20;

impl IndexWriter {
    /// Merges what is worth merging, segments and vector files, and forgets what nothing refers to.
    /// Answers are the same before and after. When cancelled, the steps that are left are for a later
    /// time, as when `snapshot` is not of the newest commit.
    pub fn tidy(mut self, snapshot: &Snapshot, cancel: &Cancel) -> Result<Self, IndexError> {
        if cancel.is_cancelled() {
            return Ok(self);
        }
        self.merge_segments()?;
        if cancel.is_cancelled() || snapshot.generation() != self.payload.generation {
            return Ok(self);
        }
        self.merge_vectors(&snapshot.keys().collect())?;
        Ok(self)
    }

    /// Few segments with few deletions answer fastest. Answers do not depend on it: statistics are
    /// counted over what lives.
    fn merge_segments(&mut self) -> Result<(), IndexError> {
        let mut segments = self.index.searchable_segment_metas()?;
        segments.sort_by_key(|segment| Reverse(segment.max_doc()));
        let documents: u32 = segments.iter().map(SegmentMeta::max_doc).sum();
        let deleted: u32 = segments.iter().map(SegmentMeta::num_deleted_docs).sum();
        let largest = segments.first().map_or(0, SegmentMeta::max_doc);
        let first = match (deleted > documents / 5, largest >= documents / 4 * 3) {
            (true, _) => 0,
            // Saves are many and small: what most documents are in is not written anew for them.
            (false, true) if segments.len() > SEGMENTS => 1,
            (false, true) => return Ok(()),
            (false, false) => 0,
        };
        let ids: Vec<_> = segments.iter().skip(first).map(SegmentMeta::id).collect();
        self.writer.merge(&ids).wait()?;
        Ok(())
    }

    /// Deletes the files of segments that were merged away, except those a reader of this process
    /// still has open.
    pub fn collect_garbage(self) -> Result<Self, IndexError> {
        self.writer.garbage_collect_files().wait()?;
        Ok(self)
    }

    /// Makes one of the vector files where that is worth it.
    fn merge_vectors(&mut self, live: &HashSet<EmbeddingKey>) -> Result<(), IndexError> {
        let mut payload = self.payload.clone();
        let dimension = payload.identity.dimension;
        let rows: Vec<usize> = self.vectors.iter().map(VectorFile::len).collect();
        let are_mostly_dead = are_mostly_dead(&rows, live.len(), dimension);
        if !are_mostly_dead && !are_worth_merging(&rows) {
            return Ok(());
        }
        payload.generation.0 += 1;
        let (folder, generation) = (self.folder.vectors(), payload.generation.0);
        let merged = vector::merge(&folder, generation, dimension, &self.vectors, |key| {
            !are_mostly_dead || live.contains(&key)
        })?;
        payload.vectors = vec![NamedFile::of(&merged)];
        self.publish(payload)?;
        self.vectors = vec![merged];
        Ok(())
    }

    /// Deletes files of vectors that the newest commit does not name. Readers that have them open keep
    /// them.
    pub(super) fn remove_unnamed_files(&self) {
        let Ok(entries) = std::fs::read_dir(self.folder.vectors()) else {
            return;
        };
        let named = self.payload.vectors.iter();
        let named: Vec<String> = named.map(|it| VectorFile::name(it.generation)).collect();
        for entry in entries.flatten() {
            if !named.iter().any(|name| entry.file_name() == **name) {
                // A file that stays is only space; the next commit tries again.
                let _ = std::fs::remove_file(entry.path());
            }
        }
    }
}

/// Returns true if most rows of these files are dead, and enough of them to matter.
fn are_mostly_dead(files: &[usize], live: usize, dimension: usize) -> bool {
    let all: usize = files.iter().sum();
    all > 2 * live.max(1) && all * dimension > SPARE
}

/// Returns true if the rows outside the largest of these files are many.
fn are_worth_merging(files: &[usize]) -> bool {
    let largest = files.iter().copied().max().unwrap_or(0);
    let beside = files.iter().sum::<usize>() - largest;
    beside > ROWS_BESIDE.max(largest / ROWS_FOR_ONE_BESIDE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(files: &[usize], live: usize, expected: bool) {
        let merges = are_mostly_dead(files, live, 256) || are_worth_merging(files);
        assert_eq!(merges, expected);
    }

    #[test]
    fn files_are_merged_when_many_rows_are_outside_the_largest_or_dead() {
        check(&[], 0, false);
        check(&[49_000, 1_500], 50_500, false);
        check(&[12_000, 4_000], 16_000, false);
        check(&[12_000, 6_000], 18_000, true);
        check(&[100_000, 19_000], 119_000, false);
        check(&[100_000, 21_000], 121_000, true);
        check(&[100_000], 49_000, true);
        check(&[60_000], 1_000, false);
    }
}
