//! The markup of reStructuredText.

mod directives;
mod phrases;

use super::super::line::{adornment, is_item};
use super::super::restructured::ReStructuredText;
use super::super::rst_markup::explicit;
use super::columns::{is_grid, simple_tables};
use super::found::Found;
use super::{Line, Markup, Reader, dedented, read, spoken};
use crate::syntax::{HighlightRole, Language};
use directives::is_comment;
use std::ops::Range;

/// The markup of a text.
pub(super) fn markup(text: &str) -> Markup {
    let mut reader = RstReader {
        found: Found::new(text),
        tables: simple_tables(text),
    };
    read(&ReStructuredText, text, &mut reader);
    reader.found.in_order()
}

struct RstReader<'t> {
    found: Found<'t>,
    tables: Vec<Range<usize>>,
}

impl<'t> Reader<'t> for RstReader<'t> {
    fn heading(&mut self, lines: &[Line<'t>]) {
        for line in lines {
            match adornment(line.text).is_some() {
                true => self.found.hide(line.words()),
                false => {
                    self.found.paint(line.words(), HighlightRole::Markup);
                    self.phrases(line.words());
                }
            }
        }
    }

    /// A block of code: below a directive and its options, or right there.
    fn code(&mut self, lines: &[Line<'t>], language: Option<Language>) {
        let head = match lines.first().map(|line| line.text.trim_start()) {
            Some(first) if explicit(first).is_some() => self.directive(lines, Self::of_code),
            _ => 0,
        };
        let body = spoken(lines.get(head..).unwrap_or_default());
        if !body.iter().any(|line| prompt(line).is_some()) {
            return self.found.quote(dedented(body), language);
        }
        // A session: what was typed behind its prompts, and what came of it.
        let mut typed = Vec::new();
        for line in body {
            match prompt(line) {
                Some(from) => {
                    let prompt = line.word_at()..from.min(line.end());
                    self.found.paint(prompt, HighlightRole::Operator);
                    typed.push(from.min(line.end())..line.end());
                }
                None => self.found.paint(line.words(), HighlightRole::String),
            }
        }
        self.found.quote(typed, language);
    }

    /// What only the builder of the documentation reads.
    fn silent(&mut self, lines: &[Line<'t>]) {
        let is_comment = lines
            .first()
            .is_none_or(|line| is_comment(line.text.trim_start()));
        let head = match is_comment {
            true => 0,
            false => self.directive(lines, Self::option),
        };
        for line in lines.iter().skip(head) {
            self.found.paint(line.words(), HighlightRole::Comment);
        }
    }

    /// Paragraphs, items, fields, tables.
    fn text(&mut self, lines: &[Line<'t>]) {
        // A paragraph that goes on with the next line.
        let mut open: Option<Range<usize>> = None;
        let mut skipped = 0;
        for (number, line) in lines.iter().enumerate() {
            if number < skipped {
                continue;
            }
            let words = line.text.trim_start();
            if self.is_table(line) || line.is_blank() {
                self.close(open.take());
            } else if explicit(words).is_some() {
                self.close(open.take());
                open = self.explicit(line);
                let rest = lines.get(number + 1..).unwrap_or_default();
                skipped = number + 1 + self.options(rest, Self::option);
            } else if let Some(from) = self.begins(line) {
                self.close(open.take());
                open = Some(from..line.end());
            } else {
                let start = open.map_or(line.word_at(), |open| open.start);
                open = Some(start..line.end());
            }
        }
        self.close(open);
    }
}

impl RstReader<'_> {
    fn close(&mut self, paragraph: Option<Range<usize>>) {
        let Some(bytes) = paragraph else {
            return;
        };
        let text = self.found.slice(bytes.clone());
        // Two colons at its end say that code follows.
        let end = match text.strip_suffix("::") {
            Some(before) => {
                let colons = bytes.end - 2..bytes.end;
                let is_apart = before.is_empty() || before.ends_with(char::is_whitespace);
                self.found
                    .put(colons.clone(), if is_apart { "" } else { ":" });
                colons.start
            }
            None => bytes.end,
        };
        self.phrases(bytes.start..end);
    }

    /// The mark that begins an item, a field or a line of verse; where its words begin.
    fn begins(&mut self, line: &Line<'_>) -> Option<usize> {
        let words = line.text.trim_start();
        let at = line.word_at();
        if is_item(words) {
            let mark = words.find(char::is_whitespace)?;
            match words.starts_with(['-', '*', '+']) {
                true => self.found.put(at..at + 1, "•"),
                false => self.found.paint(at..at + mark, HighlightRole::Operator),
            }
            return Some(at + mark);
        }
        if words.starts_with("| ") {
            self.found.hide(at..at + 2);
            return Some(at + 2);
        }
        let name = field(words)?;
        self.found.paint(at..at + name, HighlightRole::Property);
        Some(at + name)
    }

    fn is_table(&self, line: &Line<'_>) -> bool {
        let after = self.tables.partition_point(|table| table.end <= line.start);
        let is_within = self
            .tables
            .get(after)
            .is_some_and(|it| it.start <= line.start);
        is_within || is_grid(line.text.trim_start())
    }
}

/// Bytes of the name of a field: `:param path:`.
fn field(words: &str) -> Option<usize> {
    let inner = words.strip_prefix(':')?;
    let end = inner.find(':')?;
    let name = inner.get(..end)?;
    let after = inner.get(end + 1..)?;
    let is_name = !name.is_empty() && !name.contains('`') && !name.starts_with(' ');
    (is_name && (after.is_empty() || after.starts_with(' '))).then_some(end + 2)
}

/// Where what was typed begins behind the prompt of an interpreter.
fn prompt(line: &Line<'_>) -> Option<usize> {
    let words = line.text.trim_start();
    let has_prompt = [">>>", "..."].iter().any(|prompt| {
        words
            .strip_prefix(prompt)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    });
    has_prompt.then(|| line.word_at() + 4)
}
