//! What lies over the panes: the help, a list to choose from, a page to read, a name to type.

use super::theme::{Role, Theme};
use super::{Canvas, line, pen, sheet};
use crate::app::{Action, App, Area, Arrangement, Entry, Help, Line, Naming, Picker, Popup};
use ratatui::style::Style;

/// Keys that take more cells than this push what they do to the right.
const KEYS: u16 = 30;

/// Cells of air beside the keys.
const AIR: u16 = 2;

/// Draws the popup; says where the terminal's cursor belongs, if it belongs there.
pub(super) fn draw(popup: &Popup, app: &App, canvas: &mut Canvas<'_>) -> Option<(u16, u16)> {
    let inside = app.popup_area();
    let is_framed = app.layout().arrangement != Arrangement::Bare;
    let outside = if is_framed {
        around(inside)
    } else {
        app.layout().screen
    };
    clear(canvas, outside);
    let searched = match popup {
        Popup::Help(help) => help.search(),
        Popup::Pick(_) | Popup::Sheet(_) | Popup::Name(_) => "",
    };
    if is_framed {
        frame(canvas, outside, popup.title(), searched);
    }
    let (cursor, footer) = match popup {
        Popup::Help(it) => (None, help(it, canvas, inside)),
        Popup::Pick(it) => picker(it, &app.key_on_top(Action::Choose), canvas, inside),
        Popup::Sheet(it) => {
            sheet::draw(it, canvas, inside);
            (None, more(it.more()).to_owned())
        }
        Popup::Name(it) => naming(it, &app.key_on_top(Action::Choose), canvas, inside),
    };
    let footer = format!(" {footer}{} closes ", app.key_on_top(Action::Climb));
    let faint = canvas.style(Role::Faint);
    let mut pen = canvas.pen(outside, outside.height.saturating_sub(1));
    pen.space(u16::from(is_framed) * 2);
    pen.put(&footer, faint);
    cursor
}

/// Draws the lines of the help; says what its footer says.
fn help(help: &Help, canvas: &mut Canvas<'_>, inside: Area) -> String {
    let (accent, faint) = (canvas.style(Role::Accent), canvas.style(Role::Faint));
    let key = canvas.style(Role::Key);
    let column = column(help);
    for (row, entry) in (0..inside.height).zip(help.visible()) {
        let mut pen = canvas.pen(inside, row);
        match entry {
            Entry::Heading(heading) => {
                pen.put(heading, accent);
            }
            Entry::Keys(keys, means) => {
                let narrow = inside.width < column * 2;
                pen.space(if narrow { 0 } else { AIR });
                pen.put(keys, key);
                pen.space(AIR);
                if !narrow {
                    pen.move_to(inside.x + column);
                }
                pen.put(means, faint);
            }
        }
    }
    if help.is_empty() {
        canvas
            .pen(inside, 0)
            .put("no key does that; Backspace", faint);
    }
    format!("{}type to search · ", more(help.more()))
}

/// Cells before what the keys do: the longest keys with air on both sides, whatever is in view.
fn column(help: &Help) -> u16 {
    let keys = help.keys().map(pen::width);
    let longest = keys.filter(|cells| *cells <= KEYS).max();
    longest.unwrap_or_default() + 2 * AIR
}

