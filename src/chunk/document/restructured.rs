//! reStructuredText: <https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html>.

use super::super::source::Source;
use super::HeadingParser;
use super::block::{Block, Content, at_least_one, beginning};
use super::line::{Levels, Line, Nesting, adornment, each_block, is_item, lines};
use super::rst_markup::{Explicit, explicit, unmarked};
use crate::syntax::Language;

/// An adornment that is shorter than its title has at least so many letters.
const CLEARLY_ADORNED: usize = 4;

/// reStructuredText.
pub(super) struct ReStructuredText;

impl HeadingParser for ReStructuredText {
    fn blocks(&self, source: &Source<'_>) -> Vec<Block> {
        let lines = lines(source);
        let mut reader = Reader {
            lines: &lines,
            blocks: Vec::new(),
            nesting: Nesting::default(),
            levels: Levels::new(),
            language: None,
            literal: None,
        };
        each_block(&lines, |index, line| reader.block(index, line));
        at_least_one(reader.blocks)
    }
}

struct Reader<'a> {
    lines: &'a [Line<'a>],
    blocks: Vec<Block>,
    nesting: Nesting,
    /// Of headings, by their letter and whether there is a line of it above, too.
    levels: Levels<(char, bool)>,
    /// Of blocks that name none: what `highlight` said last.
    language: Option<Language>,
    /// The paragraph before ended in `::` and was indented so far.
    literal: Option<usize>,
}

impl Reader<'_> {
    /// Reads the block that begins on a line, and says how many lines it takes.
    fn block(&mut self, index: usize, line: Line<'_>) -> usize {
        if let Some(around) = self.literal.take()
            && line.indent > around
        {
            return self.code(index, line, around, self.language);
        }
        if let Some(taken) = self.heading(index, line) {
            return taken;
        }
        match explicit(line.words()) {
            Some(explicit) => self.explicit(index, line, explicit),
            None if line.words().starts_with(">>> ") => {
                self.push(line, Content::Code(Language::named("python")));
                self.paragraph(index)
            }
            None => self.text(index, line),
        }
    }

    fn text(&mut self, index: usize, line: Line<'_>) -> usize {
        let taken = self.paragraph(index);
        let depth = match is_item(line.text) {
            true => self.nesting.open(line.indent),
            false => self.nesting.depth(line.indent),
        };
        self.blocks
            .push(Block::new(line.start, depth, Content::Text));
        let last = self.lines.get(index + taken - 1).copied().unwrap_or(line);
        self.literal = last.text.ends_with("::").then_some(line.indent);
        taken
    }

    /// A title with its lines: `=====` below it, or above it, too.
    fn heading(&mut self, index: usize, line: Line<'_>) -> Option<usize> {
        let next = self.lines.get(index + 1)?;
        let (title, under, over) = match adornment(line.text) {
            Some(letter) => {
                let under = self.lines.get(index + 2)?;
                (adornment(under.text) == Some(letter)).then_some((next, under, true))?
            }
            None => (&line, next, false),
        };
        let letter = adornment(under.text).filter(|letter| !matches!(letter, '|'))?;
        let width = title.words().chars().count();
        let length = under.text.chars().count();
        let is_long = length >= width || length >= CLEARLY_ADORNED;
        let is_outside = over || title.indent == 0;
        if title.is_blank() || !is_long || !is_outside || adornment(title.text).is_some() {
            return None;
        }
        self.nesting.clear();
        let name = unmarked(beginning(title.words()));
        let level = self.levels.level((letter, over));
        self.blocks
            .push(Block::heading(line.start, level, &name, title.word_at()));
        Some(2 + usize::from(over))
    }

    /// What two full stops begin: directives, targets, comments.
    fn explicit(&mut self, index: usize, line: Line<'_>, explicit: Explicit<'_>) -> usize {
        match explicit {
            Explicit::Code(name) => {
                let language = Language::named(name).or(self.language.filter(|_| name.is_empty()));
                self.code(index, line, line.indent, language)
            }
            Explicit::Highlight(name) => {
                self.language = Language::named(name);
                self.push(line, Content::Silent);
                1
            }
            Explicit::Silent => {
                self.push(line, Content::Silent);
                self.body(index, line.indent)
            }
            // Its body is prose; options stand right below.
            Explicit::Prose => {
                let depth = self.nesting.open(line.indent);
                self.blocks
                    .push(Block::new(line.start, depth, Content::Text));
                let rest = self.lines.iter().skip(index + 1);
                1 + rest
                    .take_while(|next| next.words().starts_with(':'))
                    .count()
            }
        }
    }

    fn code(
        &mut self,
        index: usize,
        line: Line<'_>,
        around: usize,
        language: Option<Language>,
    ) -> usize {
        self.push(line, Content::Code(language));
        self.body(index, around)
    }

    fn push(&mut self, line: Line<'_>, content: Content) {
        let depth = self.nesting.depth(line.indent);
        self.blocks.push(Block::new(line.start, depth, content));
    }

    /// How many lines there are from here on to the last that is further in than `around`.
    fn body(&self, index: usize, around: usize) -> usize {
        let rest = self.lines.iter().skip(index + 1);
        let mut taken = 1;
        for (number, line) in rest.enumerate() {
            match line.is_blank() {
                true => {}
                false if line.indent > around => taken = number + 2,
                false => break,
            }
        }
        taken
    }

    /// How many lines there are to the next blank one, or to the next item.
    fn paragraph(&self, index: usize) -> usize {
        let rest = self.lines.iter().skip(index + 1);
        1 + rest
            .take_while(|next| !next.is_blank() && !is_item(next.text))
            .count()
    }
}
