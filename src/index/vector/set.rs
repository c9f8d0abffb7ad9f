//! Several vector files as one set of rows, and the search in them.
//!
//! Principal types: [`VectorSet`] and [`RowId`]. Invariant: of equal keys the row of the newest file counts.

use super::file::VectorFile;
use super::graph::Graph;
use super::packed::dot_chosen;
use crate::corpus::Cancel;
use crate::embed::{Embedding, EmbeddingKey};
use crate::index::distinct::Distinct;
use std::cmp::Reverse;

/// Number of rows between two checks for cancellation; their dot products fit the nearest cache.
const BLOCK: usize = 1024;

/// The greater dot product is better, then the smaller key.
type VectorCandidate = (i32, Reverse<EmbeddingKey>, Reverse<RowId>);

/// Number of a row in a [`VectorSet`], counted through its files in order. Only valid for that set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RowId(pub u32);

impl RowId {
    /// A unique content, for searches without copies.
    pub fn alone(self) -> Option<u64> {
        Some(u64::from(self.0))
    }
}

/// Files as one set of rows.
#[derive(Clone, Debug, Default)]
pub struct VectorSet {
    /// Oldest first.
    files: Vec<VectorFile>,
    /// The id of each file's first row, and at the end the number of rows.
    starts: Vec<u32>,
}

impl VectorSet {
    /// Creates a set of files with the same dimension, oldest first.
    pub fn new(files: Vec<VectorFile>) -> Self {
        let (mut starts, mut start) = (vec![0], 0);
        for file in &files {
            start += file.len() as u32;
            starts.push(start);
        }
        Self { files, starts }
    }

    /// The files, oldest first.
    pub fn files(&self) -> &[VectorFile] {
        &self.files
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.start(self.files.len()).0 as usize
    }

    /// Returns true if no file has rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The id of the first row of a file; for the index after the last file, the number of rows.
    pub(crate) fn start(&self, file: usize) -> RowId {
        RowId(self.starts.get(file).copied().unwrap_or(0))
    }

    /// Number of components of a row; none without files.
    fn dimension(&self) -> usize {
        self.files.first().map_or(0, VectorFile::dimension)
    }

    /// The row of a key in the newest file that has it, among the files from index `first` on.
    pub(crate) fn find_from(&self, first: usize, key: EmbeddingKey) -> Option<RowId> {
        let mut files = self.files.iter().zip(&self.starts).skip(first).rev();
        files.find_map(|(file, start)| Some(RowId(start + file.find(key)? as u32)))
    }

    /// The vector of a key.
    pub fn get(&self, key: EmbeddingKey) -> Option<Embedding> {
        self.files.iter().rev().find_map(|file| file.get(key))
    }

    /// The cosine of a query's vector and a key's vector; none if their dimensions differ.
    pub fn cosine(&self, query: &Embedding, key: EmbeddingKey) -> Option<f32> {
        let vector = self.get(key)?;
        (vector.0.len() == query.0.len()).then(|| query.cosine(&vector))
    }

    /// Returns true if the graph belongs to one of these files.
    pub fn has(&self, graph: &Graph) -> bool {
        self.files.iter().any(|file| file.is_same(graph.file()))
    }