fn picker(
    picker: &Picker,
    chooses: &str,
    canvas: &mut Canvas<'_>,
    inside: Area,
) -> (Option<(u16, u16)>, String) {
    let cursor = typed(picker.line(), canvas, inside);
    let theme = canvas.theme;
    for (row, item) in (1..inside.height).zip(picker.visible()) {
        let ground = match item.is_selected {
            true => theme.style(Role::Selection),
            false => Style::new(),
        };
        let on = |role| Theme::over(ground, theme.style(role));
        let mut pen = canvas.pen(inside, row);
        pen.ground(ground);
        pen.put(if item.is_selected { "▌" } else { " " }, on(Role::Hit));
        let note = pen::width(item.note);
        if note > 0 && note + 12 < pen.room() {
            let back = pen.column();
            pen.space(pen.room() - note - 1);
            pen.put(item.note, on(Role::Key));
            pen.back_to(back);
            pen.reserve(note + 2);
        }
        for (at, c) in item.text.chars().enumerate() {
            let is_lit = u32::try_from(at).is_ok_and(|at| item.lit.binary_search(&at).is_ok());
            let style = match is_lit {
                true => on(Role::Match),
                false => on(Role::Name),
            };
            if !pen.put_char(c, style) {
                break;
            }
        }
    }
    let (found, all) = picker.counts();
    if found == 0 {
        let faint = canvas.style(Role::Faint);
        canvas.pen(inside, 1).put(picker.nothing(), faint);
    }
    (cursor, format!("{found}/{all} · {chooses} chooses · "))
}

fn naming(
    naming: &Naming,
    writes: &str,
    canvas: &mut Canvas<'_>,
    inside: Area,
) -> (Option<(u16, u16)>, String) {
    let cursor = typed(naming.line(), canvas, inside);
    if inside.height > 1 {
        let faint = canvas.style(Role::Faint);
        let says = "a file that is there stays as it is; the new one gets a number";
        canvas.pen(inside, 1).put(says, faint);
    }
    (cursor, format!("{writes} writes · "))
}

/// The line that is typed in; where its cursor is.
fn typed(line: &Line, canvas: &mut Canvas<'_>, inside: Area) -> Option<(u16, u16)> {
    let styles = (canvas.style(Role::Accent), canvas.style(Role::Text));
    let mut pen = canvas.pen(inside, 0);
    pen.put("> ", styles.0);
    let drawn = line::draw(line.text(), line.before_cursor(), styles.1, &mut pen);
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

/// The frame's cells around the popup's rows, with a column of air on each side.
pub(super) fn around(inside: Area) -> Area {
    Area {
        x: inside.x.saturating_sub(2),
        y: inside.y.saturating_sub(1),
        width: inside.width + 4,
        height: inside.height + 2,
    }
}

pub(super) fn clear(canvas: &mut Canvas<'_>, area: Area) {
    let text = canvas.style(Role::Text);
    for row in 0..area.height {
        let mut pen = canvas.pen(area, row);
        for _ in 0..area.width {
            pen.put(" ", text);
        }
    }
}

pub(super) fn frame(canvas: &mut Canvas<'_>, area: Area, title: &str, searched: &str) {
    let style = canvas.style(Role::BorderFocused);
    let (accent, strong) = (canvas.style(Role::Accent), canvas.style(Role::Title));
    let line = "─".repeat(usize::from(area.width.saturating_sub(2)));
    canvas
        .pen(area, 0)
        .put("┌", style)
        .put(&line, style)
        .put("┐", style);
    for row in 1..area.height.saturating_sub(1) {
        let mut pen = canvas.pen(area, row);
        pen.put("│", style).space(area.width.saturating_sub(2));
        pen.put("│", style);
    }
    let last = area.height.saturating_sub(1);
    canvas
        .pen(area, last)
        .put("└", style)
        .put(&line, style)
        .put("┘", style);
    let mut pen = canvas.pen(area, 0);
    pen.space(2);
    pen.reserve(2);
    pen.put(" ", accent).put(title, accent).put(" ", accent);
    if !searched.is_empty() {
        pen.put("─ ", style).put(searched, strong).put(" ", style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::fixture;

    #[test]
    fn what_the_keys_do_stands_in_one_column() {
        let mut app = fixture::app(120, 30);
        fixture::drive(&mut app, "<tab>?");
        let Some(Popup::Help(help)) = app.popup() else {
            panic!("the help is shown");
        };
        let widest = help.keys().map(pen::width).max();
        assert_eq!(widest.map(|cells| cells + 2 * AIR), Some(column(help)));
    }
}
