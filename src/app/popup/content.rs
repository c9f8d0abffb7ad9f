//! Content of a popup, and the effect of choosing an item.
//!
//! Principal types: [`Content`], [`ListItem`] and [`ItemAction`]. The popup itself changes nothing: the app
//! performs the chosen [`ItemAction`].

use super::page::{PageRow, PageSubject};
use crate::app::keymap::Action;
use crate::app::results::Listing;
use crate::chunk::ChunkId;
use crate::corpus::SourcePath;
use crate::export::ExportFormat;
use crate::search::{Passing, Query};
use crate::session::HistoryEntry;
use std::collections::HashMap;

/// Effect of choosing an item.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ItemAction {
    Action(Action),
    /// The theme of this name.
    Theme(String),
    /// Export to a new file of this name, or to the clipboard.
    Export(ExportFormat, ExportSource, Option<String>),
    /// Type the name of the file to write in this format.
    Name(ExportFormat, ExportSource),
    /// Find this text in the file.
    Find(String),
    /// Show this file, at a 1-based line and column if they were typed.
    File(SourcePath, Option<(u32, u32)>),
    /// Run this query again.
    Query(HistoryEntry),
    /// Go to the bookmark of this chunk.
    Bookmark(u64),
    /// Go to the mark of this chunk.
    Mark(u64),
    /// Keep the filter of the list.
    Filter,
    /// Type this text in the prompt.
    Type(String),
}

impl ItemAction {
    /// The chunk of a bookmark or mark.
    fn chunk(&self) -> Option<ChunkId> {
        match self {
            Self::Bookmark(chunk) | Self::Mark(chunk) => Some(ChunkId(*chunk)),
            _ => None,
        }
    }
}

/// Locations to export.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExportSource {
    /// The marks, also those of earlier queries.
    Marks,
    /// The results.
    Results,
}

/// An item of a list.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ListItem {
    /// Text that is matched and shown.
    pub(crate) text: String,
    /// Note at the end of the row.
    pub(crate) note: String,
    pub(crate) choice: ItemAction,
}

impl ListItem {
    pub(crate) fn new(
        text: impl Into<String>,
        note: impl Into<String>,
        choice: ItemAction,
    ) -> Self {
        Self {
            text: text.into(),
            note: note.into(),
            choice,
        }
    }
}

/// Content of a popup.
#[derive(Debug, Default)]
pub(crate) enum Content {
    /// A page to read.
    Page(PageSubject, Vec<PageRow>),
    Items(Vec<ListItem>),
    /// The files of the repository, of which there may be very many.
    Files(FileItems),
    /// The name of a file to write in this format.
    Name(ExportFormat, ExportSource),
    /// A text to find in the open file.
    #[default]
    Find,
    /// A filter of the rows of the results pane.
    Filter,
}

