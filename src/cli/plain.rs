//! The hits of a search for people: `path:line: kind name  score` (if there is one), then the line that matched.

use crate::answers::{ShownHit, hit_name};
use crate::app::wrap;
use crate::pages::{Style, safe, safe_at, surroundings, without_mark};
use crate::search::Answer;
use std::fmt::Write;
use std::path::Path;

/// Heading of weak matches.
const WEAK: &str = "Weak matches: no result fits the query well";
/// Cells of a row of text.
const TEXT_WIDTH: usize = 96;

/// Warnings about an answer, which is none before the first snapshot.
pub(super) fn warnings(answer: Option<&Answer>) -> Vec<String> {
    let mut warnings = Vec::new();
    if let Some(answer) = answer {
        if answer.is_weak() {
            warnings.push(WEAK.to_owned());
        }
        warnings.extend(answer.query.hint.clone());
        warnings.extend(answer.also_searching());
    }
    warnings
}

/// The page of an answer.
pub(super) fn hits(root: &Path, shown: &[ShownHit<'_>], style: &Style) -> String {
    shown.iter().map(|hit| lines(root, hit, style)).collect()
}

/// The lines of a hit: its location, its text, its copies and its context.
fn lines(root: &Path, shown: &ShownHit<'_>, style: &Style) -> String {
    let mut text = heading(root, shown, style);
    add_text(&mut text, shown);
    let mut copies = Vec::new();
    for (copy, line) in &shown.hit.locations {
        copies.push(style.location(root, copy.as_str(), &format!(":{line}")));
    }
    if !copies.is_empty() {
        let _ = writeln!(text, "    also: {}", copies.join(", "));
    }
    for line in surroundings(root, &shown.around, style).lines() {
        let _ = writeln!(text, "    {line}");
    }
    text
}

/// The first line of a hit.
fn heading(root: &Path, shown: &ShownHit<'_>, style: &Style) -> String {
    let record = &shown.hit.record;
    let file = record.path.as_str();
    let suffix = if record.is_directory() {
        "/".to_owned()
    } else {
        format!(":{}:", shown.at.0)
    };
    let mut text = style.location(root, file, &suffix);
    let _ = write!(text, " {}", record.kind.name());
    let name = hit_name(&shown.hit);
    if !name.is_empty() {
        let _ = write!(text, " {}", style.paint("1", &safe(&name)));
    }
    if shown.page > 0 {
        let _ = write!(text, "  page {}", shown.page);
    }
    // Filters alone score nothing.
    if !shown.hit.explanation.signals.is_empty() {
        text += &style.paint("2", &format!("  {:.3}", shown.hit.score()));
    }
    if shown.hit.explanation.same_text {
        text += "  the same text";
    }
    if shown.hit.deleted.is_some() {
        text += "  deleted";
    }
    text + "\n"
}

/// Adds the summary, the lines around the matches, or the matching lines.
fn add_text(text: &mut String, shown: &ShownHit<'_>) {
    let record = &shown.hit.record;
    if record.is_summary() {
        let summary: Vec<&str> = record.summary.split_whitespace().collect();
        let summary = summary.join(" ");
        for row in wrap(&summary, TEXT_WIDTH) {
            let _ = writeln!(text, "    {}", safe(summary[row].trim()));
        }
    } else if !shown.near.is_empty() {
        for (number, line) in &shown.near {
            let is_match =
                *number == shown.at.0 || shown.matches.iter().any(|(line, ..)| line == number);
            let sign = if is_match { ':' } else { '-' };
            let _ = writeln!(text, "    {number}{sign} {}", safe(line));
        }
    } else if shown.matches.len() > 1 {
        for (number, column, _) in &shown.matches {
            let line = shown.line_at(*number).unwrap_or_default();
            let _ = writeln!(text, "    {number}: {}", safe_at(line, *column));
        }
    } else if let Some(line) = shown.line() {
        let _ = writeln!(text, "    {}", safe_at(without_mark(line), shown.at.1));
    } else if shown.changed {
        text.push_str("    (changed since it was indexed)\n");
    }
}
