//! Compares hits with the working tree, which may be newer than the index, and reads their best matching
//! lines.
//!
//! Contract of [`checker()`]: every hit of an answer but summaries and deleted chunks gets a [`CheckedHit`], the first rows
//! first; a newer answer cancels the check.

use super::resources::Resources;
use super::worker::{Backlog, Job, Replies, StartResult, Worker};
use crate::answers::{Located, located};
use crate::context::Sources;
use crate::corpus::SourcePath;
use crate::protocol::{CheckedHit, Reply};
use crate::search::{Answer, Hit};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Poll interval for typing: an answer that is being replaced is not checked.
const THROTTLE_INTERVAL: Duration = Duration::from_millis(20);

/// Starts the thread. Documents that it read are kept while they do not change.
pub(super) fn checker(resources: Resources, replies: Replies) -> StartResult<Arc<Answer>> {
    let mut sources = resources.sources();
    let check = move |answer: Arc<Answer>, job: &Job<'_>| {
        while resources.typing.is_active(Instant::now()) && job.pause(THROTTLE_INTERVAL) {}
        // A panic is reported when the program ends.
        let _ = job.run("checking results", || {
            check(&mut sources, &answer, job);
            Ok(())
        });
    };
    Worker::start_replying("checker", Backlog::Newest, replies, check)
}

/// Maximum number of characters of a line.
const LINE: usize = 200;

/// Removes the comment marker at the start of a line.
fn without_marker(line: &str) -> &str {
    for marker in ["///", "//!", "//", "/**", "/*", "* ", "# ", "-- "] {
        if let Some(rest) = line.strip_prefix(marker) {
            return rest.trim_start();
        }
    }
    line
}

/// Number of hits that are sent together: about those in view.
const BATCH: usize = 16;

fn check(sources: &mut Sources, answer: &Answer, job: &Job<'_>) {
    let hits = answer.hits.iter();
    let mut hits: Vec<&Hit> = hits
        .filter(|hit| !hit.record.is_summary() && hit.deleted.is_none())
        .collect();
    // In the order of the tree: files by their best hits.
    let mut best: HashMap<&SourcePath, usize> = HashMap::new();
    for (rank, hit) in hits.iter().enumerate() {
        best.entry(&hit.record.path).or_insert(rank);
    }
    hits.sort_by_key(|hit| best.get(&hit.record.path));
    for batch in hits.chunks(BATCH) {
        let mut checked = Vec::new();
        for hit in batch {
            let found = located(hit, &answer.query, sources, job.cancel);
            // A cancelled read does not mean that the file is gone.
            if job.cancel.is_cancelled() {
                return;
            }
            checked.push(checked_hit(hit, &found));
        }
        job.reply(Reply::Checked(checked));
    }
}

fn checked_hit(hit: &Hit, found: &Located) -> CheckedHit {
    let mut checked = CheckedHit {
        id: hit.record.id,
        located_at: hit.explanation.located_at,
        staleness: found.staleness,
        hash: hit.record.hash,
        line_number: found.at.0,
        line: String::new(),
        at: None,
    };
    if let Some(leaf) = &found.leaf {
        let above = found.at.0.saturating_sub(leaf.lines.0);
        let line = leaf.text.lines().nth(above as usize).unwrap_or_default();
        checked.hash = leaf.hash;
        checked.line = without_marker(line.trim()).chars().take(LINE).collect();
        checked.at = Some((above, found.at.1));
    }
    checked
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
