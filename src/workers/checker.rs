//! Compares hits with the working tree, which may be newer than the index, and reads their best matching
//! lines.
//!
//! Contract of [`checker()`]: every hit of an answer but the summaries gets a [`CheckedHit`]; a newer answer
//! cancels the check.

use super::worker::{Backlog, Job, Worker};
use super::{Replies, Resources, StartResult};
use crate::context::{Sources, Staleness};
use crate::corpus::Cancel;
use crate::protocol::{CheckedHit, Reply};
use crate::search::{Answer, match_position};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Poll interval for typing: an answer that is being replaced is not checked.
const THROTTLE_INTERVAL: Duration = Duration::from_millis(20);

/// Starts the thread. Documents that it read are kept while they do not change.
pub(super) fn checker(resources: Resources, replies: Replies) -> StartResult<Arc<Answer>> {
    let mut sources = resources.sources();
    let check = move |answer: Arc<Answer>, job: &Job<'_>| {
        while resources.typing.is_active(Instant::now()) && job.pause(THROTTLE_INTERVAL) {}
        let checked = job.run("checking results", || {
            Ok(check(&mut sources, &answer, job.cancel))
        });
        // A panic is reported when the program ends.
        if let Some(Ok(Some(checked))) = checked {
            job.reply(Reply::Checked(checked));
        }
    };
    Worker::start_replying("checker", Backlog::Newest, replies, check)
}

/// Maximum number of characters of a line.
const LINE: usize = 200;

/// Removes the comment marker at the start of a line.
fn without_marker(line: &str) -> &str {
    let mut signs = ["///", "//!", "//", "/**", "/*", "* ", "# ", "-- "].into_iter();
    let rest = signs.find_map(|sign| line.strip_prefix(sign));
    rest.map_or(line, str::trim_start)
}

/// None when cancelled.
fn check(sources: &mut Sources, answer: &Answer, cancel: &Cancel) -> Option<Vec<CheckedHit>> {
    let mut checked = Vec::new();
    for hit in answer.hits.iter().filter(|hit| !hit.record.is_summary()) {
        let record = &hit.record;
        let leaf = sources.leaf(record, cancel);
        // A cancelled read does not mean that the file is gone.
        if cancel.is_cancelled() {
            return None;
        }
        let staleness = Staleness::of(record, leaf.as_ref());
        let (line, at, matches) = leaf.map_or_else(Default::default, |leaf| {
            let first = (leaf.lines.0, leaf.column);
            let matched = match_position(&leaf.text, first, &answer.query);
            let located = hit.explanation.located_at.filter(|_| staleness.is_none());
            let (line, column) = located.or(matched).unwrap_or(leaf.name_at);
            let above = line.saturating_sub(first.0);
            let line = leaf.text.lines().nth(above as usize);
            let line = without_marker(line.unwrap_or_default().trim());
            let pattern = answer.query.patterns.first();
            (
                line.chars().take(LINE).collect(),
                Some((above, column)),
                pattern.map_or(0, |pattern| pattern.matching_lines(&leaf.text)),
            )
        });
        checked.push(CheckedHit {
            id: record.id,
            staleness,
            line,
            at,
            matches,
        });
    }
    Some(checked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_shown_without_its_comment_marker() {
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
