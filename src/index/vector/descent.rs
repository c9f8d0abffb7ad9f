//! The search of a graph: down its layers, then best first through the lowest.
//!
//! Malkov and Yashunin, "Efficient and robust approximate nearest neighbor search using
//! Hierarchical Navigable Small World graphs", 2018: algorithms 2 and 5.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The layer above the lowest is searched for this many times fewer rows than the lowest, which then
/// is entered at all of them: rows lie in clusters that few links join, and the nearest are often not
/// in the one that single steps lead to.
const BEAM: usize = 8;

/// Rows near what a graph was searched for.
#[derive(Debug, Default)]
pub struct Near {
    /// Rows with their exact dot products, the nearest first, then the lower row.
    pub rows: Vec<(u32, i32)>,
    /// How many rows were compared.
    pub compared: usize,
}

/// What is searched.
pub(super) trait Layers {
    /// Where a search begins, in the highest layer.
    fn entry(&self) -> u32;

    /// How many layers are above the lowest, which is layer 0.
    fn upper(&self) -> usize;

    /// Adds the rows that a row is linked to in a layer.
    fn linked(&self, layer: usize, row: u32, rows: &mut Vec<u32>);
}

/// Compares one thing with rows.
struct Compared<D> {
    dots: D,
    buffer: Vec<i32>,
    count: usize,
}

impl<D: FnMut(&[u32], &mut Vec<i32>)> Compared<D> {
    fn with(&mut self, rows: &[u32]) -> impl Iterator<Item = i32> + '_ {
        self.count += rows.len();
        self.buffer.clear();
        (self.dots)(rows, &mut self.buffer);
        self.buffer.iter().copied()
    }
}

/// The `ef` nearest rows that links lead to; `dots` adds the dot products of rows, or whatever else
/// is greater the nearer they are. There has to be a row.
pub(super) fn descend(
    layers: &impl Layers,
    ef: usize,
    seen: &mut Seen,
    dots: impl FnMut(&[u32], &mut Vec<i32>),
) -> Near {
    let mut compared = Compared {
        dots,
        buffer: Vec::new(),
        count: 0,
    };
    let mut starts = vec![greedy(layers, &mut compared)];
    if layers.upper() > 0 {
        let ef = (ef / BEAM).max(1);
        starts = best_first(layers, 1, ef, &starts, seen, &mut compared);
    }
    Near {
        rows: best_first(layers, 0, ef.max(1), &starts, seen, &mut compared),
        compared: compared.count,
    }
}

/// From the entry down to the layers that are searched more widely, in each as near as single steps
/// lead.
fn greedy(
    layers: &impl Layers,
    compared: &mut Compared<impl FnMut(&[u32], &mut Vec<i32>)>,
) -> (u32, i32) {
    let entry = layers.entry();
    let mut best = (compared.with(&[entry]).next().unwrap_or(i32::MIN), entry);
    let mut linked = Vec::new();
    for layer in (2..=layers.upper()).rev() {
        loop {
            linked.clear();
            layers.linked(layer, best.1, &mut linked);
            let dots = compared.with(&linked).zip(linked.iter().copied());
            match dots.max_by_key(|(dot, row)| (*dot, Reverse(*row))) {
                Some(next) if next.0 > best.0 => best = next,
                _ => break,
            }
        }
    }
    (best.1, best.0)
}

/// Goes on in a layer from the nearest row not gone on from yet, until the `ef` nearest are nearer
/// than that.
fn best_first(
    layers: &impl Layers,
    layer: usize,
    ef: usize,
    starts: &[(u32, i32)],
    seen: &mut Seen,
    compared: &mut Compared<impl FnMut(&[u32], &mut Vec<i32>)>,
) -> Vec<(u32, i32)> {
    seen.clear();
    starts.iter().for_each(|(row, _)| _ = seen.insert(*row));
    let ahead = starts.iter().map(|(row, dot)| (*dot, Reverse(*row)));
    let mut ahead: BinaryHeap<_> = ahead.collect();
    // The worst of the nearest is on top.
    let nearest = starts.iter().map(|(row, dot)| (Reverse(*dot), *row));
    let mut nearest: BinaryHeap<_> = nearest.collect();
    let mut linked = Vec::new();
    while let Some((dot, Reverse(row))) = ahead.pop() {
        let full = nearest.len() >= ef;
        if full && nearest.peek().is_some_and(|(worst, _)| dot < worst.0) {
            break;
        }
        linked.clear();
        layers.linked(layer, row, &mut linked);
        linked.retain(|row| seen.insert(*row));
        for (dot, row) in compared.with(&linked).zip(linked.iter().copied()) {
            let admitted = nearest.len() < ef
                || nearest
                    .peek()
                    .is_some_and(|worst| (Reverse(dot), row) < *worst);
            if admitted {
                ahead.push((dot, Reverse(row)));
                nearest.push((Reverse(dot), row));
                if nearest.len() > ef {
                    nearest.pop();
                }
            }
        }
    }
    let nearest = nearest.into_sorted_vec().into_iter();
    nearest.map(|(Reverse(dot), row)| (row, dot)).collect()
}

/// The rows that a search came by, one bit each.
pub(super) struct Seen {
    bits: Vec<u64>,
    /// Words that are not zero; emptying few is cheaper than all.
    touched: Vec<usize>,
}

impl Seen {
    pub(super) fn of(rows: usize) -> Self {
        Self {
            bits: vec![0; rows.div_ceil(64)],
            touched: Vec::new(),
        }
    }

    /// Whether the row was not there yet.
    fn insert(&mut self, row: u32) -> bool {
        let at = row as usize / 64;
        let Some(word) = self.bits.get_mut(at) else {
            return false;
        };
        if *word == 0 {
            self.touched.push(at);
        }
        let before = *word;
        *word |= 1 << (row % 64);
        before != *word
    }

    fn clear(&mut self) {
        for at in self.touched.drain(..) {
            if let Some(word) = self.bits.get_mut(at) {
                *word = 0;
            }
        }
    }
}
