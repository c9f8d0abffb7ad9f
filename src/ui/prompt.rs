//! The prompt: what is typed, and what was understood of it as chips.

use super::Canvas;
use super::theme::Role;
use super::{line, pen};
use crate::app::{App, Focus};
use crate::search::{Filter, Mode, Unknown};

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

/// A chip as it is drawn.
struct Chip {
    /// Its words, and the same in fewer cells where there is something to leave out; at least one.
    forms: Vec<String>,
    role: Role,
}

impl Chip {
    fn new(text: String, is_negated: bool) -> Self {
        Self {
            forms: vec![text],
            role: match is_negated {
                true => Role::ChipNegated,
                false => Role::Chip,
            },
        }
    }

    /// Its words with so much left out, as far as there is that much to leave out.
    fn form(&self, left_out: usize) -> &str {
        let form = self.forms.get(left_out).or(self.forms.last());
        form.map_or("", String::as_str)
    }
}

/// Draws the chips at the right end, in the longest forms in which all fit, else as many as fit; says
/// how many cells they take.
fn chips(app: &App, width: u16, canvas: &mut Canvas<'_>, area: crate::app::Area) -> u16 {
    let chips = all_chips(app);
    let room = width.saturating_sub(TYPING);
    let shortest = chips
        .iter()
        .map(|chip| chip.forms.len().saturating_sub(1))
        .max();
    let shortest = shortest.unwrap_or(0);
    let taken = |chips: &[Chip], left_out: usize| -> u16 {
        let cells = chips.iter().map(|chip| pen::width(chip.form(left_out)) + 1);
        cells.fold(0, u16::saturating_add)
    };
    let fits = |left_out: &usize| taken(&chips, *left_out) <= room;
    let left_out = (0..=shortest).find(fits).unwrap_or(shortest);
    let fitting = (0..=chips.len()).rfind(|count| {
        let first = chips.get(..*count).unwrap_or_default();
        taken(first, left_out) <= room
    });
    let fitting = chips.get(..fitting.unwrap_or(0)).unwrap_or_default();
    let taken = taken(fitting, left_out);
    let styles: Vec<_> = fitting.iter().map(|chip| canvas.style(chip.role)).collect();
    let mut pen = canvas.pen(area, 0);
    pen.space(width.saturating_sub(taken));
    for (chip, style) in fitting.iter().zip(styles) {
        pen.space(1);
        pen.put(chip.form(left_out), style);
    }
    taken
}

/// Each filter and phrase with how many leaves it lets through, each pattern and what is excluded.
fn all_chips(app: &App) -> Vec<Chip> {
    let query = app.prompt().query();
    let filters = query.filters.iter().map(|filter| filter_chip(app, filter));
    let phrases = query.phrases.iter().map(|phrase| {
        let count = counted(app, app.count_of_phrase(phrase));
        Chip::new(format!("⟨\"{phrase}\"{count}⟩"), false)
    });
    // In their own mode the pattern is all there is.
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

/// `⟨lang:rust 300⟩`, or `⟨lang:rsut is no language: rust?⟩`.
fn filter_chip(app: &App, filter: &Filter) -> Chip {
    let sign = if filter.negated { "-" } else { "" };
    let whole = format!("{sign}{}:{}", filter.field.name(), filter.value);
    let Some(Unknown { what, nearest, .. }) = app.unknown(filter) else {
        let count = counted(app, app.count_of(filter));
        return Chip::new(format!("⟨{whole}{count}⟩"), filter.negated);
    };
    let forms = match nearest {
        Some(nearest) => vec![
            format!("⟨{whole} is no {what}: {nearest}?⟩"),
            format!("⟨{whole} {nearest}?⟩"),
            format!("⟨{nearest}?⟩"),
        ],
        None => vec![
            format!("⟨{whole} is no {what}⟩"),
            format!("⟨{whole} ✗⟩"),
            format!("⟨no {what}⟩"),
        ],
    };
    Chip {
        forms,
        role: Role::Warning,
    }
}

/// A count behind the words of a chip; nothing where it is not known.
fn counted(app: &App, count: Option<usize>) -> String {
    count.map_or_else(String::new, |count| {
        format!(" {}", app.counted_words(count))
    })
}
