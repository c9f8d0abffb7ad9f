//! Tables of reStructuredText: their columns stand below one another, so nothing may hide in them.

use std::ops::Range;

/// The bytes of the tables between lines of `=====  ====`, in order.
pub(super) fn simple_tables(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        let at = start;
        start += line.len();
        (at, line.trim())
    });
    let lines: Vec<(usize, &str)> = lines.collect();
    let is_blank = |line: usize| lines.get(line).is_none_or(|(_, line)| line.is_empty());
    let borders = lines
        .iter()
        .enumerate()
        .filter(|(_, (_, line))| is_border(line));
    let mut tables = Vec::new();
    let mut open = None;
    for (number, (at, line)) in borders {
        match (open, is_blank(number + 1)) {
            // The last border has nothing below it.
            (Some(start), true) => {
                tables.push(start..at + line.len());
                open = None;
            }
            (None, false) => open = Some(*at),
            _ => {}
        }
    }
    tables
}

/// Whether a line is of a table whose cells have borders all around.
pub(super) fn is_grid(words: &str) -> bool {
    words.starts_with("+-")
        || words.starts_with("+=")
        || (words.len() > 1 && words.starts_with('|') && words.ends_with('|'))
}

fn is_border(line: &str) -> bool {
    line.starts_with("==") && line.contains(' ') && line.bytes().all(|it| matches!(it, b'=' | b' '))
}
