//! The results of a tool as text, within a token budget.
//!
//! Principal type: [`Page`], which begins with the freshness of the index.

use crate::answers::{ShownHit, TokenBudget};
use crate::pages::{Style, code, path, surroundings};
use crate::search::Hit;
use std::fmt::Write;
use std::path::Path;

/// Maximum number of other locations that are named: a text may have a thousand copies.
const MAX_OTHERS: usize = 20;

/// Texts of a result: its location, its code and its context.
type ResultText = Vec<String>;

/// Note after a result whose code does not fit.
const READ_REST: &str = "(read the rest with `read_symbol`)\n";

/// Note after results that do not fit.
const OMITTED: &str = "more results; raise max_tokens or narrow the query";

/// Notes after a text that was cut.
const CUT_LINE: &str = "cut within a line; ";
const MORE_LINES: &str = "more lines; raise max_tokens or narrow the request";

/// A page that is being written.
pub(super) struct Page {
    text: String,
    budget: TokenBudget,
}

impl Page {
    /// Begins a page with a heading. There is always space for the notes.
    pub(super) fn new(heading: String, max_tokens: usize) -> Self {
        let mut budget = TokenBudget::new(max_tokens);
        budget.spend(&format!(
            "{heading}({CUT_LINE}at least 1000000 {MORE_LINES})\n"
        ));
        Self {
            text: heading,
            budget,
        }
    }

    /// A text, cut to the budget.
    pub(super) fn with_text(mut self, text: &str) -> String {
        let start = self.budget.take_start(text);
        self.text += start;
        let is_whole_line = start.is_empty() || start.ends_with('\n');
        if !is_whole_line {
            self.text.push('\n');
        }
        let more = text[start.len()..].lines().count();
        if more > 0 {
            let cut = if is_whole_line { "" } else { CUT_LINE };
            let _ = writeln!(self.text, "({cut}at least {more} {MORE_LINES})");
        }
        self.text
    }

    /// As many results as fit: the first text of each, then the second of each, then the third. Notes follow.
    pub(super) fn with_results(
        mut self,
        root: &Path,
        shown: &[ShownHit<'_>],
        notes: &[&str],
    ) -> String {
        let mut blocks: Vec<ResultText> = Vec::new();
        for (number, shown) in (1..).zip(shown) {
            blocks.push(block(root, number, shown));
        }
        blocks.extend(notes.iter().map(|note| vec![format!("\n{note}\n")]));
        let included = self.pack(&blocks);
        for (block, included) in blocks.iter().zip(&included) {
            if let Some((heading, texts)) = included.split_first() {
                self.text += heading;
                self.text.extend(texts.iter().copied());
                // The code, if there is any, comes right after the heading.
                if texts.first().copied() != block.get(1).map(String::as_str) {
                    self.text.push_str(READ_REST);
                }
            }
        }
        let results = included.iter().take(shown.len());
        let omitted = results.filter(|texts| texts.is_empty()).count();
        if shown.is_empty() {
            self.text.push_str("no results\n");
        } else if omitted > 0 {
            let _ = writeln!(self.text, "({omitted} {OMITTED})");
        }
        self.text
    }

    /// The texts of each block that fit. A block without its first text has none; one with it has space for the note.
    fn pack<'b>(&mut self, blocks: &'b [ResultText]) -> Vec<Vec<&'b str>> {
        let mut included: Vec<Vec<&str>> = vec![Vec::new(); blocks.len()];
        for turn in 0..blocks.iter().map(Vec::len).max().unwrap_or(0) {
            let note = if turn == 0 { READ_REST } else { "" };
            for (block, included) in blocks.iter().zip(&mut included) {
                if let Some(text) = block.get(turn)
                    && (turn == 0 || !included.is_empty())
                    && self.budget.take(&format!("{text}{note}")).is_ok()
                {
                    included.push(text);
                }
            }
        }
        included
    }
}

/// Locations of the copies of a hit.
pub(super) fn copies(hit: &Hit) -> impl Iterator<Item = String> {
    let copies = hit.locations.iter();
    copies.map(|(copy, line)| format!("{}:{line}", path(copy.as_str())))
}

/// A line about other locations; empty without any.
pub(super) fn also(others: impl Iterator<Item = String>) -> String {
    let mut others: Vec<String> = others.collect();
    let more = others.len().saturating_sub(MAX_OTHERS);
    others.truncate(MAX_OTHERS);
    match (others.join(", "), more) {
        (named, _) if named.is_empty() => named,
        (named, 0) => format!("also: {named}\n"),
        (named, more) => format!("also: {named} and {more} more\n"),
    }
}

/// A hit: its location, kind, name and id, and its copies; its code; its context.
fn block(root: &Path, number: usize, shown: &ShownHit<'_>) -> ResultText {
    let record = &shown.hit.record;
    let mut heading = format!("\n{number}. {}", record.path);
    if !record.is_directory() {
        let _ = write!(heading, ":{}-{}", shown.lines.0, shown.lines.1);
    }
    let (kind, name, id) = (record.kind.name(), shown.name(), record.id);
    let _ = write!(heading, " {kind} {name} [{id}]");
    if shown.changed {
        heading += " (changed since it was indexed)";
    }
    if shown.hit.deleted.is_some() {
        heading += " (deleted since git's HEAD)";
    }
    let _ = write!(heading, "\n{}", also(copies(shown.hit)));
    let text = match &shown.text {
        Some(text) => code(text),
        None => record.summary.clone(),
    };
    let context = surroundings(root, &shown.around, &Style::plain(root));
    let mut texts = vec![heading];
    for text in [text, context] {
        if !text.trim().is_empty() {
            texts.push(format!("{}\n", text.trim_end()));
        }
    }
    texts
}
