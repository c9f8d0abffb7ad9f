//! A page of a tool's answer as text, within a token budget.
//!
//! Principal types: [`Page`], which begins with the freshness of the index, and [`Row`], which pages neither split nor
//! repeat; [`rows()`] finds those of a text.

use super::connection::{PageRequest, PageRows, key_of};
use crate::answers::{Passage, TokenBudget};
use crate::pages::{first_names, path};
use crate::search::Hit;
use std::fmt::Write;

/// Maximum number of other locations that are named: a text may have a thousand copies.
const MAX_OTHERS: usize = 20;
/// Maximum number of rows that are named as left out.
const MAX_NEXT: usize = 3;
/// Maximum tokens of these names, and their share of the budget.
const MAX_NEXT_TOKENS: usize = 100;
const NEXT_SHARE: usize = 8;

/// Note after a text that was cut.
const CUT_LINE: &str = "cut within a line; ";
/// The longest note about what is left out, without names.
const LEFT_OUT: &str = "left_out: cut within a line; 1000000 lines: (`read_symbol` reads them)\n";

/// A page that is being written.
pub(super) struct Page {
    text: String,
    pub(super) budget: TokenBudget,
    /// Space for the names of what is left out.
    next: TokenBudget,
}

impl Page {
    /// Begins a page with a heading. There is always space for the notes.
    pub(super) fn new(heading: String, max_tokens: usize) -> Self {
        let next = MAX_NEXT_TOKENS.min(max_tokens / NEXT_SHARE);
        let mut budget = TokenBudget::new(max_tokens.saturating_sub(next));
        budget.spend(&format!("{heading}{LEFT_OUT}"));
        Self {
            text: heading,
            budget,
            next: TokenBudget::new(next),
        }
    }

    /// Adds a text that the budget was asked for.
    pub(super) fn add(&mut self, text: &str) {
        self.text += text;
    }

    /// Adds a text, cut to the budget. Returns the part that did not fit.
    pub(super) fn add_start<'t>(&mut self, text: &'t str) -> &'t str {
        let start = self.budget.take_start(text);
        self.text += start;
        let is_whole_line = start.is_empty() || start.ends_with('\n');
        if !is_whole_line {
            self.text.push('\n');
        }
        &text[start.len()..]
    }

    /// Number of rows that fit, from the start of a list.
    pub(super) fn fitting<'r>(&self, rows: impl Iterator<Item = &'r Row>) -> usize {
        self.fitting_with_rest(rows).0
    }

    /// The same, with the number of tokens that they leave.
    pub(super) fn fitting_with_rest<'r>(
        &self,
        rows: impl Iterator<Item = &'r Row>,
    ) -> (usize, usize) {
        let mut budget = self.budget.clone();
        let (mut count, mut heading) = (0, "");
        for row in rows {
            let is_under = row.heading.is_empty() || row.heading == heading;
            let above = if is_under { "" } else { &row.heading };
            if budget.take(&format!("{above}{}", row.text)).is_err() {
                break;
            }
            heading = &row.heading;
            count += 1;
        }
        (count, budget.left())
    }

    /// Adds rows that fit, each heading once.
    pub(super) fn add_rows<'r>(&mut self, rows: impl Iterator<Item = &'r Row>) {
        let mut heading = "";
        for row in rows {
            if row.heading != heading {
                self.text += &row.heading;
            }
            self.text += &row.text;
            heading = &row.heading;
        }
    }

    /// Ends a page of rows: names what it leaves out. `is_all` is false if there are more rows than the known ones.
    pub(super) fn end(
        mut self,
        request: &PageRequest,
        rows: &PageRows,
        is_all: bool,
        name: impl Fn(usize) -> String,
    ) -> String {
        if rows.shown.is_empty() && rows.left.is_empty() && request.number > 1 {
            let _ = match rows.pages {
                0 => writeln!(self.text, "page {}: there are no results", request.number),
                last => writeln!(
                    self.text,
                    "page {}: beyond the end; the last page is {last}",
                    request.number
                ),
            };
        }
        if !rows.left.is_empty() {
            let names: Vec<String> = rows
                .left
                .iter()
                .take(MAX_NEXT)
                .map(|row| name(*row))
                .collect();
            let at_least = if is_all { "" } else { "at least " };
            let more = format!("{at_least}{} more", rows.left.len());
            let continues = if rows.shown.is_empty() {
                "nothing fits; raise max_tokens".to_owned()
            } else {
                format!("page {} continues", request.number + 1)
            };
            self.left_out(&more, &names, &continues);
        }
        self.text
    }

    /// Adds a line about what is left out, with as many names as fit.
    fn left_out(&mut self, more: &str, names: &[String], continues: &str) {
        let mut next = String::new();
        for name in names {
            let separator = if next.is_empty() { ": " } else { "; " };
            if self.next.take(&format!("{separator}{name}")).is_err() {
                break;
            }
            next += separator;
            next += name;
        }
        let _ = writeln!(self.text, "left_out: {more}{next} ({continues})");
    }

    /// Names the lines of a chunk whose code was shown up to a part.
    pub(super) fn add_next_lines(&mut self, chunk: &Passage, shown: &str) {
        let lines = u32::try_from(shown.matches('\n').count()).unwrap_or(u32::MAX);
        let first = chunk.start_line.saturating_add(lines);
        let next = format!("{}:{first}-{}", path(&chunk.path), chunk.end_line);
        let is_whole_line = shown.is_empty() || shown.ends_with('\n');
        let cut = if is_whole_line { "" } else { CUT_LINE };
        let more = chunk.end_line.saturating_sub(first) + 1;
        let note = format!("{cut}{more} lines");
        // `read_symbol` would cut a line that is longer than the budget at the same place.
        let continues = if shown.contains('\n') {
            "`read_symbol` reads them"
        } else {
            "raise max_tokens"
        };
        self.left_out(&note, &[next], continues);
    }

    /// Names the rows in the rest of a text, which did not fit.
    pub(super) fn add_next_rows(&mut self, rest: &str) {
        let lines = rest.lines().count();
        let mut names = Vec::new();
        for line in rest.lines() {
            if !line.is_empty() && !line.starts_with(' ') && names.len() < MAX_NEXT {
                names.push(line.to_owned());
            }
        }
        self.left_out(&format!("{lines} lines"), &names, "raise max_tokens");
    }

    /// The page with a text, cut to the budget.
    pub(super) fn with_text(mut self, text: &str) -> String {
        let rest = self.add_start(text);
        if !rest.is_empty() {
            self.add_next_rows(rest);
        }
        self.text
    }

    /// The text of the page so far.
    pub(super) fn into_text(self) -> String {
        self.text
    }
}

