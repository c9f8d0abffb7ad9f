//! Fragments to lines: what stands on one baseline within a column, in cells where gaps are wide.

use super::fragment::{Fragment, Tally};

/// Ems of white that part two cells of a row.
const CELL: f32 = 1.4;
/// Fragments of a row that are compared with the next one; no page has rows of more.
const NEAR: usize = 64;

/// Part of a line that wide white sets off.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// Its words.
    pub(super) text: String,
    /// Left end.
    pub(super) x0: f32,
    /// Right end.
    pub(super) x1: f32,
}

/// A line of a column; coordinates as a glyph's.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// From left to right; at least one.
    pub(super) cells: Vec<Cell>,
    /// Left end.
    pub(super) x0: f32,
    /// Right end.
    pub(super) x1: f32,
    /// Baseline.
    pub(super) y: f32,
    /// The size of most of it.
    pub(super) size: f32,
    /// Width of its first word.
    pub(super) first: f32,
    /// Its styles.
    pub(super) tally: Tally,
}

impl Line {
    /// Its cells in a row, a space between them.
    pub(super) fn text(&self) -> String {
        let cells: Vec<&str> = self.cells.iter().map(|cell| cell.text.as_str()).collect();
        cells.join(" ")
    }

    /// As many spaces between its cells as characters of this width fit; and before the first,
    /// from a left edge.
    pub(super) fn aligned(&self, left: f32, width: f32) -> String {
        let mut text = String::new();
        let mut end = left;
        for cell in &self.cells {
            let wanted = ((cell.x0 - end) / width.max(0.5)).round().clamp(0.0, 200.0) as usize;
            let least = usize::from(!text.is_empty());
            text.extend(std::iter::repeat_n(' ', wanted.max(least)));
            text.push_str(&cell.text);
            end = cell.x1;
        }
        text
    }
}

/// The lines of a region, downwards.
pub(super) fn lines(mut fragments: Vec<Fragment>) -> Vec<Line> {
    fragments.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x0.total_cmp(&b.x0)));
    let mut rows: Vec<Vec<Fragment>> = Vec::new();
    for fragment in fragments {
        match rows.last_mut() {
            Some(row) if is_on(row, &fragment) => row.push(fragment),
            _ => rows.push(vec![fragment]),
        }
    }
    rows.into_iter().filter_map(line).collect()
}

/// Whether a fragment stands on a row's baseline, or beside it as an exponent or index does.
fn is_on(row: &[Fragment], fragment: &Fragment) -> bool {
    let near = || row.iter().rev().take(NEAR);
    let Some(main) = near().max_by(|a, b| a.size.total_cmp(&b.size)) else {
        return false;
    };
    let em = main.size.max(fragment.size);
    let off = (fragment.y - main.y).abs();
    if off <= 0.25 * em {
        return true;
    }
    let is_script = main.size.min(fragment.size) < 0.8 * em && off <= 0.55 * em;
    is_script
        && near()
            .all(|other| fragment.x0 > other.x1 - 0.2 * em || fragment.x1 < other.x0 + 0.2 * em)
}

fn line(mut row: Vec<Fragment>) -> Option<Line> {
    row.sort_by(|a, b| a.x0.total_cmp(&b.x0));
    let main = row.iter().max_by_key(|it| it.text.len())?;
    let (y, size) = (main.y, main.size);
    let tally = row
        .iter()
        .fold(Tally::default(), |tally, it| tally.plus(it.tally));
    let first = row.first().map_or(0.0, |it| it.first);
    let x0 = row.first().map_or(0.0, |it| it.x0);
    let x1 = row.iter().map(|it| it.x1).fold(x0, f32::max);
    let mut cells: Vec<Cell> = Vec::new();
    for fragment in row {
        match cells.last_mut() {
            Some(cell) if fragment.x0 - cell.x1 < CELL * size => {
                if fragment.x0 - cell.x1 > 0.12 * size {
                    cell.text.push(' ');
                }
                cell.text.push_str(&fragment.text);
                cell.x1 = cell.x1.max(fragment.x1);
            }
            _ => cells.push(Cell {
                text: fragment.text,
                x0: fragment.x0,
                x1: fragment.x1,
            }),
        }
    }
    Some(Line {
        cells,
        x0,
        x1,
        y,
        size,
        first,
        tally,
    })
}