    /// The rows nearest to the query with k distinct contents, with their cosines: the greater cosine first,
    /// then the smaller key. None when cancelled.
    ///
    /// Compares all rows, or only the ascending `ids`; in the file of `graph`, the rows that it
    /// finds with its `ef` (at least k). Rows without a content are skipped. Nothing is near a query of
    /// another dimension or without a direction.
    pub fn search(
        &self,
        graph: Option<(&Graph, usize)>,
        query: &Embedding,
        ids: Option<&[RowId]>,
        content: impl Fn(RowId) -> Option<u64>,
        k: usize,
        cancel: &Cancel,
    ) -> Option<Vec<(RowId, f32)>> {
        let dimension = self.dimension();
        if query.0.len() != dimension || query.0.iter().all(|component| *component == 0) {
            return Some(Vec::new());
        }
        let mut best: Distinct<VectorCandidate> = Distinct::new(k);
        let mut dots = Vec::new();
        for (file, start) in self.files.iter().zip(&self.starts) {
            let mut add = |row: u32, dot: i32| {
                let id = RowId(start + row);
                // The cheapest check first: few rows exceed the worst of the best.
                if best.admits(|(worst, ..)| dot >= *worst)
                    && let Some(content) = content(id)
                {
                    let key = file.key(row as usize);
                    best.add((dot, Reverse(key), Reverse(id)), content);
                }
            };
            if let Some((graph, ef)) = graph
                && graph.file().is_same(file)
            {
                for (row, dot) in graph.search(query, ef.max(k)).rows {
                    add(row, dot);
                }
                continue;
            }
            for block in rows_of(file, *start, ids).chunks(BLOCK) {
                if cancel.is_cancelled() {
                    return None;
                }
                dots.clear();
                dot_chosen(&query.0, file.row_bytes(), block, &mut dots);
                for (row, dot) in block.iter().zip(&dots) {
                    add(*row, *dot);
                }
            }
        }
        if cancel.is_cancelled() {
            return None;
        }
        let scored = best
            .into_sorted()
            .map(|(dot, _, Reverse(id))| (id, Embedding::cosine_of(dot, dimension)));
        Some(scored.collect())
    }
}

