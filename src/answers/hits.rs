//! The hits of a search in the working tree, with their text and their context.
//!
//! Principal type: [`ShownHit`].

use super::expansion::Expansion;
use super::located::located;
use super::parts::{Expander, Surroundings};
use crate::chunk::{Kind, qualified_name};
use crate::context::{Staleness, anchor};
use crate::corpus::{Skipped, Text};
use crate::embed::Model;
use crate::search::{
    Answer, FileFilters, Hit, Mode, Query, SearchContext, SearchError, matching_lines, search,
    search_corrected,
};
use std::borrow::Cow;
use std::ops::Range;

/// Number of lines in the text of a hit of `kind:file`.
const FILE_LINES: u32 = 100;
const NOT_SEARCHED: &str = "not searched; `smriti-tui status --skipped` shows why";

/// Parses a query whose last word is complete.
pub(crate) fn complete_query(text: &str, mode: Mode) -> Query {
    Query {
        is_typing: false,
        ..Query::parse(text, mode)
    }
}

/// Searches with names in the place of typos, if there are any.
pub(crate) fn best_answer(
    context: &SearchContext<'_>,
    model: Option<&Model>,
) -> Result<Answer, SearchError> {
    match search_corrected(context, model)? {
        Some(corrected) => Ok(corrected),
        None => search(context, model),
    }
}

/// Warnings about the files in which a literal query might match: skipped ones, and those that could not be read; none
/// for other queries.
pub(crate) fn not_searched<'s>(
    query: &Query,
    skipped: impl Iterator<Item = &'s Skipped>,
    unread: usize,
) -> Result<Vec<String>, SearchError> {
    let mut warnings = Vec::new();
    if !query.is_literal() {
        return Ok(warnings);
    }
    match skipped_matches(query, skipped)? {
        0 => {}
        1 => warnings.push(format!("1 file was {NOT_SEARCHED}")),
        files => warnings.push(format!("{files} files were {NOT_SEARCHED}")),
    }
    if unread > 0 {
        let files = match unread {
            1 => "1 file".to_owned(),
            files => format!("{files} files"),
        };
        warnings.push(format!("{files} could not be read, and may have matches"));
    }
    Ok(warnings)
}

/// Number of the skipped files that may pass the filters of a query.
pub(crate) fn skipped_matches<'s>(
    query: &Query,
    skipped: impl Iterator<Item = &'s Skipped>,
) -> Result<usize, SearchError> {
    let filters = FileFilters::of(query)?;
    Ok(skipped
        .filter(|skipped| filters.may_pass(&skipped.path))
        .count())
}

/// A hit in the working tree.
pub(crate) struct ShownHit<'a> {
    /// The hit; that of the whole declaration for one of its pieces.
    pub(crate) hit: Cow<'a, Hit>,
    /// 1-based first and last line.
    pub(crate) lines: (u32, u32),
    /// 1-based first and last line of the text, which is the best piece of a declaration in pieces.
    pub(crate) text_lines: (u32, u32),
    /// 1-based line and column of the match, else of the name.
    pub(crate) at: (u32, u32),
    /// The page of that line; 0 in a document without pages.
    pub(crate) page: u32,
    /// The same column in bytes.
    pub(crate) byte_column: u32,
    /// Text of the leaf; none if it no longer exists.
    pub(crate) text: Option<String>,
    /// The document of the leaf, and the bytes of it that are the text.
    pub(crate) source: Option<(Text, Range<usize>)>,
    /// True if the text differs from the index.
    pub(crate) changed: bool,
    /// 1-based lines and columns of the matches of phrases and patterns in the text, each line once, with the
    /// columns in bytes; for other queries empty.
    pub(crate) matches: Vec<(u32, u32, u32)>,
    /// The requested context.
    pub(crate) around: Surroundings,
    /// Numbered lines around the matches, if requested.
    pub(crate) near: Vec<(u32, String)>,
}

