//! The markup of AsciiDoc.

use super::super::asciidoc::{AsciiDoc, attributes, is_mark, is_silent, item};
use super::super::table;
use super::found::Found;
use super::phrase::Paragraph;
use super::{Content, Line, Markup, blocks, dedented, spoken};
use crate::syntax::{HighlightRole, Language};
use std::ops::Range;

/// What is shown in place of the marks of an item, by how deep it lies: nothing else tells.
const BULLETS: [&str; 5] = ["•", "  •", "    •", "      •", "        •"];
/// Words that begin an admonition.
const ADMONITIONS: [&str; 5] = ["NOTE", "TIP", "IMPORTANT", "CAUTION", "WARNING"];
/// What a link begins with whose words follow in brackets.
const TARGETS: [&str; 7] = [
    "http://", "https://", "ftp://", "irc://", "link:", "mailto:", "xref:",
];

/// The markup of a text.
pub(super) fn markup(text: &str) -> Markup {
    let mut reader = Reader {
        found: Found::new(text),
    };
    blocks(&AsciiDoc, text, |content, lines| {
        let lines = reader.attributes(lines);
        match content {
            Content::Heading(_) => reader.heading(lines),
            Content::Code(language) => reader.code(lines, *language),
            Content::Silent => reader.silent(lines),
            Content::Text | Content::Row { .. } | Content::FrontMatter(_) => reader.text(lines),
        }
    });
    reader.found.in_order()
}

struct Reader<'t> {
    found: Found<'t>,
}

