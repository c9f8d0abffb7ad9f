//! Rows of tables: lines next to each other whose cells stand below one another.

use super::line::{Cell, Line};
use super::marker;
use super::passage::Body;

/// Ems by which two cells of a column may be out of line.
const ALIGNED: f32 = 0.45;

/// For each line, whether it is a row.
pub(super) fn rows(lines: &[Line], body: &Body) -> Vec<bool> {
    let near = |a: &Line, b: &Line| b.y > a.y && b.y - a.y < 2.3 * body.leading(b.size);
    let mut rows = vec![false; lines.len()];
    for (at, (above, line)) in lines.iter().zip(lines.iter().skip(1)).enumerate() {
        // A wrapped cell may stand between two rows.
        let below = lines.get(at + 2);
        for (other, by) in [(Some(line), 1), (below, 2)] {
            let Some(other) = other else { continue };
            let is_near = match by {
                1 => near(above, other),
                _ => line.cells.len() == 1 && near(above, line) && near(line, other),
            };
            if is_near
                && can_be_row(above, body)
                && can_be_row(other, body)
                && are_aligned(above, other)
            {
                for row in [at, at + by] {
                    if let Some(row) = rows.get_mut(row) {
                        *row = true;
                    }
                }
            }
        }
    }
    rows
}

fn can_be_row(line: &Line, body: &Body) -> bool {
    let cells = line.cells.len();
    // A marker or a number and what it belongs to are no row.
    let is_marked = cells == 2
        && (marker::is_item(line) || (body.is_outstanding(line) && marker::is_numbered(line)));
    cells > 1 && !is_marked && !line.tally.is_mono()
}

/// Whether a cell after the first of one line stands below one of the other: left, right or centred.
fn are_aligned(a: &Line, b: &Line) -> bool {
    let em = ALIGNED * a.size.max(b.size);
    let below = |x: &Cell, y: &Cell| {
        (x.x0 - y.x0).abs() < em
            || (x.x1 - y.x1).abs() < em
            || (x.x0 + x.x1 - y.x0 - y.x1).abs() < em
    };
    a.cells
        .iter()
        .skip(1)
        .take(64)
        .any(|x| b.cells.iter().skip(1).take(64).any(|y| below(x, y)))
}

/// Whether a line goes on with the cells of the row above: close below, and its cells begin where
/// cells after the first begin, or a little indented.
pub(super) fn is_continued(above: &Line, line: &Line, body: &Body) -> bool {
    let step = line.y - above.y;
    let em = line.size;
    let is_close = step > 0.0 && step < body.leading(em) + 0.2 * em;
    is_close
        && line.cells.len() < above.cells.len().max(2)
        && line.cells.iter().all(|cell| {
            let columns = above.cells.iter().skip(usize::from(above.cells.len() > 1));
            columns
                .map(|column| cell.x0 - column.x0)
                .any(|off| off > -0.6 * em && off < 2.0 * em)
        })
}

/// A row and the lines its cells go on in as one line. Lines of a table of contents, whose dots
/// lead to a page number, are read without bars.
pub(super) fn row(lines: &[Line]) -> String {
    let Some((first, rest)) = lines.split_first() else {
        return String::new();
    };
    let mut cells: Vec<(f32, String)> = first
        .cells
        .iter()
        .map(|cell| (cell.x0, cell.text.clone()))
        .collect();
    for cell in rest.iter().flat_map(|line| &line.cells) {
        let nearest = cells
            .iter_mut()
            .min_by(|a, b| (a.0 - cell.x0).abs().total_cmp(&(b.0 - cell.x0).abs()));
        if let Some((_, text)) = nearest {
            text.push(' ');
            text.push_str(&cell.text);
        }
    }
    let texts: Vec<String> = cells.into_iter().map(|(_, text)| text).collect();
    let has_leader = texts
        .iter()
        .any(|text| text.contains(". . .") || text.contains("...."));
    texts.join(if has_leader { " " } else { " | " })
}
