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
/// Rows of crowds that a search passes through at most, beside those that it is asked for.
const CROWD: usize = 8_192;
/// Rows that are gone on from together.
pub(super) const TOGETHER: usize = 4;

/// Rows near what a graph was searched for.
#[derive(Debug, Default)]
pub struct Near {
    /// Rows with their exact dot products, the nearest first, then the lower row.
    pub rows: Vec<(u32, i32)>,
    /// How many rows were compared.
    pub compared: usize,
}

/// What a row leads to.
#[derive(Default)]
pub(super) struct Linked {
    /// Rows that are gone on from.
    pub(super) rows: Vec<u32>,
    /// The same, but nearly the same as the row: they take nobody's place among the nearest.
    pub(super) crowd: Vec<u32>,
    /// Near copies of the row, which no other leads to and which lead nowhere.
    pub(super) copies: Vec<u32>,
}

/// What is searched.
pub(super) trait Layers {
    /// Where a search begins, in the highest layer.
    fn entry(&self) -> u32;

    /// How many layers are above the lowest, which is layer 0.
    fn upper(&self) -> usize;

    /// Adds what a few rows lead to in a layer; copies are in the lowest alone.
    fn linked(&self, layer: usize, rows: &[u32], linked: &mut Linked);
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

/// The `ef` nearest rows that links lead to, and the copies of those that were gone on from; `dots`
/// adds the dot products of rows, or whatever else is greater the nearer they are. There has to be a
/// row.
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
    let mut linked = Linked::default();
    for layer in (2..=layers.upper()).rev() {
        loop {
            linked.rows.clear();
            layers.linked(layer, &[best.1], &mut linked);
            let dots = compared.with(&linked.rows).zip(linked.rows.iter().copied());
            match dots.max_by_key(|(dot, row)| (*dot, Reverse(*row))) {
                Some(next) if next.0 > best.0 => best = next,
                _ => break,
            }
        }
    }
    (best.1, best.0)
}

/// Goes on in a layer from the nearest rows not gone on from yet, until the `ef` nearest are nearer
/// than those. Several go on together: what they are linked to lies anywhere, and is waited for once.
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
    let mut ahead: BinaryHeap<Place> = starts.iter().map(Place::of).collect();
    let mut nearest = Nearest::new(ef, &ahead);
    let mut linked = Linked::default();
    let mut next = Vec::with_capacity(TOGETHER);
    loop {
        linked.rows.clear();
        linked.crowd.clear();
        next.clear();
        while next.len() < TOGETHER
            && let Some(place) = ahead.peek().filter(|place| nearest.reaches(**place))
        {
            next.push(place.row());
            ahead.pop();
        }
        layers.linked(layer, &next, &mut linked);
        let is_over = || !ahead.peek().is_some_and(|next| nearest.reaches(*next));
        if linked.rows.is_empty() && linked.crowd.is_empty() && is_over() {
            let copies = compared.with(&linked.copies).zip(&linked.copies);
            return nearest.with_copies(copies.map(|(dot, row)| Place::of(&(*row, dot))));
        }
        for (rows, is_crowd) in [(&mut linked.rows, false), (&mut linked.crowd, true)] {
            rows.retain(|row| seen.insert(*row));
            for (dot, row) in compared.with(rows).zip(rows.iter().copied()) {
                let place = Place::of(&(row, dot));
                if nearest.add(place, is_crowd) {
                    ahead.push(place);
                }
            }
        }
    }
}

/// A row with its dot product in one number, the greater the nearer, then the lower the row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place(u64);

impl Place {
    fn of((row, dot): &(u32, i32)) -> Self {
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

/// The `ef` nearest so far.
struct Nearest {
    ef: usize,
    /// How many more it may become for the sake of crowds.
    room: usize,
    /// The worst is on top.
    places: BinaryHeap<Reverse<Place>>,
}

impl Nearest {
    fn new(ef: usize, first: &BinaryHeap<Place>) -> Self {
        let mut places = BinaryHeap::with_capacity(first.len().max(ef.min(1 << 12)));
        places.extend(first.iter().copied().map(Reverse));
        Self {
            ef,
            room: CROWD,
            places,
        }
    }

    /// Whether what a place leads to may be among the nearest.
    fn reaches(&self, place: Place) -> bool {
        self.places.len() < self.ef
            || (self.places.peek()).is_none_or(|worst| place.dot() >= worst.0.dot())
    }

    /// Whether a place is among the nearest now. One of a crowd makes room for itself: thousands that
    /// are nearly the same would take all places, and what lies behind them be out of reach.
    fn add(&mut self, place: Place, is_crowd: bool) -> bool {
        if is_crowd && self.room > 0 && self.reaches(place) {
            self.room -= 1;
            self.ef += 1;
        }
        if self.places.len() < self.ef {
            self.places.push(Reverse(place));
            return true;
        }
        match self.places.peek_mut() {
            Some(mut worst) if place > worst.0 => {
                *worst = Reverse(place);
                true
            }
            _ => false,
        }
    }

    /// The nearest, and the copies that are not farther, the nearest first.
    fn with_copies(self, copies: impl Iterator<Item = Place>) -> Vec<(u32, i32)> {
        let worst = self.places.peek().map(|worst| worst.0.dot());
        let is_full = self.places.len() >= self.ef;
        let copies = copies.filter(|it| !is_full || Some(it.dot()) >= worst);
        let places = self.places.iter().map(|place| place.0);
        let mut sorted: Vec<Place> = places.chain(copies).collect();
        sorted.sort_unstable_by_key(|place| Reverse(*place));
        sorted.into_iter().map(|it| (it.row(), it.dot())).collect()
    }
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