impl Content {
    /// Number of items.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Items(items) => items.len(),
            Self::Files(files) => files.listing.len(),
            Self::Page(..) | Self::Name(..) | Self::Find | Self::Filter => 0,
        }
    }

    /// Text and note of an item.
    pub(super) fn text(&self, at: usize) -> (&str, &str) {
        match self {
            Self::Items(items) => items
                .get(at)
                .map_or(("", ""), |item| (&item.text, &item.note)),
            Self::Files(files) => (files.listing.get(at).map_or("", SourcePath::as_str), ""),
            Self::Page(..) | Self::Name(..) | Self::Find | Self::Filter => ("", ""),
        }
    }

    /// Effect of choosing an item after this text was typed.
    pub(super) fn choice(&self, at: usize, typed: &str) -> Option<ItemAction> {
        match self {
            Self::Items(items) => items.get(at).map(|item| item.choice.clone()),
            Self::Files(files) => {
                let path = files.listing.get(at).cloned()?;
                let words = Query::without_filters(typed);
                Some(ItemAction::File(path, split_location(&words).1))
            }
            Self::Page(..) | Self::Name(..) | Self::Find | Self::Filter => None,
        }
    }

    /// The part of the typed text that items are matched with.
    pub(super) fn pattern(&self, typed: &str) -> String {
        if !self.has_paths() {
            return typed.to_owned();
        }
        let words = Query::without_filters(typed);
        match self {
            Self::Files(_) => split_location(&words).0.to_owned(),
            _ => words,
        }
    }

    /// Returns true if the items are files or chunks, which filters narrow.
    pub(crate) fn has_paths(&self) -> bool {
        match self {
            Self::Files(_) => true,
            Self::Items(items) => items.iter().all(|item| item.choice.chunk().is_some()),
            _ => false,
        }
    }

    /// The chunks of the items.
    pub(crate) fn chunks(&self) -> Vec<ChunkId> {
        match self {
            Self::Items(items) => items
                .iter()
                .filter_map(|item| item.choice.chunk())
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Returns true if an item passes the filters.
    pub(super) fn passes(&self, at: usize, passing: &Passing) -> bool {
        match self {
            Self::Files(files) => files
                .listing
                .get(at)
                .is_some_and(|path| passing.has_file(path)),
            Self::Items(items) => {
                let chunk = items.get(at).and_then(|item| item.choice.chunk());
                chunk.is_some_and(|chunk| passing.chunks.contains(&chunk))
            }
            _ => true,
        }
    }

    /// Returns true if an item belongs at the end of the list, and its rank among those that match equally well.
    pub(super) fn preference(&self, at: usize, typed: &str) -> (bool, u32) {
        match self {
            Self::Files(files) => {
                let rank = files.ranks.get(&at).copied();
                (files.lacks_line(at, typed), rank.unwrap_or(u32::MAX))
            }
            _ => (false, 0),
        }
    }

    /// Message for an empty list.
    pub(crate) fn empty_message(&self) -> &'static str {
        match self {
            Self::Files(files) if files.listing.len() == 0 => "No files are listed yet",
            Self::Name(..) => "An existing file is kept; the new one gets a number",
            _ => "Nothing matches",
        }
    }
}

/// The files of a repository.
#[derive(Debug)]
pub(crate) struct FileItems {
    pub(super) listing: Listing,
    /// Position of each recent file, 0 for the latest one, by its number in the list.
    ranks: HashMap<usize, u32>,
    /// Number of lines of the files for which it was requested.
    pub(super) lines: HashMap<SourcePath, u32>,
}

impl FileItems {
    /// The listed files. `recent` are listed first, the last one on top.
    pub(crate) fn new(listing: Listing, recent: &[SourcePath]) -> Self {
        let latest = (0..).zip(recent.iter().rev());
        let ranks = latest.filter_map(|(rank, path)| Some((listing.position(path)?, rank)));
        Self {
            ranks: ranks.collect(),
            lines: HashMap::new(),
            listing,
        }
    }

    /// Returns true if a file is known not to have the line that was typed.
    pub(super) fn lacks_line(&self, file: usize, typed: &str) -> bool {
        let lines = self.listing.get(file).and_then(|path| self.lines.get(path));
        let line = typed_line(typed);
        lines.zip(line).is_some_and(|(lines, line)| line > *lines)
    }

    /// The files among these whose number of lines is not known, if a line was typed.
    pub(super) fn missing_lines(
        &self,
        files: impl Iterator<Item = usize>,
        typed: &str,
    ) -> Vec<SourcePath> {
        let is_typed = typed_line(typed).is_some();
        let paths = files.filter_map(|file| self.listing.get(file));
        let unknown = paths.filter(|path| is_typed && !self.lines.contains_key(*path));
        unknown.cloned().collect()
    }
}

/// The 1-based line that was typed after a path.
fn typed_line(typed: &str) -> Option<u32> {
    let words = Query::without_filters(typed);
    split_location(&words).1.map(|(line, _)| line)
}

/// Splits a path from the 1-based line and column after it, as compilers and stack traces write them:
/// `path:line`, `path:line:column`.
pub(in crate::app) fn split_location(typed: &str) -> (&str, Option<(u32, u32)>) {
    let typed = typed.trim_end().trim_end_matches(':');
    match split_number(typed) {
        None => (typed, None),
        Some((rest, last)) => match split_number(rest) {
            Some((path, line)) => (path, Some((line, last))),
            None => (rest, Some((last, 1))),
        },
    }
}

/// Splits `NAME:NUMBER`.
fn split_number(text: &str) -> Option<(&str, u32)> {
    let (before, digits) = text.rsplit_once(':')?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    // A number that does not fit is beyond the end of any file.
    is_number.then(|| (before, digits.parse().unwrap_or(u32::MAX).max(1)))
}
