//! Maintenance after everything is searchable: merging, the graph, dropping dead rows.
//!
//! [`IndexWriter::maintain`] runs it. Invariant: answers are the same before and after.

use super::index_writer::IndexWriter;
use super::opening::{SEGMENTS_PER_MERGE, open_lexical};
use crate::config::GraphMode;
use crate::corpus::Cancel;
use crate::embed::EmbeddingKey;
use crate::index::error::Result;
use crate::index::graph_builder::{GRAPH_THRESHOLD, GraphBuilder};
use crate::index::payload::NamedFile;
use crate::index::snapshot::Snapshot;
use crate::index::vector::{self, Graph, VectorFile};
use std::collections::HashSet;
use tantivy::index::SegmentMeta;

/// Minimum number of segments that are merged while larger ones are kept: saves are many and small.
const MIN_MERGED_SEGMENTS: usize = 4;

/// Segments that maintenance merges into one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Merging {
    /// Those with less than a sixteenth of the documents each. Merging the others takes a tenth of the time
    /// of a first index.
    Small,
    /// All but one with most documents. Queries are a sixth faster than with those of a first index.
    All,
}

impl Merging {
    /// Number of documents below which segments of these sizes are merged; 0 if none are.
    fn merged_below(self, sizes: &[u32], deleted: u32) -> u32 {
        let documents: u32 = sizes.iter().sum();
        if deleted > documents / 5 {
            return u32::MAX;
        }
        let below = match self {
            Self::Small => documents / 16,
            Self::All => documents / 4 * 3,
        };
        let merged = sizes.iter().filter(|size| **size < below).count();
        if merged == sizes.len() || merged >= MIN_MERGED_SEGMENTS {
            below
        } else {
            0
        }
    }
}

/// Number of rows outside the graph's file from which they are merged into it, if they are also more than one
/// per `GRAPH_ROW_RATIO` rows in it: that requires a new graph, and searches scan while it is built.
const MAX_ROWS_OUTSIDE: usize = 5_000;
const GRAPH_ROW_RATIO: usize = 5;
/// Maximum total size in bytes up to which unreferenced rows are kept: a branch may be checked out again.
const MAX_DEAD_BYTES: usize = 16 << 20;

impl IndexWriter {
    /// Merges segments and vector files if that pays off, starts building the graph in `graphs`, and drops
    /// unreferenced rows. Answers are the same before and after. When cancelled, or if `snapshot` is not of
    /// the newest commit, the remaining steps wait for the next call.
    pub fn maintain(
        mut self,
        snapshot: &Snapshot,
        graphs: &mut GraphBuilder,
        merging: Merging,
        cancel: &Cancel,
    ) -> Result<Self> {
        if cancel.is_cancelled() {
            return Ok(self);
        }
        if self.index.searchable_segment_metas()?.len() >= SEGMENTS_PER_MERGE {
            // tantivy may be merging some of them, which must not be merged twice.
            self.writer.wait_merging_threads()?;
            self.writer = open_lexical(&self.index)?;
        }
        self.merge_segments(merging)?;
        if cancel.is_cancelled() || snapshot.generation() != self.payload.generation {
            return Ok(self);
        }
        let live: HashSet<EmbeddingKey> = snapshot.keys().collect();
        if let Some(file) = self.merge_vectors(&live, graphs)?
            && !cancel.is_cancelled()
        {
            graphs.begin(&self.folder, &file)?;
        }
        if let Some(failure) = graphs.failure() {
            self.notice = Some(failure.in_folder(&self.folder).to_string());
        }
        Ok(self)
    }

    /// Merges segments: few segments with few deletions are fastest. Answers stay the same, because
    /// statistics count live documents only.
    fn merge_segments(&mut self, merging: Merging) -> Result<()> {
        let segments = self.index.searchable_segment_metas()?;
        let sizes: Vec<u32> = segments.iter().map(SegmentMeta::max_doc).collect();
        let deleted = segments.iter().map(SegmentMeta::num_deleted_docs).sum();
        let below = merging.merged_below(&sizes, deleted);
        let merged: Vec<_> = segments
            .iter()
            .filter(|segment| segment.max_doc() < below)
            .map(SegmentMeta::id)
            .collect();
        if !merged.is_empty() {
            self.writer.merge(&merged).wait()?;
        }
        Ok(())
    }

    /// Deletes the files of merged segments, except those that a reader of this process still has open.
    pub fn collect_garbage(self) -> Result<Self> {
        self.writer.garbage_collect_files().wait()?;
        Ok(self)
    }

