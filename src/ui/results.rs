//! The results pane: the tree or the ranked list, row by row.
//!
//! [`draw()`] draws the rows in view. Contract: on a narrow screen the name is kept longest.

use super::canvas::Canvas;
use super::empty;
use super::pen::{self, Pen};
use super::theme::Role;
use crate::app::{Action, App, Call, ResultsContent, RowKind, TreeNode, bar, counted, word};
use crate::chunk::Kind;
use crate::context::{Certainty, Staleness};
use crate::search::Hit;
use crate::syntax::Language;
use ratatui::layout::Rect;
use std::ops::Range;

/// Widths of a relevance bar: in a wide pane, and in a narrow one.
const BAR: usize = 4;
const SHORT_BAR_WIDTH: usize = 2;
/// Minimum widths for ranks and for bars.
const WITH_RANKS: u16 = 28;
const WITH_BARS: u16 = 24;
/// Minimum width for long bars.
const WITH_LONG_BARS: u16 = 40;
/// Minimum width of a name.
const NAME: u16 = 8;
/// Minimum width of a text, and of the line of a call.
const SOME_WORDS: u16 = 20;
const CALL: u16 = 14;

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
    for (row, (node, is_selected)) in (0..area.height).zip(app.results.visible()) {
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
    match hit {
        Some(hit) => {
            let mut parts = measure(app, hit, pen.room());
            let rank = match node.hit {
                Some(rank) if pen.room() >= WITH_RANKS => format!("{:>3} ", rank + 1),
                _ => String::new(),
            };
            let indent = "  ".repeat(node.depth);
            let name = pen::width(&format!("{indent}● {word}{space}{title}{rank}"));
            give_way(app, hit, &mut parts, pen.room().saturating_sub(name));
            parts.push((rank, Role::Count));
            pen.put_at_end(&parts);
        }
        None => {
            let mut parts = changed_lines(app, node);
            if node.count > 0 {
                parts.push((format!("{} ", node.count), Role::Count));
            }
            if !parts.is_empty() {
                pen.put_at_end(&parts);
            }
        }
    }
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
        path(node, pen);
        lead(&node.lead, pen);
        return;
    }
    let (kind, name) = if is_beside {
        (Role::Faint, Role::Faint)
    } else {
        (Role::Kind, Role::Name)
    };
    pen.put(word, kind).put(space, name).put(title, name);
    let Some(hit) = hit else {
        return lead(words, pen);
    };
    if !hit.locations.is_empty() {
        pen.put(&format!(" ×{}", hit.locations.len() + 1), Role::Count);
    }
    staleness(app, hit, pen);
    line(app, hit, words, lines_at, pen);
}

