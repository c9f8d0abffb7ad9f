//! Popups: help, lists, pages, name prompts, and the continuations of a key prefix.
//!
//! [`draw()`] draws over the panes, which it does not change.

use super::canvas::Canvas;
use super::pen;
use super::prompt::typed;
use super::status::role;
use super::theme::Role;
use crate::app::{
    Action, App, Arrangement, Cell, Content, InputLine, Page, PageSubject, Popup, columns, shown,
    units,
};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Borders;

/// Minimum width for columns on the index page.
const NARROW_SCREEN: u16 = 60;

/// Width of a column of keys.
const COLUMN: u16 = 38;

/// Draws the popup; returns the position of the cursor, if it has one.
pub(super) fn draw(popup: &Popup, app: &App, canvas: &mut Canvas<'_>) -> Option<(u16, u16)> {
    let inside = app.popup_area();
    let searched = match &popup.content {
        Content::Page(..) => popup.line.text(),
        _ => "",
    };
    let rows = if is_framed(app) {
        inside
    } else {
        app.screen.layout.screen
    };
    let outside = frame(app, canvas, rows, &popup.title, searched);
    let chooses = app.key_on_top(Action::Choose);
    let (cursor, footer) = match &popup.content {
        Content::Page(kind, _) => {
            page(popup, *kind, canvas, inside);
            (None, more(popup.overflow()).to_owned())
        }
        content => {
            let cursor = line(&popup.line, canvas, inside);
            let side = app.preview_area();
            let list = inside.width - side.map_or(0, |side| side.width);
            let list = columns(inside, 0, list);
            items(popup, canvas, list);
            if let Some(side) = side {
                preview(app, canvas, side);
            }
            let (found, all) = popup.counts();
            let footer = match content {
                Content::Name(..) => format!("{chooses} writes · "),
                Content::Find => match app.code.match_count() {
                    _ if popup.line.text().is_empty() => String::new(),
                    (_, 0) => "no match · ".to_owned(),
                    (at, all) => format!("{at}/{all} · {chooses} keeps the match · "),
                },
                Content::Filter => {
                    let (found, all) = app.filtered_rows();
                    format!("{found}/{all} · {chooses} keeps the filter · ")
                }
                _ => format!("{found}/{all} · {chooses} chooses · "),
            };
            (cursor, footer)
        }
    };
    let footer = format!(" {footer}{} closes ", app.key_on_top(Action::Escape));
    let mut pen = canvas.pen(outside, outside.height.saturating_sub(1));
    let air = u16::from(is_framed(app)) * 2;
    pen.space(air).reserve(air);
    pen.put(&footer, Role::Faint);
    cursor
}

fn is_framed(app: &App) -> bool {
    // The code stays in view while a text to find is typed.
    app.screen.layout.arrangement != Arrangement::Bare || app.screen.is_finding()
}

/// Clears the area of these rows and draws a frame around it if there is room; returns the outer area.
fn frame(app: &App, canvas: &mut Canvas<'_>, rows: Rect, title: &str, searched: &str) -> Rect {
    if !is_framed(app) {
        canvas.frame(rows, Borders::NONE, Role::Text);
        return rows;
    }
    let area = Rect {
        x: rows.x.saturating_sub(2),
        y: rows.y.saturating_sub(1),
        width: rows.width + 4,
        height: rows.height + 2,
    };
    canvas.frame(area, Borders::ALL, Role::BorderFocused);
    let mut pen = canvas.pen(area, 0);
    pen.space(2).reserve(2);
    pen.put(&format!(" {title} "), Role::Accent);
    if !searched.is_empty() {
        pen.put("─ ", Role::BorderFocused)
            .put(searched, Role::Title);
        pen.put(" ", Role::BorderFocused);
    }
    area
}

fn items(popup: &Popup, canvas: &mut Canvas<'_>, inside: Rect) {
    for (row, item) in (1..inside.height).zip(popup.visible()) {
        let selected = item.is_selected.then_some(Role::Selection);
        let mut pen = canvas.list_pen(inside, row, selected);
        let note = pen::width(item.note);
        if note > 0 && note + 12 < pen.room() {
            pen.reserve(1);
            pen.put_at_end(&[(item.note.to_owned(), Role::Key)]);
        }
        let mut found = Vec::new();
        for (nth, (offset, _)) in (0u32..).zip(item.text.char_indices()) {
            if item.matched_chars.binary_search(&nth).is_ok() {
                found.push(offset);
            }
        }
        pen.put_matched(item.text, Role::Name, |at| found.binary_search(&at).is_ok());
    }
    if popup.counts().0 == 0 {
        let nothing = popup.content.empty_message();
        canvas.pen(inside, 1).put(nothing, Role::Faint);
    }
}

