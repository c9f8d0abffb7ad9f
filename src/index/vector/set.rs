//! Several vector files seen as one, and the exact scan over them.

use super::dot::{cosine, dot, dot_chosen, dot_each};
use super::graph::Graph;
use super::top::Top;
use super::{VectorError, VectorFile};
use crate::corpus::Cancel;
use crate::embed::{Embedding, EmbeddingKey};

/// Rows between two looks at the cancel flag; their dot products fit the nearest cache.
const BLOCK: usize = 1024;

/// Names a row of a [`VectorSet`]: rows are counted through its files in their order. It means
/// nothing to another set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Slot(pub u32);

impl Slot {
    /// A content of its own, for searches in which no row is a copy of another.
    pub fn alone(self) -> Option<u64> {
        Some(u64::from(self.0))
    }
}

/// Files seen as one. A key that several files hold is found, and searched, in the newest only.
#[derive(Clone, Debug, Default)]
pub struct VectorSet {
    /// The oldest first.
    files: Vec<VectorFile>,
    /// The slot of each file's first row.
    starts: Vec<usize>,
    /// Slots, ascending, whose key a newer file holds too.
    hidden: Vec<Slot>,
    slots: usize,
}

impl VectorSet {
    /// A set of files, the oldest first.
    pub fn new(files: Vec<VectorFile>) -> Result<Self, VectorError> {
        let mut set = Self::default();
        for file in &files {
            let expected = files[0].dimension();
            if file.dimension() != expected {
                return Err(VectorError::Dimension {
                    expected,
                    found: file.dimension(),
                });
            }
            set.starts.push(set.slots);
            set.slots += file.len();
        }
        set.files = files;
        set.hidden = set.find_hidden();
        Ok(set)
    }

    /// Looks the keys of the smaller file of each pair up in the larger: files of commits are
    /// small beside the merged one, so this costs little however large the set is.
    fn find_hidden(&self) -> Vec<Slot> {
        let mut hidden = Vec::new();
        for (i, old) in self.files.iter().enumerate() {
            for new in &self.files[i + 1..] {
                let (small, large) = if old.len() < new.len() {
                    (old, new)
                } else {
                    (new, old)
                };
                for row in 0..small.len() {
                    if let Some(found) = large.find(small.key(row)) {
                        let row = if old.len() < new.len() { row } else { found };
                        hidden.push(Slot((self.starts[i] + row) as u32));
                    }
                }
            }
        }
        hidden.sort_unstable();
        hidden.dedup();
        hidden
    }

    /// The files, the oldest first.
    pub fn files(&self) -> &[VectorFile] {
        &self.files
    }

    /// Slots, hidden ones included.
    pub fn len(&self) -> usize {
        self.slots
    }

    /// Returns true if no file has rows.
    pub fn is_empty(&self) -> bool {
        self.slots == 0
    }

    /// Keys: slots that are not hidden.
    pub fn keys(&self) -> usize {
        self.slots - self.hidden.len()
    }

    /// Components of a row; none without files.
    pub fn dimension(&self) -> usize {
        self.files.first().map_or(0, VectorFile::dimension)
    }

    /// The slot of a key, in the newest file that holds it.
    pub fn find(&self, key: EmbeddingKey) -> Option<Slot> {
        let files = self.files.iter().zip(&self.starts).rev();
        files
            .filter_map(|(file, start)| Some(Slot((start + file.find(key)?) as u32)))
            .next()
    }

    /// The vector of a key.
    pub fn get(&self, key: EmbeddingKey) -> Option<Embedding> {
        self.files.iter().rev().find_map(|file| file.get(key))
    }

    /// The cosine of a query's vector and that of a key; none where one has another dimension.
    pub fn cosine(&self, query: &Embedding, key: EmbeddingKey) -> Option<f32> {
        let (file, row) = self.locate(self.find(key)?)?;
        let has_dimension = file.dimension() == query.0.len();
        has_dimension.then(|| cosine(dot(&query.0, file.row(row)), query.0.len()))
    }

    /// The key of a slot, none for a slot of another set.
    pub fn key(&self, slot: Slot) -> Option<EmbeddingKey> {
        self.locate(slot).map(|(file, row)| file.key(row))
    }

    fn locate(&self, slot: Slot) -> Option<(&VectorFile, usize)> {
        let file = self.file_at(slot)?;
        let row = slot.0 as usize - self.starts[file];
        (row < self.files[file].len()).then(|| (&self.files[file], row))
    }

    /// The file in which a slot lies, or behind whose end it would.
    fn file_at(&self, slot: Slot) -> Option<usize> {
        let starts = &self.starts;
        let behind = starts.partition_point(|start| *start <= slot.0 as usize);
        behind.checked_sub(1)
    }

    fn is_hidden(&self, slot: Slot) -> bool {
        self.hidden.binary_search(&slot).is_ok()
    }

