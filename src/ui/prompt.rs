//! The prompt: what is typed, and what was understood of it as chips.

use super::Canvas;
use super::pen;
use super::theme::Role;
use crate::app::{App, Focus};
use crate::search::Query;

/// Cells that stay for typing, however many chips there are.
const TYPING: u16 = 24;

/// Draws the prompt; says where the terminal's cursor belongs, if it belongs here.
pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>) -> Option<(u16, u16)> {
    let area = app.layout().prompt;
    if area.is_empty() {
        return None;
    }
    let prompt = app.prompt();
    let is_focused = app.focus() == Focus::Prompt;
    let sign = canvas.style(if is_focused {
        Role::Accent
    } else {
        Role::Faint
    });
    let (text_style, faint) = (canvas.style(Role::Text), canvas.style(Role::Faint));
    let chips_width = chips(prompt.query(), area.width, canvas, area);
    let mut pen = canvas.pen(area, 0);
    pen.reserve(chips_width);
    pen.put("> ", sign);
    let start = pen.column();
    let room = pen.room();
    if prompt.text().is_empty() {
        pen.put("ask in words, or name a symbol", faint);
        return is_focused.then_some((start, area.y));
    }
    // The cursor needs a cell of its own, so the text before it moves left when it is long.
    let (_, before) = pen::end_of(prompt.before_cursor(), room.saturating_sub(1));
    let hidden = prompt.before_cursor().len() - before.len();
    pen.put(&prompt.text()[hidden..], text_style);
    let cursor = start + pen::width(before).min(room.saturating_sub(1));
    is_focused.then_some((cursor, area.y))
}

/// Draws the chips at the right end, as many as fit; says how many cells they take.
fn chips(query: &Query, width: u16, canvas: &mut Canvas<'_>, area: crate::app::Area) -> u16 {
    let (plain, negated) = (canvas.style(Role::Chip), canvas.style(Role::ChipNegated));
    let mut room = width.saturating_sub(TYPING);
    let mut fitting = Vec::new();
    for (text, is_negated) in chip_words(query) {
        let cells = pen::width(&text) + 1;
        if cells > room {
            break;
        }
        room -= cells;
        fitting.push((text, if is_negated { negated } else { plain }));
    }
    let taken: u16 = fitting.iter().map(|(text, _)| pen::width(text) + 1).sum();
    let mut pen = canvas.pen(area, 0);
    pen.space(width.saturating_sub(taken));
    for (text, style) in fitting {
        pen.space(1);
        pen.put(&text, style);
    }
    taken
}

/// Each filter, phrase and excluded word, with whether it excludes.
fn chip_words(query: &Query) -> Vec<(String, bool)> {
    let filters = query.filters.iter().map(|filter| {
        let field = filter.field.name();
        let sign = if filter.negated { "-" } else { "" };
        (format!("⟨{sign}{field}:{}⟩", filter.value), filter.negated)
    });
    let phrases = query
        .phrases
        .iter()
        .map(|phrase| (format!("⟨\"{phrase}\"⟩"), false));
    let excluded = query
        .excluded
        .iter()
        .map(|word| (format!("⟨-{word}⟩"), true));
    filters.chain(phrases).chain(excluded).collect()
}
