//! Building a graph: hnsw_rs links a sample of the rows, which becomes the upper layers; all others
//! are inserted below it here.
//!
//! hnsw_rs over all rows takes 2.4 KB and three to five times as long a row, and where a row has
//! too many links it drops the farthest: among near copies of one another, of which code is full,
//! those are the ones that lead on. Here they are chosen anew, by the same rule as the first time.

use super::VectorFile;
use super::descent::{Layers, Linked, Seen, descend};
use super::dot::{dot_chosen, dot_rows};
use super::links::{COPY, CROWD, LayerLinks, encode};
use crate::corpus::Cancel;
use hnsw_rs::prelude::{Distance, Hnsw};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// One row for so many is in the upper layers.
const SAMPLE: usize = 16;
/// Links of a row in the upper layers; twice as many in the lowest, which holds all rows.
const LINKS: usize = 16;
/// Candidates that are looked at for the links of a row.
const EF_CONSTRUCTION: usize = 200;
/// The cosine from which on one of two rows stands for both.
const NEAR_COPY: f32 = 0.95;
/// The cosine from which on a link is within a crowd.
const CROWDED: f32 = 0.85;
/// The most layers that hnsw_rs makes.
const LAYERS: usize = 16;
/// Rows between two looks at the cancel flag: a millisecond or two of work.
const INSERTIONS: usize = 16;

/// The words of the links over a file, whose rows are counted as they are linked. None when cancelled.
pub(super) fn build(file: &VectorFile, linked: &AtomicUsize, cancel: &Cancel) -> Option<Vec<u8>> {
    let (distinct, equal) = distinct(file);
    // They cost nothing: what is left of the rows says how long it takes.
    linked.store(equal.len(), Ordering::Relaxed);
    // Near rows lie beside one another, so these are spread over all.
    let sample: Vec<u32> = distinct.iter().copied().step_by(SAMPLE).collect();
    let rows = Rows::new(file);
    let (upper, entry) = upper_layers(&rows, &sample, linked, cancel)?;
    let mut growing = Growing::over(&rows, upper, entry);
    let mut nodes = sample;
    let others = distinct.iter().enumerate();
    let others = others.filter(|(nth, _)| nth % SAMPLE != 0);
    for (nth, &row) in others {
        if nth % INSERTIONS == 1 && cancel.is_cancelled() {
            return None;
        }
        if growing.insert(row) {
            nodes.push(row);
        }
        linked.fetch_add(1, Ordering::Relaxed);
    }
    growing.connect(&nodes, cancel)?;
    growing.mark_crowds();
    growing.add_copies(&equal);
    let Growing { lowest, upper, .. } = growing;
    let lowest: LayerLinks = (0u32..).zip(lowest).collect();
    let layers: Vec<LayerLinks> = [lowest].into_iter().chain(upper).collect();
    encode(file, entry, &layers)
}

/// The first of each row of equal components, and the others with the first they equal.
///
/// Equal rows would fill their links with one another, until nothing leads out.
fn distinct(file: &VectorFile) -> (Vec<u32>, Vec<(u32, u32)>) {
    let mut first: HashMap<&[u8], u32> = HashMap::with_capacity(file.len());
    let (mut nodes, mut copies) = (Vec::with_capacity(file.len()), Vec::new());
    for row in 0..file.len() {
        let node = *first.entry(file.row(row)).or_insert(row as u32);
        match node as usize == row {
            true => nodes.push(node),
            false => copies.push((node, row as u32)),
        }
    }
    copies.sort_unstable();
    (nodes, copies)
}

/// The layers that hnsw_rs makes of a sample, the lowest first, and where a search of them begins.
/// One row after the other: parallel insertion is not reproducible.
fn upper_layers(
    rows: &Rows,
    sample: &[u32],
    linked: &AtomicUsize,
    cancel: &Cancel,
) -> Option<(Vec<LayerLinks>, u32)> {
    // Pruned links are not kept: hnsw_rs fills up the links of near copies with one another.
    let graph = Hnsw::new(LINKS, sample.len(), LAYERS, EF_CONSTRUCTION, rows.clone());
    for (nth, row) in sample.iter().enumerate() {
        if nth % INSERTIONS == 0 && cancel.is_cancelled() {
            return None;
        }
        graph.insert((&[*row], *row as usize));
        linked.fetch_add(1, Ordering::Relaxed);
    }
    let highest = usize::from(graph.get_max_level_observed());
    let points = graph.get_point_indexation();
    let mut layers: Vec<LayerLinks> = vec![Vec::new(); highest + 1];
    for level in 0..=highest {
        for point in points.get_layer_iterator(level) {
            let row = point.get_origin_id() as u32;
            // Above its own level a row has the way it came by, which nothing leads to.
            let near = point.get_neighborhood_id().into_iter().take(level + 1);
            for (layer, near) in layers.iter_mut().zip(near) {
                let near = near.into_iter().map(|near| near.d_id as u32);
                layer.push((row, near.filter(|other| *other != row).collect()));
            }
        }
    }
    for layer in &mut layers {
        layer.sort_unstable_by_key(|(row, _)| *row);
    }
    // The first row that reached the highest layer is where hnsw_rs begins, too.
    let entry = points.get_layer_iterator(highest).next();
    let entry = entry.map_or(0, |point| point.get_origin_id() as u32);
    Some((layers, entry))
}

