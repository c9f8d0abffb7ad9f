//! Building of a graph: hnsw_rs links a sample of the rows, and all others are inserted below it here.
//!
//! Principal type: [`GraphUnderConstruction`]. Invariant: the same file gives the same links. The module docs
//! of [`super`] have the measurements behind this split.

use super::descent::{LOWEST, Layers, descend};
use super::file::VectorFile;
use super::links::{LayerLinks, encode};
use super::packed::{dot_chosen, dot_rows, unpack};
use crate::corpus::Cancel;
use crate::index::entry_set::EntrySet;
use hnsw_rs::prelude::{Distance, Hnsw};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// One of this many rows is in the sample.
const SAMPLE: usize = 16;
/// Maximum number of links of a row in the sample; up to twice as many in the lowest layer.
const LINKS: usize = 16;
/// Number of candidates for the links of a row.
const EF_CONSTRUCTION: usize = 200;
/// Number of candidates among which the near copy of a sampled row is found.
const EF_COPY: usize = 16;
/// Minimum cosine of a near copy, which is linked from only one row.
const NEAR_COPY: f32 = 0.95;
/// Maximum number of layers of hnsw_rs.
const LAYERS: usize = 16;
/// Number of rows between two checks for cancellation: a millisecond or two of work.
const CHECK_ROWS: usize = 16;

/// Encoded links over the rows of a file; `linked` counts the rows. None when cancelled.
pub(super) fn build(file: &VectorFile, linked: &AtomicUsize, cancel: &Cancel) -> Option<Vec<u8>> {
    let rows = Distances::new(file);
    let Sample {
        layer,
        nodes,
        entry,
    } = sample(&rows, linked, cancel)?;
    let mut growing = GraphUnderConstruction {
        rows: &rows,
        entry,
        layers: [layer.clone(), layer],
        copies: Vec::new(),
        seen: EntrySet::default(),
    };
    for row in 0..file.len() as u32 {
        if nodes.contains(&row) {
            continue;
        }
        if (row as usize).is_multiple_of(CHECK_ROWS) && cancel.is_cancelled() {
            return None;
        }
        growing.insert(row);
        linked.fetch_add(1, Ordering::Relaxed);
    }
    encode(file, entry, &growing.finish(cancel)?)
}

/// A graph of hnsw_rs over a part of the rows.
struct Sample {
    layer: LayerLinks,
    nodes: HashSet<u32>,
    entry: u32,
}

/// Links a sample without near copies with hnsw_rs, one row after the other: parallel insertion is not
/// reproducible.
fn sample(rows: &Distances, linked: &AtomicUsize, cancel: &Cancel) -> Option<Sample> {
    let count = rows.file.len();
    let graph = Hnsw::new(LINKS, count / SAMPLE, LAYERS, EF_CONSTRUCTION, rows.clone());
    for row in (0..count).step_by(SAMPLE) {
        if row.is_multiple_of(CHECK_ROWS) && cancel.is_cancelled() {
            return None;
        }
        let vector = [row as u32];
        if let Some(near) = graph.search(&vector, 1, EF_COPY).first()
            && rows.are_near_copies(row as u32, near.d_id as u32)
        {
            continue;
        }
        graph.insert((&vector, row));
        linked.fetch_add(1, Ordering::Relaxed);
    }
    let mut sample = Sample {
        layer: vec![Vec::new(); count],
        nodes: HashSet::new(),
        entry: 0,
    };
    let points = graph.get_point_indexation();
    for level in 0..=usize::from(graph.get_max_level_observed()) {
        for point in points.get_layer_iterator(level) {
            let row = point.get_origin_id() as u32;
            let neighbors = point.get_neighborhood_id();
            if let Some(links) = sample.layer.get_mut(row as usize)
                && let Some(lowest) = neighbors.first()
            {
                *links = lowest.iter().map(|near| near.d_id as u32).collect();
                links.retain(|other| *other != row);
            }
            sample.nodes.insert(row);
            sample.entry = row;
        }
    }
    Some(sample)
}

/// A graph whose lowest layer is incomplete.
struct GraphUnderConstruction<'a> {
    rows: &'a Distances,
    entry: u32,
    layers: [LayerLinks; 2],
    /// Near copies, with the rows that link to them.
    copies: Vec<(u32, u32)>,
    seen: EntrySet,
}

impl Layers for GraphUnderConstruction<'_> {
    fn entry(&self) -> u32 {
        self.entry
    }

    fn links(&self, layer: usize, row: u32, to: &mut Vec<u32>) {
        let links = self.layers[layer].get(row as usize);
        to.extend(links.into_iter().flatten());
    }
}

