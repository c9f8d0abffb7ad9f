//! AsciiDoc: <https://docs.asciidoctor.org/asciidoc/latest/>.

use super::super::source::Source;
use super::HeadingParser;
use super::asciidoc_words::line_words;
use super::block::{Block, Content, at_least_one, beginning};
use super::line::{Line, adornment, each_block, lines};
use super::table;
use crate::syntax::Language;
use std::collections::HashMap;

/// A block's mark is repeated so often at least.
const SHORTEST_MARK: usize = 4;
/// An underline differs so much from its title's length at most, in characters.
const UNDERLINE_SLACK: usize = 1;

/// AsciiDoc.
pub(super) struct AsciiDoc;

impl HeadingParser for AsciiDoc {
    fn blocks(&self, source: &Source<'_>) -> Vec<Block> {
        let lines = lines(source);
        let marked = lines
            .iter()
            .enumerate()
            .filter(|(_, line)| is_mark(line.text));
        let mut reader = Reader {
            lines: &lines,
            last: marked.map(|(index, line)| (line.text, index)).collect(),
            blocks: Vec::new(),
            around: Vec::new(),
            items: Vec::new(),
            attributes: None,
        };
        each_block(&lines, |index, line| reader.block(index, line));
        at_least_one(reader.blocks)
    }
}

struct Reader<'a> {
    lines: &'a [Line<'a>],
    /// Where each mark of a block stands last: without an end, it opens none.
    last: HashMap<&'a str, usize>,
    blocks: Vec<Block>,
    /// The marks of the blocks with others in them that are open.
    around: Vec<&'a str>,
    /// The marks of the items that are open.
    items: Vec<&'a str>,
    /// Lines before a block that belong to it: where they begin, and a language they name.
    attributes: Option<(usize, Option<Language>)>,
}

impl<'a> Reader<'a> {
    /// Reads the block that begins on a line, and says how many lines it takes.
    fn block(&mut self, index: usize, line: Line<'a>) -> usize {
        let text = line.text;
        if self.around.last() == Some(&text) {
            self.around.pop();
            return 1;
        }
        if text == table::MARK {
            self.items.clear();
            let lines = self.lines.get(index..).unwrap_or_default();
            let (rows, taken) = table::rows(lines, self.around.len());
            let start = self.attributes.take().map(|(start, _)| start);
            self.blocks.extend(rows);
            let opened = self
                .blocks
                .iter_mut()
                .rev()
                .find(|block| block.start == line.start);
            if let (Some(start), Some(opened)) = (start, opened) {
                opened.start = start;
            }
            return taken;
        }
        if is_mark(text)
            && self
                .last
                .get(closing(text))
                .is_some_and(|last| *last > index)
        {
            return self.marked(index, line);
        }
        if let Some(taken) = self.heading(index, line) {
            return taken;
        }
        if let Some(language) = attributes(text) {
            let before = self.attributes.get_or_insert((line.start, None));
            before.1 = before.1.or(language);
            return 1;
        }
        if is_silent(text) {
            self.push(line, Content::Silent);
            return 1;
        }
        self.text(index, line)
    }

    /// A block between two marks.
    fn marked(&mut self, index: usize, line: Line<'a>) -> usize {
        let content = match line.text.as_bytes() {
            [b'-', b'-', b'-', ..] | [b'.', ..] => {
                Content::Code(self.attributes.and_then(|(_, language)| language))
            }
            [b'`', ..] => Content::Code(Language::named(line.text.trim_start_matches('`'))),
            [b'/', ..] => Content::Silent,
            _ => {
                self.push(line, Content::Text);
                self.around.push(line.text);
                return 1;
            }
        };
        self.push(line, content);
        let closing = closing(line.text);
        let rest = self.lines.iter().skip(index + 1);
        let end = rest.clone().position(|line| line.text == closing);
        end.map_or(1, |end| end + 2)
    }

    /// `== Title`, or a title with a line below it.
    fn heading(&mut self, index: usize, line: Line<'a>) -> Option<usize> {
        let marks = line
            .text
            .bytes()
            .take_while(|byte| matches!(byte, b'=' | b'#'))
            .count();
        let title = line.text.get(marks..).unwrap_or_default();
        let (level, title, taken) = match (1..=6).contains(&marks) && title.starts_with(' ') {
            true => (marks, title, 1),
            false => (self.underlined(index, line)?, line.text, 2),
        };
        if !self.around.is_empty() {
            return None;
        }
        self.items.clear();
        let start = self
            .attributes
            .take()
            .map_or(line.start, |(start, _)| start);
        let name = line_words(beginning(title.trim()));
        let name_at = line.start + (line.text.len() - title.trim_start().len());
        self.blocks
            .push(Block::heading(start, level, &name, name_at));
        Some(taken)
    }

