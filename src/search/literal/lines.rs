//! Every matching line of a query, in the order of paths and lines.
//!
//! Principal type: [`FoundLine`]. Files are read in batches, so memory does not grow with the number of matches.

use super::conditions::LiteralConditions;
use super::scan::FileMatches;
use crate::corpus::SourcePath;
use crate::search::context::{SearchContext, SearchError};
use crate::search::retrieve::{Conditions, filter_conditions, passing};
use memchr::memchr;
use std::ops::ControlFlow;

/// Number of files that are read before their lines are delivered.
const BATCH: usize = 512;

/// A matching line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundLine {
    /// The leaf in which the match begins.
    pub entry: u32,
    /// 1-based line and column of the match, in characters.
    pub at: (u32, u32),
    /// The same column in bytes.
    pub byte_column: u32,
    /// The line without its end.
    pub text: String,
}

/// Numbers of matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Lines with a match.
    pub lines: usize,
    /// Leaves in which a match begins.
    pub chunks: usize,
    /// Files with a match.
    pub files: usize,
    /// Files that could not be read; in the explorer also skipped ones.
    pub unread: usize,
}

impl Totals {
    pub(super) fn of(file: &FileMatches<'_>) -> Self {
        let mut starts: Vec<usize> = file.lines.iter().map(|line| line.start).collect();
        let mut entries: Vec<u32> = file.lines.iter().map(|line| line.entry).collect();
        starts.dedup();
        entries.sort_unstable();
        entries.dedup();
        Self {
            lines: starts.len(),
            chunks: entries.len(),
            files: 1,
            unread: 0,
        }
    }

    pub(super) fn add(&mut self, other: Self) {
        self.lines += other.lines;
        self.chunks += other.chunks;
        self.files += other.files;
    }
}

/// Calls `found` with each file in which a query of phrases and patterns matches, and with its matching lines, until
/// it breaks. By path and line; each line once. Returns the number of files that could not be read. Fails for a filter
/// with an unknown value, as a search does.
pub fn for_each_line(
    context: &SearchContext<'_>,
    mut found: impl FnMut(&SourcePath, Vec<FoundLine>) -> ControlFlow<()>,
) -> Result<usize, SearchError> {
    filter_conditions::check(context)?;
    let passing = passing(context, Conditions::Index)?;
    let conditions = LiteralConditions::of(context.query);
    let files = context.snapshot.files_with(&conditions.texts(), &passing)?;
    let mut unread = 0;
    for batch in files.chunks(BATCH) {
        let scanned = conditions.scan(
            context,
            batch,
            |entry| passing.contains(entry),
            |file| Ok((file.path.clone(), lines_of(&file))),
        )?;
        unread += scanned.unread;
        for (path, lines) in scanned.judged {
            if found(&path, lines).is_break() {
                return Ok(unread);
            }
        }
    }
    Ok(unread)
}

fn lines_of(file: &FileMatches<'_>) -> Vec<FoundLine> {
    let text = &file.document.text;
    let mut lines = Vec::with_capacity(file.lines.len());
    let mut last = None;
    for (line, at) in file.positions() {
        if last.replace(line.start) == Some(line.start) {
            continue;
        }
        let rest = &text.bytes()[line.start..];
        let end = line.start + memchr(b'\n', rest).unwrap_or(rest.len());
        let whole = text.slice(line.start..end);
        lines.push(FoundLine {
            entry: line.entry,
            at,
            byte_column: 1 + line.at.saturating_sub(line.start) as u32,
            text: whole.strip_suffix('\r').unwrap_or(&whole).to_owned(),
        });
    }
    lines
}
