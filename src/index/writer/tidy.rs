//! What can wait until everything is searchable: merging, the graph, forgetting.

use super::IndexWriter;
use crate::config::GraphUse;
use crate::corpus::Cancel;
use crate::embed::EmbeddingKey;
use crate::index::payload::{Generation, NamedFile};
use crate::index::vector::{self, Graph, VectorFile};
use crate::index::{GRAPH_THRESHOLD, IndexError, SnapshotReader};
use std::collections::HashSet;

/// More segments than this are merged into one.
const SEGMENTS: usize = 4;
/// More rows than this outside the graph's file are merged into it.
const ROWS_BESIDE_GRAPH: usize = 5_000;

impl IndexWriter {
    /// Merges what is worth merging, segments and vector files, builds the graph where `graph` wants
    /// one, and forgets what nothing refers to. Answers are the same before and after.
    pub fn tidy(&mut self, graph: GraphUse, cancel: &Cancel) -> Result<Generation, IndexError> {
        self.merge_segments()?;
        let Some(snapshot) = SnapshotReader::new(&self.folder, GraphUse::Never).latest()? else {
            return Ok(self.payload.generation);
        };
        let live: HashSet<EmbeddingKey> = snapshot.keys().collect();
        drop(snapshot);
        if cancel.is_cancelled() {
            return Ok(self.payload.generation);
        }
        self.merge_vectors(&live, graph)?;
        self.store.prune(live.len(), |key| live.contains(&key))?;
        if !cancel.is_cancelled() {
            self.build_graph(graph, cancel)?;
        }
        Ok(self.payload.generation)
    }

    /// Few segments with few deletions answer fastest. Answers do not depend on it: statistics are
    /// counted over what lives.
    fn merge_segments(&mut self) -> Result<(), IndexError> {
        let segments = self.index.searchable_segments()?;
        let metas = || segments.iter().map(tantivy::index::Segment::meta);
        let documents: u32 = metas().map(tantivy::index::SegmentMeta::max_doc).sum();
        let deleted: u32 = metas()
            .map(tantivy::index::SegmentMeta::num_deleted_docs)
            .sum();
        if segments.len() > SEGMENTS || deleted > documents / 5 {
            let ids: Vec<_> = metas().map(tantivy::index::SegmentMeta::id).collect();
            self.writer.merge(&ids).wait()?;
        }
        Ok(())
    }

    /// Deletes the files of segments that were merged away, except those a reader of this process
    /// still has open.
    pub fn collect_garbage(&mut self) -> Result<(), IndexError> {
        self.writer.garbage_collect_files().wait()?;
        Ok(())
    }

    fn merge_vectors(
        &mut self,
        live: &HashSet<EmbeddingKey>,
        graph: GraphUse,
    ) -> Result<(), IndexError> {
        let folder = self.folder.vectors();
        let files = self.vectors.clone();
        let rows: usize = files.iter().map(VectorFile::len).sum();
        let largest = files.iter().map(VectorFile::len).max().unwrap_or(0);
        let beside = rows - largest;
        let graph_wants_one = match graph {
            GraphUse::Always => files.len() > 1,
            GraphUse::Auto => rows >= GRAPH_THRESHOLD && largest < GRAPH_THRESHOLD,
            GraphUse::Never => false,
        };
        let mostly_dead = rows > 2 * live.len().max(1);
        let wasteful = graph_wants_one || mostly_dead || beside > ROWS_BESIDE_GRAPH;
        if !wasteful {
            return Ok(());
        }
        let mut payload = self.payload.clone();
        payload.generation.0 += 1;
        let (generation, dimension) = (payload.generation.0, payload.identity.dimension);
        let merged = vector::merge(&folder, generation, dimension, &files, |key| {
            live.contains(&key)
        })?;
        payload.vectors = vec![NamedFile::of(&merged)];
        self.publish(payload)?;
        self.vectors = vec![merged];
        Ok(())
    }

    /// Deletes vector files and graphs that the newest commit does not name. Readers that have
    /// them open keep them.
    pub(super) fn remove_unnamed_files(&self) {
        let Ok(entries) = std::fs::read_dir(self.folder.vectors()) else {
            return;
        };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let stem = name.split('.').next().unwrap_or(&name);
            let named = self
                .payload
                .vectors
                .iter()
                .any(|file| format!("{:016x}", file.generation) == stem);
            if !named {
                // A file that stays is only space; the next tidying tries again.
                let _ = std::fs::remove_file(entry.path());
            }
        }
    }

    /// The graph over the largest file; the others are scanned beside it.
    fn build_graph(&self, graph: GraphUse, cancel: &Cancel) -> Result<(), IndexError> {
        let folder = self.folder.vectors();
        let Some(largest) = self.vectors.iter().max_by_key(|file| file.len()) else {
            return Ok(());
        };
        let wanted = match graph {
            GraphUse::Never => false,
            GraphUse::Always => !largest.is_empty(),
            GraphUse::Auto => largest.len() >= GRAPH_THRESHOLD,
        };
        if wanted
            && !Graph::is_dumped(&folder, largest)
            && let Some(graph) = Graph::build(largest, cancel)
        {
            graph.dump(&folder)?;
        }
        Ok(())
    }
}
