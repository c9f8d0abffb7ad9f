//! Lines of the old text: removed ones in place, deleted declarations, and the left half of two texts side by side.

use super::canvas::Canvas;
use super::pen::Pen;
use super::theme::Role;
use crate::app::{Code, Glyph, Page, Row, units};
use crate::corpus::LineChange;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

/// Draws the row of a deleted declaration, with its former line number.
pub(super) fn deleted(code: &Code, canvas: &mut Canvas<'_>, area: Rect, y: u16, row: (Row, bool)) {
    let (Row::Old(number, _), cursor) = row else {
        return;
    };
    let mut pen = canvas.pen(area, y);
    pen.put(if cursor { "▌" } else { " " }, Role::Hit);
    pen.put(&format!("{number:>4} "), Role::LineNumber);
    pen.put("- ", Role::Error);
    pen.fresh_start();
    text(code, &mut pen, number, Role::Error);
}

/// Draws the old line beside a row, if there is one.
pub(super) fn left(
    code: &Code,
    page: &Page,
    canvas: &mut Canvas<'_>,
    area: Rect,
    (y, row): (u16, Row),
) {
    let (number, role) = match row {
        Row::Old(number, _) => (number, Role::Error),
        Row::Line(line) | Row::Part(line, (0, _)) | Row::Cells(line, 0) => {
            let Some(number) = code.old_number(line) else {
                return;
            };
            let is_changed = code.change(page, line) == Some(LineChange::Modified);
            (number, if is_changed { Role::Error } else { Role::Text })
        }
        _ => return,
    };
    let mut pen = canvas.pen(area, y);
    let gutter = page.gutter();
    pen.put(&format!(" {number:>gutter$} "), Role::LineNumber);
    pen.put(if role == Role::Error { "-" } else { " " }, role)
        .space(1);
    pen.fresh_start();
    text(code, &mut pen, number, role);
}

/// Draws an old line from the first column that is not scrolled out of view, highlighted, with the words marked that are
/// gone.
pub(super) fn text(code: &Code, pen: &mut Pen<'_>, number: u32, role: Role) {
    let line = code.old_line(number);
    let words = code.removed_words(number);
    let (hidden, mut column) = (code.scrolled(), 0);
    let (spans, start) = code.old_spans(number);
    for (at, unit) in units(&line) {
        if column < hidden {
            column += Glyph::of(unit).cells(column);
            continue;
        }
        let (left, is_full) = (pen.column(), pen.room() == 0);
        // An ellipsis replaces the last cell of a full row.
        let is_gone = words.iter().any(|word| word.contains(&(at as u32)));
        match Page::role_at(spans, start + at) {
            Some(highlight) if !is_gone => _ = pen.put_text(unit, pen.theme().code(highlight)),
            _ => _ = pen.put(unit, role),
        }
        if is_full {
            return;
        }
        if is_gone {
            pen.toggle(left, Modifier::UNDERLINED);
        }
    }
}
