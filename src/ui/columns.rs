//! The columns of callers and callees beside the code.

use super::canvas::Canvas;
use super::empty;
use super::outline;
use super::results;
use super::theme::Role;
use crate::app::{App, Column, Focus, Pane, grouped, rows};

pub(super) fn draw(app: &App, Pane { focus, area }: Pane, canvas: &mut Canvas<'_>) {
    let is_focused = app.screen.focus == focus;
    let column = app.columns.column(focus);
    let (mut pen, role) = outline::bar(canvas, area, is_focused);
    pen.put(&title(app, focus, column), role);
    if let Some(why) = column.error() {
        return empty::draw_sentences(canvas, area, &[(Role::Error, why.to_owned())]);
    }
    for (y, node, is_selected) in column.visible(&app.code, focus, area.height.into()) {
        let selected = (is_selected && is_focused).then_some(Role::Selection);
        let y = u16::try_from(y).unwrap_or(u16::MAX);
        let mut pen = canvas.list_pen(area, y, selected);
        if let Some(call) = &node.call {
            results::call_row(app, node, call, area.x, &mut pen);
        }
        if is_focused {
            results::label(app, node, canvas, rows(area, y, 1));
        }
    }
}

/// `callers of merge · 12`.
fn title(app: &App, focus: Focus, column: &Column) -> String {
    let words = focus.name();
    match (app.columns.subject(), column.calls()) {
        (None, _) => words.to_owned(),
        (Some(name), None) => format!("{words} of {name} …"),
        (Some(name), Some(calls)) => format!("{words} of {name} · {}", grouped(calls.len())),
    }
}
