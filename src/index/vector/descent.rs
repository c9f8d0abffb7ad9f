//! Search of a graph: best first, through the sample and then through all rows.
//!
//! Malkov and Yashunin, "Efficient and robust approximate nearest neighbor search using Hierarchical
//! Navigable Small World graphs", 2018: algorithms 2 and 5.
//!
//! [`descend()`] searches finished graphs and graphs under construction, through [`Layers`].

use crate::index::entry_set::EntrySet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The layer of all rows.
pub(super) const LOWEST: usize = 0;
/// The layer of the sample.
pub(super) const UPPER: usize = 1;
/// The upper layer is searched for `ef` divided by this. All rows found there are entry points of the lowest
/// layer, because rows form clusters with few links between them.
const BEAM: usize = 8;

/// Rows near a query.
#[derive(Debug, Default)]
pub struct NearRows {
    /// Rows with exact dot products, the nearest first, then the lower row.
    pub rows: Vec<(u32, i32)>,
    /// Number of compared rows.
    pub compared: usize,
}

/// The links followed by a search.
pub(super) trait Layers {
    /// The row of the upper layer at which a search begins.
    fn entry(&self) -> u32;

    /// Adds the links of a row in a layer.
    fn links(&self, layer: usize, row: u32, to: &mut Vec<u32>);
}

/// A dot product and its row: nearest first, then the lower row.
type RankedRow = (i32, Reverse<u32>);

/// The `ef` nearest rows reachable by links; `dots` adds the dot products of rows, or another measure of
/// nearness. There must be at least one row.
pub(super) fn descend(
    layers: &impl Layers,
    ef: usize,
    seen: &mut EntrySet,
    mut dots: impl FnMut(&[u32], &mut Vec<i32>),
) -> NearRows {
    let (mut buffer, mut compared) = (Vec::new(), 0);
    let mut rank = |rows: &[u32], ranked: &mut Vec<RankedRow>| {
        compared += rows.len();
        buffer.clear();
        dots(rows, &mut buffer);
        ranked.clear();
        let dots = buffer.iter().zip(rows);
        ranked.extend(dots.map(|(dot, row)| (*dot, Reverse(*row))));
    };
    let mut nearest = Vec::new();
    rank(&[layers.entry()], &mut nearest);
    for (layer, ef) in [(UPPER, ef / BEAM), (LOWEST, ef)] {
        nearest = best_first(layers, layer, ef.max(1), nearest, seen, &mut rank);
    }
    nearest.sort_unstable_by_key(|ranked| Reverse(*ranked));
    let rows = nearest.into_iter().map(|(dot, Reverse(row))| (row, dot));
    NearRows {
        rows: rows.collect(),
        compared,
    }
}

/// Follows the links of the nearest unvisited row, until the `ef` nearest rows are nearer than that.
fn best_first(
    layers: &impl Layers,
    layer: usize,
    ef: usize,
    starts: Vec<RankedRow>,
    seen: &mut EntrySet,
    rank: &mut impl FnMut(&[u32], &mut Vec<RankedRow>),
) -> Vec<RankedRow> {
    seen.clear();
    for (_, Reverse(row)) in &starts {
        seen.insert(*row);
    }
    // The farthest of the nearest is on top.
    let mut nearest: BinaryHeap<Reverse<RankedRow>> = starts.iter().copied().map(Reverse).collect();
    let mut ahead = BinaryHeap::from(starts);
    let (mut links, mut ranked) = (Vec::new(), Vec::new());
    while let Some((dot, Reverse(row))) = ahead.pop() {
        let worst = nearest.peek().map(|Reverse((worst, _))| *worst);
        if nearest.len() >= ef && worst > Some(dot) {
            break;
        }
        links.clear();
        layers.links(layer, row, &mut links);
        links.retain(|row| seen.insert(*row));
        rank(&links, &mut ranked);
        for found in ranked.drain(..) {
            if nearest.len() < ef {
                nearest.push(Reverse(found));
                ahead.push(found);
            } else if let Some(mut worst) = nearest.peek_mut()
                && found > worst.0
            {
                *worst = Reverse(found);
                ahead.push(found);
            }
        }
    }
    nearest.into_iter().map(|Reverse(ranked)| ranked).collect()
}
