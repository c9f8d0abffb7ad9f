//! The prompt: the typed text, its filters as chips, and completions of a filter.
//!
//! [`draw()`] returns [`PromptPositions`], so that the completion list is below its filter.

use super::canvas::Canvas;
use super::pen::{self, Pen};
use super::theme::Role;
use crate::app::{Action, App, ClickAction, columns};
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
    let mode = pen::width(prompt.mode().name());
    if area.width >= WITH_MODE {
        let next = ClickAction::Perform(Action::NextMode);
        canvas.target((area.x, area.y), mode, next);
    }
    let mut pen = canvas.pen(area, 0);
    pen.reserve(chips_width);
    if area.width >= WITH_MODE {
        pen.put(prompt.mode().name(), Role::Faint).space(1);
    }
    // The focus is visible without colors.
    if is_focused {
        pen.put("> ", Role::Accent);
    } else {
        pen.put("  ", Role::Faint);
    }
    let role = if prompt.is_selected {
        Role::Selection
    } else {
        Role::Text
    };
    let text = prompt.one_line();
    let before = &text[..prompt.before_cursor().len()];
    let line = typed(&text, before, role, &mut pen);
    if text.is_empty() {
        pen.put(invitation(prompt.mode()), Role::Faint);
    }
    let mut filter = None;
    if let Some(completion) = app.completion()
        && !text.is_empty()
    {
        let before = text.get(line.hidden..completion.start());
        filter = Some(line.start + before.map_or(0, pen::width));
    }
    PromptPositions {
        cursor: is_focused.then_some((line.cursor, area.y)),
        filter,
    }
}

/// Draws the name of the repository and its branch or commit at the right end of a wide screen;
/// returns the cells they take.
fn repository(app: &App, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
    let head = &app.options.head;
    let name = &app.options.root_name;
    let words = match (&head.branch, &head.commit) {
        (Some(branch), _) => format!("{name} · {branch}"),
        (None, Some(commit)) => format!("{name} · {commit:.8}"),
        (None, None) => name.clone(),
    };
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
    /// The filter that a click removes.
    filter: Option<Filter>,
}

impl Chip {
    fn new(text: String, is_negated: bool) -> Self {
        Self {
            text,
            short: None,
            filter: None,
            role: if is_negated {
                Role::ChipNegated
            } else {
                Role::Chip
            },
        }
    }

    fn form(&self, is_short: bool) -> &str {
        match &self.short {
            Some(short) if is_short => short,
            _ => &self.text,
        }
    }
}

/// Draws as many chips as fit at the right end, in short form if not all fit otherwise; returns their width.
fn chips(app: &App, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
    let chips = all_chips(app);
    // The query comes first, up to half of the width: chips repeat parts of it.
    let mode = pen::width(app.prompt.mode().name()) + 4;
    let typed = pen::width(&app.prompt.one_line()).saturating_add(mode);
    let reserved = typed.clamp(TYPING, TYPING.max(area.width / 2));
    let room = area.width.saturating_sub(reserved);
    let width_of = |chips: &[Chip], is_short: bool| {
        let cells = chips.iter().map(|chip| pen::width(chip.form(is_short)) + 1);
        cells.fold(0, u16::saturating_add)
    };
    let is_short = width_of(&chips, false) > room;
    let mut fitting = &chips[..];
    while let [before @ .., _] = fitting
        && width_of(fitting, is_short) > room
    {
        fitting = before;
    }
    let taken = width_of(fitting, is_short);
    let mut x = area.x + area.width.saturating_sub(taken);
    for chip in fitting {
        let width = pen::width(chip.form(is_short));
        if let Some(filter) = &chip.filter {
            let remove = ClickAction::Remove(filter.clone());
            canvas.target((x + 1, area.y), width, remove);
        }
        x += width + 1;
    }
    let mut pen = canvas.pen(area, 0);
    pen.space(area.width.saturating_sub(taken));
    for chip in fitting {
        pen.space(1).put(chip.form(is_short), chip.role);
    }
    taken
}

/// A chip for each filter, phrase, pattern and exclusion; filters and phrases have counts.
fn all_chips(app: &App) -> Vec<Chip> {
    let query = &app.prompt.query;
    let filters = query.filters.iter().map(|filter| Chip {
        filter: Some(filter.clone()),
        ..filter_chip(app, filter)
    });
    let mut chips: Vec<Chip> = filters.collect();
    for phrase in &query.phrases {
        let count = counted(app, app.completion.count_of_phrase(phrase.source()));
        chips.push(Chip::new(
            format!("⟨\"{}\"{count}⟩", phrase.source()),
            false,
        ));
    }
    // In regex mode the pattern is the whole query.
    if query.mode != Mode::Regex {
        for pattern in &query.patterns {
            chips.push(Chip::new(format!("⟨/{}/⟩", pattern.source()), false));
        }
    }
    for excluded in &query.excluded {
        chips.push(Chip::new(format!("⟨{}⟩", excluded.written()), true));
    }
    chips
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
        filter: None,
        role: Role::Warning,
    }
}

/// A count after the text of a chip; empty if unknown.
fn counted(app: &App, count: Option<usize>) -> String {
    match count {
        Some(count) => format!(" {}", app.prompt.counted_words(count)),
        None => String::new(),
    }
}

/// Draws the completions of the typed filter, with counts, in a list below its start column.
pub(super) fn completion(app: &App, cell: Option<u16>, canvas: &mut Canvas<'_>) {
    let (Some(completion), Some(cell)) = (app.completion(), cell) else {
        return;
    };
    let mut offers = Vec::new();
    let mut widest: u16 = 0;
    for (offer, selected) in completion.visible() {
        let count = app.prompt.counted_words(offer.count);
        widest = widest.max(pen::width(&offer.value).saturating_add(pen::width(&count)));
        offers.push((&offer.value, count, selected));
    }
    let (screen, y) = (app.screen.layout.screen, app.screen.layout.prompt.y + 1);
    let width = widest
        .saturating_add(GAP + 4)
        .clamp(18, MAX_TITLE_WIDTH)
        .min(screen.width);
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
