//! AsciiDoc: <https://docs.asciidoctor.org/asciidoc/latest/>.
//!
//! [`blocks()`] reads it line by line.

use super::super::source::Source;
use super::block::{Block, BlockKind, beginning};
use super::line::{Line, adornment, attribute, each_block, lines};
use crate::syntax::Language;

/// Attributes for characters, which every document has.
const CHARACTERS: [(&str, &str); 12] = [
    ("{plus}", "+"),
    ("{cpp}", "C++"),
    ("{amp}", "&"),
    ("{lt}", "<"),
    ("{gt}", ">"),
    ("{nbsp}", " "),
    ("{sp}", " "),
    ("{apos}", "'"),
    ("{vbar}", "|"),
    ("{startsb}", "["),
    ("{endsb}", "]"),
    ("{asterisk}", "*"),
];
/// Maximum difference between the lengths of a title and its underline, in characters.
const UNDERLINE_SLACK: usize = 1;
/// Line before and after blocks that belong together.
const OPEN_BLOCK: &str = "--";
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
    reader.blocks
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
        if let Some((level, title, taken)) = heading(self.lines, index, line) {
            let start = self.start(line);
            let mut words = Vec::new();
            for word in beginning(title.trim()).split(' ') {
                words.push(word.trim_matches(['`', '*', '_']));
            }
            let mut name = words.join(" ");
            for (attribute, character) in CHARACTERS {
                name = name.replace(attribute, character);
            }
            let name_at = line.start + (line.text.len() - title.trim_start().len());
            self.blocks
                .push(Block::heading(start, level, &name, name_at));
            return taken;
        }
        let rest = self.lines.get(index + 1..).unwrap_or_default();
        if let Some(content) = self.delimited(line.text) {
            let closing = line.text.trim_end_matches(char::is_alphanumeric);
            if let Some(end) = rest.iter().position(|line| line.text == closing) {
                self.push(line, 0, content);
                return end + 2;
            }
        }
        if let Some(language) = attributes(line.text) {
            let before = self.attributes.get_or_insert((line.start, None));
            before.1 = before.1.or(language);
            return 1;
        }
        if is_silent(line.text) || line.text == OPEN_BLOCK {
            self.push(line, 0, BlockKind::Silent);
            return 1;
        }
        match item(line.words()) {
            None if line.indent > 0 => self.push(line, 0, BlockKind::Code(None)),
            depth => self.push(line, depth.unwrap_or(0), BlockKind::Text),
        }
        let same = rest.iter().take_while(|next| {
            !next.is_blank()
                && next.text != OPEN_BLOCK
                && item(next.words()).is_none()
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
    if let Some(language) = line.strip_prefix("```")
        && language.chars().all(char::is_alphanumeric)
    {
        return Some('`');
    }
    match adornment(line) {
        _ if line == "|===" => Some('|'),
        Some(letter) if line.len() >= 4 && "-./=*_".contains(letter) => Some(letter),
        _ => None,
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
    if let Some(list) = list
        && !list.trim_matches(['[', ']']).contains([']', '['])
    {
        let mut words = list.split(',').map(str::trim);
        return Some(match (words.next(), words.next()) {
            (Some(first), Some(name)) if first.is_empty() || first.starts_with("source") => {
                Language::named(name.trim_matches('"'))
            }
            _ => None,
        });
    }
    let title = line.strip_prefix('.')?;
    title.starts_with(char::is_alphanumeric).then_some(None)
}

/// Returns true for lines without text for readers: comments, document attributes, includes.
fn is_silent(line: &str) -> bool {
    let is_attribute = attribute(line).is_some_and(|(name, value)| {
        !name.is_empty() && !name.contains(' ') && (value.is_empty() || value.starts_with(' '))
    });
    is_attribute || SILENT.split(' ').any(|name| line.starts_with(name))
}

/// Depth of the list item that begins on a line: 0 for `*` and `1.`, 1 for `**`.
fn item(words: &str) -> Option<usize> {
    let (mark, rest) = words.split_once(' ')?;
    if rest.trim().is_empty() {
        return None;
    }
    if mark.len() <= 5 && adornment(mark).is_some_and(|letter| "*.-".contains(letter)) {
        return Some(mark.len() - 1);
    }
    let number = mark.strip_suffix('.')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(0)
}