/// A graph whose lowest layer is not complete yet.
struct Growing<'a> {
    rows: &'a Rows,
    entry: u32,
    /// For each row, those it is linked to.
    lowest: Vec<Vec<u32>>,
    /// For each row that is a near copy, the node that stands for it.
    stands_for: HashMap<u32, u32>,
    /// The lowest of them first.
    upper: Vec<LayerLinks>,
    seen: Seen,
}

impl Layers for Growing<'_> {
    fn entry(&self) -> u32 {
        self.entry
    }

    fn upper(&self) -> usize {
        self.upper.len()
    }

    fn linked(&self, layer: usize, rows: &[u32], linked: &mut Linked) {
        for row in rows {
            let links = match layer.checked_sub(1) {
                None => self.lowest.get(*row as usize),
                Some(upper) => self.upper.get(upper).and_then(|layer| {
                    let at = layer.binary_search_by_key(row, |(row, _)| *row).ok()?;
                    layer.get(at).map(|(_, linked)| linked)
                }),
            };
            linked.rows.extend(links.into_iter().flatten());
        }
    }
}

impl<'a> Growing<'a> {
    /// The sample is linked in the lowest layer as it is right above.
    fn over(rows: &'a Rows, upper: Vec<LayerLinks>, entry: u32) -> Self {
        let mut lowest = vec![Vec::new(); rows.file.len()];
        for (row, linked) in upper.first().into_iter().flatten() {
            if let Some(links) = lowest.get_mut(*row as usize) {
                links.clone_from(linked);
            }
        }
        Self {
            rows,
            entry,
            lowest,
            stands_for: HashMap::new(),
            upper,
            seen: Seen::of(rows.file.len()),
        }
    }

    /// Links a row with those around it, and those with it: algorithm 1 of the paper that
    /// [`super::descent`] names. One that has a near copy is kept with that instead, and is no node.
    fn insert(&mut self, row: u32) -> bool {
        let near = self.near(row);
        if let Some((node, _)) = near.first()
            && self.rows.are_alike(row, *node, NEAR_COPY)
        {
            self.stands_for.insert(row, *node);
            return false;
        }
        let linked = self.rows.choose(row, near);
        for other in &linked {
            self.link_back(*other, row);
        }
        if let Some(links) = self.lowest.get_mut(row as usize) {
            *links = linked;
        }
        true
    }

    /// Marks the links between rows that are nearly the same.
    fn mark_crowds(&mut self) {
        for (row, links) in (0u32..).zip(&mut self.lowest) {
            for link in links {
                if self.rows.are_alike(row, *link, CROWDED) {
                    *link |= CROWD;
                }
            }
        }
    }

    /// Adds links to near copies, and to those rows that `equal` one before them.
    fn add_copies(&mut self, equal: &[(u32, u32)]) {
        let standing = |row: &u32| *self.stands_for.get(row).unwrap_or(row);
        let near = self.stands_for.iter().map(|(copy, node)| (*node, *copy));
        let equal = equal.iter().map(|(first, copy)| (standing(first), *copy));
        let mut copies: Vec<(u32, u32)> = near.chain(equal).collect();
        copies.sort_unstable();
        for (node, copy) in copies {
            if let Some(links) = self.lowest.get_mut(node as usize) {
                links.push(copy | COPY);
            }
        }
    }

    /// The rows around one, as far as links lead there, the nearest first.
    fn near(&mut self, row: u32) -> Vec<(u32, i32)> {
        let rows = self.rows;
        let mut seen = std::mem::replace(&mut self.seen, Seen::of(0));
        let near = descend(self, EF_CONSTRUCTION, &mut seen, |chosen, nearness| {
            rows.nearness(row, chosen, nearness);
        });
        self.seen = seen;
        near.rows
    }

    fn link_back(&mut self, from: u32, to: u32) {
        let Some(links) = self.lowest.get_mut(from as usize) else {
            return;
        };
        links.push(to);
        if links.len() > 2 * LINKS {
            let mut nearness = Vec::with_capacity(links.len());
            self.rows.nearness(from, links, &mut nearness);
            let mut near: Vec<(u32, i32)> = links.iter().copied().zip(nearness).collect();
            near.sort_unstable_by_key(|(row, nearness)| (Reverse(*nearness), *row));
            *links = self.rows.choose(from, near);
        }
    }
}