/// Locations of the copies of a hit.
pub(super) fn copies(hit: &Hit) -> impl Iterator<Item = String> {
    let copies = hit.locations.iter();
    copies.map(|(copy, line)| format!("{}:{line}", path(copy.as_str())))
}

/// A line about other locations; empty without any.
pub(super) fn also(others: impl Iterator<Item = String>) -> String {
    let named = first_names(others.collect(), MAX_OTHERS);
    if named.is_empty() {
        return named;
    }
    format!("also: {named}\n")
}

/// Maximum length of the name of a row that is left out, in characters.
const MAX_NAME: usize = 100;

/// A row of an answer.
pub(super) struct Row {
    /// The lines above it, once on each page; empty without any.
    pub(super) heading: String,
    pub(super) text: String,
    /// Its location and its name, for a list of those that are left out.
    pub(super) name: String,
    /// Identifies it among the rows of the answer.
    pub(super) key: u64,
}

impl Row {
    pub(super) fn new(heading: String, text: String) -> Self {
        let name = text.trim_start().lines().next().unwrap_or_default();
        // The number in a heading may differ between pages.
        let title = heading.split(" (").next();
        Self {
            key: key_of(&(title, &text)),
            name: short(name),
            heading,
            text,
        }
    }
}

/// The start of a long name.
pub(super) fn short(name: &str) -> String {
    match name.char_indices().nth(MAX_NAME) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// The rows of a text: a line and the indented ones below it. A line that begins with `──` is a heading, and a row of
/// its own if there is nothing below it.
pub(super) fn rows(text: &str) -> Vec<Row> {
    let (mut heading, mut row) = (String::new(), String::new());
    let mut found: Vec<Row> = Vec::new();
    let mut is_empty = false;
    for line in text.lines().filter(|line| !line.is_empty()) {
        let is_heading = line.starts_with("── ");
        let is_rest = line.starts_with(' ') && !row.is_empty();
        if !is_rest && !row.is_empty() {
            found.push(Row::new(heading.clone(), std::mem::take(&mut row)));
        }
        if is_heading {
            if is_empty {
                found.push(Row::new(String::new(), std::mem::take(&mut heading)));
            }
            heading = format!("\n{line}\n");
        } else {
            row += line;
            row.push('\n');
        }
        is_empty = is_heading;
    }
    if !row.is_empty() {
        found.push(Row::new(heading, row));
    } else if is_empty {
        found.push(Row::new(String::new(), heading));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_a_line_with_the_indented_ones_below_it() {
        let found = rows(
            "about\n\n── callers (2)\na.rs:1: f\n    f();\nb.rs:2: g\n    f();\n\n── imports (0)\n",
        );
        let found: Vec<_> = found
            .iter()
            .map(|row| (row.heading.as_str(), row.text.as_str(), row.name.as_str()))
            .collect();
        let heading = "\n── callers (2)\n";
        assert_eq!(
            found,
            [
                ("", "about\n", "about"),
                (heading, "a.rs:1: f\n    f();\n", "a.rs:1: f"),
                (heading, "b.rs:2: g\n    f();\n", "b.rs:2: g"),
                ("", "\n── imports (0)\n", "── imports (0)"),
            ]
        );
    }
}
