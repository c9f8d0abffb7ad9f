//! The results of a tool as text, within a token budget.
//!
//! Principal type: [`Page`], which begins with the freshness of the index.

use crate::answers::{ShownHit, TokenBudget};
use crate::embed::TokenCounter;
use crate::pages::{Style, code, path, surroundings};
use crate::search::Hit;
use std::fmt::Write;
use std::path::Path;

/// Maximum number of other locations that are named: a text may have a thousand copies.
const MAX_OTHERS: usize = 20;

/// Texts of a result: its location, its code and its context.
type ResultText = Vec<String>;

/// A page that is being written.
pub(super) struct Page<'a> {
    text: String,
    budget: TokenBudget<'a>,
}

impl<'a> Page<'a> {
    /// Begins a page with a heading.
    pub(super) fn new(counter: &'a TokenCounter, heading: String, max_tokens: usize) -> Self {
        let mut budget = TokenBudget::new(counter, max_tokens);
        budget.spend(&heading);
        Self {
            text: heading,
            budget,
        }
    }

    /// A text, cut to the budget at the end of a line.
    pub(super) fn with_text(mut self, text: &str) -> String {
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if self.budget.take(line).is_err() {
                let more = 1 + lines.count();
                let _ = writeln!(
                    self.text,
                    "(at least {more} more lines; raise max_tokens or narrow the request)"
                );
                break;
            }
            let _ = writeln!(self.text, "{line}");
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
        blocks.extend(notes.iter().map(|note| vec![(*note).to_owned()]));
        let included = self.pack(&blocks);
        for (block, included) in blocks.iter().zip(&included) {
            if let Some((heading, texts)) = included.split_first() {
                let _ = writeln!(self.text, "\n{}", heading.trim_end());
                self.text.extend(texts.iter().copied());
                // The code, if there is any, comes right after the heading.
                if texts.first().copied() != block.get(1).map(String::as_str) {
                    self.text.push_str("(read the rest with `read_symbol`)\n");
                }
            }
        }
        let results = included.iter().take(shown.len());
        let omitted = results.filter(|texts| texts.is_empty()).count();
        if shown.is_empty() {
            self.text.push_str("no results\n");
        } else if omitted > 0 {
            let _ = writeln!(
                self.text,
                "({omitted} more results; raise max_tokens or narrow the query)"
            );
        }
        self.text
    }

    /// The texts of each block that fit. A block without its first text has none.
    fn pack<'b>(&mut self, blocks: &'b [ResultText]) -> Vec<Vec<&'b str>> {
        let mut included: Vec<Vec<&str>> = vec![Vec::new(); blocks.len()];
        for turn in 0..blocks.iter().map(Vec::len).max().unwrap_or(0) {
            for (block, included) in blocks.iter().zip(&mut included) {
                if let Some(text) = block.get(turn)
                    && (turn == 0 || !included.is_empty())
                    && self.budget.take(text).is_ok()
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
    let mut heading = format!("{number}. {}", record.path);
    if !record.is_directory() {
        let _ = write!(heading, ":{}-{}", shown.lines.0, shown.lines.1);
    }
    let (kind, name, id) = (record.kind.name(), shown.name(), record.id);
    let _ = write!(heading, " {kind} {name} [{id}]");
    if shown.changed {
        heading += " (changed since it was indexed)";
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