    fn underlined(&self, index: usize, line: Line<'_>) -> Option<usize> {
        let under = self.lines.get(index + 1)?;
        let level = "=-~^+".find(adornment(under.text)?)? + 1;
        let before = index
            .checked_sub(1)
            .and_then(|before| self.lines.get(before));
        let is_apart = before.is_none_or(|line| line.is_blank() || attributes(line.text).is_some());
        let width = line.text.chars().count();
        let is_as_long = width.abs_diff(under.text.len()) <= UNDERLINE_SLACK;
        let is_title = line.indent == 0 && line.text.starts_with(char::is_alphanumeric);
        (is_apart && is_as_long && is_title && under.text.len() > 1).then_some(level)
    }

    fn text(&mut self, index: usize, line: Line<'a>) -> usize {
        let is_first = index == 0 || self.lines.get(index - 1).is_some_and(Line::is_blank);
        match item(line.words()) {
            Some(mark) => {
                if let Some(open) = self.items.iter().position(|open| *open == mark) {
                    self.items.truncate(open);
                }
                self.push(line, Content::Text);
                self.items.push(mark);
            }
            None if line.indent > 0 && is_first && self.items.is_empty() => {
                self.push(line, Content::Code(None));
            }
            None => {
                // A paragraph ends a list, unless a plus joins it.
                let before = index
                    .checked_sub(1)
                    .and_then(|before| self.lines.get(before));
                if before.is_none_or(|before| before.text != "+") {
                    self.items.clear();
                }
                self.push(line, Content::Text);
            }
        }
        let rest = self.lines.iter().skip(index + 1);
        let same = rest.take_while(|next| {
            let text = next.text;
            !next.is_blank()
                && !is_mark(text)
                && text != table::MARK
                && item(next.words()).is_none()
                && text != "+"
                && attributes(text).is_none()
        });
        1 + same.count()
    }

    fn push(&mut self, line: Line<'_>, content: Content) {
        let start = self
            .attributes
            .take()
            .map_or(line.start, |(start, _)| start);
        let depth = self.around.len() + self.items.len();
        self.blocks.push(Block::new(start, depth, content));
    }
}

/// Whether a line opens or closes a block.
pub(super) fn is_mark(line: &str) -> bool {
    let fence = line.strip_prefix("```");
    line == "--"
        || fence.is_some_and(|language| language.chars().all(char::is_alphanumeric))
        || (line.len() >= SHORTEST_MARK
            && adornment(line).is_some_and(|mark| "-.=*_+/".contains(mark)))
}

/// The mark that closes a block: the same, without a language.
fn closing(mark: &str) -> &str {
    mark.trim_end_matches(char::is_alphanumeric)
}

/// Whether a line says something of the block behind it: `[source,rust]`, `.Title`. If so, the
/// language that it names.
pub(super) fn attributes(line: &str) -> Option<Option<Language>> {
    let list = line
        .strip_prefix('[')
        .and_then(|list| list.strip_suffix(']'));
    if let Some(list) = list.filter(|list| is_list(list)) {
        let mut words = list.split(',').map(str::trim);
        let is_source = words
            .next()
            .is_some_and(|first| first.starts_with("source") || first.is_empty());
        let language = words.next().filter(|_| is_source);
        return Some(language.and_then(|name| Language::named(name.trim_matches('"'))));
    }
    let title = line.strip_prefix('.')?;
    let is_title =
        title.starts_with(|first: char| first.is_alphanumeric() || "`\"'".contains(first));
    is_title.then_some(None)
}

/// Whether what stands in brackets is a list of attributes or an anchor, by what it begins with.
fn is_list(text: &str) -> bool {
    let begins = |first: char| first.is_alphabetic() || "_.#%{,\"'".contains(first);
    let inner = text
        .strip_prefix('[')
        .and_then(|anchor| anchor.strip_suffix(']'));
    let is_whole = !inner.unwrap_or(text).contains([']', '[']);
    is_whole && (inner.is_some() || text.chars().next().is_none_or(begins))
}

/// Comments, attributes of the document, and what is taken from other files.
pub(super) fn is_silent(line: &str) -> bool {
    let is_attribute = line
        .strip_prefix(':')
        .and_then(|rest| rest.split_once(':'))
        .is_some_and(|(name, value)| {
            let is_name = |letter: char| letter.is_alphanumeric() || "-_!".contains(letter);
            !name.is_empty()
                && name.chars().all(is_name)
                && (value.is_empty() || value.starts_with(' '))
        });
    let is_comment = line.starts_with("//") && !line.starts_with("///");
    let macros = [
        "include::",
        "ifdef::",
        "ifndef::",
        "ifeval::",
        "endif::",
        "toc::",
    ];
    is_attribute || is_comment || macros.iter().any(|name| line.starts_with(name))
}

/// The mark of an item that a line begins: `**`, `.`, `1.`.
pub(super) fn item(words: &str) -> Option<&str> {
    let (mark, rest) = words.split_once(' ')?;
    let is_run = mark.len() <= 5 && adornment(mark).is_some_and(|letter| "*.-".contains(letter));
    let is_number = mark.strip_suffix('.').is_some_and(|number| {
        (1..=3).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
    });
    if rest.trim().is_empty() || mark.len() > 1 && mark.starts_with('-') {
        return None;
    }
    match is_number {
        true => Some("1."),
        false => is_run.then_some(mark),
    }
}
