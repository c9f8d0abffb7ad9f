//! The results pane: the tree or the ranked list, row by row.

use super::pen::{self, Pen};
use super::theme::{Role, Theme};
use super::{Canvas, empty};
use crate::app::{App, Focus, Node, View, word};
use crate::search::{Hit, Receipt};
use ratatui::style::Style;

/// Cells of a relevance bar.
const BAR: u16 = 4;
/// Below this width, ranks are left out; below that, bars too.
const WITH_RANKS: u16 = 34;
const WITH_BARS: u16 = 24;
/// Cells that hold some words.
const SOME_WORDS: u16 = 16;

pub(super) fn draw(app: &App, canvas: &mut Canvas<'_>) {
    let area = app.layout().results;
    if area.is_empty() {
        return;
    }
    if app.results().hits().is_empty() {
        empty::results(app, canvas, area);
        return;
    }
    let theme = canvas.theme;
    for (row, (node, selected)) in (0..area.height).zip(app.results().visible()) {
        let ground = match (selected, app.focus()) {
            (false, _) => Style::new(),
            (true, Focus::Code) => theme.style(Role::SelectionUnfocused),
            (true, Focus::Prompt | Focus::Results) => theme.style(Role::Selection),
        };
        let mut pen = canvas.pen(area, row);
        pen.ground(ground);
        let mut line = Line { pen, theme, ground };
        line.put(if selected { "▌" } else { " " }, Role::Hit);
        match app.results().view() {
            View::Tree => tree_row(app, node, &mut line),
            View::Ranked => ranked_row(app, node, &mut line),
        }
    }
}

/// A pen whose styles lie on a row's ground.
struct Line<'a> {
    pen: Pen<'a>,
    theme: &'a Theme,
    ground: Style,
}

impl Line<'_> {
    fn put(&mut self, text: &str, role: Role) {
        let style = Theme::over(self.ground, self.theme.style(role));
        self.pen.put(text, style);
    }

    /// Writes `right` at the end of the row and keeps it free.
    fn at_end(&mut self, right: &[(String, Role)]) {
        let cells: u16 = right.iter().map(|(text, _)| pen::width(text)).sum();
        if cells >= self.pen.room() {
            return;
        }
        let back = self.pen.column();
        self.pen.space(self.pen.room() - cells);
        for (text, role) in right {
            self.put(text, *role);
        }
        self.pen.back_to(back);
        self.pen.reserve(cells + 1);
    }
}

fn tree_row(app: &App, node: &Node, line: &mut Line<'_>) {
    let hit = node.hit.and_then(|hit| app.results().hits().get(hit));
    match hit {
        Some(hit) => line.at_end(&measure(app, hit, line.pen.room())),
        None => line.at_end(&[(format!("{} ", node.hits), Role::Count)]),
    }
    let deepest = usize::from(line.pen.room() / 2);
    let indent = u16::try_from((node.depth * 2).min(deepest)).unwrap_or_default();
    line.pen.space(indent);
    match (hit.is_some(), node.open) {
        (true, _) => line.put("● ", Role::Hit),
        (false, true) => line.put("▾ ", Role::Faint),
        (false, false) => line.put("▸ ", Role::Faint),
    }
    if node.parent.is_none() {
        path(&node.name, line);
        lead(&node.lead, line);
        return;
    }
    // A function in its file is called `fn x`; inside a class its name is enough.
    let word = if hit.is_some() && node.depth > 1 {
        ""
    } else {
        word(node.kind)
    };
    if !word.is_empty() {
        line.put(word, Role::Kind);
        line.put(" ", Role::Name);
    }
    line.put(&node.name, Role::Name);
    if let Some(more) = hit.map(|hit| hit.locations.len()).filter(|more| *more > 0) {
        line.put(&format!(" ×{}", more + 1), Role::Count);
    }
}

/// What a file or a directory is about, as far as there is room for some words of it.
fn lead(lead: &str, line: &mut Line<'_>) {
    if !lead.is_empty() && line.pen.room() >= SOME_WORDS {
        line.put("  ", Role::Faint);
        line.put(lead, Role::Faint);
    }
}

/// A path with its file name standing out; cut at its start where it does not fit.
fn path(path: &str, line: &mut Line<'_>) {
    let (cut, kept) = pen::end_of(path, line.pen.room());
    let name_at = kept.rfind('/').map_or(0, |slash| slash + 1);
    line.put(cut, Role::Directory);
    line.put(&kept[..name_at], Role::Directory);
    line.put(&kept[name_at..], Role::File);
}

fn ranked_row(app: &App, node: &Node, line: &mut Line<'_>) {
    let Some(hit) = app.results().hits().get(node.best) else {
        return;
    };
    line.at_end(&measure(app, hit, line.pen.room()));
    line.put(&format!("{:>2} ", node.best + 1), Role::Count);
    line.put("● ", Role::Hit);
    line.put(&node.name, Role::Name);
    line.put("  ", Role::Name);
    let record = &hit.record;
    let (path, line_number) = (&record.path, record.name_at.0);
    let whole = format!("{path}:{line_number}");
    let place = match pen::width(&whole) > line.pen.room() {
        true => format!("{}:{line_number}", path.file_name()),
        false => whole,
    };
    let (cut, kept) = pen::end_of(&place, line.pen.room());
    line.put(cut, Role::Directory);
    line.put(kept, Role::Directory);
}

/// The relevance bar and the ranks, as far as the width allows.
fn measure(app: &App, hit: &Hit, width: u16) -> Vec<(String, Role)> {
    let mut parts = Vec::new();
    if width >= WITH_BARS {
        let (full, rest) = bar(app.results().relevance(hit));
        parts.push((full, Role::Bar));
        parts.push((rest, Role::BarRest));
        parts.push((" ".to_owned(), Role::Count));
    }
    if width >= WITH_RANKS {
        parts.push((ranks(&hit.receipt), Role::Count));
    }
    parts
}

/// `k1   v2  `: ranks among the keyword and the vector candidates.
fn ranks(receipt: &Receipt) -> String {
    let rank = |letter: char, rank: Option<u32>| match rank {
        Some(rank) => format!("{letter}{rank}"),
        None => String::new(),
    };
    let keyword = rank('k', receipt.keyword_rank);
    let vector = rank('v', receipt.vector_rank);
    format!("{keyword:<4} {vector:<4}")
}

/// A bar of eighths of cells, and the cells it leaves.
fn bar(share: f32) -> (String, String) {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    // Nothing that was found has no bar at all.
    let eighths = ((share * f32::from(BAR * 8)).round() as usize).clamp(1, usize::from(BAR) * 8);
    let full = format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8]);
    let rest = usize::from(BAR).saturating_sub(full.chars().count());
    (full, " ".repeat(rest))
}
