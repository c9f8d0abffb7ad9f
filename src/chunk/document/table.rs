//! Tables of AsciiDoc: the rows between two lines of their mark.

use super::block::{Block, Content};
use super::line::Line;

/// The mark around a table.
pub(super) const MARK: &str = "|===";

/// The blocks of a table from its first mark on, and how many lines it takes.
pub(super) fn rows(lines: &[Line<'_>], depth: usize) -> (Vec<Block>, usize) {
    let end = lines.iter().skip(1).position(|line| line.text == MARK);
    let taken = end.map_or(lines.len(), |end| end + 2);
    let start = lines.first().map_or(0, |line| line.start);
    let inner = lines.iter().take(taken.saturating_sub(1)).skip(1);
    // The first row is the head, and belongs to the table's own mark.
    let rows = inner.filter(|line| line.text.starts_with('|')).skip(1);
    let head = start..rows.clone().next().map_or(start, |row| row.start);
    let rows = rows.map(|row| {
        let head = head.clone();
        Block::new(row.start, depth + 1, Content::Row { head })
    });
    let table = Block::new(start, depth, Content::Text);
    (std::iter::once(table).chain(rows).collect(), taken)
}