impl GraphUnderConstruction<'_> {
    /// Links a row with its neighbors and the reverse: algorithm 1 of the paper named in [`super::descent`].
    /// A near copy of a neighbor is linked from that one alone.
    fn insert(&mut self, row: u32) {
        let near = self.near(row);
        if let Some((node, _)) = near.first()
            && self.rows.are_near_copies(row, *node)
        {
            self.copies.push((*node, row));
            return;
        }
        let links = self.rows.choose(row, near);
        for other in &links {
            self.link_back(*other, row);
        }
        self.layers[LOWEST][row as usize] = links;
    }

    /// Rows near a row, the nearest first, with their negated distances.
    fn near(&mut self, row: u32) -> Vec<(u32, i32)> {
        let rows = self.rows;
        let mut seen = std::mem::take(&mut self.seen);
        let near = descend(self, EF_CONSTRUCTION, &mut seen, |others, nearness| {
            rows.nearness(row, others, nearness);
        });
        self.seen = seen;
        near.rows
    }

    /// Adds a link. If a row then has too many, they are chosen again: dropping the farthest, as hnsw_rs
    /// does, would leave near rows linked only with each other.
    fn link_back(&mut self, from: u32, to: u32) {
        let links = &mut self.layers[LOWEST][from as usize];
        links.push(to);
        if links.len() > 2 * LINKS {
            let mut nearness = Vec::with_capacity(links.len());
            self.rows.nearness(from, links, &mut nearness);
            let mut near: Vec<(u32, i32)> = links.iter().copied().zip(nearness).collect();
            near.sort_unstable_by_key(|(row, nearness)| (Reverse(*nearness), *row));
            *links = self.rows.choose(from, near);
        }
    }

    /// Links rows that no search would find, because all their neighbors have nearer rows. The nearest row
    /// that is found links to each of them, however many links it has. None when cancelled.
    fn connect(&mut self, cancel: &Cancel) -> Option<()> {
        let copies: HashSet<u32> = self.copies.iter().map(|(_, copy)| *copy).collect();
        let mut found = vec![false; self.layers[LOWEST].len()];
        self.mark_reachable(self.entry, &mut found);
        for row in (0u32..).take(found.len()) {
            if found[row as usize] || copies.contains(&row) {
                continue;
            }
            if cancel.is_cancelled() {
                return None;
            }
            let near = self.near(row);
            let nearest = near.iter().find(|(near, _)| found[*near as usize]);
            let from = nearest.map_or(self.entry, |(near, _)| *near);
            self.layers[LOWEST][from as usize].push(row);
            self.mark_reachable(row, &mut found);
        }
        Some(())
    }

    /// Marks the rows that are reachable in the lowest layer.
    fn mark_reachable(&self, from: u32, found: &mut [bool]) {
        let mut waiting = vec![from];
        while let Some(row) = waiting.pop() {
            // A file without rows has no entry point.
            if let Some(is_found) = found.get_mut(row as usize)
                && !*is_found
            {
                *is_found = true;
                waiting.extend(&self.layers[LOWEST][row as usize]);
            }
        }
    }

    fn finish(mut self, cancel: &Cancel) -> Option<[LayerLinks; 2]> {
        self.connect(cancel)?;
        for (node, copy) in self.copies {
            self.layers[LOWEST][node as usize].push(copy);
        }
        Some(self.layers)
    }
}

/// The rows of a file with the squared Euclidean distance: between unit vectors it ranks like the cosine, and
/// it is never negative, as hnsw_rs requires. Rows are given by index, so the vectors stay in the file.
#[derive(Clone)]
struct Distances {
    file: VectorFile,
    squares: Arc<[i32]>,
}

impl Distances {
    fn new(file: &VectorFile) -> Self {
        let rows = (0..file.len()).map(|row| file.row(row));
        Self {
            file: file.clone(),
            squares: rows.map(|row| dot_rows(row, row)).collect(),
        }
    }

    fn are_near_copies(&self, a: u32, b: u32) -> bool {
        let both = self.squares[a as usize] + self.squares[b as usize];
        self.distance(a, b) as f32 <= (1.0 - NEAR_COPY) * both as f32
    }

    fn distance(&self, a: u32, b: u32) -> i32 {
        let (a, b) = (a as usize, b as usize);
        let dot = dot_rows(self.file.row(a), self.file.row(b));
        self.squares[a] + self.squares[b] - 2 * dot
    }

    /// Adds the negated distances between a row and others.
    fn nearness(&self, row: u32, others: &[u32], nearness: &mut Vec<i32>) {
        let vector = unpack(self.file.row(row as usize), self.file.dimension());
        let from = nearness.len();
        dot_chosen(&vector.0, self.file.row_bytes(), others, nearness);
        let square = self.squares[row as usize];
        for (nearness, other) in nearness.iter_mut().skip(from).zip(others) {
            *nearness = 2 * *nearness - square - self.squares[*other as usize];
        }
    }

    /// Chooses from the rows near a row, given nearest first with their negated distances, the rows that are
    /// nearer to it than to any chosen before: algorithm 4 of the paper. If these are few, the nearest others
    /// are added up to half of the limit.
    fn choose(&self, row: u32, near: Vec<(u32, i32)>) -> Vec<u32> {
        let mut chosen: Vec<u32> = Vec::with_capacity(2 * LINKS);
        let mut others: Vec<u32> = Vec::new();
        for (other, nearness) in near {
            if other == row {
                continue;
            }
            let mut distances = chosen.iter().map(|chosen| self.distance(other, *chosen));
            if distances.all(|distance| distance > -nearness) {
                chosen.push(other);
            } else {
                others.push(other);
            }
            if chosen.len() == 2 * LINKS {
                break;
            }
        }
        let room = LINKS.saturating_sub(chosen.len());
        chosen.extend(others.into_iter().take(room));
        chosen
    }
}

impl Distance<u32> for Distances {
    fn eval(&self, a: &[u32], b: &[u32]) -> f32 {
        match (a, b) {
            ([a], [b]) => self.distance(*a, *b) as f32,
            _ => f32::MAX,
        }
    }
}
