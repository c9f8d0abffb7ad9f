//! The markup of reStructuredText.

use super::super::line::{adornment, is_item};
use super::super::restructured::ReStructuredText;
use super::super::rst_markup::{Explicit, explicit, option};
use super::columns::{is_grid, simple_tables};
use super::found::Found;
use super::phrase::Paragraph;
use super::{Content, Line, Markup, blocks, dedented, spoken};
use crate::syntax::{HighlightRole, Language};
use std::ops::Range;

/// Directives whose argument declares something rather than says it.
const DECLARING: &[&str] = &[
    "attribute",
    "autoclass",
    "autofunction",
    "automodule",
    "class",
    "classmethod",
    "cmdoption",
    "confval",
    "data",
    "decorator",
    "describe",
    "directive",
    "exception",
    "figure",
    "function",
    "image",
    "include",
    "literalinclude",
    "macro",
    "member",
    "method",
    "module",
    "option",
    "property",
    "staticmethod",
    "struct",
    "type",
    "var",
];

/// The name of what a reference leads to has no more bytes.
const LONGEST_REFERENCE: usize = 200;

/// The markup of a text.
pub(super) fn markup(text: &str) -> Markup {
    let mut reader = Reader {
        found: Found::new(text),
        tables: simple_tables(text),
    };
    blocks(&ReStructuredText, text, |content, lines| match content {
        Content::Heading(_) => reader.heading(lines),
        Content::Code(language) => reader.code(lines, *language),
        Content::Silent => reader.silent(lines),
        Content::Text | Content::Row { .. } | Content::FrontMatter(_) => reader.text(lines),
    });
    reader.found.in_order()
}

struct Reader<'t> {
    found: Found<'t>,
    tables: Vec<Range<usize>>,
}

