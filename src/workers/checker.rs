//! Compares hits with the working tree, which may be newer than the index, and reads their best
//! matching lines.

use super::latest::Worker;
use super::{Renewed, Replies, Typing, caught};
use crate::context::{Sources, Staleness};
use crate::corpus::Cancel;
use crate::protocol::{Checked, Reply, Ticket};
use crate::search::{Answer, matched_at};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// Poll interval for typing: an answer that is being replaced is not checked.
const ASIDE: Duration = Duration::from_millis(20);

/// Starts the thread; it reads the files anew that changed since it read them last.
pub(super) fn checker(
    sources: impl Fn() -> Sources + Send + 'static,
    typing: Typing,
    replies: Replies,
) -> std::io::Result<Worker<(Ticket, Arc<Answer>)>> {
    let mut sources = Renewed::new(sources);
    Worker::start(
        "checker",
        move |(ticket, answer): (_, Arc<Answer>), cancel| {
            while typing.is_active(Instant::now()) && !cancel.is_cancelled() {
                thread::sleep(ASIDE);
            }
            let checked = caught("checking hits", || {
                Ok(sources.with(|sources| check(sources, &answer, cancel)))
            });
            // A fault is told when the program ends; marks are not worth more.
            if let Ok(Some(checked)) = checked {
                replies((ticket, Reply::Checked(checked)));
            }
        },
    )
}

/// Maximum number of characters of a line.
const LINE: usize = 200;

/// A line without the sign of a comment at its start, which says nothing in a list.
fn without_marker(line: &str) -> &str {
    let mut signs = ["///", "//!", "//", "/**", "/*", "* ", "# ", "-- "].into_iter();
    let rest = signs.find_map(|sign| line.strip_prefix(sign));
    rest.map_or(line, str::trim_start)
}

/// None when cancelled.
fn check(sources: &mut Sources, answer: &Answer, cancel: &Cancel) -> Option<Vec<Checked>> {
    let mut checked = Vec::new();
    for hit in answer.hits.iter().filter(|hit| !hit.record.is_summary()) {
        let record = &hit.record;
        let leaf = sources.leaf(record, cancel);
        // A file that was not read to its end is not gone.
        if cancel.is_cancelled() {
            return None;
        }
        let staleness = Staleness::of(record, leaf.as_ref());
        let (line, matches) = leaf.map_or_else(Default::default, |leaf| {
            let first = (leaf.lines.0, leaf.column);
            let matched = matched_at(&leaf.text, first, &answer.query);
            let located = hit.explanation.located_at.filter(|_| staleness.is_none());
            let (at, _) = located.or(matched).unwrap_or(leaf.name_at);
            let line = leaf.text.lines().nth(at.saturating_sub(first.0) as usize);
            let line = without_marker(line.unwrap_or_default().trim());
            let pattern = answer.query.patterns.first();
            (
                line.chars().take(LINE).collect(),
                pattern.map_or(0, |pattern| pattern.matching_lines(&leaf.text)),
            )
        });
        checked.push(Checked {
            id: record.id,
            staleness,
            line,
            matches,
        });
    }
    Some(checked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_shown_without_the_sign_of_its_comment() {
        for (line, shown) in [
            ("/// Writes.", "Writes."),
            ("// TODO: x", "TODO: x"),
            ("* of a block", "of a block"),
            ("# Heading", "Heading"),
            ("#[derive(Debug)]", "#[derive(Debug)]"),
            ("*pointer = 1;", "*pointer = 1;"),
            ("let a = b / c; // d", "let a = b / c; // d"),
        ] {
            assert_eq!(without_marker(line), shown);
        }
    }
}
