//! Every matching line of a literal query, printed during the search.
//!
//! Principal type: [`LineListing`]. Invariant: without a limit the listing is complete.

use super::formats::{OutputFormat, Place, symbol};
use super::output::print;
use crate::corpus::SourcePath;
use crate::export::Excerpt;
use crate::index::Record;
use crate::pages::{Style, path};
use crate::search::{FoundLine, SearchContext, for_each_line};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;

/// A listing in the order of paths and lines.
pub(super) struct LineListing<'a> {
    pub(super) format: &'a OutputFormat,
    pub(super) root: &'a Path,
    pub(super) style: &'a Style,
    /// Maximum number of lines; for a list of paths, of files.
    pub(super) limit: usize,
}

/// Outcome of a listing.
pub(super) struct Listed {
    pub(super) lines: usize,
    /// True if the limit was reached before the end.
    pub(super) is_cut: bool,
    /// Number of files that could not be read.
    pub(super) unread: usize,
}

impl LineListing<'_> {
    /// Prints the lines that a query matches.
    pub(super) fn print(&self, context: &SearchContext<'_>) -> anyhow::Result<Listed> {
        let mut listed = Listed {
            lines: 0,
            is_cut: false,
            unread: 0,
        };
        let mut chunks = 0;
        let mut failure = Ok(());
        let unread = for_each_line(context, |file, mut lines| {
            let left = self.limit - listed.lines;
            if *self.format == OutputFormat::Paths {
                lines.truncate(1);
            }
            listed.is_cut = lines.len() > left;
            lines.truncate(left);
            listed.lines += lines.len();
            let entries: HashSet<u32> = lines.iter().map(|line| line.entry).collect();
            chunks += entries.len();
            failure = self.print_file(context, file, &lines);
            if listed.is_cut || failure.is_err() {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        })?;
        failure?;
        listed.unread = unread;
        match self.format {
            OutputFormat::Count => print(&format!("{chunks}\n"))?,
            OutputFormat::CountLines => print(&format!("{}\n", listed.lines))?,
            _ => {}
        }
        Ok(listed)
    }

    fn print_file(
        &self,
        context: &SearchContext<'_>,
        file: &SourcePath,
        lines: &[FoundLine],
    ) -> anyhow::Result<()> {
        if matches!(self.format, OutputFormat::Count | OutputFormat::CountLines) {
            return Ok(());
        }
        let relative = self.style.relative(self.root, file.as_str());
        let shown = if self.format.escapes_paths() {
            path(&relative)
        } else {
            relative
        };
        let shown = SourcePath::new(&shown);
        // Of the fields of a chunk, only templates have any.
        let mut records = HashMap::new();
        if matches!(self.format, OutputFormat::Template(_)) {
            for line in lines {
                if let Entry::Vacant(unknown) = records.entry(line.entry) {
                    unknown.insert(context.snapshot.record(line.entry)?);
                }
            }
        }
        let places: Vec<Place> = lines
            .iter()
            .map(|line| place(&shown, line, records.get(&line.entry)))
            .collect();
        print(&self.format.lines(&context.query.text, &places)?)
    }
}

fn place(file: &SourcePath, line: &FoundLine, record: Option<&Record>) -> Place {
    Place {
        excerpt: Excerpt {
            path: file.clone(),
            line: line.at.0,
            column: line.at.1,
            byte_column: line.byte_column,
            lines: record.map_or(line.at, |record| record.lines),
            kind: record.map_or_else(String::new, |record| record.kind.name().to_owned()),
            title: line.text.trim().to_owned(),
            ..Excerpt::default()
        },
        symbol: record.map_or_else(String::new, symbol),
        score: 0.0,
    }
}
