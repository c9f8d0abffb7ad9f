//! The results pane: the tree or the ranked list, row by row.
//!
//! [`draw()`] draws the rows in view. Contract: on a narrow screen the name is kept longest.

use super::canvas::Canvas;
use super::empty;
use super::pen::{self, Pen};
use super::row_parts::{
    CALL, WITH_CERTAINTY, WITH_LINE, WITH_RANKS, changed_lines, give_way, lead, line, line_cells,
    mark, matched_line, measure, path, qualified, staleness,
};
use super::theme::Role;
use crate::app::{Action, App, Call, RowKind, TreeNode, counted, grouped, rows, word};
use crate::chunk::Kind;
use crate::context::Certainty;
use crate::search::Hit;
use ratatui::layout::Rect;

/// Minimum room of a ranked row for a location and a line.
const WITH_PATH: u16 = 60;
/// Minimum width of a name.
const NAME: u16 = 8;

pub(super) fn draw(app: &App, area: Rect, canvas: &mut Canvas<'_>) {
    if area.is_empty() {
        return;
    }
    if app.results.is_empty() {
        return empty::draw_sentences(canvas, area, &empty::results(app));
    }
    let lines_at = area.x + area.width * 2 / 5;
    let selection = if app.screen.focus.is_code() {
        Role::SelectionUnfocused
    } else {
        Role::Selection
    };
    let sticky = app.results.sticky_file();
    for (row, (node, is_selected)) in (0..area.height).zip(app.results.visible()) {
        let node = match sticky {
            Some(file) if row == 0 => file,
            _ => node,
        };
        let mut pen = canvas.list_pen(area, row, is_selected.then_some(selection));
        if node.what == RowKind::More {
            more_row(app, &mut pen);
        } else if let Some(call) = &node.call {
            call_row(app, node, call, lines_at, &mut pen);
        } else if app.results.is_ranked() {
            ranked_row(app, node, lines_at, &mut pen);
        } else {
            tree_row(app, node, lines_at, &mut pen);
        }
        label(app, node, canvas, rows(area, row, 1));
    }
}

/// Draws the label of a row over its first cells.
pub(super) fn label(app: &App, node: &TreeNode, canvas: &mut Canvas<'_>, row: Rect) {
    let labels = app.screen.labels.as_ref();
    if let Some(label) = labels.and_then(|labels| labels.of_row(node.key)) {
        canvas.pen(row, 0).put(&label, Role::Chip);
    }
}

/// Draws a row of the tree. The lines of hits begin in the column `lines_at`.
fn tree_row(app: &App, node: &TreeNode, lines_at: u16, pen: &mut Pen<'_>) {
    let hit = node.hit.and_then(|hit| app.results.hits().get(hit));
    // A function in a file is `fn x`; inside a class its name suffices.
    let is_signature = node.kind == Kind::Impl && !node.lead.is_empty();
    let word = if hit.is_some() && node.is_nested || is_signature {
        ""
    } else {
        word(node.kind)
    };
    let space = if word.is_empty() { "" } else { " " };
    let (title, words) = node.title();
    let end = match hit {
        Some(hit) => end_of_hit(app, node, hit, &format!("{word}{space}{title}"), pen.room()),
        None => end_of_branch(app, node, pen.room()),
    };
    if !end.is_empty() {
        pen.put_at_end(&end);
    }
    let count = match (hit, node.count) {
        (Some(_), _) | (None, 0) => String::new(),
        (None, count) => format!(" ({})", grouped(count)),
    };
    let deepest = usize::from(pen.room() / 2);
    let indent = u16::try_from((node.depth * 2).min(deepest)).unwrap_or_default();
    pen.space(indent);
    // Other members are less prominent than results.
    let is_beside = node.is_other_member() && app.results.answer().is_some();
    let of_branch = if hit.is_some() {
        Role::Hit
    } else {
        Role::Faint
    };
    let (sign, role) = match (node.is_branch(), node.open, hit.is_some()) {
        (true, true, _) => ("▾ ", of_branch),
        (true, false, _) => ("▸ ", of_branch),
        (false, _, true) => ("● ", Role::Hit),
        (false, ..) if is_beside => ("○ ", Role::Faint),
        (false, ..) => ("  ", Role::Faint),
    };
    pen.put(sign, role);
    mark(app, node, pen);
    if matches!(node.what, RowKind::File | RowKind::Directory) {
        path(node, &count, pen);
        if let Some(hit) = hit {
            staleness(app, hit, pen);
        }
        lead(&node.lead, pen);
        return;
    }
    let (kind, name) = if is_beside {
        (Role::Faint, Role::Faint)
    } else {
        (Role::Kind, Role::Name)
    };
    pen.put(word, kind).put(space, name);
    let keeps = line_cells(app, hit, pen.room(), pen::width(title));
    pen.put_within(title, name, keeps.max(pen::width(&count)));
    pen.put(&count, Role::Count);
    let Some(hit) = hit else {
        return lead(words, pen);
    };
    if !hit.locations.is_empty() {
        pen.put(&format!(" ×{}", hit.locations.len() + 1), Role::Count);
    }
    staleness(app, hit, pen);
    line(app, hit, words, lines_at, pen);
}