/// Draws a row of a call tree: the declaration, its location, and the line of the call.
fn call_row(app: &App, node: &TreeNode, call: &Call, lines_at: u16, pen: &mut Pen<'_>) {
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
    if pen.room() >= indent + WITH_BARS {
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

/// Removes the percentage or the certainty, the last of the parts, if the name or the line of a call needs its
/// cells. `room` is what the name leaves for the parts and the line.
fn give_way(app: &App, hit: &Hit, parts: &mut Vec<(String, Role)>, room: u16) {
    if !app.search.content.has_target() {
        return;
    }
    let Some((words, _)) = parts.last() else {
        return;
    };
    let words = pen::width(words);
    let cells: u16 = parts.iter().map(|(text, _)| pen::width(text)).sum();
    let spare = room.saturating_sub(cells - words + 1);
    let is_call = app.search.content.has_relations();
    let has_line = is_call && app.staleness.line_of(hit).is_some();
    let line = 2 + CALL..2 + CALL + words;
    if spare < words || has_line && line.contains(&spare) {
        parts.pop();
    }
}

/// Draws the best matching line of a hit in a separate column, or else the lead.
fn line(app: &App, hit: &Hit, words: &str, lines_at: u16, pen: &mut Pen<'_>) {
    let column = (pen.column() + 2).max(lines_at);
    let Some(line) = app.staleness.line_of(hit) else {
        return lead(words, pen);
    };
    pen.move_to(column);
    let least = match &app.search.content {
        content if content.has_relations() => CALL,
        _ => SOME_WORDS,
    };
    if pen.room() >= least {
        let ranges = app.code.query_ranges(line);
        let start = start_in(line, &ranges, pen.room());
        if start > 0 {
            pen.put("…", Role::Faint);
        }
        pen.put_matched(&line[start..], Role::Faint, |at| {
            ranges.iter().any(|range| range.contains(&(start + at)))
        });
    }
}

/// The byte from which a line is drawn, so that its first match is visible.
fn start_in(line: &str, ranges: &[Range<usize>], room: u16) -> usize {
    let end = ranges
        .iter()
        .map(|range| range.end)
        .min()
        .unwrap_or_default();
    match line.get(..end) {
        Some(before) if pen::width(before) >= room => {
            end - pen::end_of(before, room.saturating_sub(2)).1.len()
        }
        _ => 0,
    }
}

/// Draws a note about a hit that differs from the index.
fn staleness(app: &App, hit: &Hit, pen: &mut Pen<'_>) {
    if hit.deleted.is_some() {
        pen.put(" deleted", Role::Error);
    }
    match app.staleness.of(hit) {
        Some(Staleness::Gone) => _ = pen.put(" gone", Role::Error),
        Some(Staleness::Changed) => _ = pen.put(" changed", Role::Warning),
        Some(Staleness::Moved) | None => {}
    }
}

/// The numbers of changed lines of a file, for the end of its row: `+12 -3`.
fn changed_lines(app: &App, node: &TreeNode) -> Vec<(String, Role)> {
    let lines = app.review.lines_of(&node.path);
    let Some((added, removed)) = lines.filter(|_| node.what == RowKind::File) else {
        return Vec::new();
    };
    let mut parts = Vec::new();
    if added > 0 {
        parts.push((format!("+{added} "), Role::Good));
    }
    if removed > 0 {
        parts.push((format!("-{removed} "), Role::Error));
    }
    parts
}

/// Draws the signs of marks, bookmarks and changed files.
fn mark(app: &App, node: &TreeNode, pen: &mut Pen<'_>) {
    if app.session.is_marked(node.id) {
        pen.put("✓ ", Role::Good);
    }
    if app.session.is_bookmarked(node.id) {
        pen.put("◆ ", Role::Accent);
    }
    if node.what == RowKind::File && app.browsing.is_changed(&node.path) {
        pen.put("M ", Role::Accent);
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

/// Draws the summary of a file or directory, or the first words of a part of a section, if there is room.
fn lead(lead: &str, pen: &mut Pen<'_>) {
    if !lead.is_empty() && pen.room() > SOME_WORDS {
        pen.put("  ", Role::Faint).put(lead, Role::Faint);
    }
}

/// Draws a path with an emphasized file name, cut at its start if it does not fit. A directory ends in a slash.
fn path(node: &TreeNode, pen: &mut Pen<'_>) {
    let slash = match (node.what, node.kind) {
        (RowKind::Directory, Kind::Module) => "/",
        _ => "",
    };
    let room = pen.room().saturating_sub(pen::width(slash));
    // The end of a path matters most, and the start of a name.
    let (cut, kept) = if node.name.contains('/') {
        pen::end_of(&node.name, room)
    } else {
        ("", node.name.as_str())
    };
    pen.put(cut, Role::Directory);
    if node.what == RowKind::Directory {
        pen.put(kept, Role::Directory).put(slash, Role::Directory);
        return;
    }
    let (directory, name) = kept.split_at(kept.rfind('/').map_or(0, |slash| slash + 1));
    pen.put(directory, Role::Directory).put(name, Role::File);
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
    // A long name leaves room for its location, because names repeat more often than locations.
    let (room, location) = (pen.room(), pen::width(&short) + 2);
    let keeps = if room >= location + NAME {
        location
    } else if room >= 2 * NAME {
        room / 2
    } else {
        0
    };
    pen.put_within(&qualified(node, hit), Role::Name, keeps);
    staleness(app, hit, pen);
    pen.put("  ", Role::Name);
    let fits = pen::width(&whole) <= pen.room();
    let (cut, kept) = pen::end_of(if fits { &whole } else { &short }, pen.room());
    pen.put(cut, Role::Directory).put(kept, Role::Directory);
    if node.what == RowKind::Declaration {
        line(app, hit, &node.lead, lines_at, pen);
    }
}

/// Quality of a hit, if the width allows: a bar of its confidence, its similarity, or the certainty of a
/// relation.
fn measure(app: &App, hit: &Hit, width: u16) -> Vec<(String, Role)> {
    let (share, words) = match &app.search.content {
        content if content.has_relations() => {
            return match app.relation_of(hit).map(|used| used.certainty) {
                Some(doubt @ (Certainty::Likely | Certainty::Possible)) if width >= WITH_BARS => {
                    vec![(format!("{} ", doubt.name()), Role::Count)]
                }
                _ => Vec::new(),
            };
        }
        ResultsContent::Similar(_) => {
            let cosine = hit.explanation.vector_score.unwrap_or_default();
            let words = if hit.explanation.same_text {
                "same text".to_owned()
            } else {
                format!("{:>3}%", (cosine * 100.0).round())
            };
            (cosine, words)
        }
        // Filters alone score nothing.
        ResultsContent::Query(query) if query.words.is_empty() && query.patterns.is_empty() => {
            return Vec::new();
        }
        _ => (hit.explanation.certainty(), String::new()),
    };
    let mut parts = Vec::new();
    if width >= WITH_BARS {
        let cells = if width < WITH_LONG_BARS {
            SHORT_BAR_WIDTH
        } else {
            BAR
        };
        let full = bar(share, cells);
        let rest = " ".repeat(cells.saturating_sub(full.chars().count()));
        parts.extend([(full, Role::Bar), (rest, Role::BarRest)]);
        parts.push((" ".to_owned(), Role::Count));
    }
    if width >= WITH_RANKS {
        parts.push((words, Role::Count));
    }
    parts
}

/// Name of a hit in a list, with its container: `Gitignore::matched`.
fn qualified(node: &TreeNode, hit: &Hit) -> String {
    let container = hit.scopes().rev().find(|scope| {
        // A piece `write#2` is not inside of `write`.
        let rest = node.name.strip_prefix(&*scope.name);
        let is_whole = rest.is_some_and(|rest| rest.starts_with('#'));
        scope.kind != Kind::File && !scope.name.is_empty() && !is_whole
    });
    match container {
        Some(container)
            if node.what == RowKind::Declaration && !node.name.starts_with(&container.name) =>
        {
            let language = hit.record.language.as_deref().and_then(Language::named);
            let separator = language.map_or(".", Language::separator);
            format!("{}{separator}{}", container.name, node.name)
        }
        _ => node.name.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_drawn_from_where_its_first_match_is_visible() {
        let check = |ranges: &[Range<usize>], room, expected: &str| {
            let line = "let merged = self.merge(segments)";
            assert_eq!(&line[start_in(line, ranges, room)..], expected);
        };
        check(&[18..23, 24..32], 40, "let merged = self.merge(segments)");
        check(&[18..23, 24..32], 20, "rged = self.merge(segments)");
        check(&[4..10, 18..23], 20, "let merged = self.merge(segments)");
        check(&[], 20, "let merged = self.merge(segments)");
    }
}
