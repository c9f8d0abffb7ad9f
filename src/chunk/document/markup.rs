//! What the markup of a document means to a reader: which marks need not be shown, and what the words
//! between them are.

mod asciidoc;
mod columns;
mod found;
mod markdown;
mod phrase;
mod restructured;

use super::super::source::Source;
use super::block::{Content, ordered};
use super::{Format, HeadingParser};
use crate::chunk::ChunkTree;
use crate::syntax::{Language, Span};
use std::ops::Range;

/// Bytes of a text that are not shown as they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Where they stand.
    pub bytes: Range<u32>,
    /// What is shown in their place, on one line; often nothing.
    pub shown: &'static str,
}

/// Code in a document's text, in a language of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quoted {
    /// Bytes of its lines, without what is before them for the document's sake: white space, a
    /// prompt.
    pub lines: Vec<Range<usize>>,
    /// What it is written in.
    pub language: Language,
}

/// The markup of a document.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Markup {
    /// Marks that are not shown as they are, in order and without overlap.
    pub marks: Vec<Mark>,
    /// What words are, in order and without overlap; empty where a grammar tells, as for Markdown.
    pub spans: Vec<Span>,
    /// Code that is to be highlighted by itself, in order; empty where a grammar does that.
    pub quoted: Vec<Quoted>,
}

/// The markup of a document; there is none in plain text and in what was extracted.
pub fn markup(tree: &ChunkTree) -> Markup {
    let text = &tree.document.text;
    let Ok(text) = std::str::from_utf8(text.bytes()) else {
        return Markup::default();
    };
    match tree.format.filter(|_| u32::try_from(text.len()).is_ok()) {
        Some(Format::Markdown) => markdown::markup(text),
        Some(Format::ReStructuredText) => restructured::markup(text),
        Some(Format::AsciiDoc) => asciidoc::markup(text),
        Some(Format::Plain | Format::Docx | Format::Pdf) | None => Markup::default(),
    }
}

/// A line of a block, without its line break and the white space before that.
#[derive(Clone, Copy, Debug)]
struct Line<'t> {
    start: usize,
    text: &'t str,
}

impl Line<'_> {
    fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Where its first word stands.
    fn word_at(&self) -> usize {
        self.start + (self.text.len() - self.text.trim_start().len())
    }

    /// From its first word on.
    fn words(&self) -> Range<usize> {
        self.word_at()..self.end()
    }

    fn is_blank(&self) -> bool {
        self.text.is_empty()
    }
}

/// What finds the marks of a format, block by block.
trait Reader<'t> {
    /// Reads what lines before a block say of it; those behind them.
    fn preamble<'l>(&mut self, lines: &'l [Line<'t>]) -> &'l [Line<'t>] {
        lines
    }

    fn heading(&mut self, lines: &[Line<'t>]);
    fn code(&mut self, lines: &[Line<'t>], language: Option<Language>);
    /// What only the builder of the documentation reads.
    fn silent(&mut self, lines: &[Line<'t>]);
    /// Lines of prose.
    fn text(&mut self, lines: &[Line<'t>]);
}

/// Has the blocks read that a parser finds.
fn read<'t>(parser: &dyn HeadingParser, text: &'t str, reader: &mut impl Reader<'t>) {
    let source = Source::new(text.as_bytes());
    let blocks = ordered(parser.blocks(&source), &source);
    let ends = blocks.iter().skip(1).map(|block| block.start);
    let ends: Vec<usize> = ends.chain([text.len()]).collect();
    for (block, end) in blocks.iter().zip(ends) {
        let lines = lines(text, block.start..end);
        let lines = reader.preamble(&lines);
        match block.content {
            Content::Heading(_) => reader.heading(lines),
            Content::Code(language) => reader.code(lines, language),
            Content::Silent => reader.silent(lines),
            Content::Text | Content::Row { .. } | Content::FrontMatter(_) => reader.text(lines),
        }
    }
}

fn lines(text: &str, bytes: Range<usize>) -> Vec<Line<'_>> {
    let mut start = bytes.start;
    let bytes = text.get(bytes).unwrap_or_default();
    let lines = bytes.split_inclusive('\n').map(|line| {
        let at = start;
        start += line.len();
        let text = line.trim_end();
        Line { start: at, text }
    });
    lines.collect()
}

/// Lines without the blank ones at both ends.
fn spoken<'l, 't>(lines: &'l [Line<'t>]) -> &'l [Line<'t>] {
    let first = lines.iter().position(|line| !line.is_blank());
    let last = lines.iter().rposition(|line| !line.is_blank());
    match (first, last) {
        (Some(first), Some(last)) => lines.get(first..=last).unwrap_or_default(),
        _ => &[],
    }
}

/// The lines of code, without the white space that all of them begin with.
fn dedented(lines: &[Line<'_>]) -> Vec<Range<usize>> {
    let indent = |line: &Line<'_>| line.word_at() - line.start;
    let spoken = lines.iter().filter(|line| !line.is_blank());
    let margin = spoken.map(indent).min().unwrap_or(0);
    lines
        .iter()
        .map(|line| line.start + margin.min(line.text.len())..line.end())
        .collect()
}

#[cfg(test)]
mod tests;