impl Reader<'_> {
    fn heading(&mut self, lines: &[Line<'_>]) {
        for line in lines {
            self.found.paint(line.words(), HighlightRole::Markup);
            if adornment(line.text).is_none() {
                self.phrases(line.words());
            }
        }
    }

    /// A block of code: below a directive and its options, or right there.
    fn code(&mut self, lines: &[Line<'_>], language: Option<Language>) {
        let head = match lines.first().map(|line| line.text.trim_start()) {
            Some(first) if explicit(first).is_some() => self.directive(lines),
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
    fn silent(&mut self, lines: &[Line<'_>]) {
        let is_directive = lines
            .first()
            .is_some_and(|line| directive_name(line.text.trim_start()).is_some());
        let head = match is_directive {
            true => self.directive(lines),
            false => 0,
        };
        for line in lines.iter().skip(head) {
            self.found.paint(line.words(), HighlightRole::Comment);
        }
    }

    /// The line of a directive and those of its options; how many these are.
    fn directive(&mut self, lines: &[Line<'_>]) -> usize {
        let Some(line) = lines.first() else {
            return 0;
        };
        let said = self.explicit(line);
        if let Some(said) = said {
            self.phrases(said);
        }
        1 + self.options(lines.get(1..).unwrap_or_default())
    }

    fn options(&mut self, lines: &[Line<'_>]) -> usize {
        let options = lines.iter().take_while(|line| {
            let words = line.text.trim_start();
            line.word_at() > line.start && option(words)
        });
        let mut taken = 0;
        for line in options {
            self.found.paint(line.words(), HighlightRole::Attribute);
            taken += 1;
        }
        taken
    }

    /// The marks of a line that two full stops begin, and which part of it is said.
    fn explicit(&mut self, line: &Line<'_>) -> Option<Range<usize>> {
        let words = line.text.trim_start();
        let rest = words.strip_prefix("..").map(str::trim_start)?;
        let at = line.end() - rest.len();
        let Some(name) = directive_name(words) else {
            // A footnote is called by its number.
            let end = rest.find(']').filter(|_| rest.starts_with('['))? + 1;
            self.found.hide(line.word_at()..at);
            self.found.paint(at..at + end, HighlightRole::Label);
            return Some(at + end..line.end());
        };
        let colons = at + name.len()..at + name.len() + 2;
        let argument = self.found.slice(colons.end..line.end());
        self.found.hide(line.word_at()..at);
        self.found.paint(at..colons.start, HighlightRole::Keyword);
        let shown = if argument.trim().is_empty() { "" } else { ":" };
        self.found.put(colons.clone(), shown);
        let kind = name.rsplit(':').next().unwrap_or(name);
        let is_said = !DECLARING.contains(&kind);
        let argument = line.end() - argument.trim_start().len()..line.end();
        match explicit(words) {
            Some(Explicit::Prose) if is_said => Some(argument),
            _ => {
                self.found.paint(argument, HighlightRole::Label);
                None
            }
        }
    }

    /// Lines of prose: paragraphs, items, fields, tables.
    fn text(&mut self, lines: &[Line<'_>]) {
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
                skipped = number + 1 + self.options(rest);
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

    /// The marks within a paragraph.
    fn phrases(&mut self, bytes: Range<usize>) {
        let mut paragraph = Paragraph::new(self.found.text, &bytes);
        let mut at = bytes.start;
        while let Some(mark) = paragraph.next(at, b"\\`*_") {
            let byte = paragraph.from(mark).as_bytes().first();
            let end = match byte {
                Some(b'\\') => escaped(&paragraph, mark),
                Some(b'`') => self.quoted(&mut paragraph, mark),
                Some(b'*') => self.stars(&mut paragraph, mark),
                _ => self.reference(&mut paragraph, mark),
            };
            at = end.max(mark + 1);
        }
    }

    /// `` ``code`` ``, `` `words`_ ``, `` :role:`words` ``; where it ends.
    fn quoted(&mut self, paragraph: &mut Paragraph<'_>, at: usize) -> usize {
        let run = paragraph.run(at);
        if run >= 2 {
            let Some(end) = paragraph.close(at + 2, "``", char::is_alphanumeric) else {
                return at + run;
            };
            // Of more back quotes at the end, the first belong to the code.
            let end = end + paragraph.run(end) - 2;
            self.found.hide_around(&(at..end + 2), 2);
            self.found.paint(at..end + 2, HighlightRole::String);
            return end + 2;
        }
        let Some(end) = paragraph.close(at + 1, "`", char::is_alphanumeric) else {
            return at + 1;
        };
        let role = role(paragraph.up_to(at));
        let underscores = match paragraph.from(end + 1).starts_with('_') {
            true => paragraph.run(end + 1).min(2),
            false => 0,
        };
        let start = at - role;
        let after = end + 1 + underscores;
        let inner = paragraph
            .from(at + 1)
            .get(..end - at - 1)
            .unwrap_or_default();
        let (words, is_named) = words_of(inner);
        let shown = match is_named {
            true => at + 1..at + 1 + words.len(),
            false => end - words.len()..end,
        };
        self.found.hide(start..shown.start);
        self.found.hide(shown.end..after);
        let is_link = role > 0 || underscores > 0;
        self.found.paint(
            shown,
            match is_link {
                true => HighlightRole::Label,
                false => HighlightRole::String,
            },
        );
        after
    }

    /// `*word*` and `**word**`; where it ends.
    fn stars(&mut self, paragraph: &mut Paragraph<'_>, at: usize) -> usize {
        let run = paragraph.run(at);
        let inner = at + run.min(2);
        let opens = run <= 2
            && paragraph.after(inner).is_some_and(|it| !it.is_whitespace())
            && paragraph.before(at).is_none_or(may_open)
            && !is_within_quotes(paragraph, at, inner);
        let mark = if run == 2 { "**" } else { "*" };
        let end = match opens {
            true => paragraph.close(inner, mark, char::is_alphanumeric),
            false => None,
        };
        let Some(end) = end else {
            return at + run;
        };
        let end = end + mark.len();
        self.found.hide_around(&(at..end), mark.len());
        self.found.paint(at..end, HighlightRole::Markup);
        end
    }

    /// `word_` and `[1]_`, which lead elsewhere; where it ends.
    fn reference(&mut self, paragraph: &mut Paragraph<'_>, at: usize) -> usize {
        let run = paragraph.run(at);
        let end = at + run;
        if run > 2 || goes_on(paragraph, end) {
            return end;
        }
        let before = paragraph.up_to(at);
        let before = before
            .get(before.ceil_char_boundary(before.len().saturating_sub(LONGEST_REFERENCE))..)
            .unwrap_or_default();
        let text = match before.ends_with(']') {
            true => before.rfind('[').and_then(|open| before.get(..open)),
            false => Some(before.trim_end_matches(is_of_word)),
        };
        let name = text.and_then(|text| before.get(text.len()..));
        let is_apart = text.is_some_and(|text| text.chars().next_back().is_none_or(may_open));
        // `__init__` is a name.
        let is_name = |name: &&str| !name.is_empty() && !name.starts_with('_');
        if let Some(name) = name.filter(is_name)
            && is_apart
        {
            self.found.hide(at..end);
            self.found.paint(at - name.len()..end, HighlightRole::Label);
        }
        end
    }
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || "-._".contains(letter)
}

/// Whether what stands at a byte is still of the word before it, or calls it.
fn goes_on(paragraph: &Paragraph<'_>, at: usize) -> bool {
    let rest = paragraph.from(at);
    let rest = rest.strip_prefix('.').unwrap_or(rest);
    rest.starts_with(|it: char| it.is_alphanumeric() || "`(".contains(it))
}

/// What is read between back quotes, and whether its beginning names it: a target follows then, in
/// angle brackets.
fn words_of(inner: &str) -> (&str, bool) {
    let named = inner.strip_suffix('>').and_then(|it| it.rsplit_once('<'));
    match named {
        Some((words, _)) if !words.trim().is_empty() => (words.trim_end(), true),
        // `~` asks for the last name only.
        _ => match inner.strip_prefix('~') {
            Some(path) => (path.rsplit('.').next().unwrap_or(path), false),
            None => (inner.strip_prefix('!').unwrap_or(inner), false),
        },
    }
}

/// Where what follows a backslash ends: it marks nothing.
fn escaped(paragraph: &Paragraph<'_>, at: usize) -> usize {
    at + 1 + paragraph.after(at + 1).map_or(0, char::len_utf8)
}

/// Bytes of the role at the end of a text: `:class:`.
fn role(before: &str) -> usize {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || "-_+.:".contains(letter);
    let text = before.trim_end_matches(is_name);
    let role = before.get(text.len()..).unwrap_or_default();
    let is_role = role.len() > 2 && role.starts_with(':') && role.ends_with(':');
    if is_role { role.len() } else { 0 }
}

/// The name of a directive that a line begins: `note` of `.. note::`.
fn directive_name(words: &str) -> Option<&str> {
    let rest = words.strip_prefix("..")?.trim_start();
    let (name, _) = rest.split_once("::")?;
    let is_part = |letter: char| letter.is_alphanumeric() || "-_+:.".contains(letter);
    (!name.is_empty() && name.chars().all(is_part)).then_some(name)
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

/// What may stand before a phrase.
fn may_open(letter: char) -> bool {
    letter.is_whitespace()
        || "'\"([{<-/:".contains(letter)
        || (!letter.is_ascii() && !letter.is_alphanumeric())
}

/// Whether a mark stands for itself: `'*'`, `(*)`.
fn is_within_quotes(paragraph: &Paragraph<'_>, at: usize, inner: usize) -> bool {
    let closes = |open: char| match open {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        '<' => '>',
        same => same,
    };
    let before = paragraph.before(at).filter(|it| !it.is_whitespace());
    before.is_some_and(|open| paragraph.after(inner) == Some(closes(open)))
}
