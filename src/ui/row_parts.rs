//! The parts of a row of the results: measures, lines of code, signs and paths.
//!
//! Each function writes a part with the pen of the row, or returns the words for its end.

use super::pen::{self, Pen};
use super::theme::Role;
use crate::app::{App, ResultsContent, RowKind, TreeNode};
use crate::chunk::{Kind, whole_name};
use crate::context::{Certainty, Staleness};
use crate::search::Hit;
use crate::syntax::Language;
use std::ops::Range;

/// Minimum widths for ranks and similarities, and for certainties.
pub(super) const WITH_RANKS: u16 = 28;
pub(super) const WITH_CERTAINTY: u16 = 24;
/// Minimum room of a row for a line of source beside its name, and the share of it, in fifths, that the line takes from
/// a long name.
pub(super) const WITH_LINE: u16 = 36;
const LINE_FIFTHS: u16 = 2;
/// Minimum width of a text, and of the line of a call.
const SOME_WORDS: u16 = 20;
pub(super) const CALL: u16 = 14;

/// Removes the percentage, the last of the parts, or shortens the certainty to a sign, if the name or the line of a
/// call needs its cells. `room` is what the name leaves for the parts and the line.
pub(super) fn give_way(app: &App, hit: &Hit, parts: &mut Vec<(String, Role)>, room: u16) {
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

/// Quality of a hit, if the width allows: its similarity, or the certainty of a relation.
pub(super) fn measure(app: &App, hit: &Hit, width: u16) -> Vec<(String, Role)> {
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

/// Cells that a name of this width leaves for the best matching line of its hit, with a gap before it.
pub(super) fn line_cells(app: &App, hit: Option<&Hit>, room: u16, name: u16) -> u16 {
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
pub(super) fn line(app: &App, hit: &Hit, words: &str, lines_at: u16, pen: &mut Pen<'_>) {
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
pub(super) fn matched_line(app: &App, line: &str, pen: &mut Pen<'_>) {
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
pub(super) fn staleness(app: &App, hit: &Hit, pen: &mut Pen<'_>) {
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
pub(super) fn changed_lines(app: &App, node: &TreeNode) -> Vec<(String, Role)> {
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
pub(super) fn mark(app: &App, node: &TreeNode, pen: &mut Pen<'_>) {
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

/// Draws the summary of a file or directory, or the first words of a part of a section, if there is room.
pub(super) fn lead(lead: &str, pen: &mut Pen<'_>) {
    if !lead.is_empty() && pen.room() > SOME_WORDS {
        pen.put("  ", Role::Faint).put(lead, Role::Faint);
    }
}

/// Draws a path with an emphasized file name, cut at its start if it does not fit. A directory ends in a slash.
pub(super) fn path(node: &TreeNode, count: &str, pen: &mut Pen<'_>) {
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

/// Name of a hit in a list, with its container: `Gitignore::matched`.
pub(super) fn qualified(node: &TreeNode, hit: &Hit) -> String {
    let own = whole_name(&hit.record.name, hit.record.role);
    let container = hit.scopes().rev().find(|scope| {
        // A piece of `write` is not inside of `write`.
        let is_whole = node.name.starts_with(own) && scope.name == own;
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
