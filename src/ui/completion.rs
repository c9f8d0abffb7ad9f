//! The list under the prompt: what the filter that is typed may become, with counts.

use super::Canvas;
use super::pen;
use super::theme::{Role, Theme};
use crate::app::{Action, App, Area, Completion};
use ratatui::style::Style;

/// Cells of the list at most, and between a value and its count.
const WIDEST: u16 = 60;
const GAP: u16 = 2;

/// Draws the list, if there is one, under the cell in which the filter begins.
pub(super) fn draw(app: &App, cell: Option<u16>, canvas: &mut Canvas<'_>) {
    let (Some(completion), Some(cell)) = (app.completion(), cell) else {
        return;
    };
    let area = area(app, completion, cell);
    if area.is_empty() {
        return;
    }
    let theme = canvas.theme;
    let border = theme.style(Role::BorderFocused);
    let inner = area.width.saturating_sub(2);
    for (row, (offer, selected)) in (0..area.height.saturating_sub(1)).zip(completion.visible()) {
        let ground = match selected {
            true => theme.style(Role::Selection),
            false => Style::new(),
        };
        let on = |role| Theme::over(ground, theme.style(role));
        let count = app.counted_words(offer.count);
        let mut pen = canvas.pen(area, row);
        pen.put("│", border);
        let start = pen.column();
        for _ in 0..inner {
            pen.put(" ", on(Role::Text));
        }
        pen.put("│", border);
        pen.back_to(start);
        pen.put(if selected { "▌" } else { " " }, on(Role::Hit));
        let taken = pen::width(&count) + GAP;
        pen.put_within(&offer.value, on(Role::Name), taken + 1);
        pen.move_to(start + inner.saturating_sub(taken - 1));
        pen.put(&count, on(Role::Count));
    }
    let takes = app.key_on_top(Action::Complete);
    bottom(completion, &takes, area, inner, canvas);
}

fn bottom(completion: &Completion, takes: &str, area: Area, inner: u16, canvas: &mut Canvas<'_>) {
    let (border, faint) = (canvas.style(Role::BorderFocused), canvas.style(Role::Faint));
    let (at, all) = completion.position();
    let says = format!(" {at}/{all} · {takes} ");
    let rest = inner.saturating_sub(pen::width(&says));
    let line = "─".repeat(usize::from(rest));
    let mut pen = canvas.pen(area, area.height.saturating_sub(1));
    pen.put("└", border).put(&line, border);
    if rest > 0 {
        pen.put(&says, faint);
    }
    pen.put("┘", border);
}

/// Under the prompt, as wide as its rows, on the screen.
fn area(app: &App, completion: &Completion, cell: u16) -> Area {
    let layout = app.layout();
    let (screen, prompt) = (layout.screen, layout.prompt);
    let rows = completion.visible();
    let widths = rows.map(|(offer, _)| {
        pen::width(&offer.value)
            .saturating_add(pen::width(&app.counted_words(offer.count)))
            .saturating_add(GAP + 4)
    });
    let widest = widths.max().unwrap_or_default().max(18);
    let width = widest.min(WIDEST).min(screen.width);
    let y = prompt.y + 1;
    let rows = u16::try_from(completion.visible().count()).unwrap_or(u16::MAX);
    let height = rows.saturating_add(1).min(screen.height.saturating_sub(y));
    Area {
        // The value stands under what is typed, beside the frame and the marker.
        x: cell.saturating_sub(2).min(screen.width - width),
        y,
        width,
        height,
    }
}