impl Growing<'_> {
    /// Links what no search would find. A row is lost when each of those it is linked to finds other
    /// rows that are nearer and lie apart: in chains of near copies, which overlapping pieces of code
    /// are, whole runs are lost so. The nearest row that is found leads to each of them from now on,
    /// however many links it has. None when cancelled.
    fn connect(&mut self, nodes: &[u32], cancel: &Cancel) -> Option<()> {
        let mut found = vec![false; self.lowest.len()];
        self.follow(self.entry, &mut found);
        let mut lost = 0;
        for &row in nodes {
            if found.get(row as usize).copied().unwrap_or(true) {
                continue;
            }
            if lost % INSERTIONS == 0 && cancel.is_cancelled() {
                return None;
            }
            lost += 1;
            // The upper layers may lead to the row itself, and to others that are lost with it.
            let near = self.near(row);
            let is_found = |near: &u32| found.get(*near as usize).is_some_and(|found| *found);
            let nearest = near.iter().map(|(near, _)| *near).find(is_found);
            let nearest = nearest.unwrap_or(self.entry);
            if let Some(links) = self.lowest.get_mut(nearest as usize) {
                links.push(row);
            }
            self.follow(row, &mut found);
        }
        Some(())
    }

    /// Marks what links of the lowest layer lead to.
    fn follow(&self, from: u32, found: &mut [bool]) {
        let mut waiting = vec![from];
        while let Some(row) = waiting.pop() {
            let Some(seen) = found.get_mut(row as usize).filter(|seen| !**seen) else {
                continue;
            };
            *seen = true;
            waiting.extend(self.lowest.get(row as usize).into_iter().flatten());
        }
    }
}

/// The rows of a file by the squared Euclidean distance, which between unit vectors ranks as the
/// cosine does. Between near copies, whose cosines rounding may bring above one, it is still a
/// distance, which hnsw_rs insists on. A row is given by its index, so that the vectors stay in the
/// file.
#[derive(Clone)]
struct Rows {
    file: VectorFile,
    squares: std::sync::Arc<[i32]>,
}

impl Rows {
    fn new(file: &VectorFile) -> Self {
        let square = |row| dot_rows(file.row(row), file.row(row));
        Self {
            file: file.clone(),
            squares: (0..file.len()).map(square).collect(),
        }
    }

    fn square(&self, row: u32) -> i32 {
        self.squares.get(row as usize).copied().unwrap_or(0)
    }

    /// Whether the cosine of two rows is so much or more; they are about equally long.
    fn are_alike(&self, a: u32, b: u32, cosine: f32) -> bool {
        let both = (self.square(a) + self.square(b)) as f32;
        self.distance(a, b) as f32 <= (1.0 - cosine) * both
    }

    fn distance(&self, a: u32, b: u32) -> i32 {
        let dot = dot_rows(self.file.row(a as usize), self.file.row(b as usize));
        self.square(a) + self.square(b) - 2 * dot
    }

    /// Adds the distances of a row from others, negated.
    fn nearness(&self, row: u32, others: &[u32], nearness: &mut Vec<i32>) {
        let vector: Vec<i8> = self
            .file
            .row(row as usize)
            .iter()
            .map(|it| *it as i8)
            .collect();
        let from = nearness.len();
        dot_chosen(&vector, self.file.row_bytes(), others, nearness);
        let square = self.square(row);
        for (nearness, other) in nearness.iter_mut().skip(from).zip(others) {
            *nearness = 2 * *nearness - square - self.square(*other);
        }
    }

    /// Of rows around one, the nearest first with their negated distances, those that are nearer to
    /// it than to any chosen before: algorithm 4 of the paper. They lead in different directions. Where
    /// they are few, the nearest of the others fill them up to half: around a row that is nearest to
    /// many, like an empty function's, nobody would lead to anybody else, and be lost once that row
    /// has too many links. Not further: near copies would be linked with one another alone.
    fn choose(&self, row: u32, near: Vec<(u32, i32)>) -> Vec<u32> {
        let mut chosen: Vec<u32> = Vec::with_capacity(2 * LINKS);
        let mut passed: Vec<u32> = Vec::new();
        for (other, nearness) in near {
            if chosen.len() == 2 * LINKS {
                break;
            }
            let is_apart = |it: &u32| self.distance(other, *it) > -nearness;
            if other == row {
                continue;
            }
            match chosen.iter().all(is_apart) {
                true => chosen.push(other),
                false => passed.push(other),
            }
        }
        let room = LINKS.saturating_sub(chosen.len());
        chosen.extend(passed.into_iter().take(room));
        chosen
    }
}

impl Distance<u32> for Rows {
    fn eval(&self, a: &[u32], b: &[u32]) -> f32 {
        match (a, b) {
            ([a], [b]) => self.distance(*a, *b) as f32,
            _ => f32::MAX,
        }
    }
}