/// Draws the selected file beside the list, highlighted, at the typed line.
fn preview(app: &App, canvas: &mut Canvas<'_>, area: Rect) {
    for row in 0..area.height {
        canvas.pen(area, row).put("│", Role::Border);
    }
    let Some((page, first)) = app.preview() else {
        return;
    };
    // A few lines before the typed one.
    let top = first.saturating_sub(u32::from(area.height) / 3).max(1);
    for (row, line) in (0..area.height).zip(top..=page.lines()) {
        let theme = canvas.theme;
        let mut pen = canvas.pen(area, row);
        pen.space(2);
        let number = format!("{line:>width$}", width = page.gutter());
        let role = if line == first && first > 1 {
            Role::LineNumberHit
        } else {
            Role::LineNumber
        };
        pen.put(&number, role).space(1);
        pen.fresh_start();
        let bytes = page.bytes(line);
        let spans = page.spans(bytes.clone());
        for (at, unit) in units(&page.line(line)) {
            let role = Page::role_at(spans, bytes.start + at);
            let style = role.map_or_else(Style::new, |role| theme.code(role));
            if !pen.put_unit(unit, style) {
                break;
            }
        }
    }
}

/// Draws the input line; returns the position of its cursor.
fn line(line: &InputLine, canvas: &mut Canvas<'_>, inside: Rect) -> Option<(u16, u16)> {
    let mut pen = canvas.pen(inside, 0);
    pen.put("> ", Role::Accent);
    let drawn = typed(line.text(), line.before_cursor(), Role::Text, &mut pen);
    (inside.height > 0).then_some((drawn.cursor, inside.y))
}

fn more(more: (bool, bool)) -> &'static str {
    match more {
        (true, true) => "↑↓ more · ",
        (false, true) => "↓ more · ",
        (true, false) => "↑ more · ",
        (false, false) => "",
    }
}

/// Draws a page, its values in columns.
fn page(popup: &Popup, kind: PageSubject, canvas: &mut Canvas<'_>, inside: Rect) {
    // Cells of a label and of a field, without the blank one after each.
    let (label, field) = match kind {
        PageSubject::Explanation
        | PageSubject::Docs
        | PageSubject::Deleted
        | PageSubject::Output => (9, 38),
        PageSubject::Index if inside.width < NARROW_SCREEN => (10, 0),
        PageSubject::Index => (11, 23),
    };
    for (row, cells) in (0..inside.height).zip(popup.visible_rows()) {
        let mut pen = canvas.pen(inside, row);
        for cell in cells {
            match cell {
                Cell::Label(tone, text) => pen.put(&format!("{text:<label$} "), role(*tone)),
                Cell::Field(tone, text) => pen.put(&format!("{text:<field$} "), role(*tone)),
                Cell::Text(part) => pen.put(&part.text, role(part.tone)),
            };
        }
    }
}

/// Draws the possible continuations of the pressed keys above the status line.
pub(super) fn draw_next_keys(app: &App, canvas: &mut Canvas<'_>) {
    let followers = app.next_keys();
    let layout = &app.screen.layout;
    let air = u16::from(is_framed(app)) * 2;
    let width = layout.screen.width.saturating_sub(air * 2);
    let per_row = (width / COLUMN).max(1);
    let foot = layout.status.y.saturating_sub(air);
    let most = foot.saturating_sub(air + layout.prompt.y + 1);
    let rows = followers.len().div_ceil(per_row.into());
    let rows = u16::try_from(rows).unwrap_or(u16::MAX).min(most);
    let inside = Rect::new(air, foot.saturating_sub(rows), width, rows);
    if inside.is_empty() || layout.status.is_empty() {
        return;
    }
    frame(app, canvas, inside, &shown(&app.screen.prefix), "");
    let keys = followers.iter().map(|(key, _)| pen::width(key)).max();
    for (at, (key, means)) in (0..rows * per_row).zip(&followers) {
        let column = width / per_row;
        let cell = columns(inside, at / rows * column, column);
        let mut pen = canvas.pen(cell, at % rows);
        pen.put(key, Role::Key);
        pen.move_to(cell.x + keys.unwrap_or_default());
        pen.put("  ", Role::Faint).reserve(1);
        pen.put(means, Role::Faint);
    }
}
