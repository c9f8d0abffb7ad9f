//! The prompt: the typed text, its filters as chips, and completions of a filter.
//!
//! [`draw()`] returns [`PromptPositions`], so that the completion list is below its filter.

use super::Canvas;
use super::pen::{self, Pen};
use super::theme::Role;
use crate::app::{Action, App, columns};
use crate::search::{Filter, Mode, UnknownValue};
use ratatui::layout::Rect;
use ratatui::widgets::Borders;

/// Minimum number of cells for typing beside the chips.
const TYPING: u16 = 24;
/// Maximum width of the list of values, and the gap between a value and its count.
const MAX_TITLE_WIDTH: u16 = 60;
const GAP: u16 = 2;
/// Below this width, the mode is not shown.
const WITH_MODE: u16 = 36;
/// Below this width, the repository is not shown.
const WITH_REPOSITORY: u16 = 90;

/// Positions in the prompt.
#[derive(Default)]
pub(super) struct PromptPositions {
    /// Position of the terminal's cursor, if the prompt has it.
    pub(super) cursor: Option<(u16, u16)>,
    /// Start column of the filter that is being typed.
    pub(super) filter: Option<u16>,
}

/// Draws the prompt.
pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>) -> PromptPositions {
    let area = app.screen.layout.prompt;
    if area.is_empty() {
        return PromptPositions::default();
    }
    let prompt = &app.prompt;
    let is_focused = app.screen.focus.is_prompt();
    let repository = repository(app, canvas, area);
    let area = columns(area, 0, area.width - repository);
    let chips_width = chips(app, canvas, area);
    let mut pen = canvas.pen(area, 0);
    pen.reserve(chips_width);
    if area.width >= WITH_MODE {
        pen.put(prompt.mode().name(), Role::Faint).space(1);
    }
    // The focus is visible without colors.
    match is_focused {
        true => pen.put("> ", Role::Accent),
        false => pen.put("  ", Role::Faint),
    };
    let role = match prompt.is_selected {
        true => Role::Selection,
        false => Role::Text,
    };
    let text = prompt.text();
    let line = typed(text, prompt.before_cursor(), role, &mut pen);
    if text.is_empty() {
        pen.put(invitation(prompt.mode()), Role::Faint);
    }
    let completion = app.completion().filter(|_| !text.is_empty());
    let filter = completion.and_then(|it| text.get(line.hidden..it.start()));
    PromptPositions {
        cursor: is_focused.then_some((line.cursor, area.y)),
        filter: completion.map(|_| line.start + filter.map_or(0, pen::width)),
    }
}

/// Draws the name of the repository and its branch or commit at the right end of a wide screen;
/// returns the cells they take.
fn repository(app: &App, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
    let head = &app.options.head;
    let commit = head
        .commit
        .as_ref()
        .map(|commit| commit.chars().take(8).collect());
    let branch = head.branch.clone().or(commit);
    let name = &app.options.root_name;
    let words = branch.map_or_else(|| name.clone(), |branch| format!("{name} · {branch}"));
    let taken = pen::width(&words) + 2;
    if area.width < WITH_REPOSITORY || taken > area.width / 3 {
        return 0;
    }
    let mut pen = canvas.pen(area, 0);
    pen.space(area.width - taken + 2).put(&words, Role::Faint);
    taken
}

/// Position of an input line.
pub(super) struct InputPosition {
    /// The column of the terminal's cursor.
    pub(super) cursor: u16,
    /// Start column of the visible text.
    start: u16,
    /// Number of bytes out of view to the left.
    hidden: usize,
}

/// Draws the text of a line so that the end of `before`, the text before the cursor, is in view.
pub(super) fn typed(text: &str, before: &str, role: Role, pen: &mut Pen<'_>) -> InputPosition {
    let start = pen.column();
    // The cursor needs a cell, so a long text before it moves left.
    let last = pen.room().saturating_sub(1);
    let (_, shown) = pen::end_of(before, last);
    let hidden = before.len() - shown.len();
    pen.put(text.get(hidden..).unwrap_or_default(), role);
    InputPosition {
        cursor: start + pen::width(shown).min(last),
        start,
        hidden,
    }
}

/// Placeholder of the prompt in each mode.
fn invitation(mode: Mode) -> &'static str {
    match mode {
        Mode::Hybrid => "Search code: describe it, or type a name",
        Mode::Keywords => "Search code: words and names",
        Mode::Semantic => "Search code: describe what it does",
        Mode::Symbol => "Symbol name, or parts of it: idxmrg, merger write",
        Mode::Regex => "Regular expression: fn \\w+_merge",
    }
}

/// A filter, phrase or pattern in the prompt.
struct Chip {
    text: String,
    /// Shorter text, if there is one.
    short: Option<String>,
    role: Role,
}

impl Chip {
    fn new(text: String, is_negated: bool) -> Self {
        Self {
            text,
            short: None,
            role: match is_negated {
                true => Role::ChipNegated,
                false => Role::Chip,
            },
        }
    }

    fn form(&self, is_short: bool) -> &str {
        self.short
            .as_ref()
            .filter(|_| is_short)
            .unwrap_or(&self.text)
    }
}

