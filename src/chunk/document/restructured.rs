//! reStructuredText: <https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html>.
//!
//! Principal type: [`ReStructuredReader`], which reads line by line.

use super::super::source::Source;
use super::block::{Block, BlockKind, beginning};
use super::line::{Line, Nesting, adornment, each_block, level, lines, paragraph};
use crate::syntax::Language;

/// Minimum length of an adornment that is shorter than its title.
const CLEARLY_ADORNED: usize = 4;
/// Directives with code in the language that they name.
const CODE: &str = "code code-block ipython jupyter-execute parsed-literal prompt sourcecode";
/// Directives with Python in them.
const PYTHON: &str = "doctest plot testcode testsetup";
/// Directives without text for readers.
const SILENT: &str = "contents currentmodule default-role image include index literalinclude meta \
    py:currentmodule raw role sectionauthor sectnum tabularcolumns testcleanup testoutput toctree";

/// The blocks of a reStructuredText document.
pub(super) fn blocks(source: &Source<'_>) -> Vec<Block> {
    let lines = lines(source);
    let mut reader = ReStructuredReader {
        lines: &lines,
        ..ReStructuredReader::default()
    };
    each_block(&lines, |index, line| reader.block(index, line));
    reader.blocks
}

#[derive(Default)]
struct ReStructuredReader<'a> {
    lines: &'a [Line<'a>],
    blocks: Vec<Block>,
    nesting: Nesting,
    /// Styles of headings, outermost first: the character, and whether there is an overline.
    levels: Vec<(char, bool)>,
    /// Language of blocks without one: the last one set by `highlight`.
    language: Option<Language>,
    /// Indentation of the previous paragraph, if it ended with `::`.
    literal: Option<usize>,
}

impl ReStructuredReader<'_> {
    /// Reads the block that begins on a line, and returns its number of lines.
    fn block(&mut self, index: usize, line: Line<'_>) -> usize {
        if let Some(around) = self.literal.take()
            && line.indent > around
        {
            self.push(line, BlockKind::Code(self.language));
            return self.body(index, around);
        }
        if let Some(taken) = self.heading(index, line) {
            return taken;
        }
        match line.words().strip_prefix("..") {
            Some(rest) if rest.is_empty() || rest.starts_with([' ', '\t']) => {
                self.explicit(index, line, rest.trim_start())
            }
            _ if line.words().starts_with(">>> ") => {
                self.push(line, BlockKind::Code(Language::named("python")));
                paragraph(self.lines, index)
            }
            _ => self.text(index, line),
        }
    }

    fn text(&mut self, index: usize, line: Line<'_>) -> usize {
        let taken = paragraph(self.lines, index);
        let depth = self.nesting.depth_of(&line);
        self.blocks
            .push(Block::new(line.start, depth, BlockKind::Text));
        let last = self.lines.get(index + taken - 1).copied().unwrap_or(line);
        self.literal = last.text.ends_with("::").then_some(line.indent);
        taken
    }

    /// Adds a title with an underline, and perhaps an overline: `=====`. Returns its number of lines.
    fn heading(&mut self, index: usize, line: Line<'_>) -> Option<usize> {
        let next = self.lines.get(index + 1)?;
        let over = adornment(line.text);
        let (title, under) = match over {
            Some(_) => (next, self.lines.get(index + 2)?),
            None => (&line, next),
        };
        let letter = adornment(under.text)?;
        if letter == '|' || over.is_some_and(|over| over != letter) {
            return None;
        }
        let width = title.words().chars().count();
        let is_long = under.text.len() >= width.min(CLEARLY_ADORNED);
        let is_outside = over.is_some() || title.indent == 0;
        if title.is_blank() || !is_long || !is_outside || adornment(title.text).is_some() {
            return None;
        }
        self.nesting.clear();
        let name = unmarked(beginning(title.words()));
        let level = level(&mut self.levels, (letter, over.is_some()));
        self.blocks
            .push(Block::heading(line.start, level, &name, title.word_at()));
        Some(2 + usize::from(over.is_some()))
    }

    /// Adds explicit markup (`..`): directive, target, footnote, comment. Returns its number of lines.
    fn explicit(&mut self, index: usize, line: Line<'_>, words: &str) -> usize {
        let (name, argument) = words.split_once("::").unwrap_or_default();
        let (name, argument) = (name.trim_end(), argument.trim());
        if name == "highlight" {
            self.language = Language::named(argument);
            self.push(line, BlockKind::Silent);
            return 1;
        }
        let is_footnote = words.starts_with('[') && words.contains(']');
        let is_python = lists(PYTHON, name);
        if is_python || lists(CODE, name) {
            let mut language = Language::named(if is_python { "python" } else { argument });
            if language.is_none() && argument.is_empty() {
                language = self.language;
            }
            self.push(line, BlockKind::Code(language));
            return self.body(index, line.indent);
        }
        let is_directive = !name.is_empty() && !name.contains([' ', '|', '_']);
        if !is_footnote && (!is_directive || lists(SILENT, name)) {
            self.push(line, BlockKind::Silent);
            return self.body(index, line.indent);
        }
        // The body is prose; options are on the next lines.
        let depth = self.nesting.open(line.indent);
        self.blocks
            .push(Block::new(line.start, depth, BlockKind::Text));
        let rest = self.lines.iter().skip(index + 1);
        let options = rest.take_while(|next| next.words().starts_with(':'));
        1 + options.count()
    }

    fn push(&mut self, line: Line<'_>, content: BlockKind) {
        let depth = self.nesting.depth(line.indent);
        self.blocks.push(Block::new(line.start, depth, content));
    }

    /// Number of lines up to the last one that is indented more than `around`.
    fn body(&self, index: usize, around: usize) -> usize {
        let mut lines = 1;
        for (number, line) in (2..).zip(&self.lines[index + 1..]) {
            if line.is_blank() {
                continue;
            }
            if line.indent <= around {
                break;
            }
            lines = number;
        }
        lines
    }
}

/// Returns true if a list of names, separated by spaces, contains a name.
fn lists(names: &str, name: &str) -> bool {
    names.split(' ').any(|listed| listed == name)
}

/// A title without the markup of emphasis, code, roles and targets.
fn unmarked(title: &str) -> String {
    let mut name = String::new();
    for (at, part) in title.split('`').enumerate() {
        let role = part
            .strip_suffix(':')
            .and_then(|part| part.rsplit_once(':'));
        name.push_str(match (at % 2, role) {
            (1, _) => part.split(" <").next().unwrap_or(part),
            (_, Some((before, _))) => before,
            (_, None) => part,
        });
    }
    name.replace('*', "")
}