    /// The slots nearest to the query until they have k distinct contents, with their cosines,
    /// compared one by one: the greater cosine first, then the smaller key. Slots without a content
    /// are left out. None when cancelled. A query of another dimension, or without direction, is near
    /// nothing.
    pub fn scan(
        &self,
        query: &Embedding,
        content: impl Fn(Slot) -> Option<u64>,
        k: usize,
        cancel: &Cancel,
    ) -> Option<Vec<(Slot, f32)>> {
        let mut top = Top::new(if self.takes(query) { k } else { 0 });
        for file in 0..self.files.len() {
            self.scan_file(file, query, &content, &mut top, cancel)?;
        }
        Some(top.into_scores(self.dimension()))
    }

    /// The same over few slots, wherever they lie. Slots of another set and hidden ones are left out.
    pub fn scan_slots(
        &self,
        query: &Embedding,
        slots: &[Slot],
        content: impl Fn(Slot) -> Option<u64>,
        k: usize,
        cancel: &Cancel,
    ) -> Option<Vec<(Slot, f32)>> {
        let mut top = Top::new(if self.takes(query) { k } else { 0 });
        let (mut rows, mut dots) = (Vec::new(), Vec::new());
        for block in slots.chunks(BLOCK) {
            if cancel.is_cancelled() {
                return None;
            }
            for run in block.chunk_by(|one, next| self.file_at(*one) == self.file_at(*next)) {
                let Some(at) = run.first().and_then(|slot| self.file_at(*slot)) else {
                    continue;
                };
                let (file, start) = (&self.files[at], self.starts[at] as u32);
                rows.clear();
                rows.extend(run.iter().map(|slot| slot.0 - start));
                rows.retain(|row| (*row as usize) < file.len());
                dots.clear();
                dot_chosen(&query.0, file.row_bytes(), &rows, &mut dots);
                for (row, dot) in rows.iter().zip(&dots) {
                    let slot = Slot(start + row);
                    // A key lies elsewhere, and few are needed.
                    if top.admits(*dot)
                        && !self.is_hidden(slot)
                        && let Some(content) = content(slot)
                    {
                        top.add(*dot, file.key(*row as usize), slot, content);
                    }
                }
            }
        }
        Some(top.into_scores(self.dimension()))
    }

    /// Returns true if the graph belongs to one of these files.
    pub fn has(&self, graph: &Graph) -> bool {
        self.file_of(graph).is_some()
    }

    /// The same from the graph, which looks at the `ef` best of its file (at least k), and from a scan
    /// of the other files. [`scan`](Self::scan) answers alone for a graph over none of the files.
    pub fn search(
        &self,
        graph: &Graph,
        query: &Embedding,
        content: impl Fn(Slot) -> Option<u64>,
        k: usize,
        ef: usize,
        cancel: &Cancel,
    ) -> Option<Vec<(Slot, f32)>> {
        let covered = self.file_of(graph);
        let mut top = Top::new(if self.takes(query) { k } else { 0 });
        for file in 0..self.files.len() {
            if covered != Some(file) {
                self.scan_file(file, query, &content, &mut top, cancel)?;
                continue;
            }
            for (row, dot) in graph.search(query, ef.max(k)).rows {
                let slot = Slot((self.starts[file] + row as usize) as u32);
                if top.admits(dot)
                    && !self.is_hidden(slot)
                    && let Some(content) = content(slot)
                {
                    let key = self.files[file].key(row as usize);
                    top.add(dot, key, slot, content);
                }
            }
        }
        (!cancel.is_cancelled()).then(|| top.into_scores(self.dimension()))
    }

    fn file_of(&self, graph: &Graph) -> Option<usize> {
        let over = graph.file();
        self.files.iter().position(|file| {
            file.generation() == over.generation() && file.checksum() == over.checksum()
        })
    }

    fn takes(&self, query: &Embedding) -> bool {
        query.0.len() == self.dimension() && query.0.iter().any(|component| *component != 0)
    }