/// Draws as many chips as fit at the right end, in short form if not all fit otherwise; returns their width.
fn chips(app: &App, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
    let chips = all_chips(app);
    // The query comes first, up to half of the width: chips repeat parts of it.
    let mode = pen::width(app.prompt.mode().name()) + 4;
    let typed = pen::width(app.prompt.text()).saturating_add(mode);
    let typed = typed.clamp(TYPING, TYPING.max(area.width / 2));
    let room = area.width.saturating_sub(typed);
    let taken = |count: usize, is_short: bool| -> u16 {
        let chips = chips.iter().take(count);
        let cells = chips.map(|chip| pen::width(chip.form(is_short)) + 1);
        cells.fold(0, u16::saturating_add)
    };
    let is_short = taken(chips.len(), false) > room;
    let fitting = (0..=chips.len()).rfind(|count| taken(*count, is_short) <= room);
    let fitting = fitting.unwrap_or(0);
    let taken = taken(fitting, is_short);
    let mut pen = canvas.pen(area, 0);
    pen.space(area.width.saturating_sub(taken));
    for chip in chips.iter().take(fitting) {
        pen.space(1).put(chip.form(is_short), chip.role);
    }
    taken
}

/// A chip for each filter, phrase, pattern and exclusion; filters and phrases have counts.
fn all_chips(app: &App) -> Vec<Chip> {
    let query = &app.prompt.query;
    let filters = query.filters.iter().map(|filter| filter_chip(app, filter));
    let phrases = query.phrases.iter().map(|phrase| {
        let count = counted(app, app.completion.count_of_phrase(phrase));
        Chip::new(format!("⟨\"{phrase}\"{count}⟩"), false)
    });
    // In regex mode the pattern is the whole query.
    let patterns = query.patterns.iter().filter(|_| query.mode != Mode::Regex);
    let patterns = patterns.map(|it| Chip::new(format!("⟨/{}/⟩", it.source()), false));
    let excluded = query.excluded.iter();
    let excluded = excluded.map(|it| Chip::new(format!("⟨{}⟩", it.written()), true));
    filters
        .chain(phrases)
        .chain(patterns)
        .chain(excluded)
        .collect()
}

/// `⟨lang:rust 300⟩`, or `⟨unknown language; rust?⟩`.
fn filter_chip(app: &App, filter: &Filter) -> Chip {
    let sign = if filter.negated { "-" } else { "" };
    let whole = format!("{sign}{}:{}", filter.field.name(), filter.value);
    let Some(UnknownValue { what, nearest, .. }) = app.unknown(filter) else {
        let count = counted(app, app.completion.count_of(filter));
        return Chip::new(format!("⟨{whole}{count}⟩"), filter.negated);
    };
    let (text, short) = match nearest {
        Some(nearest) => (
            format!("⟨unknown {what}; {nearest}?⟩"),
            format!("⟨{nearest}?⟩"),
        ),
        None => (format!("⟨unknown {what}⟩"), format!("⟨no {what}⟩")),
    };
    Chip {
        text,
        short: Some(short),
        role: Role::Warning,
    }
}

/// A count after the text of a chip; empty if unknown.
fn counted(app: &App, count: Option<usize>) -> String {
    count.map_or_else(String::new, |count| {
        format!(" {}", app.counted_words(count))
    })
}

/// Draws the completions of the typed filter, with counts, in a list below its start column.
pub(super) fn completion(app: &App, cell: Option<u16>, canvas: &mut Canvas<'_>) {
    let (Some(completion), Some(cell)) = (app.completion(), cell) else {
        return;
    };
    let offers: Vec<_> = completion
        .visible()
        .map(|(offer, selected)| (&offer.value, app.counted_words(offer.count), selected))
        .collect();
    let widths = offers.iter().map(|(value, count, _)| {
        let width = pen::width(value).saturating_add(pen::width(count));
        width.saturating_add(GAP + 4)
    });
    let (screen, y) = (app.screen.layout.screen, app.screen.layout.prompt.y + 1);
    let width = widths.max().unwrap_or_default().clamp(18, MAX_TITLE_WIDTH);
    let width = width.min(screen.width);
    let rows = u16::try_from(offers.len()).unwrap_or(u16::MAX);
    // The values are aligned with the typed one: a frame and a marker precede them.
    let area = Rect {
        x: cell.saturating_sub(2).min(screen.width - width),
        y,
        width,
        height: rows.saturating_add(1).min(screen.height.saturating_sub(y)),
    };
    if area.is_empty() {
        return;
    }
    let sides = Borders::LEFT | Borders::RIGHT | Borders::BOTTOM;
    canvas.frame(area, sides, Role::BorderFocused);
    let inside = Rect {
        x: area.x + 1,
        width: area.width.saturating_sub(2),
        height: area.height - 1,
        ..area
    };
    for (row, (value, count, selected)) in (0..inside.height).zip(offers) {
        let selected = selected.then_some(Role::Selection);
        let mut pen = canvas.list_pen(inside, row, selected);
        pen.put_at_end(&[(count, Role::Count)]);
        pen.put(value, Role::Name);
    }
    let (at, all) = completion.position();
    let takes = app.key_on_top(Action::Complete);
    let message = format!(" {at}/{all} · {takes} ");
    if let Some(rest @ 1..) = inside.width.checked_sub(pen::width(&message)) {
        let mut pen = canvas.pen(area, area.height - 1);
        pen.space(rest + 1).put(&message, Role::Faint);
    }
}
