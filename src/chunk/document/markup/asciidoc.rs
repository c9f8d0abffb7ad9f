//! The markup of AsciiDoc.

mod directives;
mod macros;
mod phrases;

use super::super::asciidoc::{AsciiDoc, attributes, is_mark, is_silent, item};
use super::super::line::adornment;
use super::super::table;
use super::found::Found;
use super::{Line, Markup, Reader, dedented, read, spoken};
use crate::syntax::{HighlightRole, Language};
use std::ops::Range;

/// What is shown in place of the marks of an item, by how deep it lies: nothing else tells.
const BULLETS: [&str; 5] = ["•", "  •", "    •", "      •", "        •"];
/// Lines that are but marks: around a table, between what is in one item, between pages.
const MARKS: [&str; 3] = [table::MARK, "+", "<<<"];
/// Lines between two parts of a text, and what is shown in their place.
const BREAKS: [&str; 3] = ["'''", "---", "***"];
const RULE: &str = "────────";
/// Words that begin an admonition.
const ADMONITIONS: [&str; 5] = ["NOTE", "TIP", "IMPORTANT", "CAUTION", "WARNING"];

/// The markup of a text.
pub(super) fn markup(text: &str) -> Markup {
    let mut reader = AsciiDocReader {
        found: Found::new(text),
    };
    read(&AsciiDoc, text, &mut reader);
    reader.found.in_order()
}

struct AsciiDocReader<'t> {
    found: Found<'t>,
}

impl<'t> Reader<'t> for AsciiDocReader<'t> {
    fn preamble<'l>(&mut self, lines: &'l [Line<'t>]) -> &'l [Line<'t>] {
        let before = lines
            .iter()
            .take_while(|line| attributes(line.text).is_some());
        let mut taken = 0;
        for line in before {
            self.attribute(line);
            taken += 1;
        }
        lines.get(taken..).unwrap_or_default()
    }

    /// `== Title`, or a title with a line below it.
    fn heading(&mut self, lines: &[Line<'t>]) {
        for line in lines {
            self.found.paint(line.words(), HighlightRole::Markup);
        }
        let Some(line) = lines.first() else {
            return;
        };
        let title = line.text.trim_start_matches(['=', '#']);
        let words = title.trim_start();
        let at = line.end() - words.len();
        match lines.get(1) {
            _ if words.len() < title.len() => self.found.hide(line.start..at),
            Some(under) if adornment(under.text).is_some() => self.found.hide(under.words()),
            _ => {}
        }
        self.phrases(at..line.end());
    }

    /// Code between two marks, or a text that is indented.
    fn code(&mut self, lines: &[Line<'t>], language: Option<Language>) {
        let body = match spoken(lines) {
            [first, body @ .., last] if is_mark(first.text) => {
                self.mark(first);
                self.mark(last);
                body
            }
            all => all,
        };
        self.found.quote(dedented(body), language);
    }

    fn silent(&mut self, lines: &[Line<'t>]) {
        let is_comment = lines.first().is_some_and(|line| is_mark(line.text));
        for line in lines {
            match is_comment {
                true => self.found.paint(line.words(), HighlightRole::Comment),
                false => self.directive(line),
            }
        }
    }

    /// Lines of prose: paragraphs, items, rows of tables, the marks around blocks.
    fn text(&mut self, lines: &[Line<'t>]) {
        // A paragraph that goes on with the next line.
        let mut open: Option<Range<usize>> = None;
        for line in lines {
            let is_apart = is_mark(line.text) || MARKS.contains(&line.text);
            let from = match () {
                () if line.is_blank() => None,
                () if is_apart => {
                    self.mark(line);
                    None
                }
                () if attributes(line.text).is_some() => {
                    self.attribute(line);
                    None
                }
                () if BREAKS.contains(&line.text) => {
                    self.found.put(line.words(), RULE);
                    None
                }
                () if is_silent(line.text) => {
                    self.directive(line);
                    None
                }
                () => match (self.begins(line), &open) {
                    (None, Some(open)) => Some(open.start),
                    (None, None) => Some(line.word_at()),
                    (Some(from), _) => {
                        self.close(open.take());
                        Some(from)
                    }
                },
            };
            match from {
                Some(from) => {
                    open = Some(from..line.end());
                    self.line_break(line);
                }
                None => self.close(open.take()),
            }
        }
        self.close(open);
    }
}

impl AsciiDocReader<'_> {
    /// A line without words that has a block begin or end; of code, it may say the language.
    fn mark(&mut self, line: &Line<'_>) {
        let marks = line.text.trim_end_matches(char::is_alphanumeric);
        let language = line.start + marks.len()..line.end();
        self.found.hide(line.start..language.start);
        self.found.paint(language, HighlightRole::Attribute);
    }

    /// A plus at the end of a line has the next one begin below it, as it does here anyway.
    fn line_break(&mut self, line: &Line<'_>) {
        if line.text.ends_with(" +") {
            self.found.hide(line.end() - 2..line.end());
        }
    }

    fn close(&mut self, paragraph: Option<Range<usize>>) {
        if let Some(bytes) = paragraph {
            self.phrases(bytes);
        }
    }

    /// The mark that begins an item, a term, an admonition or a row; where its words begin.
    fn begins(&mut self, line: &Line<'_>) -> Option<usize> {
        let words = line.text.trim_start();
        let at = line.word_at();
        if item(words).is_some() {
            let mark = words.find(' ')?;
            let bullet = words.starts_with(['*', '-']);
            match BULLETS.get(mark - 1).filter(|_| bullet) {
                Some(shown) => self.found.put(at..at + mark, shown),
                None => self.found.paint(at..at + mark, HighlightRole::Operator),
            }
            return Some(at + mark);
        }
        if words.starts_with('|') {
            self.found.paint(at..at + 1, HighlightRole::Punctuation);
            return Some(at + 1);
        }
        let admonition = ADMONITIONS.iter().find(|name| {
            let rest = words.strip_prefix(**name);
            rest.is_some_and(|rest| rest.starts_with(": "))
        });
        if let Some(name) = admonition {
            self.found
                .paint(at..at + name.len(), HighlightRole::Keyword);
            return Some(at + name.len() + 1);
        }
        self.term(line)
    }

    /// `Term:: what it is`; where that begins.
    fn term(&mut self, line: &Line<'_>) -> Option<usize> {
        let words = line.text.trim_start();
        let colons = words.find("::")?;
        let run = words
            .get(colons..)?
            .bytes()
            .take_while(|it| *it == b':')
            .count();
        let after = words.get(colons + run..)?;
        let is_mark = after.is_empty() || after.starts_with(' ');
        if colons == 0 || run > 4 || !is_mark {
            return None;
        }
        let at = line.word_at();
        let end = at + colons;
        self.found.paint(at..end, HighlightRole::Property);
        self.phrases(at..end);
        self.found.put(end..end + run, ":");
        Some(end + run)
    }
}