impl<'a> ShownHit<'a> {
    /// Reads a hit at its best match of the query, and its context.
    fn read(
        hit: &'a Hit,
        expander: &mut Expander<'_>,
        query: &Query,
        expansions: &[Expansion],
    ) -> anyhow::Result<Self> {
        let around = around(hit, expander, expansions)?;
        let (sources, cancel) = (&mut *expander.sources, expander.cancel);
        let record = &hit.record;
        let mut shown = Self {
            hit: hit.of_whole(),
            lines: record.lines,
            text_lines: record.lines,
            at: record.name_at,
            page: record.page,
            byte_column: 1,
            text: None,
            source: None,
            changed: false,
            matches: Vec::new(),
            around,
            near: Vec::new(),
        };
        if let Some(text) = &hit.deleted {
            shown.text = Some(text.to_string());
        } else if !record.is_summary() {
            let found = located(hit, query, sources, cancel);
            shown.at = found.at;
            shown.changed = matches!(found.staleness, Some(Staleness::Changed | Staleness::Gone));
            if let Some(leaf) = found.leaf {
                shown.byte_column = leaf.document.byte_column(found.at);
                shown.lines = leaf.lines;
                shown.text_lines = leaf.lines;
                let line = leaf.document.lines(found.at.0, found.at.0);
                shown.page = leaf.document.page_at(line.start);
                let lines = matching_lines(&leaf.text, (leaf.lines.0, leaf.column), query);
                for (line, column) in lines {
                    let bytes = leaf.document.byte_column((line, column));
                    shown.matches.push((line, column, bytes));
                }
                shown.source = Some((leaf.document, leaf.bytes));
                shown.text = Some(leaf.text);
            }
        } else if record.kind == Kind::File {
            shown.text = sources.first_lines(&record.path, FILE_LINES, cancel);
        }
        if let Some(whole) = &hit.whole {
            let current = sources.leaf(whole, cancel);
            shown.lines = current.map_or(whole.lines, |current| current.lines);
        }
        Ok(shown)
    }

    /// Reads the hits of an answer and their context; no more of them once cancelled.
    pub(crate) fn all(
        answer: &'a Answer,
        expander: &mut Expander<'_>,
        expansions: &[Expansion],
    ) -> anyhow::Result<Vec<Self>> {
        let mut shown = Vec::new();
        for hit in &answer.hits {
            if expander.cancel.is_cancelled() {
                break;
            }
            shown.push(Self::read(hit, expander, &answer.query, expansions)?);
        }
        Ok(shown)
    }

    /// The line that matched.
    pub(crate) fn line(&self) -> Option<&str> {
        self.line_at(self.at.0)
    }

    /// A line of its text, by its 1-based number in the file.
    pub(crate) fn line_at(&self, line: u32) -> Option<&str> {
        let offset = usize::try_from(line.checked_sub(self.text_lines.0)?).ok()?;
        self.text.as_deref()?.lines().nth(offset)
    }
}

/// The qualified name of a hit: `Cache.insert`. For a heading or a summary, only its own name.
pub(crate) fn hit_name(hit: &Hit) -> String {
    let record = &hit.record;
    let is_alone = record.kind == Kind::Section || record.is_summary();
    match &hit.explanation.found_as {
        Some(found) if is_alone => found.clone(),
        None if is_alone || record.name.is_empty() => record.name.clone(),
        _ => qualified_name(&hit.names(), record.kind),
    }
}

/// The requested context of a hit; empty if it no longer exists, and for a directory.
fn around(
    hit: &Hit,
    expander: &mut Expander<'_>,
    expansions: &[Expansion],
) -> anyhow::Result<Surroundings> {
    let record = &hit.record;
    if expansions.is_empty() || record.is_directory() || hit.deleted.is_some() {
        return Ok(Surroundings::new());
    }
    expander.symbol = hit.symbol();
    if let Ok(tree) = expander.sources.tree(&record.path, expander.cancel)
        && let Some(chunk) = anchor(&tree, record.id, record.hash)
    {
        return expander.expand(&tree, chunk, expansions);
    }
    Ok(Surroundings::new())
}