impl Reader<'_> {
    /// The lines before a block that say something of it; those behind them.
    fn attributes<'l, 't>(&mut self, lines: &'l [Line<'t>]) -> &'l [Line<'t>] {
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

    fn attribute(&mut self, line: &Line<'_>) {
        let name = line.text.trim_start_matches('[').trim_end_matches(']');
        if line.text.starts_with('.') {
            self.found.hide(line.start..line.start + 1);
            self.found.paint(line.words(), HighlightRole::Markup);
            self.phrases(line.start + 1..line.end());
        } else if ADMONITIONS.contains(&name) {
            self.found.hide_around(&line.words(), 1);
            self.found.paint(line.words(), HighlightRole::Keyword);
        } else {
            self.found.paint(line.words(), HighlightRole::Attribute);
        }
    }

    /// `== Title`, or a title with a line below it.
    fn heading(&mut self, lines: &[Line<'_>]) {
        for line in lines {
            self.found.paint(line.words(), HighlightRole::Markup);
        }
        let Some(line) = lines.first() else {
            return;
        };
        let title = line.text.trim_start_matches(['=', '#']);
        let words = title.trim_start();
        let at = line.end() - words.len();
        if words.len() < title.len() {
            self.found.hide(line.start..at);
        }
        self.phrases(at..line.end());
    }

    /// Code between two marks, or a text that is indented.
    fn code(&mut self, lines: &[Line<'_>], language: Option<Language>) {
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

    fn mark(&mut self, line: &Line<'_>) {
        self.found.paint(line.words(), HighlightRole::Punctuation);
    }

    fn silent(&mut self, lines: &[Line<'_>]) {
        for line in lines {
            self.found.paint(line.words(), HighlightRole::Comment);
        }
    }

    /// Lines of prose: paragraphs, items, rows of tables, the marks around blocks.
    fn text(&mut self, lines: &[Line<'_>]) {
        // A paragraph that goes on with the next line.
        let mut open: Option<Range<usize>> = None;
        for line in lines {
            let is_apart = is_mark(line.text) || line.text == table::MARK || line.text == "+";
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
                () if is_silent(line.text) => {
                    self.found.paint(line.words(), HighlightRole::Comment);
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
                Some(from) => open = Some(from..line.end()),
                None => self.close(open.take()),
            }
        }
        self.close(open);
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

    /// The marks within a paragraph.
    fn phrases(&mut self, bytes: Range<usize>) {
        let mut paragraph = Paragraph::new(self.found.text, &bytes);
        let mut closing = Closing::default();
        let mut at = bytes.start;
        while let Some(mark) = paragraph.next(at, b"\\`*_#+<[]") {
            if let Some(bytes) = closing.at(mark) {
                at = mark + bytes;
                continue;
            }
            let end = match paragraph.from(mark).as_bytes().first() {
                Some(b'\\') => mark + 1 + paragraph.after(mark + 1).map_or(0, char::len_utf8),
                Some(b'<') => self.reference(&mut paragraph, mark, &mut closing),
                Some(b'[') => self.link(&mut paragraph, mark, &mut closing),
                Some(b']') => mark + 1,
                _ => self.phrase(&mut paragraph, mark, &mut closing),
            };
            at = end.max(mark + 1);
        }
    }

    /// `*bold*`, `**b**old`, `_slanted_`, `` `code` ``, `#lit#`, `+as it is+`; where its words begin,
    /// or where it ends if nothing in it is a mark.
    fn phrase(&mut self, paragraph: &mut Paragraph<'_>, at: usize, closing: &mut Closing) -> usize {
        let run = paragraph.run(at);
        let mark = paragraph.from(at).get(..run.min(2)).unwrap_or_default();
        let inner = at + run;
        let is_within = paragraph.before(at).is_some_and(is_of_word);
        // `C++14` is a name.
        let is_free = run == 2 && mark != "++" || !is_within;
        let opens =
            run <= 2 && is_free && paragraph.after(inner).is_some_and(|it| !it.is_whitespace());
        let goes_on: fn(char) -> bool = match run {
            1 => is_of_word,
            _ => |_| false,
        };
        let end = match opens {
            true => paragraph.close(inner, mark, goes_on),
            false => None,
        };
        // `__init__` is a name, too.
        let is_name = |end: usize| {
            mark == "__" && !is_within && !paragraph.after(end + run).is_some_and(is_of_word)
        };
        let Some(end) = end.filter(|end| !is_name(*end)) else {
            return inner;
        };
        let whole = at..end + run;
        self.found.hide_around(&whole, run);
        let is_literal = mark.starts_with(['`', '+']);
        match is_literal {
            true => self.found.paint(whole.clone(), HighlightRole::String),
            false => self.found.paint(whole.clone(), HighlightRole::Markup),
        }
        if is_literal {
            return whole.end;
        }
        closing.push(end, run);
        inner
    }

    /// `<<id,words>>`; where its words begin.
    fn reference(
        &mut self,
        paragraph: &mut Paragraph<'_>,
        at: usize,
        closing: &mut Closing,
    ) -> usize {
        let is_reference = paragraph.from(at).starts_with("<<");
        let Some(end) = paragraph.find(at + 1, ">>").filter(|_| is_reference) else {
            return at + 1;
        };
        let inner = paragraph
            .from(at + 2)
            .get(..end - at - 2)
            .unwrap_or_default();
        let words = match inner.split_once(',') {
            Some((_, words)) if !words.trim().is_empty() => words.trim_start(),
            _ => inner.trim_start_matches('#'),
        };
        if words.trim().is_empty() {
            return at + 1;
        }
        let from = end - words.len();
        self.found.hide(at..from);
        self.found.hide(end..end + 2);
        self.found.paint(from..end, HighlightRole::Label);
        closing.push(end, 2);
        from
    }

    /// `https://a.b[words]`, `[.role]#words#`; where its words begin.
    fn link(&mut self, paragraph: &mut Paragraph<'_>, at: usize, closing: &mut Closing) -> usize {
        let Some(end) = paragraph.find(at, "]") else {
            return at + 1;
        };
        if paragraph.from(end + 1).starts_with(['#', '*', '_', '`'])
            && paragraph.from(at + 1).starts_with(['.', '#'])
        {
            self.found.hide(at..end + 1);
            return end + 1;
        }
        let Some(target) = target(paragraph.up_to(at)) else {
            return at + 1;
        };
        let start = at - target.len();
        let inner = paragraph
            .from(at + 1)
            .get(..end - at - 1)
            .unwrap_or_default();
        // Behind the words stand attributes, and `^` asks for another window.
        let words = match inner
            .split_once(",window=")
            .or_else(|| inner.split_once(",role="))
        {
            Some((words, _)) => words,
            None => inner,
        };
        let words = words.strip_suffix('^').unwrap_or(words);
        if words.trim().is_empty() {
            // The address is what is read.
            self.found.hide(at..end + 1);
            self.found.paint(start..end + 1, HighlightRole::Label);
            return end + 1;
        }
        self.found.hide(start..at + 1);
        self.found.hide(at + 1 + words.len()..end + 1);
        self.found.paint(start..end + 1, HighlightRole::Label);
        closing.push(at + 1 + words.len(), end - at - words.len());
        at + 1
    }
}

/// Where phrases end that are open, the innermost last.
#[derive(Default)]
struct Closing {
    ends: Vec<(usize, usize)>,
}

impl Closing {
    fn push(&mut self, at: usize, bytes: usize) {
        self.ends.push((at, bytes));
    }

    /// Bytes of the mark that ends one here.
    fn at(&mut self, at: usize) -> Option<usize> {
        while self.ends.pop_if(|(end, _)| *end < at).is_some() {}
        let ends = self.ends.iter().rev();
        let mut ends = ends.take_while(|(end, _)| *end == at);
        ends.next().map(|(_, bytes)| *bytes)
    }
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The address at the end of a text, if it is one.
fn target(before: &str) -> Option<&str> {
    let from = before.ceil_char_boundary(before.len().saturating_sub(LONGEST_TARGET));
    let near = before.get(from..)?;
    let word = near.rsplit(char::is_whitespace).next()?;
    let at = TARGETS.iter().filter_map(|name| word.find(name)).min()?;
    let target = word.get(at..)?;
    let is_whole =
        target.ends_with(|last: char| !"[]<>".contains(last)) && !target.contains(['[', ']']);
    is_whole.then_some(target)
}

/// An address has no more bytes.
const LONGEST_TARGET: usize = 300;
