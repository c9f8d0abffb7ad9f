//! The search of a graph: best first, through the sample and then through all rows.
//!
//! Malkov and Yashunin, "Efficient and robust approximate nearest neighbor search using
//! Hierarchical Navigable Small World graphs", 2018: algorithms 2 and 5.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The layer of all rows.
pub(super) const LOWEST: usize = 0;
/// The layer of the sample.
pub(super) const UPPER: usize = 1;
/// The upper layer is searched for this many times fewer rows, and the lowest is entered at all of
/// them: rows lie in clusters that few links join.
const BEAM: usize = 8;

/// Rows near a query.
#[derive(Debug, Default)]
pub struct Near {
    /// Rows with their exact dot products, the nearest first, then the lower row.
    pub rows: Vec<(u32, i32)>,
    /// Number of rows compared.
    pub compared: usize,
}

/// The links that a search follows.
pub(super) trait Layers {
    /// The row of the upper layer at which a search begins.
    fn entry(&self) -> u32;

    /// Adds the links of a row in a layer.
    fn links(&self, layer: usize, row: u32, to: &mut Vec<u32>);
}

/// Compares a query with rows.
struct Compared<D> {
    dots: D,
    buffer: Vec<i32>,
    count: usize,
}

impl<D: FnMut(&[u32], &mut Vec<i32>)> Compared<D> {
    fn with<'a>(&'a mut self, rows: &'a [u32]) -> impl Iterator<Item = Place> + 'a {
        self.count += rows.len();
        self.buffer.clear();
        (self.dots)(rows, &mut self.buffer);
        self.buffer
            .iter()
            .zip(rows)
            .map(|(dot, row)| Place::of(*row, *dot))
    }
}

/// The `ef` nearest rows that links lead to; `dots` adds the dot products of rows, or another measure
/// of nearness. There must be a row.
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
    let mut places: Vec<Place> = compared.with(&[layers.entry()]).collect();
    for (layer, ef) in [(UPPER, ef / BEAM), (LOWEST, ef)] {
        places = best_first(layers, layer, ef.max(1), places, seen, &mut compared);
    }
    places.sort_unstable_by_key(|place| Reverse(*place));
    Near {
        rows: places.iter().map(|it| (it.row(), it.dot())).collect(),
        compared: compared.count,
    }
}

/// Follows the links of the nearest row not followed yet, until the `ef` nearest are nearer than that.
fn best_first(
    layers: &impl Layers,
    layer: usize,
    ef: usize,
    starts: Vec<Place>,
    seen: &mut Seen,
    compared: &mut Compared<impl FnMut(&[u32], &mut Vec<i32>)>,
) -> Vec<Place> {
    seen.clear();
    starts.iter().for_each(|place| _ = seen.insert(place.row()));
    // The worst of the nearest is on top.
    let mut nearest: BinaryHeap<Reverse<Place>> = starts.iter().copied().map(Reverse).collect();
    let mut ahead = BinaryHeap::from(starts);
    let mut links = Vec::new();
    while let Some(place) = ahead.pop() {
        let worst = nearest.peek().map(|worst| worst.0.dot());
        if nearest.len() >= ef && worst > Some(place.dot()) {
            break;
        }
        links.clear();
        layers.links(layer, place.row(), &mut links);
        links.retain(|row| seen.insert(*row));
        for place in compared.with(&links) {
            if nearest.len() < ef {
                nearest.push(Reverse(place));
                ahead.push(place);
            } else if let Some(mut worst) = nearest.peek_mut()
                && place > worst.0
            {
                *worst = Reverse(place);
                ahead.push(place);
            }
        }
    }
    nearest.into_iter().map(|place| place.0).collect()
}

/// A row with its dot product in one number: the greater the nearer, then the lower the row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place(u64);

impl Place {
    fn of(row: u32, dot: i32) -> Self {
        // Flipping the sign bit makes the order of signed numbers that of unsigned ones.
        let dot = dot.cast_unsigned() ^ 1 << 31;
        Self(u64::from(dot) << 32 | u64::from(!row))
    }

    fn row(self) -> u32 {
        !(self.0 as u32)
    }

    fn dot(self) -> i32 {
        ((self.0 >> 32) as u32 ^ 1 << 31).cast_signed()
    }
}

/// The rows that a search came by, one bit each.
#[derive(Default)]
pub(super) struct Seen {
    bits: Vec<u64>,
    /// Words that are not zero; clearing few is cheaper than all.
    touched: Vec<usize>,
}

impl Seen {
    pub(super) fn of(rows: usize) -> Self {
        Self {
            bits: vec![0; rows.div_ceil(64)],
            touched: Vec::new(),
        }
    }

    /// Returns false for a row that was there already, or that there is not.
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
            self.bits[at] = 0;
        }
    }
}
