//! The prompt: what is typed, and what was understood of it as chips.

use super::Canvas;
use super::theme::Role;
use super::{line, pen};
use crate::app::{App, Focus};
use crate::search::Mode;

/// Cells that stay for typing, however many chips there are.
const TYPING: u16 = 24;

/// Where things are in the prompt.
#[derive(Default)]
pub(super) struct Drawn {
    /// Where the terminal's cursor belongs, if it belongs here.
    pub(super) cursor: Option<(u16, u16)>,
    /// The column in which the filter that is typed begins.
    pub(super) filter: Option<u16>,
}

/// Draws the prompt.
pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>) -> Drawn {
    let area = app.layout().prompt;
    if area.is_empty() {
        return Drawn::default();
    }
    let prompt = app.prompt();
    let is_focused = app.focus() == Focus::Prompt;
    let sign = canvas.style(if is_focused {
        Role::Accent
    } else {
        Role::Faint
    });
    let text_style = match prompt.is_selected() {
        true => canvas.style(Role::Selection),
        false => canvas.style(Role::Text),
    };
    let faint = canvas.style(Role::Faint);
    let chips_width = chips(app, area.width, canvas, area);
    let mut pen = canvas.pen(area, 0);
    pen.reserve(chips_width);
    let text = prompt.text();
    // Where the keys go is seen without colours too.
    let begins = if is_focused { "> " } else { "  " };
    pen.put(begins, sign);
    let line = line::draw(text, prompt.before_cursor(), text_style, &mut pen);
    if text.is_empty() {
        pen.put(invitation(prompt.mode()), faint);
    }
    let completion = app.completion().filter(|_| !text.is_empty());
    Drawn {
        cursor: is_focused.then_some((line.cursor, area.y)),
        filter: completion.map(|completion| line.column(text, completion.start())),
    }
}

/// What may be typed in each mode.
fn invitation(mode: Mode) -> &'static str {
    match mode {
        Mode::Hybrid => "ask in words, or name a symbol",
        Mode::Keywords => "words and names that stand there",
        Mode::Meaning => "say what it does, in your own words",
        Mode::Symbol => "a name, or parts of it: idxmrg, merger write",
        Mode::Regex => "a regular expression: fn \\w+_merge",
    }
}

/// Draws the chips at the right end, as many as fit; says how many cells they take.
fn chips(app: &App, width: u16, canvas: &mut Canvas<'_>, area: crate::app::Area) -> u16 {
    let (plain, negated) = (canvas.style(Role::Chip), canvas.style(Role::ChipNegated));
    let mut room = width.saturating_sub(TYPING);
    let mut fitting = Vec::new();
    for (text, is_negated) in chip_words(app) {
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

/// Each filter with how many leaves it lets through, each phrase, pattern and excluded word; with
/// whether it excludes.
fn chip_words(app: &App) -> Vec<(String, bool)> {
    let query = app.prompt().query();
    let filters = query.filters.iter().map(|filter| {
        let count = app.count_of(filter);
        let count = count.map(|count| format!(" {}", app.counted_words(count)));
        let count = count.unwrap_or_default();
        let field = filter.field.name();
        let sign = if filter.negated { "-" } else { "" };
        (
            format!("⟨{sign}{field}:{}{count}⟩", filter.value),
            filter.negated,
        )
    });
    let phrases = query
        .phrases
        .iter()
        .map(|phrase| (format!("⟨\"{phrase}\"⟩"), false));
    // In their own mode the pattern is all there is.
    let patterns = query.patterns.iter().filter(|_| query.mode != Mode::Regex);
    let patterns = patterns.map(|pattern| (format!("⟨/{}/⟩", pattern.source()), false));
    let excluded = query
        .excluded
        .iter()
        .map(|word| (format!("⟨-{word}⟩"), true));
    filters
        .chain(phrases)
        .chain(patterns)
        .chain(excluded)
        .collect()
}