    /// Merges the vector files into one if that pays off. Returns the file that has, or will have, the graph;
    /// the others are scanned.
    fn merge_vectors(
        &mut self,
        live: &HashSet<EmbeddingKey>,
        graphs: &GraphBuilder,
    ) -> Result<Option<VectorFile>> {
        let folder = self.folder.vectors();
        let files = self.vectors.clone();
        let is_building = |file: &VectorFile| graphs.is_building(NamedFile::of(file));
        let largest = files.iter().max_by_key(|file| {
            let has_graph = is_building(file) || Graph::has_dump(&folder, file);
            (has_graph, file.len())
        });
        let rows = RowCounts {
            files: files.len(),
            all: files.iter().map(VectorFile::len).sum(),
            live: live.len(),
            largest: largest.map_or(0, VectorFile::len),
            is_building: largest.is_some_and(is_building),
            dimension: self.payload.identity.dimension,
        };
        if !rows.are_worth_merging(graphs.mode()) {
            return Ok(largest.cloned());
        }
        let mut payload = self.payload.clone();
        payload.generation.0 += 1;
        let (generation, dimension) = (payload.generation.0, payload.identity.dimension);
        let keeps_all = !rows.is_mostly_dead();
        let merged = vector::merge(&folder, generation, dimension, &files, |key| {
            keeps_all || live.contains(&key)
        })?;
        payload.vectors = vec![NamedFile::of(&merged)];
        self.publish(payload)?;
        self.vectors = vec![merged.clone()];
        self.share_vectors();
        Ok(Some(merged))
    }

    /// Deletes vector files and graphs that the newest commit does not reference, and unfinished vector files.
    /// Readers that have them open keep them.
    pub(super) fn remove_unnamed_files(&self) {
        let Ok(entries) = std::fs::read_dir(self.folder.vectors()) else {
            return;
        };
        for entry in entries.flatten() {
            let file_name = entry.file_name();
            let name = file_name.to_string_lossy();
            let stem = name.split('.').next().unwrap_or(&name);
            let mut referenced = self.payload.vectors.iter();
            let is_referenced = referenced.any(|file| format!("{:016x}", file.generation) == stem);
            if !is_referenced || name.contains(".vec.") {
                // A remaining file only takes space; the next maintenance tries again.
                let _ = std::fs::remove_file(entry.path());
            }
        }
    }
}

/// Numbers of rows per file.
struct RowCounts {
    files: usize,
    all: usize,
    /// Rows that an entry references.
    live: usize,
    /// Rows in the file that has, or will have, the graph.
    largest: usize,
    /// True if that graph is being built.
    is_building: bool,
    /// Components of a row, two in a byte.
    dimension: usize,
}

impl RowCounts {
    /// Returns true if most rows are dead, and enough of them to matter.
    fn is_mostly_dead(&self) -> bool {
        self.all > 2 * self.live.max(1) && self.all * self.dimension / 2 > MAX_DEAD_BYTES
    }

    /// Returns true if merging the live rows into one file justifies a new graph.
    fn are_worth_merging(&self, mode: GraphMode) -> bool {
        if self.is_mostly_dead() {
            return true;
        }
        let outside = self.all - self.largest;
        if self.is_building {
            // Otherwise a writer under constant load would never have a graph.
            return outside > self.largest;
        }
        let lacks_graph = match mode {
            GraphMode::Always => self.files > 1,
            GraphMode::Auto => self.all >= GRAPH_THRESHOLD && self.largest < GRAPH_THRESHOLD,
            GraphMode::Never => false,
        };
        lacks_graph || outside > MAX_ROWS_OUTSIDE.max(self.largest / GRAPH_ROW_RATIO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_segments(sizes: &[u32], deleted: u32, small: u32, all: u32) {
        assert_eq!(Merging::Small.merged_below(sizes, deleted), small, "small");
        assert_eq!(Merging::All.merged_below(sizes, deleted), all, "all");
    }

    #[test]
    fn segments_are_merged_by_their_share_of_the_documents() {
        check_segments(&[], 0, 0, 0);
        check_segments(&[1_600], 0, 0, 0);
        // A first index.
        check_segments(&[400, 400, 400, 400], 0, 0, 1_200);
        check_segments(&[40; 40], 0, 100, 1_200);
        // Saves after it.
        check_segments(&[1_590, 4, 3, 3], 0, 0, 0);
        check_segments(&[1_590, 4, 2, 2, 2], 0, 100, 1_200);
        check_segments(&[790, 800, 4, 2, 2, 2], 0, 100, 1_200);
        // Deletions.
        check_segments(&[1_600], 320, 0, 0);
        check_segments(&[1_600], 321, u32::MAX, u32::MAX);
    }

    #[track_caller]
    fn check(files: &[usize], live: usize, is_building: bool, expected: bool) {
        let rows = RowCounts {
            files: files.len(),
            all: files.iter().sum(),
            live,
            largest: files.iter().copied().max().unwrap_or(0),
            is_building,
            dimension: 256,
        };
        assert_eq!(rows.are_worth_merging(GraphMode::Auto), expected);
    }

    #[test]
    fn files_are_merged_if_a_graph_justifies_it() {
        check(&[], 0, false, false);
        check(&[49_000, 500], 49_500, false, false);
        check(&[49_000, 1_500], 50_500, false, true);
        check(&[12_000, 4_000], 16_000, false, false);
        check(&[12_000, 6_000], 18_000, false, true);
        check(&[100_000, 19_000], 119_000, false, false);
        check(&[100_000, 21_000], 121_000, false, true);
        check(&[200_000], 49_000, false, true);
        check(&[130_000], 49_000, false, false);
        check(&[60_000], 1_000, false, false);
    }

    #[test]
    fn a_running_build_is_seldom_cancelled_by_a_merge() {
        check(&[100_000, 90_000], 190_000, true, false);
        check(&[100_000, 90_000, 20_000], 210_000, true, true);
        check(&[200_000], 49_000, true, true);
    }
}
