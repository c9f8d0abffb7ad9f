//! How lines begin: bullets, the markers of list items, section numbers.

use super::label;
use super::line::Line;

/// Signs that begin the items of a list.
const BULLETS: &[char] = &[
    '•', '◦', '▪', '▫', '‣', '■', '□', '●', '○', '◆', '◇', '►', '▶', '✓', '✔', '➢', '→', '∗', '·',
    '⁃', '∙', '–', '—', '-', '*', '❖', '➤',
];

/// Whether a line begins with a bullet.
pub(super) fn is_bulleted(line: &Line) -> bool {
    let Some(cell) = line.cells.first() else {
        return false;
    };
    let mut chars = cell.text.chars();
    let has_bullet = chars.next().is_some_and(|char| BULLETS.contains(&char));
    let rest = chars.as_str();
    has_bullet && (rest.starts_with(' ') || (rest.is_empty() && line.cells.len() > 1))
}

/// Whether a line begins as an item of a list does: with a bullet, `1.`, `(a)`, `[12]`.
pub(super) fn is_item(line: &Line) -> bool {
    let Some(cell) = line.cells.first() else {
        return false;
    };
    let mut words = cell.text.split(' ');
    let word = words.next().unwrap_or_default();
    let has_more = words.next().is_some() || line.cells.len() > 1;
    is_bulleted(line) || (has_more && is_marker(word))
}

fn is_marker(word: &str) -> bool {
    let inner = word
        .trim_start_matches(['(', '['])
        .trim_end_matches([')', ']', '.']);
    let closes = word.ends_with([')', ']', '.']);
    let is_number =
        inner.chars().all(|char| char.is_ascii_digit()) && (1..=3).contains(&inner.len());
    let is_letter = inner.len() == 1
        && inner.chars().all(|char| char.is_ascii_alphabetic())
        && !word.ends_with('.');
    let is_roman =
        inner.len() <= 4 && !inner.is_empty() && inner.chars().all(|char| "ivx".contains(char));
    closes && (is_number || is_letter || (is_roman && !word.ends_with('.')))
}

/// Whether a line begins with a section's number, as in `2.1 Method`.
pub(super) fn is_numbered(line: &Line) -> bool {
    label::number(&line.text()).is_some()
}