    fn scan_file(
        &self,
        index: usize,
        query: &Embedding,
        content: &impl Fn(Slot) -> Option<u64>,
        top: &mut Top,
        cancel: &Cancel,
    ) -> Option<()> {
        let (file, start) = (&self.files[index], self.starts[index]);
        let mut dots = [0; BLOCK];
        let block_bytes = BLOCK * self.dimension().max(1);
        for (block, rows) in file.row_bytes().chunks(block_bytes).enumerate() {
            if cancel.is_cancelled() {
                return None;
            }
            let first = block * BLOCK;
            let dots = &mut dots[..BLOCK.min(file.len() - first)];
            dot_each(&query.0, rows, dots);
            for (row, dot) in (first..).zip(dots) {
                let slot = Slot((start + row) as u32);
                // The cheapest check first: few rows beat the worst of the best.
                if top.admits(*dot)
                    && !self.is_hidden(slot)
                    && let Some(content) = content(slot)
                {
                    top.add(*dot, file.key(row), slot, content);
                }
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{samples, write};
    use super::*;
    use std::collections::BTreeMap;

    const DIMENSION: usize = 32;

    /// Three files with keys in common, and what they hold when the newest counts.
    fn sample() -> (
        tempfile::TempDir,
        VectorSet,
        BTreeMap<EmbeddingKey, Embedding>,
    ) {
        let directory = tempfile::tempdir().unwrap();
        let mut all = BTreeMap::new();
        let mut files = Vec::new();
        for (generation, (count, seed)) in [(3000, 1), (40, 2), (700, 3)].into_iter().enumerate() {
            let mut rows = samples::rows(count, DIMENSION, seed);
            // Keys of the first file come back with other vectors.
            for (row, old) in rows.iter_mut().zip(samples::rows(25, DIMENSION, 1)) {
                row.0 = old.0;
            }
            all.extend(rows.iter().cloned());
            files.push(write(directory.path(), generation as u64, DIMENSION, rows).unwrap());
        }
        (directory, VectorSet::new(files).unwrap(), all)
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
    fn check(set: &VectorSet, found: &[(Slot, f32)], expected: &[(EmbeddingKey, i32)]) {
        let found: Vec<_> = found
            .iter()
            .map(|(slot, score)| (set.key(*slot).unwrap(), *score))
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(key, dot)| (*key, super::super::cosine(*dot, DIMENSION)))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_scan_ranks_every_key_once() {
        let (_directory, set, all) = sample();
        assert_eq!(set.keys(), all.len());
        let go = Cancel::new();
        for (_, query) in samples::rows(5, DIMENSION, 9) {
            for k in [0, 1, 50, 10_000] {
                let found = set.scan(&query, Slot::alone, k, &go).unwrap();
                check(&set, &found, &expected(&all, &query, |_| true, k));
            }
        }
    }

    #[test]
    fn only_what_passes_is_ranked() {
        let (_directory, set, all) = sample();
        let passes = |key: EmbeddingKey| key.0 % 7 == 3;
        let (_, query) = samples::rows(1, DIMENSION, 9).remove(0);
        let wanted = expected(&all, &query, passes, 20);
        let passing = |slot: Slot| slot.alone().filter(|_| passes(set.key(slot).unwrap()));
        let go = Cancel::new();
        check(&set, &set.scan(&query, passing, 20, &go).unwrap(), &wanted);
        let slots: Vec<Slot> = all
            .keys()
            .filter(|key| passes(**key))
            .map(|key| set.find(*key).unwrap())
            .collect();
        check(
            &set,
            &set.scan_slots(&query, &slots, Slot::alone, 20, &go)
                .unwrap(),
            &wanted,
        );
        // Slots that are hidden or of no row are left out, not a panic.
        let all_slots: Vec<Slot> = (0..set.len() as u32 + 9).map(Slot).collect();
        let wanted = expected(&all, &query, |_| true, 20);
        check(
            &set,
            &set.scan_slots(&query, &all_slots, Slot::alone, 20, &go)
                .unwrap(),
            &wanted,
        );
    }

    #[test]
    fn the_newest_vector_of_a_key_is_the_one() {
        let (_directory, set, all) = sample();
        for (key, row) in &all {
            assert_eq!(set.get(*key).as_ref(), Some(row));
            assert_eq!(set.find(*key).and_then(|slot| set.key(slot)), Some(*key));
        }
        assert_eq!(set.find(EmbeddingKey(1)), None);
        assert_eq!(set.key(Slot(set.len() as u32)), None);
    }

    #[test]
    fn a_query_that_does_not_fit_is_near_nothing() {
        let (_directory, set, _) = sample();
        let go = Cancel::new();
        for query in [
            Embedding(vec![1; 8].into()),
            Embedding(vec![0; DIMENSION].into()),
        ] {
            assert_eq!(set.scan(&query, Slot::alone, 5, &go), Some(vec![]));
            assert_eq!(
                set.scan_slots(&query, &[Slot(0)], Slot::alone, 5, &go),
                Some(vec![])
            );
        }
        let query = Embedding(vec![1; 8].into());
        assert_eq!(
            VectorSet::default().scan(&query, Slot::alone, 5, &go),
            Some(vec![])
        );
    }

    #[test]
    fn a_cancelled_scan_has_no_answer() {
        let (_directory, set, _) = sample();
        let (_, query) = samples::rows(1, DIMENSION, 9).remove(0);
        let cancel = Cancel::new();
        let asked = std::cell::Cell::new(0);
        let passing = |_| {
            asked.set(asked.get() + 1);
            cancel.cancel();
            Some(0)
        };
        assert_eq!(set.scan(&query, passing, 5, &cancel), None);
        // It stopped inside the first file, not at its end.
        assert!(asked.get() <= BLOCK, "{}", asked.get());
    }

    #[test]
    fn files_of_two_models_are_no_set() {
        let directory = tempfile::tempdir().unwrap();
        let a = write(directory.path(), 1, 8, samples::rows(3, 8, 1)).unwrap();
        let b = write(directory.path(), 2, 16, samples::rows(3, 16, 1)).unwrap();
        assert!(matches!(
            VectorSet::new(vec![a, b]),
            Err(VectorError::Dimension {
                expected: 8,
                found: 16
            })
        ));
    }
}
