//! The help over everything else, made from the live keymap.

use super::Canvas;
use super::theme::Role;
use crate::app::{App, Area, Arrangement, Entry};

/// Cells before what the keys do: the longest keys with air on both sides.
const KEYS: u16 = 25;

/// Cells of air beside the keys.
const AIR: u16 = 2;

pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>) {
    let Some(help) = app.help() else {
        return;
    };
    let inside = app.layout().help();
    let (text, border) = (canvas.style(Role::Text), canvas.style(Role::BorderFocused));
    let (accent, faint) = (canvas.style(Role::Accent), canvas.style(Role::Faint));
    let (key, title) = (canvas.style(Role::Key), canvas.style(Role::Title));
    let framed = app.layout().arrangement != Arrangement::Bare;
    let outside = if framed {
        around(inside)
    } else {
        app.layout().screen
    };
    for row in 0..outside.height {
        let mut pen = canvas.pen(outside, row);
        for _ in 0..outside.width {
            pen.put(" ", text);
        }
    }
    if framed {
        frame(canvas, outside, border);
        let mut pen = canvas.pen(outside, 0);
        pen.space(2);
        pen.put(" keys ", accent);
        if !help.search().is_empty() {
            pen.put("─ ", border)
                .put(help.search(), title)
                .put(" ", border);
        }
    }
    for (row, entry) in (0..inside.height).zip(help.visible()) {
        let mut pen = canvas.pen(inside, row);
        match entry {
            Entry::Heading(heading) => {
                pen.put(heading, accent);
            }
            Entry::Keys(keys, means) => {
                let narrow = inside.width < KEYS * 2;
                pen.space(if narrow { 0 } else { AIR });
                pen.put(keys, key);
                pen.space(AIR);
                if !narrow {
                    pen.move_to(inside.x + KEYS);
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
    let more = match help.more() {
        (true, true) => "↑↓ more · ",
        (false, true) => "↓ more · ",
        (true, false) => "↑ more · ",
        (false, false) => "",
    };
    let footer = format!(" {more}type to search · Esc closes ");
    let mut pen = canvas.pen(outside, outside.height.saturating_sub(1));
    pen.space(u16::from(framed) * 2);
    pen.put(&footer, faint);
}

/// The frame's cells around the help's rows, with a column of air on each side.
fn around(inside: Area) -> Area {
    Area {
        x: inside.x.saturating_sub(2),
        y: inside.y.saturating_sub(1),
        width: inside.width + 4,
        height: inside.height + 2,
    }
}

fn frame(canvas: &mut Canvas<'_>, area: Area, style: ratatui::style::Style) {
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::fixture;
    use unicode_width::UnicodeWidthStr;

    #[test]
    fn what_the_keys_do_stands_in_one_column() {
        let mut app = fixture::app(120, u16::MAX);
        fixture::drive(&mut app, "<tab>?");
        let entries = app.help().expect("it is shown").visible();
        let keys = entries.iter().filter_map(|entry| match entry {
            Entry::Keys(keys, _) => Some(keys.as_str()),
            Entry::Heading(_) => None,
        });
        let longest = keys.map(UnicodeWidthStr::width).max();
        assert_eq!(longest, Some(usize::from(KEYS - 2 * AIR)));
    }
}
