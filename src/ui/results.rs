//! The results pane: the tree or the ranked list, row by row.
//!
//! [`draw()`] draws the rows in view. Contract: on a narrow screen the name is kept longest.

use super::canvas::Canvas;
use super::empty;
use super::pen::{self, Pen};
use super::theme::Role;
use crate::app::{
    Action, App, Call, ResultsContent, RowKind, TreeNode, counted, grouped, rows, word,
};
use crate::chunk::Kind;
use crate::context::{Certainty, Staleness};
use crate::search::Hit;
use crate::syntax::Language;
use ratatui::layout::Rect;
use std::ops::Range;

/// Minimum widths for ranks and similarities, and for certainties.
const WITH_RANKS: u16 = 28;
const WITH_CERTAINTY: u16 = 24;
/// Minimum room of a row for a line of source beside its name, and the share of it, in fifths, that the line takes from
/// a long name.
const WITH_LINE: u16 = 36;
const LINE_FIFTHS: u16 = 2;
/// Minimum room of a ranked row for a location and a line.
const WITH_PATH: u16 = 60;
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
            // The best result in a closed branch.
            if let Some(best) = node.best
                && !node.open
                && pen.room() >= WITH_RANKS
            {
                parts.push((format!("{:>3} ", best + 1), Role::Count));
            }
            if !parts.is_empty() {
                pen.put_at_end(&parts);
            }
        }
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

/// Removes the percentage, the last of the parts, or shortens the certainty to a sign, if the name or the line of a
/// call needs its cells. `room` is what the name leaves for the parts and the line.
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
        let sign = match app.relation_of(hit).map(|used| used.certainty) {
            Some(Certainty::Likely) => "~ ",
            Some(Certainty::Possible) => "? ",
            _ => return,
        };
        parts.push((sign.to_owned(), Role::Count));
    }
}

/// Cells that a name of this width leaves for the best matching line of its hit, with a gap before it.
fn line_cells(app: &App, hit: Option<&Hit>, room: u16, name: u16) -> u16 {
    let line = hit.and_then(|hit| app.staleness.line_of(hit));
    match line {
        Some(line) if room >= WITH_LINE => {
            let share = pen::width(line).min(room * LINE_FIFTHS / 5) + 2;
            let rest = room.saturating_sub(name);
            if rest >= CALL + 2 {
                rest.min(share)
            } else {
                share
            }
        }
        _ => 0,
    }
}

/// Draws the best matching line of a hit in a separate column, or else the lead.
fn line(app: &App, hit: &Hit, words: &str, lines_at: u16, pen: &mut Pen<'_>) {
    let column = (pen.column() + 2).max(lines_at);
    let Some(line) = app.staleness.line_of(hit) else {
        return lead(words, pen);
    };
    pen.move_to(column);
    if pen.room() >= CALL {
        matched_line(app, line, pen);
    }
}

/// Draws a line from where its first match is visible.
fn matched_line(app: &App, line: &str, pen: &mut Pen<'_>) {
    let ranges = app.code.query_ranges(line);
    let start = start_in(line, &ranges, pen.room());
    if start > 0 {
        pen.put("…", Role::Faint);
    }
    pen.put_matched(&line[start..], Role::Faint, |at| {
        ranges.iter().any(|range| range.contains(&(start + at)))
    });
}

/// The byte from which a line is drawn: the start of its first match, if that would be cut otherwise.
fn start_in(line: &str, ranges: &[Range<usize>], room: u16) -> usize {
    let first = ranges.iter().min_by_key(|range| range.end);
    match first {
        Some(first) if pen::width(line.get(..first.end).unwrap_or_default()) >= room => {
            let before = line.get(..first.start).unwrap_or_default();
            let start = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
            start.len()
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
    let mut parts = Vec::new();
    if node.what != RowKind::File {
        return parts;
    }
    let (added, removed) = app.review.lines_of(&node.path).unwrap_or_default();
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
fn path(node: &TreeNode, count: &str, pen: &mut Pen<'_>) {
    let slash = match (node.what, node.kind) {
        (RowKind::Directory, Kind::Module) => "/",
        _ => "",
    };
    let room = pen
        .room()
        .saturating_sub(pen::width(slash) + pen::width(count));
    // The end of a path matters most, and the start of a name.
    let (cut, kept) = if node.name.contains('/') {
        pen::end_of(&node.name, room)
    } else {
        ("", node.name.as_str())
    };
    pen.put(cut, Role::Directory);
    if node.what == RowKind::Directory {
        pen.put(kept, Role::Directory).put(slash, Role::Directory);
        pen.put(count, Role::Count);
        return;
    }
    let (directory, name) = kept.split_at(kept.rfind('/').map_or(0, |slash| slash + 1));
    pen.put(directory, Role::Directory);
    pen.put_within(name, Role::File, pen::width(count));
    pen.put(count, Role::Count);
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

/// Quality of a hit, if the width allows: its similarity, or the certainty of a relation.
fn measure(app: &App, hit: &Hit, width: u16) -> Vec<(String, Role)> {
    let words = match &app.search.content {
        content if content.has_relations() => {
            return match app.relation_of(hit).map(|used| used.certainty) {
                Some(doubt @ (Certainty::Likely | Certainty::Possible))
                    if width >= WITH_CERTAINTY =>
                {
                    vec![(format!("{} ", doubt.name()), Role::Count)]
                }
                _ => Vec::new(),
            };
        }
        ResultsContent::Similar(_) if hit.explanation.same_text => "same text".to_owned(),
        ResultsContent::Similar(_) => {
            let cosine = hit.explanation.vector_score.unwrap_or_default();
            format!("{:>3}%", (cosine * 100.0).round())
        }
        _ => return Vec::new(),
    };
    if width >= WITH_RANKS {
        vec![(words, Role::Count)]
    } else {
        Vec::new()
    }
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
            let separator = language.map_or(".", |language| language.separator);
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
        check(&[18..23, 24..32], 20, "merge(segments)");
        check(&[4..10, 18..23], 20, "let merged = self.merge(segments)");
        check(&[], 20, "let merged = self.merge(segments)");
    }
}
