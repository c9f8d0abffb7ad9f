//! Several vector files seen as one, and the exact scan over them.

use super::dot::{cosine, dot, dot_chosen};
use super::{VectorFile, other_dimension};
use crate::corpus::Cancel;
use crate::embed::{Embedding, EmbeddingKey};
use crate::index::IndexError;
use crate::index::distinct::Distinct;
use std::cmp::Reverse;

/// Rows between two looks at the cancel flag; their dot products fit the nearest cache.
const BLOCK: usize = 1024;

/// The greater dot product is better, then the smaller key.
type Candidate = (i32, Reverse<EmbeddingKey>, Reverse<Slot>);

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
    pub fn new(files: Vec<VectorFile>) -> Result<Self, IndexError> {
        let mut set = Self::default();
        for file in &files {
            let expected = files[0].dimension();
            if file.dimension() != expected {
                return Err(other_dimension(expected, file.dimension()));
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
        let starts = &self.starts;
        let behind = starts.partition_point(|start| *start <= slot.0 as usize);
        let file = behind.checked_sub(1)?;
        let row = slot.0 as usize - starts[file];
        (row < self.files[file].len()).then(|| (&self.files[file], row))
    }

    fn is_hidden(&self, slot: Slot) -> bool {
        self.hidden.binary_search(&slot).is_ok()
    }

    /// Of these slots, which are ascending, those nearest to the query until they have k distinct
    /// contents, with their cosines: the greater cosine first, then the smaller key. Hidden slots,
    /// slots of another set and those without a content are left out. None when cancelled. A query of
    /// another dimension, or without direction, is near nothing.
    pub fn scan(
        &self,
        query: &Embedding,
        slots: &[Slot],
        content: impl Fn(Slot) -> Option<u64>,
        k: usize,
        cancel: &Cancel,
    ) -> Option<Vec<(Slot, f32)>> {
        let mut best: Distinct<Candidate> = Distinct::new(if self.takes(query) { k } else { 0 });
        let mut dots = Vec::new();
        for (file, start, rows) in self.rows_of(slots) {
            for block in rows.chunks(BLOCK) {
                if cancel.is_cancelled() {
                    return None;
                }
                dots.clear();
                dot_chosen(&query.0, file.row_bytes(), block, &mut dots);
                for (row, dot) in block.iter().zip(&dots) {
                    let slot = Slot(start + row);
                    // The cheapest check first: few rows beat the worst of the best.
                    if best.admits(|(worst, ..)| *dot >= *worst)
                        && !self.is_hidden(slot)
                        && let Some(content) = content(slot)
                    {
                        let key = file.key(*row as usize);
                        best.add((*dot, Reverse(key), Reverse(slot)), content);
                    }
                }
            }
        }
        let best = best.into_sorted();
        let scores = best.map(|(dot, _, Reverse(slot))| (slot, cosine(dot, self.dimension())));
        (!cancel.is_cancelled()).then(|| scores.collect())
    }

    /// Of these slots, which are ascending, those among which the `k` nearest to a query are all but
    /// certainly. None while their sketches are being made.
    pub fn likely(&self, query: &Embedding, slots: &[Slot], k: usize) -> Option<Vec<Slot>> {
        if !self.takes(query) {
            return None;
        }
        let mut likely = Vec::new();
        for (file, start, rows) in self.rows_of(slots) {
            let rows = file.sketches()?.nearest(&query.0, rows, k);
            likely.extend(rows.into_iter().map(|row| Slot(start + row)));
        }
        Some(likely)
    }

    /// Each file with its first slot and its rows among these slots.
    fn rows_of(&self, slots: &[Slot]) -> impl Iterator<Item = (&VectorFile, u32, Vec<u32>)> {
        let below = |end: usize| slots.partition_point(|slot| (slot.0 as usize) < end);
        let files = self.files.iter().zip(&self.starts);
        files.map(move |(file, start)| {
            let rows = slots[below(*start)..below(start + file.len())].iter();
            let first = *start as u32;
            (file, first, rows.map(|slot| slot.0 - first).collect())
        })
    }

    fn takes(&self, query: &Embedding) -> bool {
        query.0.len() == self.dimension() && query.0.iter().any(|component| *component != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{tests as samples, write};
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

    /// All slots of a set.
    fn every(set: &VectorSet) -> Vec<Slot> {
        (0..set.len() as u32).map(Slot).collect()
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
                let found = set.scan(&query, &every(&set), Slot::alone, k, &go).unwrap();
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
        let found = set.scan(&query, &every(&set), passing, 20, &go).unwrap();
        check(&set, &found, &wanted);
        let mut slots: Vec<Slot> = all
            .keys()
            .filter(|key| passes(**key))
            .map(|key| set.find(*key).unwrap())
            .collect();
        slots.sort();
        let found = set.scan(&query, &slots, Slot::alone, 20, &go).unwrap();
        check(&set, &found, &wanted);
        // Slots that are hidden or of no row are left out, not a panic.
        let all_slots: Vec<Slot> = (0..set.len() as u32 + 9).map(Slot).collect();
        let wanted = expected(&all, &query, |_| true, 20);
        let found = set.scan(&query, &all_slots, Slot::alone, 20, &go).unwrap();
        check(&set, &found, &wanted);
    }

    #[test]
    fn likely_slots_are_of_all_files_and_among_those_requested() {
        let (_directory, set, all) = sample();
        let odd: Vec<Slot> = every(&set).into_iter().filter(|it| it.0 % 2 == 1).collect();
        for key in all.keys().step_by(100) {
            let slot = set.find(*key).unwrap();
            let query = set.get(*key).unwrap();
            let likely = set.likely(&query, &odd, 5).unwrap();
            assert!(likely.is_sorted() && likely.len() < odd.len());
            assert!(likely.iter().all(|it| it.0 % 2 == 1));
            assert_eq!(likely.contains(&slot), slot.0 % 2 == 1, "{slot:?}");
        }
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
            let found = set.scan(&query, &every(&set), Slot::alone, 5, &go);
            assert_eq!(found, Some(vec![]));
            assert_eq!(set.likely(&query, &every(&set), 5), None);
        }
        let query = Embedding(vec![1; 8].into());
        assert_eq!(
            VectorSet::default().scan(&query, &[], Slot::alone, 5, &go),
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
        assert_eq!(set.scan(&query, &every(&set), passing, 5, &cancel), None);
        // It stopped inside the first file, not at its end.
        assert!(asked.get() <= BLOCK, "{}", asked.get());
    }

    #[test]
    fn files_of_two_models_are_no_set() {
        let directory = tempfile::tempdir().unwrap();
        let a = write(directory.path(), 1, 8, samples::rows(3, 8, 1)).unwrap();
        let b = write(directory.path(), 2, 16, samples::rows(3, 16, 1)).unwrap();
        let error = VectorSet::new(vec![a, b]).unwrap_err().to_string();
        assert!(
            error.contains("rows of 16 components among rows of 8"),
            "{error}"
        );
    }
}
