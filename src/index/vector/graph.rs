//! A graph of near neighbors over one vector file, for searches that stay fast as the file grows.
//!
//! Principal type: [`Graph`]. Invariant: it belongs to the file whose checksum it names.

use super::build;
use super::descent::{NearRows, descend};
use super::file::{VectorFile, damaged, map};
use super::links::Links;
use super::packed::dot_chosen;
use crate::corpus::{Cancel, replace_file};
use crate::embed::Embedding;
use crate::index::entry_set::EntrySet;
use crate::index::error::{IndexError, Result};
use crate::index::frame::{Frame, HEAD};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicUsize;
use tantivy::directory::OwnedBytes;

const FRAME: Frame = Frame {
    magic: b"smritgrf",
    // Increased when the layout, the build parameters or the distance change.
    format: 7,
};

/// A hierarchical navigable small world graph over the rows of one [`VectorFile`].
///
/// Rows are inserted one after the other, and hnsw_rs draws layers from a generator with a fixed seed, so two
/// builds of one file have equal dumps.
pub struct Graph {
    file: VectorFile,
    links: Links,
}

impl Graph {
    /// Builds the graph of a file; `linked` counts from 0 to the number of rows. None when cancelled.
    pub fn build(file: &VectorFile, linked: &AtomicUsize, cancel: &Cancel) -> Option<Self> {
        let words = OwnedBytes::new(build::build(file, linked, cancel)?);
        Some(Self {
            file: file.clone(),
            links: Links::of(words, file).ok()?,
        })
    }

    /// Maps the dumped graph of a file after verifying its checksum.
    pub fn open(directory: &Path, file: &VectorFile) -> Result<Self> {
        let path = Self::path(directory, file);
        let bytes = map(directory, &path)?;
        let links = FRAME
            .content(&bytes)
            .and_then(|content| Links::of(bytes.slice(HEAD..HEAD + content.len()), file))
            .map_err(|what| damaged(&path, what))?;
        Ok(Self {
            file: file.clone(),
            links,
        })
    }

    /// Writes the graph next to its file. Several processes may do so concurrently: their dumps are equal,
    /// and the last one stays.
    pub fn dump(&self, directory: &Path) -> Result<()> {
        let path = Self::path(directory, &self.file);
        replace_file(&path, |out| {
            FRAME.write(out, |out| out.write_all(self.links.bytes()))
        })
        .map_err(|cause| IndexError::folder(&path, cause))
    }

    /// Returns true if the dumped graph of a file is complete.
    pub fn is_dumped(directory: &Path, file: &VectorFile) -> bool {
        Self::open(directory, file).is_ok()
    }

    /// Returns true if a dump of a file exists; it may be damaged.
    pub(crate) fn has_dump(directory: &Path, file: &VectorFile) -> bool {
        Self::path(directory, file).is_file()
    }

    /// Path of the dump of a file.
    pub(crate) fn path(directory: &Path, file: &VectorFile) -> PathBuf {
        directory.join(Self::name(file.generation()))
    }

    /// File name of a generation's dump.
    pub fn name(generation: u64) -> String {
        format!("{generation:016x}.graph")
    }

    /// The vector file.
    pub fn file(&self) -> &VectorFile {
        &self.file
    }

