//! Reads files and matches the conditions of a query in them.
//!
//! Principal type: [`FileMatches`]. Files are read in parallel, and their matches returned in path order.

use super::conditions::LiteralConditions;
use crate::corpus::{Document, SkipReason, SourcePath, column_after, in_parallel, processors};
use crate::index::FileTiles;
use crate::search::context::{SearchContext, SearchError};
use memchr::memchr_iter;
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Maximum number of threads that read files; more are not faster on one disk.
const MAX_THREADS: usize = 4;

/// Mark at the start of a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A line with a match that begins in a leaf, or a further line of such a match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct MatchingLine {
    /// First byte of the line in its file.
    pub(super) start: usize,
    /// First byte of the match.
    pub(super) at: usize,
    /// The leaf.
    pub(super) entry: u32,
}

/// A file with matches.
pub(super) struct FileMatches<'a> {
    pub(super) path: &'a SourcePath,
    pub(super) document: Document,
    /// In order; a line is repeated for each leaf in which a match of it begins.
    pub(super) lines: Vec<MatchingLine>,
}

impl FileMatches<'_> {
    /// The matching lines with the 1-based line and column of their match, in characters; of a further line of a
    /// match its start.
    pub(super) fn positions(&self) -> impl Iterator<Item = (&MatchingLine, (u32, u32))> {
        let text = &self.document.text;
        // Line breaks are counted from the last line on: the starts of all lines are seldom needed.
        let (mut number, mut breaks) = (1, 0);
        // The column of the last match: a line may be long, and have many matches.
        let (mut start, mut counted, mut column) = (usize::MAX, 0, 1);
        self.lines.iter().map(move |line| {
            number += memchr_iter(b'\n', &text.bytes()[breaks..line.start]).count() as u32;
            breaks = line.start;
            if line.start != start || line.at < counted {
                (start, counted) = (line.start, line.start);
                column = 1;
            }
            if line.at > counted {
                column += column_after(&text.slice(counted..line.at)) - 1;
                counted = line.at;
            }
            (line, (number, column))
        })
    }
}

/// Result of a scan.
pub(super) struct Scanned<T> {
    /// By file, in path order.
    pub(super) judged: Vec<T>,
    /// Number of files that exist and could not be read.
    pub(super) unread: usize,
}

impl LiteralConditions<'_> {
    /// Calls `judge` on every file in which passing leaves meet the conditions; in path order.
    pub(super) fn scan<T: Send>(
        &self,
        context: &SearchContext<'_>,
        files: &[FileTiles],
        passes: impl Fn(u32) -> bool + Sync,
        judge: impl Fn(FileMatches<'_>) -> Result<T, SearchError> + Sync,
    ) -> Result<Scanned<T>, SearchError> {
        let unread = AtomicUsize::new(0);
        let threads = processors().min(MAX_THREADS);
        let judged = in_parallel(threads, files.iter(), |file| {
            context.check_cancelled()?;
            let path = &file.path;
            let document = match context.reader.read(path, context.cancel) {
                Ok((document, _)) => document,
                Err(error) => {
                    let is_unread = error.reason != SkipReason::Gone;
                    unread.fetch_add(usize::from(is_unread), Ordering::Relaxed);
                    return Ok(None);
                }
            };
            let lines = self.lines(document.text.bytes(), file, &passes);
            if lines.is_empty() {
                return Ok(None);
            }
            let matches = FileMatches {
                path,
                document,
                lines,
            };
            judge(matches).map(Some)
        });
        context.check_cancelled()?;
        let found: Result<Vec<Option<T>>, SearchError> = judged.into_iter().collect();
        Ok(Scanned {
            judged: found?.into_iter().flatten().collect(),
            unread: unread.into_inner(),
        })
    }

    /// The matching lines of the passing leaves that meet all conditions.
    fn lines(
        &self,
        text: &[u8],
        file: &FileTiles,
        passes: impl Fn(u32) -> bool,
    ) -> Vec<MatchingLine> {
        let mut lines = Vec::new();
        let mut meeting: Option<HashSet<u32>> = None;
        // The first line begins after the mark, as in ripgrep.
        let mark = if text.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len()
        } else {
            0
        };
        for pattern in &self.required {
            let mut with_match = HashSet::new();
            pattern.for_each_line(&text[mark..], |start, at| {
                let (start, at) = (mark + start, mark + at);
                let Some((entry, end)) = file.at(at) else {
                    return usize::MAX;
                };
                if passes(entry) {
                    with_match.insert(entry);
                    lines.push(MatchingLine { start, at, entry });
                }
                end - mark
            });
            if let Some(before) = &meeting {
                with_match.retain(|entry| before.contains(entry));
            }
            if with_match.is_empty() {
                return Vec::new();
            }
            meeting = Some(with_match);
        }
        let mut meeting = meeting.unwrap_or_default();
        if !self.excluded.is_empty() {
            meeting.retain(|entry| !self.excludes(&text[file.bytes(*entry, text.len())]));
        }
        lines.retain(|line| meeting.contains(&line.entry));
        lines.sort_unstable();
        lines.dedup_by_key(|line| (line.start, line.entry));
        lines
    }
}