/// The rows of the file that begins at `start` which are among the ascending `ids`, or all.
fn rows_of(file: &VectorFile, start: u32, ids: Option<&[RowId]>) -> Vec<u32> {
    let end = start + file.len() as u32;
    let Some(ids) = ids else {
        return (0..end - start).collect();
    };
    let below = |row: u32| ids.partition_point(|id| id.0 < row);
    let own = &ids[below(start)..below(end)];
    own.iter().map(|id| id.0 - start).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{tests as samples, write};
    use super::*;
    use std::collections::BTreeMap;

    const DIMENSION: usize = 32;

    /// Three files, and their rows.
    fn sample() -> (
        tempfile::TempDir,
        VectorSet,
        BTreeMap<EmbeddingKey, Embedding>,
    ) {
        let directory = tempfile::tempdir().unwrap();
        let mut all = BTreeMap::new();
        let mut files = Vec::new();
        for (generation, (count, seed)) in [(3000, 1), (40, 2), (700, 3)].into_iter().enumerate() {
            let rows = samples::rows(count, DIMENSION, seed);
            all.extend(rows.iter().cloned());
            files.push(write(directory.path(), generation as u64, DIMENSION, rows).unwrap());
        }
        (directory, VectorSet::new(files), all)
    }

    fn expected(
        all: &BTreeMap<EmbeddingKey, Embedding>,
        query: &Embedding,
        passes: impl Fn(EmbeddingKey) -> bool,
        k: usize,
    ) -> Vec<(EmbeddingKey, i32)> {
        let mut ranked: Vec<_> = all
            .iter()
            .filter(|(key, _)| passes(**key))
            .map(|(key, row)| {
                let pairs = query.0.iter().zip(&row.0);
                (
                    *key,
                    pairs
                        .map(|(a, b)| i32::from(*a) * i32::from(*b))
                        .sum::<i32>(),
                )
            })
            .collect();
        ranked.sort_by_key(|(key, dot)| (-dot, *key));
        ranked.truncate(k);
        ranked
    }

    #[track_caller]
    fn check(set: &VectorSet, found: &[(RowId, f32)], expected: &[(EmbeddingKey, i32)]) {
        let found: Vec<_> = found
            .iter()
            .map(|(id, score)| (key_of(set, *id), *score))
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(key, dot)| (*key, Embedding::cosine_of(*dot, DIMENSION)))
            .collect();
        assert_eq!(found, expected);
    }

    fn key_of(set: &VectorSet, id: RowId) -> EmbeddingKey {
        let file = set.starts.partition_point(|start| *start <= id.0) - 1;
        set.files[file].key((id.0 - set.starts[file]) as usize)
    }

    #[test]
    fn a_scan_ranks_every_key_once() {
        let (_directory, set, all) = sample();
        assert_eq!(set.len(), all.len());
        let go = Cancel::new();
        for (_, query) in samples::rows(5, DIMENSION, 9) {
            for k in [0, 1, 50, 10_000] {
                let found = set
                    .search(None, &query, None, RowId::alone, k, &go)
                    .unwrap();
                check(&set, &found, &expected(&all, &query, |_| true, k));
            }
        }
    }

    #[test]
    fn only_passing_rows_are_ranked() {
        let (_directory, set, all) = sample();
        let passes = |key: EmbeddingKey| key.0 % 7 == 3;
        let (_, query) = samples::rows(1, DIMENSION, 9).remove(0);
        let wanted = expected(&all, &query, passes, 20);
        let passing = |id: RowId| id.alone().filter(|_| passes(key_of(&set, id)));
        let go = Cancel::new();
        let found = set.search(None, &query, None, passing, 20, &go).unwrap();
        check(&set, &found, &wanted);
        let mut ids: Vec<RowId> = all
            .keys()
            .filter(|key| passes(**key))
            .map(|key| set.find_from(0, *key).unwrap())
            .collect();
        ids.sort();
        let search = |ids: &[RowId]| {
            let found = set.search(None, &query, Some(ids), RowId::alone, 20, &go);
            found.unwrap()
        };
        check(&set, &search(&ids), &wanted);
        // Ids without a row are skipped without a panic.
        let beyond: Vec<RowId> = (0..set.len() as u32 + 9).map(RowId).collect();
        check(
            &set,
            &search(&beyond),
            &expected(&all, &query, |_| true, 20),
        );
    }

    #[test]
    fn a_key_is_found_in_the_newest_file_that_has_it() {
        let (directory, set, all) = sample();
        for (key, row) in &all {
            assert_eq!(set.get(*key).as_ref(), Some(row));
            let found = set.find_from(0, *key);
            assert_eq!(found.map(|id| key_of(&set, id)), Some(*key));
        }
        assert_eq!(set.find_from(0, EmbeddingKey(1)), None);
        let row = all
            .first_key_value()
            .map(|(key, _)| (*key, samples::rows(1, DIMENSION, 9).remove(0).1));
        let newer = write(
            directory.path(),
            9,
            DIMENSION,
            row.clone().into_iter().collect(),
        )
        .unwrap();
        let files = set.files().iter().cloned().chain([newer]);
        let more = VectorSet::new(files.collect());
        let (key, vector) = row.unwrap();
        assert_eq!(more.find_from(0, key), Some(RowId(set.len() as u32)));
        assert_eq!(more.get(key), Some(vector));
    }

    #[test]
    fn a_query_that_does_not_fit_is_near_nothing() {
        let (_directory, set, _) = sample();
        let go = Cancel::new();
        let near = |set: &VectorSet, query: Embedding, ids: Option<&[RowId]>| {
            set.search(None, &query, ids, RowId::alone, 5, &go)
        };
        for query in [
            Embedding(vec![1; 8].into()),
            Embedding(vec![0; DIMENSION].into()),
        ] {
            assert_eq!(near(&set, query.clone(), None), Some(vec![]));
            assert_eq!(near(&set, query, Some(&[RowId(0)])), Some(vec![]));
        }
        let query = Embedding(vec![1; 8].into());
        assert_eq!(near(&VectorSet::default(), query, None), Some(vec![]));
    }

    #[test]
    fn a_cancelled_scan_has_no_answer() {
        let (_directory, set, _) = sample();
        let (_, query) = samples::rows(1, DIMENSION, 9).remove(0);
        let cancel = Cancel::new();
        let checks = std::cell::Cell::new(0);
        let passing = |_| {
            checks.set(checks.get() + 1);
            cancel.cancel();
            Some(0)
        };
        assert_eq!(set.search(None, &query, None, passing, 5, &cancel), None);
        // It stopped inside the first file.
        assert!(checks.get() <= BLOCK, "{}", checks.get());
    }
}