/// The measures and the rank of a hit, after its name.
fn end_of_hit(app: &App, node: &TreeNode, hit: &Hit, name: &str, room: u16) -> Vec<(String, Role)> {
    let mut parts = measure(app, hit, room);
    let rank = match node.hit {
        Some(rank) if room >= WITH_RANKS => format!("{:>3} ", rank + 1),
        _ => String::new(),
    };
    let indent = "  ".repeat(node.depth);
    let taken = pen::width(&format!("{indent}● {name}{rank}"));
    give_way(app, hit, &mut parts, room.saturating_sub(taken));
    parts.push((rank, Role::Count));
    parts
}

/// The changed lines of a file or directory, and the rank of the best result if it is closed.
fn end_of_branch(app: &App, node: &TreeNode, room: u16) -> Vec<(String, Role)> {
    let mut parts = changed_lines(app, node);
    if let Some(best) = node.best
        && !node.open
        && room >= WITH_RANKS
    {
        parts.push((format!("{:>3} ", best + 1), Role::Count));
    }
    parts
}

/// Draws a row of a call tree: the declaration, its location, and the line of the call.
pub(super) fn call_row(app: &App, node: &TreeNode, call: &Call, lines_at: u16, pen: &mut Pen<'_>) {
    let mut notes = String::new();
    if call.relation.certainty != Certainty::Certain {
        notes = format!("{} ", call.relation.certainty.name());
    }
    if call.is_cycle {
        notes.push_str("cycle ");
    }
    let depth = if app.results.is_ranked() {
        call.steps
    } else {
        node.depth
    };
    let deepest = usize::from(pen.room() / 2);
    let indent = u16::try_from((depth * 2).min(deepest)).unwrap_or_default();
    if pen.room() >= indent + WITH_CERTAINTY {
        pen.put_at_end(&[(notes, Role::Count)]);
    }
    pen.space(indent);
    let sign = match (node.is_branch(), node.open) {
        (true, true) => "▾ ",
        (true, false) => "▸ ",
        (false, _) => "  ",
    };
    pen.put(sign, Role::Faint);
    mark(app, node, pen);
    let word = word(node.kind);
    let space = if word.is_empty() { "" } else { " " };
    let location = format!("  {}:{}", node.path.file_name(), node.line);
    let has_location = pen.room() > pen::width(&location) + NAME;
    let keeps = if has_location {
        pen::width(&location)
    } else {
        0
    };
    pen.put(word, Role::Kind).put(space, Role::Name);
    let is_long = pen::width(&node.name) > pen.room().saturating_sub(keeps);
    let name = if is_long { node.own_name() } else { &node.name };
    pen.put_within(name, Role::Name, keeps);
    pen.put(&location, Role::Directory);
    pen.move_to((pen.column() + 2).max(lines_at));
    if pen.room() >= CALL {
        pen.put(&node.lead, Role::Faint);
    }
}

/// Draws the last row of an answer with more results.
fn more_row(app: &App, pen: &mut Pen<'_>) {
    let shown = counted(app.results.hits().len(), "result", "results");
    let advice = if app.search.can_request_more() {
        format!("{} for more", app.key_of(Action::MoreResults))
    } else {
        "narrow the query".to_owned()
    };
    pen.put(&format!("  … Showing {shown}; {advice}"), Role::Faint);
}

fn ranked_row(app: &App, node: &TreeNode, lines_at: u16, pen: &mut Pen<'_>) {
    let Some(best) = node.best else {
        return;
    };
    let Some(hit) = app.results.hits().get(best) else {
        return;
    };
    let path = &hit.record.path;
    let line_number = app.staleness.line_number_of(hit);
    let whole = format!("{path}:{line_number}");
    let short = format!("{}:{line_number}", path.file_name());
    pen.put_at_end(&measure(app, hit, pen.room()));
    pen.put(&format!("{:>2} ", best + 1), Role::Count);
    let sign = match (node.opens_calls(), node.open) {
        (true, true) => "▾ ",
        (true, false) => "▸ ",
        (false, _) => "● ",
    };
    pen.put(sign, Role::Hit);
    mark(app, node, pen);
    // In a narrow pane, the line replaces the location, unless the list is one of locations. A long name leaves room for
    // it, because names repeat more often than lines and locations.
    let answer = app.results.answer();
    let is_ordered = answer.is_some_and(|answer| answer.ordered > 0);
    let mut text = None;
    if !is_ordered && (WITH_LINE..WITH_PATH).contains(&pen.room()) {
        text = app.staleness.line_of(hit);
    }
    let (name, room) = (qualified(node, hit), pen.room());
    let location = match text {
        Some(_) => line_cells(app, Some(hit), room, pen::width(&name)),
        None => pen::width(&short) + 2,
    };
    let keeps = if room >= location + NAME {
        location
    } else if room >= 2 * NAME {
        room / 2
    } else {
        0
    };
    pen.put_within(&name, Role::Name, keeps);
    staleness(app, hit, pen);
    if let Some(text) = text {
        pen.space(2);
        return matched_line(app, text, pen);
    }
    pen.put("  ", Role::Name);
    let fits = pen::width(&whole) <= pen.room();
    let (cut, kept) = pen::end_of(if fits { &whole } else { &short }, pen.room());
    pen.put(cut, Role::Directory).put(kept, Role::Directory);
    if node.what == RowKind::Declaration {
        line(app, hit, &node.lead, lines_at, pen);
    }
}