    /// The `ef` rows nearest to the query that are reachable by links. The query has the dimension of the file.
    pub fn search(&self, query: &Embedding, ef: usize) -> NearRows {
        debug_assert_eq!(query.0.len(), self.file.dimension());
        if self.file.is_empty() {
            return NearRows::default();
        }
        let bytes = self.file.row_bytes();
        descend(&self.links, ef, &mut EntrySet::default(), |chosen, dots| {
            dot_chosen(&query.0, bytes, chosen, dots);
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::file::write;
    use super::super::set::{RowId, VectorSet};
    use super::super::tests as samples;
    use super::*;
    use crate::embed::EmbeddingKey;
    use crate::index::error::IndexPart;
    use tempfile::TempDir;

    fn sample(count: usize) -> (TempDir, VectorFile) {
        let directory = tempfile::tempdir().unwrap();
        let file = write(directory.path(), 5, 16, samples::rows(count, 16, 1)).unwrap();
        (directory, file)
    }

    fn build(file: &VectorFile) -> Graph {
        let linked = AtomicUsize::new(0);
        let graph = Graph::build(file, &linked, &Cancel::new()).unwrap();
        assert_eq!(linked.into_inner(), file.len(), "every row is counted");
        graph
    }

    fn dumped(graph: &Graph, directory: &Path) -> Vec<u8> {
        graph.dump(directory).unwrap();
        std::fs::read(Graph::path(directory, graph.file())).unwrap()
    }

    fn search(graph: &Graph, query: &Embedding, ef: usize) -> Vec<(u32, i32)> {
        graph.search(query, ef).rows
    }

    #[test]
    fn two_builds_and_their_dumps_agree() {
        let (directory, file) = sample(300);
        let first = dumped(&build(&file), directory.path());
        let second = dumped(&build(&file), directory.path());
        assert!(first == second);
    }

    #[test]
    fn a_dump_reads_back_as_the_same_graph() {
        let (directory, file) = sample(300);
        let built = build(&file);
        built.dump(directory.path()).unwrap();
        let read = Graph::open(directory.path(), &file).unwrap();
        for (_, query) in samples::rows(20, 16, 2) {
            let found = search(&read, &query, 30);
            assert_eq!(found.len(), 30);
            assert_eq!(found, search(&built, &query, 30));
        }
        // Only the dump and the vectors are left.
        assert_eq!(samples::names(directory.path()).len(), 2);
    }

    #[test]
    fn a_damaged_dump_is_refused_and_rebuilt() {
        let (directory, file) = sample(200);
        let whole = dumped(&build(&file), directory.path());
        let path = directory.path().join(Graph::name(5));
        let longer = [whole.as_slice(), b"more"].concat();
        for damaged in [&whole[..whole.len() / 2], &flipped(&whole), &longer, b""] {
            std::fs::write(&path, damaged).unwrap();
            let error = Graph::open(directory.path(), &file).err().unwrap();
            assert_eq!(error.damaged_part(), Some(IndexPart::Vectors), "{error}");
        }
        std::fs::remove_file(&path).unwrap();
        assert!(Graph::open(directory.path(), &file).is_err());
        assert!(!Graph::is_dumped(directory.path(), &file));
        build(&file).dump(directory.path()).unwrap();
        assert!(Graph::is_dumped(directory.path(), &file));
    }

    fn flipped(bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        bytes
    }

    #[test]
    fn a_dump_over_other_vectors_is_refused() {
        let (directory, file) = sample(200);
        build(&file).dump(directory.path()).unwrap();
        let other = write(directory.path(), 5, 16, samples::rows(200, 16, 3)).unwrap();
        let error = Graph::open(directory.path(), &other).err().unwrap();
        assert!(error.to_string().contains("another vector file"), "{error}");
    }

    #[test]
    fn a_dump_that_cannot_be_written_is_an_error() {
        let (_directory, file) = sample(20);
        let error = build(&file).dump("/nowhere/at/all".as_ref()).unwrap_err();
        assert!(matches!(error, IndexError::Folder { .. }), "{error}");
    }

    #[test]
    fn small_files_have_graphs() {
        for count in [0, 1, 2, 3] {
            let (directory, file) = sample(count);
            build(&file).dump(directory.path()).unwrap();
            let graph = Graph::open(directory.path(), &file).unwrap();
            for (_, query) in samples::rows(3, 16, 2) {
                assert_eq!(search(&graph, &query, 10).len(), count);
            }
        }
    }

    #[test]
    fn equal_rows_are_all_found() {
        let directory = tempfile::tempdir().unwrap();
        let row = |n: u64| Embedding(vec![if n.is_multiple_of(3) { -127 } else { 127 }; 16].into());
        let mut rows: Vec<_> = (0..200).map(|n| (EmbeddingKey(n), row(n))).collect();
        rows.extend(samples::rows(100, 16, 1));
        let file = write(directory.path(), 1, 16, rows).unwrap();
        let graph = build(&file);
        let found = search(&graph, &row(0), 67);
        let mut found: Vec<u64> = found
            .iter()
            .map(|(row, _)| file.key(*row as usize).0)
            .collect();
        found.sort_unstable();
        assert!(found.into_iter().eq((0..200).filter(|n| n % 3 == 0)));
        assert_eq!(search(&graph, &row(0), 300).len(), 300);
    }

    /// Rows that differ from one row by one or two components.
    fn near_copies(count: usize) -> Vec<(EmbeddingKey, Embedding)> {
        let (_, center) = samples::rows(1, 16, 7).remove(0);
        let copy = |n: usize| {
            let mut components = center.0.clone();
            for at in [n % 16, n / 16 % 16] {
                components[at] += if components[at] < 36 { 6 } else { -6 };
            }
            (EmbeddingKey(2 * n as u64), Embedding(components))
        };
        (0..count).map(copy).collect()
    }

    #[test]
    fn near_duplicates_hide_neither_each_other_nor_the_rest() {
        let directory = tempfile::tempdir().unwrap();
        let mut rows = near_copies(256);
        rows.extend(samples::rows(300, 16, 1));
        let file = write(directory.path(), 1, 16, rows.clone()).unwrap();
        let graph = build(&file);
        let set = VectorSet::new(vec![file]);
        let go = Cancel::new();
        let (mut found, mut all) = (0, 0);
        for (_, query) in rows.iter().step_by(7) {
            let scores = |found: Option<Vec<(_, f32)>>| -> Vec<f32> {
                found.unwrap().into_iter().map(|(_, score)| score).collect()
            };
            let exact = scores(set.search(None, query, None, RowId::alone, 20, &go));
            let near = scores(set.search(Some((&graph, 100)), query, None, RowId::alone, 20, &go));
            found += near.iter().filter(|score| **score >= exact[19]).count();
            all += exact.len();
        }
        assert!(found * 100 >= all * 98, "{found} of {all}");
    }

    #[test]
    fn a_cancelled_build_has_no_graph() {
        let (_directory, file) = sample(20);
        let cancel = Cancel::new();
        cancel.cancel();
        assert!(Graph::build(&file, &AtomicUsize::new(0), &cancel).is_none());
    }

    #[test]
    fn newer_files_are_scanned_beside_the_graph() {
        let (directory, file) = sample(200);
        let graph = build(&file);
        let newer = write(directory.path(), 6, 16, samples::rows(60, 16, 4)).unwrap();
        let set = VectorSet::new(vec![file, newer.clone()]);
        assert!(set.has(&graph));
        let go = Cancel::new();
        for row in 0..newer.len() {
            let query = newer.get(newer.key(row)).unwrap();
            let even = |slot: RowId| slot.alone().filter(|row| row.is_multiple_of(2));
            // An ef of all rows makes the graph exact.
            let found = set.search(Some((&graph, 400)), &query, None, even, 10, &go);
            assert_eq!(found, set.search(None, &query, None, even, 10, &go));
        }
        let alone = VectorSet::new(vec![newer]);
        assert!(!alone.has(&graph));
    }
}
