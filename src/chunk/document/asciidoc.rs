//! AsciiDoc: <https://docs.asciidoctor.org/asciidoc/latest/>.
//!
//! [`blocks()`] reads it line by line.

use super::super::source::Source;
use super::block::{Block, BlockKind, at_least_one, beginning};
use super::line::{Line, adornment, each_block, lines};
use crate::syntax::Language;

/// Maximum difference between the lengths of a title and its underline, in characters.
const UNDERLINE_SLACK: usize = 1;
/// Prefixes of lines without text for readers.
const SILENT: &str = "include:: ifdef:: ifndef:: ifeval:: endif:: toc:: //";

/// The blocks of an AsciiDoc document.
pub(super) fn blocks(source: &Source<'_>) -> Vec<Block> {
    let lines = lines(source);
    let mut reader = AsciiDocReader {
        lines: &lines,
        blocks: Vec::new(),
        attributes: None,
    };
    each_block(&lines, |index, line| reader.block(index, line));
    at_least_one(reader.blocks)
}

struct AsciiDocReader<'a> {
    lines: &'a [Line<'a>],
    blocks: Vec<Block>,
    /// Attribute lines before a block: their start, and the language they declare.
    attributes: Option<(usize, Option<Language>)>,
}

impl AsciiDocReader<'_> {
    /// Reads the block that begins on a line, and returns its number of lines.
    fn block(&mut self, index: usize, line: Line<'_>) -> usize {
        let rest = self.lines.get(index + 1..).unwrap_or_default();
        let heading = heading(self.lines, index, line);
        if let Some(content) = self.delimited(line.text).filter(|_| heading.is_none()) {
            let closing = line.text.trim_end_matches(char::is_alphanumeric);
            if let Some(end) = rest.iter().position(|line| line.text == closing) {
                self.push(line, 0, content);
                return end + 2;
            }
        }
        if let Some((level, title, taken)) = heading {
            let start = self.start(line);
            let words = beginning(title.trim()).split(' ');
            let words = words.map(|word| word.trim_matches(['`', '*', '_']));
            let name = words.collect::<Vec<_>>().join(" ");
            let name_at = line.start + (line.text.len() - title.trim_start().len());
            self.blocks
                .push(Block::heading(start, level, &name, name_at));
            return taken;
        }
        if let Some(language) = attributes(line.text) {
            let before = self.attributes.get_or_insert((line.start, None));
            before.1 = before.1.or(language);
            return 1;
        }
        if is_silent(line.text) {
            self.push(line, 0, BlockKind::Silent);
            return 1;
        }
        let is_indented = line.indent > 0 && item(line.words()).is_none();
        match is_indented {
            true => self.push(line, 0, BlockKind::Code(None)),
            false => self.push(line, item(line.words()).unwrap_or(0), BlockKind::Text),
        }
        let same = rest.iter().take_while(|next| {
            let is_item = item(next.words()).is_some();
            !next.is_blank()
                && !is_item
                && delimiter(next.text).is_none()
                && attributes(next.text).is_none()
        });
        1 + same.count()
    }

    /// Block between a delimiter line and the next equal one.
    fn delimited(&self, text: &str) -> Option<BlockKind> {
        let language = self.attributes.and_then(|(_, language)| language);
        Some(match delimiter(text)? {
            '/' => BlockKind::Silent,
            '`' => BlockKind::Code(Language::named(text.trim_start_matches('`'))),
            // Headings in an example, a sidebar or a quote do not open a section.
            '|' | '=' | '*' | '_' => BlockKind::Text,
            _ => BlockKind::Code(language),
        })
    }

    /// Start of a block, including the attribute lines before it.
    fn start(&mut self, line: Line<'_>) -> usize {
        self.attributes
            .take()
            .map_or(line.start, |(start, _)| start)
    }

    fn push(&mut self, line: Line<'_>, depth: usize, content: BlockKind) {
        let start = self.start(line);
        self.blocks.push(Block::new(start, depth, content));
    }
}

/// The character of a delimiter line of code, a comment, a table, an example or a quote.
fn delimiter(line: &str) -> Option<char> {
    let is_fence = line
        .strip_prefix("```")
        .is_some_and(|language| language.chars().all(char::is_alphanumeric));
    match adornment(line).filter(|letter| line.len() >= 4 && "-./=*_".contains(*letter)) {
        _ if is_fence => Some('`'),
        _ if line == "|===" => Some('|'),
        letter => letter,
    }
}

/// The level and title of a heading, `== Title` or underlined, and its number of lines.
fn heading<'a>(
    lines: &[Line<'a>],
    index: usize,
    line: Line<'a>,
) -> Option<(usize, &'a str, usize)> {
    let title = line.text.trim_start_matches(['=', '#']);
    let marks = line.text.len() - title.len();
    if (1..=6).contains(&marks) && title.starts_with(' ') {
        return Some((marks, title, 1));
    }
    let under = lines.get(index + 1)?;
    let level = "=-~^+".find(adornment(under.text)?)? + 1;
    let width = line.text.chars().count();
    let is_as_long = width.abs_diff(under.text.len()) <= UNDERLINE_SLACK;
    let is_title = line.indent == 0 && line.text.starts_with(char::is_alphanumeric);
    (is_as_long && is_title && under.text.len() > 1).then_some((level, line.text, 2))
}

/// Returns `Some` for an attribute line of the next block (`[source,rust]`, `.Title`), with the language it
/// declares.
fn attributes(line: &str) -> Option<Option<Language>> {
    let list = line
        .strip_prefix('[')
        .and_then(|list| list.strip_suffix(']'));
    if let Some(list) = list.filter(|list| !list.trim_matches(['[', ']']).contains([']', '['])) {
        let mut words = list.split(',').map(str::trim);
        let is_source = words
            .next()
            .is_some_and(|first| first.starts_with("source") || first.is_empty());
        let language = words.next().filter(|_| is_source);
        return Some(language.and_then(|name| Language::named(name.trim_matches('"'))));
    }
    let title = line.strip_prefix('.')?;
    title.starts_with(char::is_alphanumeric).then_some(None)
}

/// Returns true for lines without text for readers: comments, document attributes, includes.
fn is_silent(line: &str) -> bool {
    let attribute = line.strip_prefix(':').and_then(|rest| rest.split_once(':'));
    let is_attribute = attribute.is_some_and(|(name, value)| {
        !name.is_empty() && !name.contains(' ') && (value.is_empty() || value.starts_with(' '))
    });
    is_attribute || SILENT.split(' ').any(|name| line.starts_with(name))
}

/// Depth of the list item that begins on a line: 0 for `*` and `1.`, 1 for `**`.
fn item(words: &str) -> Option<usize> {
    let (mark, rest) = words.split_once(' ')?;
    let is_run = adornment(mark).is_some_and(|letter| "*.-".contains(letter)) && mark.len() <= 5;
    let is_number = mark.strip_suffix('.').is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    });
    match (is_run, is_number) {
        _ if rest.trim().is_empty() => None,
        (true, _) => Some(mark.len() - 1),
        (_, true) => Some(0),
        _ => None,
    }
}
