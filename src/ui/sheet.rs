//! A page to read: its values in columns.

use super::Canvas;
use super::status::role;
use super::theme::Role;
use crate::app::{Area, Cell, Sheet, Subject};

/// Below so many cells nothing is left over for columns: what stands in them would push the rest out.
const NARROW: u16 = 60;

/// Cells of the longest bar.
const BAR: usize = 10;

/// Cells that the columns of a page have, without the one of air behind each.
struct Columns {
    label: usize,
    field: usize,
}

impl Columns {
    fn of(subject: Subject, width: u16) -> Self {
        match subject {
            Subject::Why => Self {
                label: 9,
                field: 38,
            },
            Subject::Index if width < NARROW => Self {
                label: 10,
                field: 0,
            },
            Subject::Index => Self {
                label: 11,
                field: 23,
            },
        }
    }

    /// A value as it is shown, and how it is styled.
    fn shown(&self, cell: &Cell) -> (String, Role) {
        let Self { label, field } = *self;
        match cell {
            Cell::Label(tone, text) => (format!("{text:<label$} "), role(*tone)),
            Cell::Score(tone, value) => {
                let cells = label.saturating_sub(1);
                (format!("{value:>+cells$.3}  "), role(*tone))
            }
            Cell::Bar(tone, share) => (format!("{:<BAR$} ", bar(*share)), role(*tone)),
            Cell::Field(tone, text) => (format!("{text:<field$} "), role(*tone)),
            Cell::Done(true) => ("✓ ".to_owned(), Role::Good),
            Cell::Done(false) => ("▸ ".to_owned(), Role::Text),
            Cell::Indent(levels) => ("  ".repeat(usize::from(*levels)), Role::Text),
            Cell::Text(part) => (part.text.clone(), role(part.tone)),
        }
    }
}

/// Draws the rows that are in view.
pub(super) fn draw(sheet: &Sheet, canvas: &mut Canvas<'_>, inside: Area) {
    let columns = Columns::of(sheet.subject(), inside.width);
    for (row, cells) in (0..inside.height).zip(sheet.visible()) {
        let mut shown = Vec::with_capacity(cells.len());
        for cell in cells {
            let (text, role) = columns.shown(cell);
            shown.push((text, canvas.style(role)));
        }
        let mut pen = canvas.pen(inside, row);
        for (text, style) in shown {
            pen.put(&text, style);
        }
    }
}

/// A share, 0 to 1, as a bar of at least a half cell.
fn bar(share: f32) -> String {
    let halves = ((share * 2.0 * BAR as f32).round() as usize).clamp(1, 2 * BAR);
    let half = match halves % 2 {
        0 => "",
        _ => "▌",
    };
    format!("{}{half}", "█".repeat(halves / 2))
}
